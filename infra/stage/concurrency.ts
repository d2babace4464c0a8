/**
 * How many of the account's executions each function may take, so that neither a burst of mail events nor strangers who
 * call a public address starve the others.
 */
import { sesStartRate } from '#mail/transport/pace.ts';
import type { Stage } from './deployment.ts';

export type Concurrency = {
  readonly reserved: {
    readonly dispatch: number | undefined;
    readonly reconcile: number | undefined;
    readonly download: number | undefined;
    readonly readApi: number | undefined;
  };
  /** Maximum number of batches in progress from the queue of each function. Lambda accepts 2 or more. */
  readonly fromQueue: {
    readonly report: number;
    readonly events: number;
    readonly deadLetter: number;
    readonly import: number;
  };
  /**
   * Maximum number of requests a second to each public address, and of a burst; more get 429 before they start an
   * execution.
   */
  readonly requestsPerSecond: { readonly links: number; readonly readApi: number };
};

/**
 * If nothing is reserved, the defaults suit an account with ten concurrent executions. Full queues leave two of them.
 * Calls to the public addresses take two or three, because each lasts about a sixth of a second; a burst can take all
 * ten for that time. Work that could not start is tried again.
 */
export function concurrencyOf({ reserveConcurrency, maxConcurrency, links, readApi }: Stage): Concurrency {
  const isReserved = reserveConcurrency === 'on';
  const reserve = (executions: number) => (isReserved ? executions : undefined);
  return {
    reserved: {
      // There are few schedules, and Lambda's own queue holds events while two are in progress.
      dispatch: reserve(2),
      reconcile: reserve(2),
      // Enough for about 60 week pages a second.
      download: reserve(10),
      readApi: reserve(20),
    },
    fromQueue: {
      report: maxConcurrency ?? (isReserved ? 10 : 2),
      // SES sends an event for every message and recipient. If thousands come at once, they wait in the queue.
      events: isReserved ? 5 : 2,
      deadLetter: 2,
      import: 2,
    },
    requestsPerSecond: {
      // For each mail that SES sends, a mail gateway and then the reader may open the link.
      links: links?.perSecond ?? (isReserved ? 2 * sesStartRate : 10),
      readApi: readApi?.requestsPerSecond ?? (isReserved ? 100 : 5),
    },
  };
}
