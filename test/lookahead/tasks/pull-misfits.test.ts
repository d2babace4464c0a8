import { describe, expect, it } from 'vitest';
import {
  countTasksRead,
  listApiContractDeviations,
  listDataWarnings,
} from '#lookahead/tasks/pull-misfits.ts';
import { interpretPull } from '#lookahead/tasks/read-task.ts';
import type { Misfit } from '#planning/contract/misfit.ts';
import { aPull } from '../../support/builders/a-plan-input.ts';
import { aTask, type TaskProperties } from '../../support/builders/a-task.ts';

const inWeek = { start: '2026-11-24', finish: '2026-11-25' };

function read(tasks: readonly TaskProperties[], misfits: readonly Misfit[] = []) {
  return interpretPull(aPull(tasks.map(aTask), { misfits }), { timeZone: 'Europe/London' });
}

describe('the misfits of a pull', () => {
  it('include dates that cannot be read, in any property, with the references of their tasks', () => {
    const wrong = [{ date: '24/11/2026' }];
    const task = { externalId: 'A1', ...inWeek, progress: wrong, materials: [{ dailyActual: wrong }] };
    expect(
      listApiContractDeviations(read([{ ...task, finish: 'next week' }])).map(({ words, items }) => [
        words,
        items,
      ]),
    ).toEqual([
      ['finish: not a date of the form 2026-11-30; counts as missing', ['A1']],
      ['progress[].date: not a date of the form 2026-11-30, such as "24/11/2026"; counts as missing', ['A1']],
      [
        'materials[].dailyActual[].date: not a date of the form 2026-11-30, such as "24/11/2026"; counts as missing',
        ['A1'],
      ],
    ]);
  });

  it('include unknown calendar types, and ids that occur more than once', () => {
    const items = ['t1 (2)', 'gone (3)'];
    const repeated = { property: 'id', reason: 'the same id again', outcome: 'repeated', items } as const;
    const tasks = [
      { id: 't1', externalId: 'A1', ...inWeek, calendar: { type: 'Standard' } },
      { id: 't2', ...inWeek, calendar: { type: ' ' } },
    ];
    expect(listApiContractDeviations(read(tasks, [repeated]))).toMatchObject([
      { items: ['A1 (2)', 'gone (3)'] },
      {
        words: 'calendar.type: not five-day, six-day or seven-day; every day counts as worked',
        items: ['A1'],
      },
    ]);
  });
});

describe('a warning for all readers', () => {
  const warnings = (...given: Parameters<typeof read>) => {
    const pull = read(...given);
    return listDataWarnings(pull, countTasksRead(pull));
  };
  const leftOut = (property: string, ...items: readonly string[]) =>
    ({ property, reason: 'expected a list, got an object', outcome: 'left out', items }) as const;

  it('is given if no task has a date', () => {
    expect(warnings([{ id: 'a' }, { id: 'b' }])).toEqual(['No task has a date.']);
    expect(warnings([{ id: 'a' }, { id: 'b', ...inWeek }])).toEqual([]);
    expect(warnings([])).toEqual([]);
  });

  it('names the fields that decide readiness and could not be read for most tasks', () => {
    const tasks = ['a', 'b', 'c'].map((id) => ({ id, ...inWeek }));
    const misfits = [
      leftOut('relatedTasks', 'a', 'b'),
      leftOut('labour[].quantity', 'a'),
      leftOut('notes', 'a', 'b'),
    ];
    expect(warnings(tasks, misfits)).toEqual([
      'For most tasks these fields could not be read: relatedTasks.',
    ]);
  });
});
