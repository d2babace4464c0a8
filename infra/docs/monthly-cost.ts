/** What a deployment costs a month, from list prices, the counted calls and the assumptions below. */
import { type AwsCalls, awsCalls } from './aws-calls.ts';

/** US dollars, us-east-1, without free tiers; `asOf` is when the page or list was published or read. */
export const prices = {
  lambdaGbSecond: { usd: 0.0000133, per: 'GB-second of Lambda on arm64', asOf: 'undated' },
  lambdaRequest: { usd: 0.2, per: 'million requests to Lambda', asOf: '20 Sep 2026' },
  s3Write: { usd: 0.005, per: 'thousand writes or lists of S3', asOf: 'undated' },
  s3Read: { usd: 0.0004, per: 'thousand reads of S3', asOf: 'undated' },
  s3Storage: { usd: 0.023, per: 'GB and month in S3', asOf: 'undated' },
  sqsRequest: { usd: 0.4, per: 'million requests to SQS', asOf: 'early 2026' },
  scheduler: { usd: 1, per: 'million invocations by EventBridge Scheduler', asOf: 'undated' },
  httpRequest: { usd: 1, per: 'million requests to an HTTP API', asOf: 'undated' },
  secret: { usd: 0.4, per: 'secret and month', asOf: '20 Sep 2026' },
  secretRead: { usd: 0.05, per: 'ten thousand reads of secrets', asOf: '20 Sep 2026' },
  alarmMetric: { usd: 0.1, per: 'metric in an alarm and month', asOf: 'early 2026' },
  customMetric: { usd: 0.3, per: 'custom metric and month', asOf: 'early 2026' },
  dashboard: { usd: 3, per: 'dashboard and month', asOf: 'early 2026' },
  logs: { usd: 0.5, per: 'GB of logs', asOf: 'early 2026' },
  recipient: { usd: 0.1, per: 'thousand recipients of SES', asOf: '22 Jul 2026' },
  attachment: { usd: 0.12, per: 'GB of encoded attachments, for each recipient', asOf: '22 Jul 2026' },
} as const;

/** A weekly report of one project. */
export const assumedReport = {
  timesAMonth: 4.35,
  lambdaGbSeconds: 8,
  lambdaInvocations: 3,
  recipients: 10,
  /** To store what SES reports of one recipient, or of the message: 512 MB for a tenth of a second. */
  eventGbSeconds: 0.05,
  workbookMb: 0.4,
  sqsRequests: 4,
  logKb: 8,
  /** Workbooks of a year are stored. */
  storedMonths: 12,
} as const;

/** The stack, whatever the number of projects. A test compares the alarms with the template's. */
export const assumedStack = {
  secrets: 2,
  alarms: 20,
  alarmMetrics: 22,
  ownMetrics: 20,
  sesMetrics: 4,
  dashboards: 1,
  /** One every ten minutes. */
  reconcileRuns: 4_380,
  reconcileGbSeconds: 0.25,
  /** Of two weekly schedules, each open for a day: checked every ten minutes. */
  dispatchChecks: 1_250,
  polledQueues: 2,
  pollsAMinute: 15,
} as const;

const million = 1e6;
const thousand = 1e3;
const base64 = 4 / 3;
const minutesAMonth = (60 * 24 * 365) / 12;

const workbookGb = assumedReport.workbookMb / thousand;

/** US dollars of one such event. */
export function s3Cost({ PutObject = 0, ListObjectsV2 = 0, GetObject = 0 }: AwsCalls): number {
  return (
    (PutObject + ListObjectsV2) * (prices.s3Write.usd / thousand) + GetObject * (prices.s3Read.usd / thousand)
  );
}

function stackCost(): number {
  const { secrets, alarmMetrics, ownMetrics, sesMetrics, dashboards } = assumedStack;
  const { reconcileRuns, reconcileGbSeconds, dispatchChecks, polledQueues, pollsAMinute } = assumedStack;
  const reconcileRun =
    s3Cost(awsCalls.reconcile) +
    reconcileGbSeconds * prices.lambdaGbSecond.usd +
    prices.lambdaRequest.usd / million;
  return (
    secrets * prices.secret.usd +
    alarmMetrics * prices.alarmMetric.usd +
    (ownMetrics + sesMetrics) * prices.customMetric.usd +
    dashboards * prices.dashboard.usd +
    reconcileRuns * reconcileRun +
    dispatchChecks * s3Cost(awsCalls.check) +
    polledQueues * pollsAMinute * minutesAMonth * (prices.sqsRequest.usd / million)
  );
}

/** US dollars a month that each further year of stored workbooks adds. */
export function costOfStoredYear(projects: number): number {
  const { timesAMonth, storedMonths } = assumedReport;
  return projects * timesAMonth * storedMonths * workbookGb * prices.s3Storage.usd;
}

/** US dollars a month by line of the bill, for so many projects with one weekly report each. */
export function monthlyCost(projects: number): ReadonlyMap<string, number> {
  const { timesAMonth, lambdaGbSeconds, lambdaInvocations, recipients, sqsRequests, logKb } = assumedReport;
  // SES reports that it took the message, and what became of it at each recipient.
  const events = 1 + recipients;
  const reports = projects * timesAMonth;
  const lambda =
    (lambdaGbSeconds + events * assumedReport.eventGbSeconds) * prices.lambdaGbSecond.usd +
    (lambdaInvocations + events) * (prices.lambdaRequest.usd / million);
  const ses = recipients * (prices.recipient.usd / thousand + workbookGb * base64 * prices.attachment.usd);
  const s3 =
    s3Cost(awsCalls.report) + s3Cost(awsCalls.sendEvent) + recipients * s3Cost(awsCalls.recipientEvent);
  const rest =
    sqsRequests * (prices.sqsRequest.usd / million) +
    awsCalls.report.GetSecretValue * (prices.secretRead.usd / 10_000) +
    (logKb / million) * prices.logs.usd;
  return new Map([
    ['The stack', stackCost()],
    ['Lambda', reports * lambda],
    ['SES: recipients and attachments', reports * ses],
    ['S3: calls, and a year of workbooks', reports * s3 + costOfStoredYear(projects)],
    ['Queue, reads of secrets, logs', reports * rest],
  ]);
}
