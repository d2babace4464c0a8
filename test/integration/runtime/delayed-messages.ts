/** Messages that are delivered later by the cloud's clock, because the queue server would use the machine's clock. */
import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';

const delayedBatch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(
    z.object({ Id: z.string(), MessageBody: z.string(), DelaySeconds: z._default(z.number(), 0) }),
  ),
});

type Held = { readonly queue: string; readonly body: string; readonly due: number };

export interface DelayedMessages {
  /** Takes a batch with delayed messages. @returns the answer of SQS; undefined for any other request */
  readonly take: (request: unknown) => object | undefined;
  readonly count: (queue: string) => number;
  /** When the next message is due, in milliseconds since 1970. */
  readonly nextDue: (queue: string) => number | undefined;
  /** Removes the messages that are due, and returns their bodies in the order of their times. */
  readonly takeDue: (queue: string) => readonly string[];
}

/** @param now milliseconds since 1970 */
export function delayedMessages(now: () => number): DelayedMessages {
  let held: Held[] = [];
  const of = (queue: string) => held.filter((message) => message.queue === queue);
  return {
    take: (request) => {
      const { success, data } = delayedBatch.safeParse(request);
      if (!success || data.Entries.every(({ DelaySeconds }) => DelaySeconds === 0)) return undefined;
      const queue = queueNameIn(data.QueueUrl);
      for (const { MessageBody: body, DelaySeconds } of data.Entries) {
        held.push({ queue, body, due: now() + DelaySeconds * 1_000 });
      }
      held.sort((left, right) => left.due - right.due);
      return {
        Successful: data.Entries.map(({ Id, MessageBody }) => ({
          Id,
          MessageId: randomUUID(),
          MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
        })),
      };
    },
    count: (queue) => of(queue).length,
    nextDue: (queue) => of(queue)[0]?.due,
    takeDue: (queue) => {
      const due = of(queue).filter((message) => message.due <= now());
      held = held.filter((message) => !due.includes(message));
      return due.map(({ body }) => body);
    },
  };
}

export function queueNameIn(queueUrl: string): string {
  return queueUrl.split('/').at(-1) ?? '';
}
