import { describe, expect, it } from 'vitest';
import { isDelay, lastDelayReason, readDelays, sumDaysLost } from '#lookahead/tasks/delay-entries.ts';
import { wireDateReader } from '#planning/contract/wire-date.ts';
import { aTask, type TaskProperties } from '../../support/builders/a-task.ts';

type Progress = NonNullable<TaskProperties['progress']>;

it.each([
  ['delay', true],
  ['DE-LAY', true],
  [' De lay ', true],
  ['delays', false],
  ['on schedule', false],
  ['improved', false],
  [undefined, false],
])('an entry of type %j is a delay: %s', (type, is) => {
  expect(isDelay({ type })).toBe(is);
});

const delaysOf = (progress: Progress) => readDelays(aTask({ progress }), wireDateReader('Europe/London'));

describe('the delays of a task', () => {
  it('have one sum, however their type is spelt, and none if no delay has an amount', () => {
    const progress = [
      { type: 'DE-LAY', amount: 0.1 },
      { type: 'delay', amount: 0.2 },
      { type: 'delay' },
      { type: 'improved', amount: 5 },
    ];
    expect(sumDaysLost(delaysOf(progress))).toBe(0.3);
    expect(sumDaysLost(delaysOf(progress.slice(2)))).toBeUndefined();
    expect(sumDaysLost([])).toBeUndefined();
  });

  it.each<[string, Progress, string]>([
    ['no entry', [], ''],
    ['no delay', [{ type: 'improved', name: 'Night work', date: '2026-11-18' }], ''],
    ['none with a reason', [{ type: 'delay', date: '2026-11-18', amount: 2 }], ''],
    [
      'several, in any order',
      [
        { type: 'delay', name: 'Weather', date: '2026-11-19' },
        { type: 'delay', name: 'Plant', date: '2026-11-18' },
      ],
      'Weather',
    ],
    [
      'a later one without a reason',
      [
        { type: 'delay', name: 'Weather', date: '2026-11-18' },
        { type: 'delay', name: ' ', date: '2026-11-19' },
        { type: 'on schedule', name: 'Fine', date: '2026-11-20' },
      ],
      'Weather',
    ],
    [
      'two of one day, of which the last in the list counts',
      [
        { type: 'delay', name: 'Weather', date: '2026-11-18' },
        { type: 'delay', name: 'Plant', date: '2026-11-18' },
      ],
      'Plant',
    ],
    [
      'one with a date that cannot be read, which counts as the earliest',
      [
        { type: 'delay', name: 'Weather', date: '2026-11-18' },
        { type: 'delay', name: 'Plant', date: 'soon' },
        { type: 'delay', name: 'Access' },
      ],
      'Weather',
    ],
    ['only one without a date', [{ type: 'delay', name: 'Preceding  trade' }], 'Preceding trade'],
  ])('have the reason of the latest delay that gives a reason: %s', (_, progress, reason) => {
    expect(lastDelayReason(delaysOf(progress))).toBe(reason);
  });
});
