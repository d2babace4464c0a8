/**
 * SQS as it is documented: delays, delivery at least once, messages invisible while in progress, and a dead-letter
 * queue.
 */
import type { QueueDepth, ReceivedMessage } from '#queue/job-queue.ts';
import type { Counts } from './counts.ts';
import type { SeededRandom } from './random.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

/** Maximum age in milliseconds of the reported number of messages. */
const stale = 60_000;

type Message = { readonly id: string; readonly body: string; receives: number };

export type QueueOptions = {
  readonly name: string;
  readonly time: VirtualTime;
  readonly counts: Counts;
  readonly random: SeededRandom;
  /** The share of deliveries that are repeated within five seconds, while the first may be in progress. */
  readonly doubled: number;
  readonly maxConcurrency: number;
  /** Milliseconds for which a received message is invisible. */
  readonly visibility: number;
  readonly maxReceives: number;
  /** Processes a message. If it throws or is killed, the message stays in the queue. */
  readonly work: (received: ReceivedMessage, process: Process) => Promise<void>;
  /** Takes the messages that were received too often. */
  readonly bury?: (body: string) => void;
};

export type SimulatedQueue = {
  readonly send: (body: string, delaySeconds: number) => void;
  /** The approximate number of messages, as SQS reports it. */
  readonly depth: () => QueueDepth;
  readonly messages: () => number;
};

export function createQueue(options: QueueOptions): SimulatedQueue {
  const { time, counts, random, visibility } = options;
  const messages = new Set<Message>();
  const ready: Message[] = [];
  const depths: { readonly at: number; readonly depth: QueueDepth }[] = [];
  let running = 0;
  let sent = 0;
  let delayed = 0;

  const noteDepth = () => {
    const last = depths.at(-1);
    if (last && time.ms() - last.at < stale / 4) return;
    depths.push({ at: time.ms(), depth: { all: messages.size, delayed } });
    while ((depths[1]?.at ?? Number.POSITIVE_INFINITY) <= time.ms() - stale) depths.shift();
  };

  const appear = (message: Message) => {
    if (messages.has(message)) ready.push(message);
    pump();
  };

  function pump(): void {
    while (running < options.maxConcurrency) {
      const message = ready.shift();
      if (message === undefined) return;
      if (messages.has(message)) receive(message);
    }
  }

  function receive(message: Message): void {
    message.receives += 1;
    if (message.receives > options.maxReceives) {
      messages.delete(message);
      options.bury?.(message.body);
      return;
    }
    time.at(time.ms() + visibility, () => appear(message));
    start(message, () => messages.delete(message));
    if (!random.chance(options.doubled)) return;
    time.at(time.ms() + random.between(0, 5_000), () => start(message, () => undefined));
  }

  function start(message: Message, whenDone: () => void): void {
    counts.add('SQS requests', 1);
    running += 1;
    const { id: messageId, body, receives } = message;
    const received: ReceivedMessage = { messageId, body, receives };
    time.begin(
      async (process) => {
        await options.work(received, process);
        counts.add('SQS requests', 1);
        whenDone();
      },
      () => {
        running -= 1;
        noteDepth();
        pump();
      },
    );
  }

  return {
    send: (body, delaySeconds) => {
      sent += 1;
      const message = { id: `${options.name}-${sent}`, body, receives: 0 };
      messages.add(message);
      if (delaySeconds > 0) delayed += 1;
      noteDepth();
      time.at(time.ms() + delaySeconds * 1_000, () => {
        if (delaySeconds > 0) delayed -= 1;
        appear(message);
      });
    },
    depth: () => {
      noteDepth();
      return depths[random.below(depths.length)]?.depth ?? { all: messages.size, delayed };
    },
    messages: () => messages.size,
  };
}
