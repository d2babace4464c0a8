import { expect, it } from 'vitest';
import { isQueueDraining } from '#watch/reconcile.ts';

it.each([
  ['a storm of which a few reports failed', { all: 244, delayed: 2 }, true],
  ['the last reports of a storm, all with workers', { all: 100, delayed: 0 }, true],
  ['an outage, in which one job asks and the others do not', { all: 1_000, delayed: 999 }, false],
  ['the jobs of a dispatch that all failed', { all: 10, delayed: 10 }, false],
  ['a queue that lost its messages', { all: 0, delayed: 0 }, false],
])('a queue drains by how many jobs are delayed: %s', (_, depth, expected) => {
  expect(isQueueDraining(depth)).toBe(expected);
});
