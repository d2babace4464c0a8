/** The process of one machine, with a clock that skips to the next time that anything waits for. */
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { createLocalQueue } from '#machine/local-queue.ts';
import { runMachine } from '#machine/machine.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { processJob } from '#queue/process-job.ts';
import { aSiteConfiguration, aWorld } from '../support/a-world.ts';
import { planningOnLoopback } from '../support/planning/planning-on-loopback.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';

/**
 * Runs a machine whose clock shows Saturday 21 November at first, and is then set back to Friday 20 November.
 * @returns what it logged, each line with its time, and the number of mails
 */
async function aFridayThatBeganOnSaturday() {
  const ahead = Temporal.Instant.from('2026-11-21T09:00:00Z');
  const setBackAt = ahead.add({ minutes: 25 });
  const end = Temporal.Instant.from('2026-11-20T14:45:00Z');
  const planning = await planningOnLoopback();
  const stop = new AbortController();
  let isAhead = true;
  const skipping = createSkippingClock(ahead, {
    onSkip: (now) => {
      if (isAhead && Temporal.Instant.compare(now, setBackAt) >= 0) {
        isAhead = false;
        skipping.setTo(now.subtract({ hours: 24 }));
      } else if (!isAhead && Temporal.Instant.compare(now, end) >= 0) stop.abort();
    },
  });
  // The clock stops at this time, for which nothing else waits.
  void skipping.until(setBackAt, stop.signal);
  const { now, until } = skipping;
  const clock = { now, until, elapsed: () => 0, wait: async () => undefined };
  const done: string[] = [];
  const own = aWorld({ configuration: aSiteConfiguration(planning.url) });
  const note = (message: string) => done.push(`${now()} ${message}`);
  let drawn = 0;
  const world = {
    ...own,
    clock,
    brake: createOutageBrake(own.store, clock, own.chance),
    queue: createLocalQueue(clock, () => `m-${++drawn}`),
    log: { ...own.log, info: note, warn: note, error: note },
  };
  await runMachine(world, {
    daily: async () => undefined,
    checked: async () => undefined,
    workers: 1,
    since: now(),
    signal: stop.signal,
    work: async (received) => {
      skipping.begin();
      await processJob(received, world, { id: received.messageId, timeLeft: () => 300_000 });
      skipping.end();
    },
  });
  return { done, sent: own.mailer.taken.length };
}

it('a machine with a clock that began a day ahead dispatches the report of the same day once, and continues its checks', async () => {
  const { done, sent } = await aFridayThatBeganOnSaturday();
  const of = (message: string) =>
    done.flatMap((line) => (line.endsWith(` ${message}`) ? line.slice(0, -message.length - 1) : []));
  expect(of('dispatched')).toEqual(['2026-11-20T14:00:00Z']);
  expect(sent).toBe(1);
  const checks = of('checked');
  expect(checks.slice(0, 5)).toEqual([
    '2026-11-21T09:00:00Z',
    '2026-11-21T09:10:00Z',
    '2026-11-21T09:20:00Z',
    '2026-11-20T09:25:00Z',
    '2026-11-20T09:35:00Z',
  ]);
  expect(checks.slice(3)).toHaveLength(32);
  expect(checks.at(-1)).toBe('2026-11-20T14:35:00Z');
});
