/** The monthly cost of a deployment, from list prices, the counted calls and the assumptions below. */
import { type AwsCalls, awsCalls } from './aws-calls.ts';

/** US dollars, us-east-1, without free tiers, with the date when the page or list was published or read. */
export const prices = {
  /** A GB-second of Lambda on arm64; undated. */
  lambdaGbSecond: 0.0000133,
  /** A million requests to Lambda; 20 Sep 2026. */
  lambdaRequest: 0.2,
  /** A thousand writes or lists of S3; undated. */
  s3Write: 0.005,
  /** A thousand reads of S3; undated. */
  s3Read: 0.0004,
  /** A million events of S3 that go to EventBridge; undated. */
  bucketEvent: 1,
  /** A GB and month in S3; undated. */
  s3Storage: 0.023,
  /** A million requests to SQS; early 2026. */
  sqsRequest: 0.4,
  /** A million messages through a topic of SNS to a queue; undated. */
  snsMessage: 0.5,
  /** A million invocations by EventBridge Scheduler; undated. */
  scheduler: 1,
  /** A million requests to an HTTP API; undated. */
  httpRequest: 1,
  /** A customer-managed key of KMS and month; undated. */
  key: 1,
  /** Ten thousand requests to KMS; undated. */
  keyRequest: 0.03,
  /** A secret and month; 20 Sep 2026. */
  secret: 0.4,
  /** A ten thousand reads of secrets; 20 Sep 2026. */
  secretRead: 0.05,
  /** A metric in an alarm and month; early 2026. */
  alarmMetric: 0.1,
  /** A custom metric and month; early 2026. */
  customMetric: 0.3,
  /** A dashboard and month; early 2026. */
  dashboard: 3,
  /** A GB of logs; early 2026. */
  logs: 0.5,
  /** A thousand recipients of SES; 22 Jul 2026. */
  recipient: 0.1,
  /** A GB of encoded attachments, for each recipient; 22 Jul 2026. */
  attachment: 0.12,
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
  /** To take an event from its queue: received and deleted in batches, which are small. */
  sqsRequestsOfEvent: 2,
  logKb: 8,
  /** Workbooks of a year are stored. */
  storedMonths: 12,
} as const;

/** The stack, whatever the number of projects. A test compares the alarms with the template's. */
export const assumedStack = {
  secrets: 2,
  alarms: 27,
  alarmMetrics: 45,
  keys: 1,
  /** SNS asks for a data key, and for its use, every five minutes at the most, for each of two topics. */
  keyRequests: 35_000,
  ownMetrics: 21,
  sesMetrics: 4,
  dashboards: 1,
  /** One every ten minutes. */
  reconcileRuns: 4_380,
  reconcileGbSeconds: 0.25,
  /** Two weekly schedules, each open for a day and checked every ten minutes. */
  dispatchChecks: 1_250,
  polledQueues: 3,
  pollsAMinute: 15,
} as const;

const million = 1e6;
const thousand = 1e3;
const base64 = 4 / 3;
const minutesAMonth = (60 * 24 * 365) / 12;

const workbookGb = assumedReport.workbookMb / thousand;

/** US dollars of one such event. */
export function s3Cost({ PutObject = 0, ListObjectsV2 = 0, GetObject = 0 }: AwsCalls): number {
  return (PutObject + ListObjectsV2) * (prices.s3Write / thousand) + GetObject * (prices.s3Read / thousand);
}

function stackCost(): number {
  const { secrets, keys, keyRequests, alarmMetrics, ownMetrics, sesMetrics, dashboards } = assumedStack;
  const { reconcileRuns, reconcileGbSeconds, dispatchChecks, polledQueues, pollsAMinute } = assumedStack;
  const reconcileRun =
    s3Cost(awsCalls.reconcile) + reconcileGbSeconds * prices.lambdaGbSecond + prices.lambdaRequest / million;
  return (
    secrets * prices.secret +
    keys * prices.key +
    keyRequests * (prices.keyRequest / 10_000) +
    alarmMetrics * prices.alarmMetric +
    (ownMetrics + sesMetrics) * prices.customMetric +
    dashboards * prices.dashboard +
    reconcileRuns * reconcileRun +
    dispatchChecks * s3Cost(awsCalls.check) +
    polledQueues * pollsAMinute * minutesAMonth * (prices.sqsRequest / million)
  );
}

/** US dollars a month that each further year of stored workbooks adds. */
export function costOfStoredYear(projects: number): number {
  const { timesAMonth, storedMonths } = assumedReport;
  return projects * timesAMonth * storedMonths * workbookGb * prices.s3Storage;
}

/** US dollars a month by line of the bill, for so many projects with one weekly report each. */
export function monthlyCost(projects: number): ReadonlyMap<string, number> {
  const { timesAMonth, lambdaGbSeconds, lambdaInvocations, recipients, sqsRequests, logKb } = assumedReport;
  // SES reports that it took the message, and what became of it at each recipient.
  const events = 1 + recipients;
  const reports = projects * timesAMonth;
  const lambda =
    (lambdaGbSeconds + events * assumedReport.eventGbSeconds) * prices.lambdaGbSecond +
    (lambdaInvocations + events) * (prices.lambdaRequest / million);
  const ses = recipients * (prices.recipient / thousand + workbookGb * base64 * prices.attachment);
  const s3 =
    s3Cost(awsCalls.report) + s3Cost(awsCalls.sendEvent) + recipients * s3Cost(awsCalls.recipientEvent);
  const rest =
    (sqsRequests + events * assumedReport.sqsRequestsOfEvent) * (prices.sqsRequest / million) +
    events * (prices.snsMessage / million) +
    awsCalls.report.GetSecretValue * (prices.secretRead / 10_000) +
    (logKb / million) * prices.logs;
  return new Map([
    ['The stack', stackCost()],
    ['Lambda', reports * lambda],
    ['SES: recipients and attachments', reports * ses],
    ['S3: calls, and a year of workbooks', reports * s3 + costOfStoredYear(projects)],
    ['Queue, reads of secrets, logs', reports * rest],
  ]);
}
