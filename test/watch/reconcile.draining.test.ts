import { expect, it } from 'vitest';
import { areMostJobsActive } from '#watch/reconcile.ts';

it.each([
  ['many jobs, of which a few are delayed by a failure', { all: 244, delayed: 2 }, true],
  ['the last jobs, all with workers', { all: 100, delayed: 0 }, true],
  [
    'an outage, in which one job asks the service and the others are delayed',
    { all: 1_000, delayed: 999 },
    false,
  ],
  ['a dispatch whose jobs have all failed', { all: 10, delayed: 10 }, false],
  ['a queue that lost its messages', { all: 0, delayed: 0 }, false],
])('a queue is draining if fewer jobs are delayed than not: %s', (_, depth, expected) => {
  expect(areMostJobsActive(depth)).toBe(expected);
});
