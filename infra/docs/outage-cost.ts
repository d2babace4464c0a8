/**
 * The cost of a day on which the planning service is down: calls counted by `npm run bench -- outage`, which lets the
 * real functions wait out a day in virtual time.
 */
import { prices } from './monthly-cost.ts';

export type OutageCalls = {
  readonly sqsRequests: number;
  readonly lambdaInvocations: number;
  /** GB-seconds. */
  readonly lambdaTime: number;
  readonly s3Writes: number;
  readonly s3Lists: number;
  readonly s3Reads: number;
  readonly planningRequests: number;
};

/** The calls of a day for each report, and those for any number of reports; from counts of 50 and of 200 reports. */
const outageDay: { readonly report: OutageCalls; readonly rest: OutageCalls } = {
  report: {
    sqsRequests: 579.16,
    lambdaInvocations: 193.02,
    lambdaTime: 4.73,
    s3Writes: 0.11,
    s3Lists: 7.54,
    s3Reads: 52.58,
    planningRequests: 0,
  },
  rest: {
    sqsRequests: 408,
    lambdaInvocations: 240,
    lambdaTime: 1_578,
    s3Writes: 887,
    s3Lists: 4_562,
    s3Reads: 4_196,
    planningRequests: 1_657,
  },
};

/** The calls of a day's outage with so many reports waiting. */
export function outageCalls(reports: number): OutageCalls {
  const { report, rest } = outageDay;
  const sum = (name: keyof OutageCalls) => rest[name] + reports * report[name];
  return {
    sqsRequests: sum('sqsRequests'),
    lambdaInvocations: sum('lambdaInvocations'),
    lambdaTime: sum('lambdaTime'),
    s3Writes: sum('s3Writes'),
    s3Lists: sum('s3Lists'),
    s3Reads: sum('s3Reads'),
    planningRequests: sum('planningRequests'),
  };
}

/** US dollars by line of the bill. */
export function outageCost(calls: OutageCalls): ReadonlyMap<string, number> {
  return new Map([
    ['Queue', calls.sqsRequests * (prices.sqsRequest / 1e6)],
    ['Lambda: requests', calls.lambdaInvocations * (prices.lambdaRequest / 1e6)],
    ['Lambda: time', calls.lambdaTime * prices.lambdaGbSecond],
    ['S3: writes and lists', (calls.s3Writes + calls.s3Lists) * (prices.s3Write / 1e3)],
    ['S3: reads', calls.s3Reads * (prices.s3Read / 1e3)],
  ]);
}
