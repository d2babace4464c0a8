import { describe, expect, it } from 'vitest';
import { shortReadyText, taskNameWithMarks } from '#lookahead/grid/grid-text.ts';
import { interpretPull } from '#lookahead/tasks/read-task.ts';
import { isCarriedOver, type SelectionRules, selectTasks } from '#lookahead/tasks/select-tasks.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPull, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, aTask, pulled, pulledByNoShift } from '../../support/builders/a-task.ts';

const idsIn = (input: Parameters<typeof aLookahead>[0]) => aLookahead(input).tasks.map((task) => task.id);

describe('a task is in the window of 23 to 29 November', () => {
  it.each([
    ['when it begins on the last day', '2026-11-29', '2026-12-04', 'planned', true],
    ['when it ends on the first day', '2026-11-16', '2026-11-23', 'planned', true],
    ['when it spans the window', '2026-11-01', '2026-12-31', 'planned', true],
    ['not when it begins after it', '2026-11-30', '2026-12-04', 'planned', false],
    ['when it should have ended before and has not', '2026-11-16', '2026-11-22', 'in progress', true],
    ['not when it ended before, complete', '2026-11-16', '2026-11-22', 'complete', false],
    ['not when it was cancelled before', '2026-11-16', '2026-11-22', 'cancelled', false],
    ['when it is cancelled inside', '2026-11-24', '2026-11-25', 'cancelled', true],
    ['when it has no dates', undefined, undefined, 'planned', true],
  ])('%s', (_, start, finish, status, isIn) => {
    expect(idsIn({ tasks: [aTask({ start, finish, status })] })).toEqual(isIn ? ['task-1'] : []);
  });

  it('and marked overdue, with ◀ and its status on the first day, if it was due before and is unfinished', () => {
    const plan = aLookahead({ tasks: [aTask({ start: '2026-11-16', finish: '2026-11-19' })] });
    const row = plan.shifts[0]?.groups[0]?.tasks[0];
    expect(row?.marks).toEqual(['overdue']);
    expect(row?.cells.map(({ before }) => before)).toEqual([true, ...Array(6).fill(false)]);
    expect(row?.cells.some(({ after }) => after)).toBe(false);
    expect(row?.cells.map((cell) => cell.kind)).toEqual(['carried', ...Array(6).fill('empty')]);
    expect(plan.shifts[0]?.figures.overdue).toBe(1);
  });

  it('and marked as due, not overdue, if it is due before the window, today or later', () => {
    const [today, tomorrow] = ['2026-11-20', '2026-11-21'].map((finish) =>
      aReadyTask({ id: finish, start: '2026-11-16', finish, calendar: { type: 'seven-day' } }),
    );
    const plan = aLookahead({ tasks: [today ?? aTask(), tomorrow ?? aTask()] });
    expect(plan.tasks.map((task) => [taskNameWithMarks(task), shortReadyText(task)])).toEqual([
      ['Pour slab – due Fri 20 Nov', '✓'],
      ['Pour slab – due Sat 21 Nov', '✓'],
    ]);
    expect(plan.shifts[0]?.figures.overdue).toBe(0);
  });

  it('but not if it was due before and the report leaves overdue tasks out', () => {
    const tasks = [aTask({ start: '2026-11-16', finish: '2026-11-20' })];
    expect(idsIn({ tasks, rules: { includeOverdue: false } })).toEqual([]);
  });
});

describe('a filter', () => {
  const tasks = [
    aTask({ id: 'a', subcontractor: { id: 's1' }, owner: { id: 'u1' }, folder: { id: 'f1' } }),
    aTask({
      id: 'b',
      subcontractor: { id: 's2' },
      owner: { id: 'u1' },
      assignedTo: [{ id: 'u8' }, { id: 'u9' }],
    }),
    aTask({ id: 'c', subcontractor: { id: 's3' }, owner: { id: 'u2' }, location: { id: 'l1' } }),
    aTask({ id: 'd', package: { id: 'p1' }, calendar: { id: 'c1' }, folder: { id: 'f2', parentId: 'f1' } }),
    aTask({ id: 'e', subcontractor: { id: 's4' }, owner: { id: 'u3' }, folder: { id: 'f9' } }),
  ];

  it.each([
    ['takes its values as alternatives', { subcontractorIds: ['s1', 's3'] }, ['a', 'c']],
    ['applies together with others', { subcontractorIds: ['s1', 's3'], ownerIds: ['u1'] }, ['a']],
    ['by assignee matches any assignee of a task', { assignedToIds: ['u9'] }, ['b']],
    ['by location selects its tasks', { locationIds: ['l1'] }, ['c']],
    ['by package selects its tasks', { packageIds: ['p1'] }, ['d']],
    ['by calendar selects its tasks', { calendarIds: ['c1'] }, ['d']],
    ['by folder includes the folders below', { folderIds: ['f1'] }, ['a', 'd']],
    ['without values selects every task', { ownerIds: [] }, ['a', 'b', 'c', 'd', 'e']],
  ])('%s', (_, filters, ids) => {
    expect([...idsIn({ tasks, rules: { filters } })].sort()).toEqual(ids);
  });
});

describe('a shift that the report does not include', () => {
  const inWeek = { start: '2026-11-24', finish: '2026-11-25' };
  const tasks = [
    pulled(aTask({ id: 'a', ...inWeek }), 'day'),
    pulled(aTask({ id: 'b', ...inWeek }), 'night'),
    pulledByNoShift(aTask({ id: 'c', ...inWeek, shift: 'day' })),
    pulledByNoShift(aTask({ id: 'd', ...inWeek })),
  ];

  it('is left out, with a warning about tasks without a shift', () => {
    const plan = aLookahead({ tasks, rules: { shifts: ['day'] } });
    expect(plan.tasks.map((task) => task.id)).toEqual(['a']);
    expect(plan.warnings).toEqual(['2 tasks have no shift and are not in this report.']);
  });

  it('causes a warning in the singular for one task', () => {
    const plan = aLookahead({ tasks: tasks.slice(0, 3), rules: { shifts: ['day'] } });
    expect(plan.warnings).toEqual(['1 task has no shift and is not in this report.']);
  });

  it('has no page; an included shift has one even if it is empty, and No shift has one only if it has rows', () => {
    const shiftsOf = (given: typeof tasks) => aLookahead({ tasks: given }).shifts.map((plan) => plan.title);
    expect(shiftsOf(tasks)).toEqual(['Day', 'Afternoon', 'Night', '24 hr', 'No shift']);
    expect(shiftsOf(tasks.slice(0, 1))).toEqual(['Day', 'Afternoon', 'Night', '24 hr']);
  });
});

describe('a selection', () => {
  const rules = { shifts: ['none', 'day'], filters: {}, includeOverdue: true } as const;
  const selected = (tasks: readonly Task[], more: Partial<SelectionRules> = {}) =>
    selectTasks(interpretPull(aPull(tasks), { timeZone: 'Europe/London' }), weekFrom('2026-11-23'), {
      ...rules,
      ...more,
    });

  it('is sorted by reference, and by id if a reference occurs twice', () => {
    const tasks = ['b', 'c', 'a'].map((id) => aTask({ id, externalId: id === 'a' ? 'A20' : 'A3' }));
    const ids = (given: readonly Task[]) => Array.from(selected(given).selected.keys(), ({ id }) => id);
    expect(ids(tasks)).toEqual(['b', 'c', 'a']);
    expect(ids(tasks.toReversed())).toEqual(['b', 'c', 'a']);
  });

  it.each([
    ['2026-11-22', true],
    ['2026-11-23', false],
  ])('treats a task that should end on %s as carried over: %s', (finish, beforeWindow) => {
    const task = aTask({ start: '2026-11-16', finish });
    const tasks = [...selected([task]).selected.keys()];
    expect(tasks.map((each) => isCarriedOver(each, weekFrom('2026-11-23')))).toEqual([beforeWindow]);
  });

  it('lists the tasks of the window that a filter leaves out separately, under their own shift', () => {
    const inWindow = { start: '2026-11-24', finish: '2026-11-25' };
    const tasks = [
      aTask({ id: 'overdue', start: '2026-11-16', finish: '2026-11-19' }),
      aTask({ id: 'without dates' }),
      aTask({ id: 'night', ...inWindow, shift: 'night' }),
      aTask({ id: 'no shift', ...inWindow }),
    ];
    const { filteredOut } = selected(tasks, { filters: { ownerIds: ['u1'] } });
    expect(Array.from(filteredOut, ([{ id }, shift]) => [id, shift])).toEqual([
      ['night', 'night'],
      ['no shift', 'none'],
    ]);
  });
});
