/**
 * Virtual time: future events are in a queue, and the clock jumps from one to the next. Processes run the real code,
 * and no time passes between two of their waits. A process that is killed never returns from its wait, so that no more
 * of its code is executed, as with SIGKILL.
 */
import { Temporal } from 'temporal-polyfill';

export type VirtualTime = {
  /** Milliseconds since 1970. */
  readonly ms: () => number;
  readonly now: () => Temporal.Instant;
  /** Calls `act` at a time. @param at milliseconds since 1970 @returns a function that cancels the call */
  readonly at: (at: number, act: () => void) => () => void;
  /** @param whenOver called once, when the process has ended, failed or been killed */
  readonly begin: (body: (process: Process) => Promise<void>, whenOver?: () => void) => void;
  /** Runs all events up to this time. */
  readonly until: (end: number) => Promise<void>;
};

export type Process = {
  readonly isOver: () => boolean;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly kill: () => void;
};

type Event = { readonly at: number; readonly order: number; act: (() => void) | undefined };

export function createVirtualTime(start: string): VirtualTime {
  const events = createHeap();
  let now = Date.parse(start);
  let order = 0;
  /** Number of processes that are running; the clock waits for them. */
  let busy = 0;

  const at: VirtualTime['at'] = (when, act) => {
    order += 1;
    const event: Event = { at: Math.max(now, Math.ceil(when)), order, act };
    events.push(event);
    return () => {
      event.act = undefined;
    };
  };

  const begin: VirtualTime['begin'] = (body, whenOver) => {
    let over = false;
    let waits = 0;
    busy += 1;
    const end = () => {
      if (over) return;
      over = true;
      if (waits === 0) busy -= 1;
      whenOver?.();
    };
    const process: Process = {
      isOver: () => over,
      kill: end,
      wait: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          if (over) return;
          if (signal?.aborted) return reject(signal.reason);
          waits += 1;
          if (waits === 1) busy -= 1;
          const wake = (act: () => void) => {
            if (over) return;
            waits -= 1;
            if (waits === 0) busy += 1;
            act();
          };
          const cancel = at(now + milliseconds, () => {
            signal?.removeEventListener('abort', aborted);
            wake(resolve);
          });
          const aborted = () => {
            cancel();
            wake(() => reject(signal?.reason));
          };
          signal?.addEventListener('abort', aborted, { once: true });
        }),
    };
    void body(process).then(end, end);
  };

  const settle = async () => {
    // One turn of the event loop completes all microtasks; a process with real work takes as many turns as it needs.
    do await new Promise((resolve) => setImmediate(resolve));
    while (busy > 0);
  };

  return {
    ms: () => now,
    now: () => Temporal.Instant.fromEpochMilliseconds(now),
    at,
    begin,
    until: async (end) => {
      await settle();
      for (;;) {
        const next = events.peek();
        if (next === undefined || next.at > end) break;
        events.pop();
        if (next.act === undefined) continue;
        now = next.at;
        next.act();
        await settle();
      }
      now = Math.max(now, end);
    },
  };
}

/** The earliest event first; of several at the same time, the one that was added first. */
function createHeap() {
  const heap: Event[] = [];
  const isBefore = (left: Event, right: Event) =>
    left.at < right.at || (left.at === right.at && left.order < right.order);
  const swap = (left: number, right: number) => {
    const [one, other] = [heap[left], heap[right]];
    if (one && other) [heap[left], heap[right]] = [other, one];
  };
  const earlier = (left: number, right: number) => {
    const [one, other] = [heap[left], heap[right]];
    return other !== undefined && (one === undefined || isBefore(other, one)) ? right : left;
  };
  return {
    peek: () => heap[0],
    push(event: Event) {
      heap.push(event);
      let at = heap.length - 1;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (earlier(above, at) === above) break;
        swap(at, above);
        at = above;
      }
    },
    pop() {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      for (let at = 0; ; ) {
        const first = earlier(earlier(at, 2 * at + 1), 2 * at + 2);
        if (first === at) return;
        swap(at, first);
        at = first;
      }
    },
  };
}
