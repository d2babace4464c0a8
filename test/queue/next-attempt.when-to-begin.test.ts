import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { finalAttemptTime, isLastAttempt } from '#queue/deadline.ts';
import { whenAttemptMayBegin } from '#queue/next-attempt.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const job = { due: now, deliverBy: now.add({ hours: 24 }) };

type Changes = { notBefore?: Temporal.Instant; due?: Temporal.Instant; deliverBy?: Temporal.Instant };
const tomorrow = { due: now.add({ hours: 24 }), deliverBy: now.add({ hours: 48 }) };

it.each<[string, Changes, number]>([
  ['now, if it has no other time', {}, 0],
  ['at its time', { notBefore: now.add({ minutes: 40 }) }, 40],
  ['at its time, if it was redriven', { notBefore: now.add({ hours: 2 }) }, 120],
  ['now, if its time is later than any wait of the program', { notBefore: now.add({ hours: 24 }) }, 0],
  ['when it is due, if that is in the future', tomorrow, 1_440],
  ['now, if it was due by a clock that is a minute ahead', { due: now.add({ minutes: 1 }) }, 0],
])('a job begins %s', (_when, { notBefore, ...more }, minutes) => {
  const begins = whenAttemptMayBegin({ ...job, ...more, notBefore: notBefore?.toString() }, now);
  const time = begins === 'now' ? now : begins;
  expect(time instanceof Temporal.Instant && time.since(now).total('minutes')).toBe(minutes);
});

it('the last attempt begins exactly at its time, and none at the deadline', () => {
  const { deliverBy } = job;
  const last = finalAttemptTime(deliverBy);
  const waiting = { ...job, notBefore: deliverBy.toString() };
  const justBefore = last.subtract({ nanoseconds: 1 });
  expect([isLastAttempt(job, justBefore), whenAttemptMayBegin(waiting, justBefore)]).toEqual([false, last]);
  expect([isLastAttempt(job, last), whenAttemptMayBegin(waiting, last)]).toEqual([true, 'now']);
  expect(whenAttemptMayBegin(waiting, deliverBy.subtract({ nanoseconds: 1 }))).toBe('now');
  expect(whenAttemptMayBegin(waiting, deliverBy)).toBe('never');
});
