import type { Clock } from '#base/system.ts';
import { type JobQueue, jobJson, type ReceivedMessage } from '#queue/job-queue.ts';

export type DelayingQueue = JobQueue & {
  /** Returns a job whose delay is over, each job once; undefined if there is none. */
  readonly receive: () => ReceivedMessage | undefined;
};

/** A queue that returns each job once its delay is over. */
export function delayingQueue({ now }: Pick<Clock, 'now'>): DelayingQueue {
  const messages: { readonly received: ReceivedMessage; readonly from: number }[] = [];
  let sent = 0;
  const isReady = ({ from }: { readonly from: number }) => from <= now().epochMilliseconds;
  return {
    async send(jobs, { delaySeconds } = { delaySeconds: 0 }) {
      const from = now().epochMilliseconds + delaySeconds * 1_000;
      for (const job of jobs) {
        const messageId = `m-${++sent}`;
        messages.push({ received: { messageId, body: jobJson(job), receives: 1 }, from });
      }
    },
    depth: async () => ({
      all: messages.length,
      delayed: messages.filter((message) => !isReady(message)).length,
    }),
    receive: () => {
      const index = messages.findIndex(isReady);
      return index < 0 ? undefined : messages.splice(index, 1)[0]?.received;
    },
  };
}
