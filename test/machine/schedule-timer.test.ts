import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { fireSchedules, nextFirings } from '#machine/schedule-timer.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';

const friday = { cron: '0 14 * * FRI', timeZone: 'Europe/London' };
const daily = { cron: '30 6 * * *', timeZone: 'Australia/Sydney' };

async function firings(
  start: string,
  schedules: readonly (typeof friday)[],
  { count, since = start }: { readonly count: number; readonly since?: string },
) {
  const clock = createSkippingClock(Temporal.Instant.from(start));
  const stop = new AbortController();
  const fired: string[] = [];
  await fireSchedules(schedules, clock, {
    since: Temporal.Instant.from(since),
    signal: stop.signal,
    fire: async ({ schedule, time }) => {
      fired.push(`${schedule.timeZone} ${time} at ${clock.now()}`);
      if (fired.length >= count) stop.abort();
    },
  });
  return fired;
}

describe('schedules', () => {
  it('fire at their times, each in its own zone, over a change of the clocks', async () => {
    expect(await firings('2026-10-22T00:00:00Z', [friday, daily], { count: 9 })).toEqual([
      'Australia/Sydney 2026-10-22T19:30:00Z at 2026-10-22T19:30:00Z',
      'Europe/London 2026-10-23T13:00:00Z at 2026-10-23T13:00:00Z',
      'Australia/Sydney 2026-10-23T19:30:00Z at 2026-10-23T19:30:00Z',
      'Australia/Sydney 2026-10-24T19:30:00Z at 2026-10-24T19:30:00Z',
      'Australia/Sydney 2026-10-25T19:30:00Z at 2026-10-25T19:30:00Z',
      'Australia/Sydney 2026-10-26T19:30:00Z at 2026-10-26T19:30:00Z',
      'Australia/Sydney 2026-10-27T19:30:00Z at 2026-10-27T19:30:00Z',
      'Australia/Sydney 2026-10-28T19:30:00Z at 2026-10-28T19:30:00Z',
      'Australia/Sydney 2026-10-29T19:30:00Z at 2026-10-29T19:30:00Z',
    ]);
  });

  it('fire if their time passed after they were announced and before the timer started', async () => {
    const since = '2026-11-20T13:59:59.800Z';
    expect(await firings('2026-11-20T14:00:00.100Z', [friday], { count: 2, since })).toEqual([
      'Europe/London 2026-11-20T14:00:00Z at 2026-11-20T14:00:00.1Z',
      'Europe/London 2026-11-27T14:00:00Z at 2026-11-27T14:00:00Z',
    ]);
  });

  it('fire together if several are due at one time', async () => {
    const other = { ...friday, timeZone: 'Europe/Lisbon' };
    expect(await firings('2026-11-20T13:59:59Z', [friday, other], { count: 2 })).toEqual([
      'Europe/London 2026-11-20T14:00:00Z at 2026-11-20T14:00:00Z',
      'Europe/Lisbon 2026-11-20T14:00:00Z at 2026-11-20T14:00:00Z',
    ]);
  });

  it('fire late rather than never if the machine was asleep at their time', async () => {
    const clock = createSkippingClock(Temporal.Instant.from('2026-11-20T13:00:00Z'));
    const woken = Temporal.Instant.from('2026-11-20T17:12:00Z');
    const stop = new AbortController();
    const fired: string[] = [];
    const asleep = {
      now: clock.now,
      until: async () => clock.setTo(woken),
    };
    await fireSchedules([friday], asleep, {
      since: clock.now(),
      signal: stop.signal,
      fire: async ({ time }) => {
        fired.push(time.toString());
        stop.abort();
      },
    });
    expect(fired).toEqual(['2026-11-20T14:00:00Z']);
  });

  it.each([
    ['while it waits', '2026-11-20T09:00:00Z'],
    ['while it fires', '2026-11-20T14:00:00Z'],
  ])('fire from now on if the clock was a day ahead and is set back %s', async (when, begun) => {
    const ahead = Temporal.Instant.from(begun).add({ hours: 24 });
    const clock = createSkippingClock(ahead);
    const stop = new AbortController();
    const fired: string[] = [];
    const setBack = () => clock.setTo(Temporal.Instant.from(begun).subtract({ minutes: 5 }));
    if (when === 'while it waits') setImmediate(setBack);
    const schedules = [friday, { cron: '0 14 * * *', timeZone: 'Europe/London' }];
    await fireSchedules(schedules, clock, {
      since: ahead.subtract({ seconds: 1 }),
      signal: stop.signal,
      fire: async ({ schedule, time }) => {
        fired.push(`${schedule.cron} ${time} at ${clock.now()}`);
        if (when === 'while it fires' && fired.length === 1) setBack();
        if (schedule === friday) stop.abort();
      },
    });
    const early = '0 14 * * * 2026-11-21T14:00:00Z at 2026-11-21T14:00:00Z';
    expect(fired).toEqual([
      ...(when === 'while it fires' ? [early] : []),
      '0 14 * * FRI 2026-11-20T14:00:00Z at 2026-11-20T14:00:00Z',
      '0 14 * * * 2026-11-20T14:00:00Z at 2026-11-20T14:00:00Z',
    ]);
  });
});

it('the next firings are listed by time, without schedules that never fire', () => {
  const never = { cron: '0 0 30 2 *', timeZone: 'Etc/UTC' };
  const after = Temporal.Instant.from('2026-11-20T14:00:00Z');
  const listed = nextFirings([friday, never, daily], after);
  expect(listed.map(({ time }) => time.toString())).toEqual(['2026-11-20T19:30:00Z', '2026-11-27T14:00:00Z']);
});
