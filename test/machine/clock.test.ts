import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { waitingClock } from '../../functions/machine/clock.ts';

const start = Temporal.Instant.from('2026-11-20T14:00:00Z');

test.each([
  ['goes on where the clock is set back by a little', [0, -20, 30], 3],
  ['ends where the clock is set back by more than a minute', [0, -60_001, 30], 2],
  ['ends where it is set back after it was set ahead', [0, 20, -59_990, 30], 3],
])('a wait for a time %s', async (_what, readings, looks) => {
  let looked = 0;
  const clock = waitingClock({
    now: () => start.add({ milliseconds: readings[looked++] ?? Number.NaN }),
    elapsed: () => 0,
    wait: async () => undefined,
  });
  await clock.until(start.add({ milliseconds: 30 }), new AbortController().signal);
  expect(looked).toBe(looks);
});
