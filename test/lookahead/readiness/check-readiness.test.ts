import { describe, expect, it } from 'vitest';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, aTask, pulled, type TaskProperties } from '../../support/builders/a-task.ts';
import { deep } from '../../support/deep-checks.ts';

/** A task on one day of the week of Mon 23 November 2026, with its predecessors. */
function onDay(
  id: string,
  dayOfMonth: number,
  predecessors: readonly string[] = [],
  properties: TaskProperties = {},
) {
  const date = `2026-11-${dayOfMonth}`;
  const relatedTasks = predecessors.map((each) => ({ id: each, relation: 'predecessor' }));
  return aReadyTask({ id, name: `Task ${id}`, start: date, finish: date, relatedTasks, ...properties });
}

const ben = { owner: { id: 'u2', displayName: 'Ben Okoro' } };

/** For each task that is not ready: `id: its causes | whom to ask about the first`. */
function heldBack(input: Parameters<typeof aLookahead>[0]): readonly string[] {
  return aLookahead(input).tasks.flatMap(({ id, constraints }) =>
    constraints.length === 0
      ? []
      : [
          `${id}: ${constraints.map(({ cause }) => cause).join('; ')} | ${constraints[0]?.ask?.name ?? 'nobody'}`,
        ],
  );
}

describe('a task whose predecessor is not ready', () => {
  it('waits for it, and names the reason and whom to ask', () => {
    const tasks = [onDay('A', 23, [], { status: 'delayed', ...ben }), onDay('B', 24, ['A'])];
    expect(heldBack({ tasks })).toEqual([
      'A: Delayed, planned Mon 23 Nov | Ben Okoro',
      'B: Waits for A Task A, planned Mon 23 Nov: delayed | Ben Okoro',
    ]);
  });

  it('names the task at which its chain begins, over any number of steps', () => {
    const tasks = [
      onDay('A', 23, [], { status: 'blocked', ...ben }),
      onDay('B', 24, ['A']),
      onDay('C', 25, ['B']),
      onDay('D', 26, ['C']),
    ];
    expect(heldBack({ tasks })).toEqual([
      'A: Blocked, planned Mon 23 Nov | Ben Okoro',
      'B: A Task A is blocked, planned Mon 23 Nov (FS) | Ben Okoro',
      'C: Waits for B Task B, planned Tue 24 Nov: A blocked | Ben Okoro',
      'D: Waits for C Task C, planned Wed 25 Nov, behind B: A blocked | Ben Okoro',
    ]);
  });

  it('names the first constraint of the task at which its chain begins', () => {
    const tasks = [
      onDay('A', 19, [], { status: 'delayed', start: '2026-11-12' }),
      onDay('B', 24, ['A'], { relatedTasks: [{ id: 'A', relation: 'predecessor', type: 'FF' }] }),
      onDay('C', 25, ['B']),
      onDay('D', 26, ['C']),
    ];
    expect(heldBack({ tasks })).toEqual([
      'A: Delayed, planned Thu 12 Nov – Thu 19 Nov; Due Thu 19 Nov, not finished and not replanned | Ana Silva',
      'B: A Task A overdue since Thu 19 Nov (FF) | Ana Silva',
      'C: Waits for B Task B, planned Tue 24 Nov: A overdue | Ana Silva',
      'D: Waits for C Task C, planned Wed 25 Nov, behind B: A overdue | Ana Silva',
    ]);
  });

  it('has its own owner to ask if the tasks of its chain name nobody', () => {
    const nobody = { owner: null, subcontractor: null };
    const tasks = [
      onDay('A', 23, [], { status: 'delayed', ...nobody }),
      onDay('B', 24, ['A'], nobody),
      onDay('C', 25, ['B']),
    ];
    expect(heldBack({ tasks }).map((said) => said.split(' | ')[1])).toEqual([
      'nobody',
      'nobody',
      'Ana Silva',
    ]);
  });

  it('names each predecessor that is not ready, the one with the shortest chain first', () => {
    const tasks = [
      onDay('A', 23, [], { status: 'delayed' }),
      onDay('B', 24, ['A']),
      onDay('C', 25, ['B']),
      onDay('D', 26, ['C', 'A', 'B']),
    ];
    expect(heldBack({ tasks }).at(-1)).toBe(
      'D: Waits for A Task A, planned Mon 23 Nov: delayed; Waits for B Task B, planned Tue 24 Nov, behind A: delayed; Waits for C Task C, planned Wed 25 Nov, behind A: delayed | Ana Silva',
    );
  });

  it('is counted as not ready and as behind others', () => {
    const tasks = [
      onDay('A', 23, [], { status: 'delayed' }),
      onDay('B', 24, ['A']),
      onDay('C', 25),
      onDay('D', 26, ['B', 'C']),
    ];
    expect(aLookahead({ tasks }).readiness).toMatchObject({
      of: 4,
      ready: 1,
      withGap: 0,
      notReady: 3,
      behind: 2,
    });
  });

  it.each(['SS', 'FF', 'SF', 'hammock'])('is ready if the relation is of type %s', (type) => {
    const related = { relatedTasks: [{ id: 'A', relation: 'predecessor', type }] };
    const tasks = [onDay('A', 23, [], { status: 'delayed' }), onDay('B', 24, [], related)];
    expect(heldBack({ tasks })).toEqual(['A: Delayed, planned Mon 23 Nov | Ana Silva']);
  });

  it('is ready if it has started itself', () => {
    const tasks = [onDay('A', 23, [], { status: 'delayed' }), onDay('B', 24, ['A'], { status: 'started' })];
    expect(aLookahead({ tasks }).readiness.ready).toBe(1);
  });

  it('waits for it even if that predecessor has started, but not for one that is ready with a gap', () => {
    const tasks = [
      onDay('A', 23, [], { status: 'blocked' }),
      onDay('B', 24, [], {
        status: 'started',
        start: '2026-11-19',
        relatedTasks: [{ id: 'A', relation: 'predecessor', type: 'FF' }],
      }),
      onDay('C', 25, ['B', 'gap']),
      onDay('gap', 24, [], { owner: null }),
    ];
    expect(heldBack({ tasks }).at(-1)).toBe(
      'C: Waits for B Task B, planned Thu 19 Nov – Tue 24 Nov: A blocked | Ana Silva',
    );
  });

  it('waits for it even if that predecessor has no dates', () => {
    const undated = { start: null, finish: null };
    const tasks = [onDay('A', 23, [], { ...undated, status: 'delayed' }), onDay('B', 24, ['A'])];
    expect(heldBack({ tasks })).toContain('B: Waits for A Task A, without dates: delayed | Ana Silva');
  });
});

describe('a chain', () => {
  const chain = [
    onDay('B', 24, ['A']),
    onDay('C', 25, ['B']),
    aReadyTask({ id: 'A', name: 'Task A', start: '2026-11-23', finish: '2026-11-23', status: 'delayed' }),
  ];
  const behindA = [
    'B: Waits for A Task A, planned Mon 23 Nov: delayed | Ana Silva',
    'C: Waits for B Task B, planned Tue 24 Nov, behind A: delayed | Ana Silva',
  ];

  it('is followed through tasks that a filter leaves out', () => {
    const steel = { subcontractor: { id: 's2', name: 'Steelfix' } };
    const [b, c, a] = chain;
    const tasks = [...(b ? [{ ...b, ...steel }] : []), ...(c ? [c] : []), ...(a ? [{ ...a, ...steel }] : [])];
    const rules = { filters: { subcontractorIds: ['s1'] } };
    expect(heldBack({ tasks, rules })).toEqual(behindA.slice(1));
  });

  it('is followed through tasks of a shift that the report does not show', () => {
    const [b, c, a] = chain.map((task) => pulled(task, task.id === 'C' ? 'day' : 'night'));
    const tasks = [b, c, a].flatMap((task) => task ?? []);
    expect(heldBack({ tasks, rules: { shifts: ['day'] } })).toEqual(behindA.slice(1));
  });

  it('is followed through tasks outside the window', () => {
    const tasks = [
      aReadyTask({ id: 'A', name: 'Task A', start: '2026-11-20', finish: '2026-11-20', status: 'delayed' }),
      aReadyTask({
        id: 'B',
        name: 'Task B',
        start: '2026-11-21',
        finish: '2026-11-22',
        relatedTasks: [{ id: 'A', relation: 'predecessor' }],
      }),
      onDay('C', 23, ['B']),
    ];
    expect(heldBack({ tasks, rules: { includeOverdue: false } })).toEqual([
      'C: Waits for B Task B, planned Sat 21 Nov – Sun 22 Nov, behind A: delayed | Ana Silva',
    ]);
  });

  it('is the same for an audience that sees only its end', () => {
    const steel = { subcontractor: { id: 's2', name: 'Steelfix' } };
    const tasks = chain.map((task) => (task.id === 'C' ? { ...task, ...steel } : task));
    const audience = { kind: 'subcontractor', id: 's2', name: 'Steelfix' } as const;
    expect(heldBack({ tasks, audience })).toEqual(behindA.slice(1));
    expect(aLookahead({ tasks, audience }).readiness).toMatchObject({ of: 1, notReady: 1, behind: 1 });
  });

  it('ends at a task that is complete or cancelled', () => {
    const chainWith = (status: string) => chain.map((task) => (task.id === 'B' ? { ...task, status } : task));
    expect(heldBack({ tasks: chainWith('complete') })).toEqual([
      'A: Delayed, planned Mon 23 Nov | Ana Silva',
    ]);
    expect(heldBack({ tasks: chainWith('cancelled') })).toEqual([
      'A: Delayed, planned Mon 23 Nov | Ana Silva',
    ]);
  });

  it('of many tasks is followed to its beginning', () => {
    const length = deep ? 5_000 : 500;
    const undated = { start: null, finish: null };
    const tasks = Array.from({ length }, (_, index) =>
      aReadyTask({
        id: `t${index}`,
        ...undated,
        status: index === 0 ? 'delayed' : 'planned',
        relatedTasks: index === 0 ? [] : [{ id: `t${index - 1}`, relation: 'predecessor' }],
      }),
    );
    expect(aLookahead({ tasks }).readiness).toMatchObject({ notReady: length, behind: length - 1 });
  });
});

describe('tasks that wait for each other', () => {
  // Without dates, no predecessor is too late, so only the cycle matters.
  const undated = (id: string, predecessors: readonly string[], status = 'planned') =>
    onDay(id, 23, predecessors, { start: null, finish: null, status });

  it('are ready if none of them has another constraint', () => {
    const tasks = [undated('A', ['B']), undated('B', ['C']), undated('C', ['A']), undated('D', ['A'])];
    expect(heldBack({ tasks })).toEqual([]);
  });

  it('are not ready if one of them has another constraint, which each names once', () => {
    const tasks = [undated('A', ['B']), undated('B', ['C']), undated('C', ['A'], 'delayed')];
    expect(heldBack({ tasks })).toEqual([
      'A: Waits for B Task B, without dates, behind C: delayed | Ana Silva',
      'B: Waits for C Task C, without dates: delayed | Ana Silva',
      'C: Delayed, without dates; Waits for A Task A, without dates, behind C: delayed | Ana Silva',
    ]);
  });

  it('are not ready if one of them waits for a task outside the cycle that is not ready', () => {
    const tasks = [undated('A', ['B', 'X']), undated('B', ['A']), undated('X', [], 'delayed')];
    expect(heldBack({ tasks }).slice(0, 2)).toEqual([
      'A: Waits for X Task X, without dates: delayed; Waits for B Task B, without dates, behind X: delayed | Ana Silva',
      'B: Waits for A Task A, without dates, behind X: delayed | Ana Silva',
    ]);
  });
});

describe('readiness', () => {
  it.each(['complete', 'cancelled'])('is not checked for a task that is %s', (status) => {
    const bare = aTask({ start: '2026-11-28', finish: '2026-11-28', status, calendar: { type: 'five-day' } });
    const plan = aLookahead({ tasks: [bare] });
    expect(plan.readiness).toMatchObject({ of: 0, ready: 0, withGap: 0, notReady: 0, behind: 0 });
    expect(plan.tasks[0]).toMatchObject({ constraints: [], gaps: [], predecessorsOutside: 0 });
  });

  it('is checked for key tasks and tasks without dates as for all others', () => {
    const tasks = [
      aReadyTask({ id: 'key', keyTask: true, owner: null }),
      aReadyTask({ id: 'undated', start: null, finish: null }),
      aReadyTask({ id: 'undated key', start: null, finish: null, keyTask: true, status: 'blocked' }),
    ];
    const found = aLookahead({ tasks }).tasks.map(
      ({ id, constraints, gaps }) => `${id}: ${[...constraints, ...gaps].map(({ word }) => word).join(', ')}`,
    );
    expect(found.sort()).toEqual(['key: no owner', 'undated key: blocked, no dates', 'undated: no dates']);
  });

  it('includes constraints, whatever gaps are switched off', () => {
    const tasks = [aReadyTask({ status: 'blocked', owner: null })];
    const [task] = aLookahead({ tasks, rules: { gapsOff: ['no-owner'] } }).tasks;
    expect([task?.constraints.map(({ word }) => word), task?.gaps]).toEqual([['blocked'], []]);
  });
});
