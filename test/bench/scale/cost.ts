/** Monthly cost of a deployment: counted calls, assumptions and list prices. */
import { programmeCalls, queriesOfReport, reportCalls } from '../../integration/end-to-end/counted-calls.ts';

/** US dollars for `per` units, us-east-1, without free tiers. docs/cost.md has the dates of the price lists. */
const prices = {
  lambdaGbSecond: { dollars: 0.0000133, per: 1 },
  lambdaRequest: { dollars: 0.2, per: 1e6 },
  s3Write: { dollars: 0.005, per: 1e3 },
  s3Read: { dollars: 0.0004, per: 1e3 },
  s3GbMonth: { dollars: 0.023, per: 1 },
  bucketEvent: { dollars: 1, per: 1e6 },
  sqsRequest: { dollars: 0.4, per: 1e6 },
  snsMessage: { dollars: 0.5, per: 1e6 },
  httpRequest: { dollars: 1, per: 1e6 },
  encryptionKey: { dollars: 1, per: 1 },
  encryptionRequest: { dollars: 0.03, per: 1e4 },
  secret: { dollars: 0.4, per: 1 },
  secretRead: { dollars: 0.05, per: 1e4 },
  alarmMetric: { dollars: 0.1, per: 1 },
  customMetric: { dollars: 0.3, per: 1 },
  dashboard: { dollars: 3, per: 1 },
  logGb: { dollars: 0.5, per: 1 },
  recipient: { dollars: 0.1, per: 1e3 },
  /** Size as encoded in the message, counted once for each recipient. */
  attachmentGb: { dollars: 0.12, per: 1 },
} as const;

type Unit = keyof typeof prices;
export type Quantities = Partial<Record<Unit, number>>;

export function costOf(quantities: Quantities): number {
  return units.reduce(
    (sum, unit) => sum + ((quantities[unit] ?? 0) * prices[unit].dollars) / prices[unit].per,
    0,
  );
}

const units: readonly Unit[] = Object.keys(prices).filter((name): name is Unit => name in prices);

export const assumed = {
  reportsAMonth: 4.35,
  recipients: 10,
  workbookMB: 0.4,
  pageMB: 0.01,
  storedMonths: 12,
  /** For the function `report`, which mostly waits. */
  reportGbSeconds: 8,
  reportInvocations: 3,
  /** For the function `events`: 512 MB for a tenth of a second. */
  eventGbSeconds: 0.05,
  sqsRequestsOfReport: 4,
  sqsRequestsOfEvent: 2,
  logMB: 0.008,
  versionMB: 1,
  importGbSeconds: 10,
  queryGbSeconds: 0.1,
  /** SNS calls KMS for a data key, and to decrypt it, at most every five minutes for each of two topics. */
  encryptionRequests: 35_000,
  /** Number of times a minute that Lambda polls a queue. */
  pollsAMinute: 15,
} as const;

export const totalLine = '**Total**';

const minutesAMonth = (60 * 24 * 365) / 12;
const checksAMonth = minutesAMonth / 10;
/** A dispatch is open for at least a day, in which there are 144 checks, one every ten minutes. */
const openChecksAMonth = assumed.reportsAMonth * 144;

/** Number of objects that a report with one message writes. */
export const objectsOfReport =
  reportCalls.report.PutObject +
  reportCalls.sendEvent.PutObject +
  assumed.recipients * reportCalls.recipientEvent.PutObject;

/** Parts of a stage's template that do not depend on the number of projects. */
export type StackParts = {
  readonly alarms: number;
  readonly alarmMetrics: number;
  readonly customMetrics: number;
  readonly dashboards: number;
  readonly encryptionKeys: number;
  readonly secrets: number;
  readonly polledQueues: number;
};

/**
 * Quantities that were measured or simulated for a number of projects: of one check by `reconcile` while no dispatch is
 * open, of one while a dispatch is open, and what a day's outage adds.
 */
export type Checks = { readonly idle: Quantities; readonly open: Quantities; readonly outageDay: Quantities };

/** S3 calls of the deployed functions as AWS bills them: a listing counts as a write. */
export function s3Calls(calls: {
  readonly PutObject?: number;
  readonly ListObjectsV2?: number;
  readonly GetObject?: number;
}): Quantities {
  const { PutObject = 0, ListObjectsV2 = 0, GetObject = 0 } = calls;
  return { s3Write: PutObject + ListObjectsV2, s3Read: GetObject };
}

/** US dollars a month, by line of the bill. */
export function monthlyCost(
  projects: number,
  stack: StackParts,
  { idle, open, outageDay }: Checks,
): readonly (readonly [line: string, dollars: number])[] {
  const reports = projects * assumed.reportsAMonth;
  const events = 1 + assumed.recipients;
  const storedGb = (megabytes: number) => (megabytes / 1e3) * assumed.storedMonths;
  const attachedGb = ((assumed.workbookMB * 4) / 3 / 1e3) * assumed.recipients;
  const s3 =
    costOf(s3Calls(reportCalls.report)) +
    costOf(s3Calls(reportCalls.sendEvent)) +
    assumed.recipients * costOf(s3Calls(reportCalls.recipientEvent)) +
    costOf({ s3GbMonth: storedGb(assumed.workbookMB + assumed.pageMB) });
  const importOf =
    costOf(s3Calls(programmeCalls.importedFile)) +
    costOf(s3Calls(programmeCalls.coldQuery)) +
    costOf({
      lambdaGbSecond: assumed.importGbSeconds + queriesOfReport * assumed.queryGbSeconds,
      lambdaRequest: 1 + queriesOfReport,
      httpRequest: queriesOfReport,
      recipient: 1,
      // S3 sends EventBridge an event for every object, although only those of the inbox are used.
      bucketEvent: programmeCalls.importedFile.PutObject + objectsOfReport,
      s3GbMonth: storedGb(assumed.versionMB),
    });
  const lines: readonly (readonly [string, number])[] = [
    [`${stack.customMetrics} custom metrics`, costOf({ customMetric: stack.customMetrics })],
    [`${stack.alarms} alarms on ${stack.alarmMetrics} metrics`, costOf({ alarmMetric: stack.alarmMetrics })],
    ['Dashboard', costOf({ dashboard: stack.dashboards })],
    [
      `Encryption key, ${stack.secrets} secrets`,
      costOf({
        encryptionKey: stack.encryptionKeys,
        encryptionRequest: assumed.encryptionRequests,
        secret: stack.secrets,
      }),
    ],
    [
      `\`reconcile\` every ten minutes, polling of ${stack.polledQueues} queues`,
      (checksAMonth - openChecksAMonth) * costOf(idle) +
        openChecksAMonth * costOf(open) +
        costOf({ sqsRequest: stack.polledQueues * assumed.pollsAMinute * minutesAMonth }),
    ],
    [
      'Lambda',
      reports *
        costOf({
          lambdaGbSecond: assumed.reportGbSeconds + events * assumed.eventGbSeconds,
          lambdaRequest: assumed.reportInvocations + events,
        }),
    ],
    ['SES', reports * costOf({ recipient: assumed.recipients, attachmentGb: attachedGb })],
    ['S3', reports * s3],
    [
      'SQS, reads of secrets, logs',
      reports *
        costOf({
          sqsRequest: assumed.sqsRequestsOfReport + events * assumed.sqsRequestsOfEvent,
          snsMessage: events,
          secretRead: reportCalls.report.GetSecretValue,
          logGb: assumed.logMB / 1e3,
        }),
    ],
  ];
  const checksForVersions = checksAMonth * projects * costOf({ s3Write: 1, s3Read: 1 });
  return [
    ...lines,
    [totalLine, lines.reduce((sum, [, dollars]) => sum + dollars, 0)],
    ['Added by imports: checks for new versions', checksForVersions],
    ['Added by imports: the rest', reports * importOf],
    ["Added by a day's outage of the planning service", costOf(outageDay)],
  ];
}
