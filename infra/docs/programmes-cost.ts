/** The monthly cost of projects whose programmes are imported here, besides their reports. */
import { awsCalls, queriesOfReport } from './aws-calls.ts';
import { assumedReport, assumedStack, prices, s3Cost } from './monthly-cost.ts';

/** A project with one weekly import, which makes its weekly report due. */
export const assumedProgramme = {
  importGbSeconds: 10,
  queryGbSeconds: 0.1,
  versionMb: 1,
  /** Versions of a year are stored. */
  storedMonths: 12,
} as const;

const million = 1e6;

/** US dollars a month by line of the bill, for so many projects. */
export function programmesCost(projects: number): ReadonlyMap<string, number> {
  const { importGbSeconds, queryGbSeconds, versionMb, storedMonths } = assumedProgramme;
  const times = projects * assumedReport.timesAMonth;
  const lambdaRequest = prices.lambdaRequest / million;
  const query = queryGbSeconds * prices.lambdaGbSecond + lambdaRequest + prices.httpRequest / million;
  const importing =
    s3Cost(awsCalls.importedFile) +
    importGbSeconds * prices.lambdaGbSecond +
    lambdaRequest +
    prices.recipient / 1_000;
  // S3 tells EventBridge of every object of the bucket, although only those under inbox/ are waited for.
  const objects =
    awsCalls.importedFile.PutObject +
    awsCalls.report.PutObject +
    awsCalls.sendEvent.PutObject +
    assumedReport.recipients * awsCalls.recipientEvent.PutObject;
  return new Map([
    ['Checks for new versions', projects * assumedStack.reconcileRuns * s3Cost(awsCalls.waitingProject)],
    ['Imports', times * importing],
    ['Planning Read API', times * (s3Cost(awsCalls.coldQuery) + queriesOfReport * query)],
    ['Events of all objects of the bucket', times * objects * (prices.bucketEvent / million)],
    ['A year of versions', times * storedMonths * (versionMb / 1_000) * prices.s3Storage],
  ]);
}
