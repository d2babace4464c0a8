import { describe, expect, it } from 'vitest';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

/** The window of the previous issue: the week before the current window, and the week of the current window. */
const twoWeeks = { ...weekFrom('2026-11-16'), last: day('2026-11-29'), weeks: 2 };

const changesBetween = (
  before: readonly Task[],
  now: readonly Task[],
  range?: { first: ReturnType<typeof day>; last: ReturnType<typeof day> },
) =>
  aLookahead({
    tasks: now,
    previous: anEarlierIssue(before, { window: twoWeeks, ...(range ? { range } : {}) }),
  }).changes;

const textsOf = (...sides: Parameters<typeof changesBetween>) =>
  changesBetween(...sides)?.list.map(
    (each) =>
      `${each.taskId} ${each.kind} ${each.from} > ${each.to}${each.days === undefined ? '' : ` ${each.days}`}`,
  );

describe('the change between two versions of a task', () => {
  it.each<[string, TaskProperties, TaskProperties, string[]]>([
    ['none if they are equal', {}, {}, []],
    ['of dates, by as many days as the finish moved', {}, { finish: '2026-11-27' }, ['task-1 moved  >  1']],
    [
      'of dates, by as many days as the start moved, if the finish stays',
      {},
      { start: '2026-11-23' },
      ['task-1 moved  >  -1'],
    ],
    ['of dates, if it had none before', { start: null, finish: null }, {}, ['task-1 moved  > ']],
    ['none if a date is only written differently', {}, { finish: '2026-11-26T17:00:00Z' }, []],
    [
      'of kind finished, if the status becomes complete',
      {},
      { status: 'Complete' },
      ['task-1 finished planned > Complete'],
    ],
    ['of status', {}, { status: 'in progress' }, ['task-1 status planned > in progress']],
    ['of status, between unknown words', { status: 'odd' }, { status: 'even' }, ['task-1 status odd > even']],
    ['none if the status is another word for the same', { status: 'in progress' }, { status: 'Started' }, []],
    [
      'of resources, in words',
      {
        labour: [
          { name: 'operatives', quantity: 8 },
          { name: 'mates', quantity: 1 },
        ],
        plant: [{ name: 'rig', quantity: 1 }],
      },
      {
        labour: [
          { name: 'Operatives', quantity: 10 },
          { name: 'mates', quantity: 1 },
        ],
        materials: [{ name: 'concrete', unit: 'm³', quantity: 64 }],
      },
      ['task-1 resources 8 × operatives, 1 × rig > 10 × Operatives, 64 m³ concrete'],
    ],
    [
      'none if resources are only in another order',
      {
        labour: [
          { name: 'a', quantity: 1 },
          { name: 'b', quantity: 2 },
        ],
      },
      {
        labour: [
          { name: 'b', quantity: 2 },
          { name: 'A', quantity: 1 },
        ],
      },
      [],
    ],
    [
      'of owner',
      {},
      { owner: { id: 'u2', displayName: 'Ben Okoro' } },
      ['task-1 owner Ana Silva > Ben Okoro'],
    ],
    ['of owner, to none', {}, { owner: null }, ['task-1 owner Ana Silva > ']],
    ['none if the same owner is only renamed', {}, { owner: { id: 'u1', displayName: 'Ana S.' } }, []],
    ['of name', {}, { name: 'Pour upper slab' }, ['task-1 name Pour slab > Pour upper slab']],
  ])('is %s', (_, before, now, texts) => {
    expect(textsOf([aReadyTask(before)], [aReadyTask(now)])).toEqual(texts);
  });
});
