import { expect, it } from 'vitest';
import { firings } from './scheduler.ts';

const schedule = (expression: string, timeZone?: string) => [
  { expression, timeZone, input: '{"time":"<aws.scheduler.scheduled-time>"}' },
];
const times = (schedules: ReturnType<typeof schedule>, from: string, to: string) =>
  firings(schedules, { from, to }).map(({ event }) => event);

it('Fridays at 14:00 in London fire at that local time before and after the clocks change', () => {
  expect(
    times(schedule('cron(0 14 ? * FRI *)', 'Europe/London'), '2026-10-23T00:00Z', '2026-10-31T00:00Z'),
  ).toEqual([{ time: '2026-10-23T13:00:00Z' }, { time: '2026-10-30T14:00:00Z' }]);
});

it('a time that does not exist does not fire; a time that occurs twice fires once, the first time', () => {
  const nightly = schedule('cron(30 1 * * ? *)', 'Europe/London');
  expect(times(nightly, '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual([
    { time: '2026-03-30T00:30:00Z' },
  ]);
  expect(times(nightly, '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual([
    { time: '2026-10-25T00:30:00Z' },
  ]);
});

it('a cron may have ranges and steps and counts weekdays from Sunday; a rate fires at its interval', () => {
  expect(times(schedule('cron(0 9 ? * 2-3 *)'), '2026-11-15T12:00Z', '2026-11-18T00:00Z')).toEqual([
    { time: '2026-11-16T09:00:00Z' },
    { time: '2026-11-17T09:00:00Z' },
  ]);
  expect(times(schedule('cron(0/20 7 1 DEC ? *)'), '2026-11-30T06:00Z', '2026-12-02T08:00Z')).toHaveLength(3);
  expect(times(schedule('rate(30 minutes)'), '2026-11-20T14:01Z', '2026-11-20T15:01Z')).toHaveLength(2);
});
