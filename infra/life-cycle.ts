/**
 * When objects of the archive are removed. The keys are the state of every run, so no rule may remove an object that
 * still guards against sending a message twice. `retentionByPrefix` says how long each kind is kept.
 */
import { Duration } from 'aws-cdk-lib';
import { type LifecycleRule, StorageClass } from 'aws-cdk-lib/aws-s3';
import { retentionByPrefix } from '#archive/objects.ts';

export type Retention = {
  /**
   * Days after which an issue is removed, with its snapshot, state and remaining workbooks: so many that none
   * of these objects is removed while it still prevents a message from being sent twice.
   */
  readonly issueDays: number;
  /** Days after which only the workbooks of an issue are removed. @default issueDays */
  readonly workbookDays?: number | undefined;
  /** Days after which test runs and previews are removed; nothing depends on them. */
  readonly testRunDays: number;
  /** Days after which the names and notes of answers are removed, in all versions. */
  readonly answerNameDays: number;
};

type Rule = {
  readonly id: string;
  readonly prefix: string;
  readonly days: number;
  readonly tag?: Readonly<Record<string, string>>;
  /** Days after which removed objects are deleted for good. @default as for `leftovers` */
  readonly noncurrentDays?: number | undefined;
};

/** The only tag in use. Objects of the run store have none, so no rule by tag can remove them. */
export const workbookTag = { kind: 'workbook' };

/** For all objects: nothing is overwritten, so a noncurrent version is an object that a person or a rule removed. */
const leftovers = { id: 'leftovers', noncurrentDays: 90, uploadDays: 1 };

/** Prefixes whose removed objects are deleted for good after fewer days than `leftovers` says. */
const noncurrentDays: Readonly<Record<string, number>> = { 'answer-names/': 1 };

function rules({ workbookDays, ...settings }: Retention): readonly Rule[] {
  return [
    { id: 'workbooks', prefix: 'issues/', tag: workbookTag, days: workbookDays ?? settings.issueDays },
    ...Object.entries(retentionByPrefix).flatMap(([prefix, days]) =>
      days === 'always'
        ? []
        : {
            id: prefix.replace('/', ''),
            prefix,
            days: typeof days === 'number' ? days : settings[days],
            noncurrentDays: noncurrentDays[prefix],
          },
    ),
  ];
}

/**
 * Imported versions move to the storage class that fits how often they are read. None is removed: the newest version of
 * a project is served, however old it is, and S3 cannot know which is the newest.
 */
const programmes = { id: 'programmes', prefix: 'programmes/', days: 1 };

export function lifecycleRules(retention: Retention): LifecycleRule[] {
  return [
    ...rules(retention).map(({ id, prefix, days, tag, noncurrentDays }) => ({
      id,
      prefix,
      expiration: Duration.days(days),
      ...(noncurrentDays === undefined ? {} : { noncurrentVersionExpiration: Duration.days(noncurrentDays) }),
      ...(tag === undefined ? {} : { tagFilters: tag }),
    })),
    {
      id: programmes.id,
      prefix: programmes.prefix,
      transitions: [
        {
          storageClass: StorageClass.INTELLIGENT_TIERING,
          transitionAfter: Duration.days(programmes.days),
        },
      ],
    },
    {
      id: leftovers.id,
      noncurrentVersionExpiration: Duration.days(leftovers.noncurrentDays),
      expiredObjectDeleteMarker: true,
      abortIncompleteMultipartUploadAfter: Duration.days(leftovers.uploadDays),
    },
  ];
}

/**
 * The rules for a bucket that an earlier stack left behind, as input for `aws s3api
 * put-bucket-lifecycle-configuration`.
 */
export function lifecycleJson(retention: Retention): string {
  const Rules = [
    ...rules(retention).map(({ id, prefix, days, tag, noncurrentDays }) => ({
      ID: id,
      Status: 'Enabled',
      Filter:
        tag === undefined
          ? { Prefix: prefix }
          : { And: { Prefix: prefix, Tags: Object.entries(tag).map(([Key, Value]) => ({ Key, Value })) } },
      Expiration: { Days: days },
      ...(noncurrentDays === undefined
        ? {}
        : { NoncurrentVersionExpiration: { NoncurrentDays: noncurrentDays } }),
    })),
    {
      ID: programmes.id,
      Status: 'Enabled',
      Filter: { Prefix: programmes.prefix },
      Transitions: [{ Days: programmes.days, StorageClass: StorageClass.INTELLIGENT_TIERING.value }],
    },
    {
      ID: leftovers.id,
      Status: 'Enabled',
      Filter: { Prefix: '' },
      Expiration: { ExpiredObjectDeleteMarker: true },
      NoncurrentVersionExpiration: { NoncurrentDays: leftovers.noncurrentDays },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: leftovers.uploadDays },
    },
  ];
  return `${JSON.stringify({ Rules }, undefined, 2)}\n`;
}
