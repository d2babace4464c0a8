import { describe, expect, it } from 'vitest';
import { createSendPacer, type SendPacer, type SendQuota } from '#mail/transport/pace.ts';

const quotaOf = (changes: Partial<SendQuota> = {}): SendQuota => ({
  perSecond: 14,
  perDay: 50_000,
  left: 50_000,
  ...changes,
});
const always = 200_000;

/** A worker with its own clock in milliseconds, which its waits and the test advance. */
function aWorker(options: {
  readonly quota?: (() => SendQuota | undefined) | undefined;
  readonly workers?: number;
  readonly draw?: () => number;
}): { readonly pace: SendPacer; readonly clock: { at: number } } {
  const quota = quotaOf();
  const clock = { at: 0 };
  const pace = createSendPacer({
    quota: async () => (options.quota ? options.quota() : quota),
    workers: options.workers ?? 1,
    now: () => clock.at,
    wait: async (milliseconds) => {
      clock.at += milliseconds;
    },
    draw: options.draw ?? (() => 0),
  });
  return { pace, clock };
}

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function numbers(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return seed / 4_294_967_296;
  };
}

/** The times in seconds at which n messages to ten recipients are sent; each first costs its worker up to 1.5 s. */
async function storm({ workers, messages }: { readonly workers: number; readonly messages: number }) {
  const draw = numbers();
  const all = Array.from({ length: workers }, () => aWorker({ workers, draw }));
  const sent: number[] = [];
  while (sent.length < messages) {
    const next = all.reduce((one, other) => (one.clock.at <= other.clock.at ? one : other));
    next.clock.at += 500 + 1_000 * draw();
    expect(await next.pace(10, always)).toBeUndefined();
    sent.push(next.clock.at / 1_000);
    next.clock.at += 200;
  }
  return sent.sort((one, other) => one - other);
}

/** The highest rate in any period of this length, in recipients per second. */
function fastest(sent: readonly number[], seconds: number): number {
  const counts = sent.map((start) => sent.filter((at) => at >= start && at < start + seconds).length);
  return (Math.max(...counts) * 10) / seconds;
}

describe('messages to ten recipients each, at 14 recipients per second', () => {
  it.each([2, 10, 50, 100])(
    'are sent within 63 minutes by %i workers if there are 5,000',
    async (workers) => {
      const sent = await storm({ workers, messages: 5_000 });
      expect((sent.at(-1) ?? 0) / 60).toBeLessThan(63);
      expect((sent.at(-1) ?? 0) / 60).toBeGreaterThan(50_000 / 14 / 60);
    },
  );

  it.each([2, 10, 50, 100])('are never sent much faster than that by %i workers', async (workers) => {
    const sent = await storm({ workers, messages: 500 });
    expect(fastest(sent, 10)).toBeLessThan(14 * 1.75);
    expect(fastest(sent, 60)).toBeLessThan(14 * 1.15);
  });
});

describe('a worker', () => {
  it('sends its first message at once if it is the only one, and waits before the next', async () => {
    const { pace, clock } = aWorker({ quota: () => quotaOf({ perSecond: 1 }) });
    expect(await pace(10, always)).toBeUndefined();
    expect(clock.at).toBe(0);
    expect(await pace(10, always)).toBeUndefined();
    expect(clock.at).toBeCloseTo(10_309, 0);
  });

  it('begins at a random moment if there are other workers', async () => {
    const { pace, clock } = aWorker({ workers: 100, draw: () => 0.5 });
    await pace(10, always);
    expect(clock.at / 1_000).toBeCloseTo((0.5 * 10 * 100) / (14 * 0.97), 3);
  });

  it('does not wait if its work takes longer than the wait', async () => {
    const { pace, clock } = aWorker({ workers: 2 });
    for (let sent = 0; sent < 10; sent += 1) {
      await pace(10, always);
      clock.at += 2_000;
    }
    expect(clock.at).toBe(20_000);
  });

  it('refuses a message that would wait too long, says how long, and sends it after that time', async () => {
    const { pace, clock } = aWorker({ workers: 100 });
    await pace(50, always);
    expect(await pace(10, always)).toEqual({
      kind: 'refused',
      cause: 'retryable',
      reason: "It was not sent yet: the account's sending rate is used up for the moment.",
      waitSeconds: 369,
      affects: 'every message',
    });
    expect(clock.at).toBe(0);
    clock.at = 369_000;
    expect(await pace(10, always)).toBeUndefined();
    expect(clock.at).toBe(369_000);
  });

  it('waits no longer than the given maximum', async () => {
    const { pace } = aWorker({ workers: 10 });
    await pace(10, always);
    expect(await pace(10, 5_000)).toMatchObject({ waitSeconds: 8 });
    expect(await pace(10, 8_000)).toBeUndefined();
  });

  it('does not wait if the quota cannot be read', async () => {
    const { pace, clock } = aWorker({ quota: () => undefined, workers: 100 });
    for (let sent = 0; sent < 10; sent += 1) expect(await pace(50, 0)).toBeUndefined();
    expect(clock.at).toBe(0);
  });
});

describe('the daily quota', () => {
  const usedUp = {
    kind: 'refused',
    cause: 'retryable',
    reason: "It was not sent yet: the account's daily quota is used up; ask AWS for a higher one.",
    waitSeconds: 1_800,
    affects: 'every message',
  };

  it('is used up completely, including what this worker has sent since it was read', async () => {
    const quota = quotaOf({ left: 25 });
    const { pace } = aWorker({ quota: () => quota });
    expect([await pace(10, always), await pace(10, always)]).toEqual([undefined, undefined]);
    expect(await pace(10, always)).toEqual(usedUp);
  });

  it('is reserved for notices at first when it recovers', async () => {
    let quota = quotaOf({ left: 0 });
    const { pace } = aWorker({ quota: () => quota });
    expect(await pace(10, always)).toEqual(usedUp);
    quota = quotaOf({ left: 59 });
    expect(await pace(10, always)).toEqual(usedUp);
    quota = quotaOf({ left: 60 });
    expect(await pace(10, always)).toBeUndefined();
  });

  it('may be unlimited', async () => {
    const quota = quotaOf({ perDay: Number.POSITIVE_INFINITY, left: Number.POSITIVE_INFINITY });
    const { pace } = aWorker({ quota: () => quota });
    expect(await pace(50, always)).toBeUndefined();
  });
});
