/**
 * How many of the account's executions each function may take, so that neither a burst of mail events nor strangers who
 * call a public address starve the others.
 */
import type { Stage } from './deployment.ts';

export type Concurrency = {
  readonly reserved: {
    readonly dispatch: number | undefined;
    readonly reconcile: number | undefined;
    readonly download: number | undefined;
    readonly readApi: number | undefined;
  };
  /** Maximum of batches in progress from the queue of each function. Lambda takes 2 or more. */
  readonly fromQueue: {
    readonly report: number;
    readonly events: number;
    readonly deadLetter: number;
    readonly import: number;
  };
  /** Requests to the public addresses, also at once; more are answered with 429 before they start an execution. */
  readonly requestsPerSecond: { readonly links: number; readonly readApi: number };
};

/**
 * With nothing reserved, the defaults suit an account of ten executions: full queues leave two of them, and so does a
 * burst of strangers' requests, each of which takes milliseconds.
 */
export function concurrencyOf({ reserveConcurrency, maxConcurrency, readApi }: Stage): Concurrency {
  const isReserved = reserveConcurrency === 'on';
  const reserve = (executions: number) => (isReserved ? executions : undefined);
  return {
    reserved: {
      // Schedules are few, and Lambda's own queue holds events while two are in progress.
      dispatch: reserve(2),
      reconcile: reserve(2),
      download: reserve(10),
      readApi: reserve(20),
    },
    fromQueue: {
      report: maxConcurrency ?? (isReserved ? 10 : 2),
      // SES sends an event for every message and recipient. Thousands at once wait in the queue.
      events: isReserved ? 5 : 2,
      deadLetter: 2,
      import: 2,
    },
    requestsPerSecond: {
      links: isReserved ? 20 : 3,
      readApi: readApi?.requestsPerSecond ?? (isReserved ? 100 : 5),
    },
  };
}
