/**
 * When objects of the archive are removed. Their keys are the state of every run, so no rule may remove one that still
 * guards against sending twice.
 */
import { Duration } from 'aws-cdk-lib';
import { type LifecycleRule, StorageClass } from 'aws-cdk-lib/aws-s3';

export type Retention = {
  /**
   * Days after which an issue is removed: its snapshot, its state and any workbooks left. Longer than it guards against
   * anything.
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
  /** Days after which a version that was removed is gone; as `leftovers` by default. */
  readonly noncurrentDays?: number;
};

/** The only tag in use. Objects of the run store have none, so no rule by tag can remove them. */
export const workbookTag = { kind: 'workbook' };

/** Nothing is overwritten, so an older version is one that was removed by hand or by a rule. */
const leftovers = { id: 'leftovers', noncurrentDays: 90, uploadDays: 1 };

function rules({
  issueDays,
  workbookDays = issueDays,
  testRunDays,
  answerNameDays,
}: Retention): readonly Rule[] {
  return [
    { id: 'issues-past-keeping', prefix: 'issues/', days: issueDays },
    { id: 'workbooks', prefix: 'issues/', tag: workbookTag, days: workbookDays },
    { id: 'test-runs', prefix: 'test-runs/', days: testRunDays },
    { id: 'manifests-past-keeping', prefix: 'dispatches/', days: issueDays },
    { id: 'attempts-past-keeping', prefix: 'attempts/', days: issueDays },
    // Reconcile reads only those of the last days.
    { id: 'requests', prefix: 'requests/', days: 30 },
    { id: 'outages', prefix: 'outages/', days: 30 },
    { id: 'refused-fields', prefix: 'refused-fields/', days: 30 },
    // Reconcile reads only those of the last days; the log itself is below the issue.
    { id: 'failed-recipients', prefix: 'failed-recipients/', days: 30 },
    // Longer than an address can fail between two issues and still count as failing.
    { id: 'failing-addresses', prefix: 'failing-addresses/', days: 90 },
    { id: 'inbox', prefix: 'inbox/', days: 90 },
    { id: 'answers', prefix: 'answers/', days: issueDays },
    { id: 'answer-names', prefix: 'answer-names/', days: answerNameDays, noncurrentDays: 1 },
    { id: 'closings', prefix: 'closings/', days: issueDays },
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

/** For a bucket that another stack left, as `aws s3api put-bucket-lifecycle-configuration` takes them. */
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
