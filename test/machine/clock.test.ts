import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { createWaitingClock } from '#machine/clock.ts';

const start = Temporal.Instant.from('2026-11-20T14:00:00Z');

it.each([
  ['continues if the clock is set back by a little', [0, -20, 30], 3],
  ['ends if the clock is set back by more than a minute', [0, -60_001, 30], 2],
  ['ends if it is set back after it was set ahead', [0, 20, -59_990, 30], 3],
])('a wait until a time %s', async (_what, readings, looks) => {
  let looked = 0;
  const clock = createWaitingClock({
    now: () => start.add({ milliseconds: readings[looked++] ?? Number.NaN }),
    elapsed: () => 0,
    wait: async () => undefined,
  });
  await clock.until(start.add({ milliseconds: 30 }), new AbortController().signal);
  expect(looked).toBe(looks);
});

it('a wait does not end while the clock is not set, and ends when it is told to', async () => {
  const stop = new AbortController();
  let at = Temporal.Instant.from('1970-01-01T00:01:00Z');
  const clock = createWaitingClock({ now: () => at, elapsed: () => 0, wait: async () => undefined });
  let ended = false;
  const waiting = clock.until(at, stop.signal).then(() => {
    ended = true;
  });
  at = at.add({ hours: 1 });
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  stop.abort();
  await waiting;
  expect(ended).toBe(true);
});
