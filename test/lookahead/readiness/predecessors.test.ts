import { describe, expect, it } from 'vitest';
import { calendarOfType } from '#lookahead/dates/working-days.ts';
import { datesSatisfyRelation } from '#lookahead/readiness/predecessors.ts';
import { predecessorsIn } from '#lookahead/tasks/relations.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, aTask, type TaskProperties } from '../../support/builders/a-task.ts';

describe('the dates of a relation fit', () => {
  // The predecessor is on Mon 23 – Wed 25 November; the calendar has five days.
  it.each([
    ['FS', 0, '2026-11-25', '2026-11-30', false],
    ['FS', 0, '2026-11-26', '2026-11-30', true],
    ['FS', 1, '2026-11-26', '2026-11-30', false],
    ['FS', 2, '2026-11-27', '2026-11-30', false],
    ['FS', 2, '2026-11-30', '2026-11-30', true],
    ['FS', -1, '2026-11-24', '2026-11-30', false],
    ['FS', -1, '2026-11-25', '2026-11-30', true],
    ['SS', 0, '2026-11-23', '2026-11-30', true],
    ['SS', 1, '2026-11-23', '2026-11-30', false],
    ['SS', 1, '2026-11-24', '2026-11-30', true],
    ['FF', 0, '2026-11-23', '2026-11-24', false],
    ['FF', 0, '2026-11-23', '2026-11-25', true],
    ['FF', 3, '2026-11-23', '2026-11-27', false],
    ['FF', 3, '2026-11-23', '2026-11-30', true],
    ['SF', 0, '2026-11-20', '2026-11-22', false],
    ['SF', 0, '2026-11-20', '2026-11-23', true],
    ['hammock', 9, '2026-11-01', '2026-11-01', true],
    ['FS', 1e21, '2026-11-26', '2026-11-30', false],
    ['FS', -1e21, '2026-11-01', '2026-11-01', true],
  ])('%s with lag %d, for a task from %s to %s: %s', (type, lag, start, finish, kept) => {
    const task = {
      milestone: false,
      source: {},
      worksOn: calendarOfType('five-day'),
      dates: { start: day(start), finish: day(finish) },
    };
    const predecessor = {
      milestone: false,
      source: {},
      dates: { start: day('2026-11-23'), finish: day('2026-11-25') },
    };
    expect(datesSatisfyRelation({ type, lag }, task, predecessor)).toBe(kept);
  });

  it('for a milestone on the day on which its predecessor ends', () => {
    const dates = { start: day('2026-11-25'), finish: day('2026-11-25') };
    const task = { milestone: true, source: {}, worksOn: calendarOfType('five-day'), dates };
    expect(datesSatisfyRelation({ type: 'FS', lag: 0 }, task, { milestone: false, source: {}, dates })).toBe(
      true,
    );
    expect(
      datesSatisfyRelation(
        { type: 'FS', lag: 0 },
        { ...task, milestone: false },
        { milestone: false, source: {}, dates },
      ),
    ).toBe(false);
  });

  it('for a task that starts on the day of its predecessor, if that is a milestone', () => {
    const dates = { start: day('2026-11-25'), finish: day('2026-11-27') };
    const task = { milestone: false, source: {}, worksOn: calendarOfType('five-day'), dates };
    const predecessor = { start: day('2026-11-25'), finish: day('2026-11-25') };
    const fits = (milestone: boolean) =>
      datesSatisfyRelation({ type: 'FS', lag: 0 }, task, { milestone, source: {}, dates: predecessor });
    expect([fits(true), fits(false)]).toEqual([true, false]);
  });
});

describe('on the day on which its predecessor ends, a task with an FS relation', () => {
  const fits = (finishTime: string | undefined, startTime: string | undefined) =>
    datesSatisfyRelation(
      { type: 'FS', lag: 0 },
      {
        milestone: false,
        source: { startTime },
        worksOn: calendarOfType('five-day'),
        dates: { start: day('2026-11-25'), finish: day('2026-11-27') },
      },
      {
        milestone: false,
        source: { finishTime },
        dates: { start: day('2026-11-23'), finish: day('2026-11-25') },
      },
    );

  it('may start if the finish time of the predecessor is not later than its start time', () => {
    expect(fits('12:00', '12:00')).toBe(true);
    expect(fits('09:30', '13:00')).toBe(true);
  });

  it('may not start if the predecessor ends later, or a time is missing', () => {
    expect(fits('16:00', '08:00')).toBe(false);
    expect(fits('12:00', undefined)).toBe(false);
    expect(fits(undefined, '12:00')).toBe(false);
    expect(fits(undefined, undefined)).toBe(false);
  });

  it('may start if the finish time is not later than its start time, even with a lag in between', () => {
    const tasks = [
      aReadyTask({
        start: '2026-11-25',
        startTime: '12:00',
        relatedTasks: [{ id: 'p', relation: 'predecessor', type: 'finish-start', lag: 1 }],
      }),
      aReadyTask({ id: 'p', start: '2026-11-23', finish: '2026-11-24', finishTime: '12:00' }),
    ];
    expect(aLookahead({ tasks }).readiness.notReady).toBe(0);
  });
});

type Related = NonNullable<TaskProperties['relatedTasks']>[number];

describe('a task', () => {
  const piling = (properties: TaskProperties = {}) =>
    aTask({ id: 'p', externalId: 'A1010', name: 'Piling', status: 'blocked', ...properties });
  const slab = (relation: Related = { id: 'p', relation: 'predecessor', type: 'finish-start', lag: 1 }) =>
    aReadyTask({ relatedTasks: [relation] });
  const toldBy = { relatedTasks: [{ id: 'task-1', relation: 'successor', type: 'finish-start', lag: 1 }] };

  function plannedSlab(tasks: readonly ReturnType<typeof aTask>[]) {
    return aLookahead({ tasks }).tasks.find(({ id }) => id === 'task-1');
  }

  it('depends on a predecessor that it names', () => {
    expect(plannedSlab([slab(), piling()])?.constraints.map(({ word }) => word)).toEqual(['A1010 blocked']);
  });

  it('depends on a task that names it as its successor, once if both name each other', () => {
    const told = plannedSlab([aReadyTask(), piling(toldBy)]);
    expect(told?.constraints.map(({ word }) => word)).toEqual(['A1010 blocked']);
    expect(predecessorsIn(told?.relations ?? []).map(({ text }) => text)).toEqual(['A1010 FS+1']);
    expect(plannedSlab([slab(), piling(toldBy)])?.constraints).toHaveLength(1);
  });

  it('depends on a predecessor outside the report: before the window, after it, or left out by a filter', () => {
    const outside = (properties: TaskProperties, rules: Parameters<typeof aLookahead>[0]) =>
      aLookahead({ tasks: [slab(), piling(properties)], ...rules }).tasks.map(
        ({ id, constraints }) => `${id}: ${constraints.map(({ word }) => word).join()}`,
      );
    const rules = { rules: { includeOverdue: false, filters: { subcontractorIds: ['s1'] } } };
    const found = ['task-1: A1010 blocked'];
    expect(outside({ start: '2026-11-02', finish: '2026-11-06' }, rules)).toEqual(found);
    expect(outside({ start: '2026-12-07', finish: '2026-12-11' }, rules)).toEqual(found);
    expect(outside({ start: '2026-11-23', finish: '2026-11-23' }, rules)).toEqual(found);
  });

  it.each([
    ['a successor', slab({ id: 'p', relation: 'successor', type: 'finish-start' })],
    ['a task related in another way', slab({ id: 'p', relation: 'hammock' })],
    ['itself', slab({ id: 'task-1', relation: 'predecessor' })],
  ])('does not depend on %s', (_, task) => {
    expect(plannedSlab([task, piling()])).toMatchObject({ constraints: [], predecessorsOutside: 0 });
  });
});

describe('a predecessor that was not read', () => {
  const related = ['FS', 'SS', 'FF', 'SF'].map((type) => ({
    id: `x-${type}`,
    relation: 'predecessor',
    type,
  }));
  const planned = (properties: TaskProperties, relatedTasks: readonly Related[] = related) => {
    const [task] = aLookahead({
      tasks: [aReadyTask({ ...properties, relatedTasks: [...relatedTasks] })],
    }).tasks;
    return task && { constraints: task.constraints, gaps: task.gaps, outside: task.predecessorsOutside };
  };

  it('is neither a constraint nor a gap, and is counted', () => {
    expect(planned({})).toEqual({ constraints: [], gaps: [], outside: 4 });
    expect(planned({}, [])).toEqual({ constraints: [], gaps: [], outside: 0 });
  });

  it('is counted for a task that has started only if the relation concerns its finish', () => {
    expect(planned({ status: 'started' })).toEqual({ constraints: [], gaps: [], outside: 2 });
  });

  it('is not counted for a complete task', () => {
    expect(planned({ status: 'complete' })).toEqual({ constraints: [], gaps: [], outside: 0 });
  });
});
