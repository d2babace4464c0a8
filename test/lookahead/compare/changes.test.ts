import { describe, expect, it } from 'vitest';
import { changedTasks } from '#lookahead/compare/changes.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, pulled, pulledByNoShift, type TaskProperties } from '../../support/builders/a-task.ts';

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

describe('a change', () => {
  it('is of kind added for a task that the earlier pull did not have', () => {
    expect(textsOf([], [aReadyTask()])).toEqual(['task-1 added  > Tue 24 Nov – Thu 26 Nov']);
  });

  it('is not found for a task that only came into the pulled range', () => {
    expect(textsOf([], [aReadyTask()], { first: day('2026-09-21'), last: day('2026-11-22') })).toEqual([]);
  });

  it('is of kind removed for a task that is no longer in the pull', () => {
    expect(textsOf([aReadyTask({ start: '2026-11-17', finish: '2026-11-18' })], [])).toEqual([
      'task-1 removed Tue 17 Nov – Wed 18 Nov > not in the plan any more, or moved beyond Sun 27 Dec 2026',
    ]);
  });

  it('is not found for a task that only left the pulled range', () => {
    expect(textsOf([aReadyTask({ start: '2026-09-22', finish: '2026-09-23' })], [])).toEqual([]);
  });

  it('is found for a task that left the window, but not for one that neither issue shows', () => {
    const then = aReadyTask({ start: '2026-11-17', finish: '2026-11-18' });
    expect(textsOf([then], [aReadyTask({ start: '2026-12-07', finish: '2026-12-08' })])).toEqual([
      'task-1 moved  >  14',
    ]);
    expect(
      textsOf(
        [aReadyTask({ start: '2026-12-14', finish: '2026-12-15' })],
        [aReadyTask({ start: '2026-12-15', finish: '2026-12-15' })],
      ),
    ).toEqual([]);
  });

  describe('of a task that the previous issue did not show', () => {
    /** The changes since an issue that showed only the week before the window, Mon 16 – Sun 22 November. */
    const wordsOf = (before: readonly Task[], now: readonly Task[]) => {
      const plan = aLookahead({ tasks: now, previous: anEarlierIssue(before) });
      return changedTasks(plan).map(({ change, words }) => `${change.kind}: ${words}`);
    };
    const slab = (start: string, finish = start) => aReadyTask({ start, finish });

    it.each([
      ['that moved within this window', slab('2026-11-24'), slab('2026-11-26'), 'Tue 24 → Thu 26 Nov'],
      ['that moved into it', slab('2026-12-01', '2026-12-02'), slab('2026-11-24', '2026-11-25'), ''],
      ['that moved out of it', slab('2026-11-24', '2026-11-25'), slab('2026-12-08', '2026-12-09'), ''],
    ])('is listed with "not shown then": a task %s', (_, before, now, words) => {
      const [said = ''] = wordsOf([before], [now]);
      expect(said).toContain(words);
      expect(said).toMatch(/^moved: .* \(not shown then\)$/);
    });

    it('is listed if the task is gone', () => {
      expect(wordsOf([slab('2026-11-24')], [])).toEqual([
        'removed: was Tue 24 Nov → not in the plan any more, or moved beyond Sun 27 Dec 2026 (not shown then)',
      ]);
    });

    it('is not listed if the task was and is outside this window', () => {
      expect(wordsOf([slab('2026-12-01')], [slab('2026-12-02')])).toEqual([]);
    });

    it('is listed under the shift whose query finds the task now but did not before', () => {
      const night = (finish: string) => pulledByNoShift(aReadyTask({ finish, shift: 'night' }));
      const plan = aLookahead({
        tasks: [pulled(aReadyTask({ finish: '2026-11-27', shift: 'night' }), 'night')],
        previous: anEarlierIssue([night('2026-11-26')]),
        rules: { shifts: ['night'] },
      });
      expect(plan.changes?.list.map(({ kind, shift }) => [kind, shift])).toEqual([['moved', 'night']]);
    });
  });

  it('says just that a task is no longer in the plan if the whole programme was searched for it', () => {
    const pull = aPull([], { lookedBeyond: true });
    const plan = aLookahead({ pull, previous: anEarlierIssue([aReadyTask()]) });
    expect(plan.changes?.list.map(({ to }) => to)).toEqual(['not in the plan any more']);
  });

  it('is sorted by consequence for readers: key tasks of the window by days moved, other tasks, then finished ones', () => {
    const task = (id: string, finish: string, more: TaskProperties = {}) =>
      aReadyTask({ id, start: '2026-11-24', finish, calendar: { type: 'seven-day' }, ...more });
    const key = { keyTask: true };
    const later = { start: '2026-12-02', finish: '2026-12-03' };
    const before = [
      task('one day', '2026-11-25'),
      task('one day, many people', '2026-11-25', { labour: [{ name: 'Gang', quantity: 40 }] }),
      task('key, one day', '2026-11-25', key),
      task('key, four days', '2026-11-25', key),
      task('key, gone', '2026-11-25', key),
      task('key, beyond the window', '2026-12-02', { ...key, ...later }),
      task('done', '2026-11-25', key),
    ];
    const now = [
      task('one day', '2026-11-26'),
      task('one day, many people', '2026-11-26', { labour: [{ name: 'Gang', quantity: 40 }] }),
      task('key, one day', '2026-11-26', key),
      task('key, four days', '2026-11-29', key),
      task('key, beyond the window', '2026-12-06', { ...key, ...later, finish: '2026-12-06' }),
      task('done', '2026-11-25', { ...key, status: 'complete' }),
    ];
    const window = { ...weekFrom('2026-11-23'), weeks: 1 };
    const previous = anEarlierIssue(before, { window: weekFrom('2026-11-23', 2) });
    const plan = aLookahead({ tasks: now, window, previous });
    expect(changedTasks(plan).map(({ change }) => change.taskId)).toEqual([
      'key, gone',
      'key, four days',
      'key, one day',
      'key, beyond the window',
      'one day, many people',
      'one day',
      'done',
    ]);
  });

  it('is sorted by kind, then by start, and each task is counted once, under its first kind', () => {
    const before = [
      aReadyTask({ id: 'a' }),
      aReadyTask({ id: 'b' }),
      aReadyTask({ id: 'c', start: '2026-11-17', finish: '2026-11-17' }),
    ];
    const now = [
      aReadyTask({ id: 'a', finish: '2026-11-27', name: 'New' }),
      aReadyTask({ id: 'b', start: '2026-11-23' }),
      aReadyTask({ id: 'd' }),
    ];
    const changes = changesBetween(before, now);
    expect(changes?.list.map((each) => `${each.taskId} ${each.kind}`)).toEqual([
      'd added',
      'c removed',
      'b moved',
      'a moved',
      'a name',
    ]);
    expect(changes?.counts).toEqual({
      added: 1,
      removed: 1,
      moved: 2,
      finished: 0,
      status: 0,
      resources: 0,
      owner: 0,
      predecessor: 0,
      name: 0,
    });
    expect(changes?.tasks).toBe(4);
  });

  it('is shown to an audience if the task is or was theirs', () => {
    const audience = { kind: 'subcontractor', id: 's1', name: 'Deepcrete' } as const;
    const other = { id: 's2', name: 'Steelfix' };
    const previous = anEarlierIssue([aReadyTask(), aReadyTask({ id: 'other', subcontractor: other })], {
      window: twoWeeks,
    });
    const tasks = [
      aReadyTask({ subcontractor: other, name: 'New' }),
      aReadyTask({ id: 'other', subcontractor: other, name: 'New' }),
    ];
    expect(aLookahead({ tasks, previous, audience }).changes?.list.map((each) => each.taskId)).toEqual([
      'task-1',
    ]);
  });
});

describe('a moved predecessor', () => {
  const slab = (properties: object = {}) =>
    aReadyTask({
      relatedTasks: [{ id: 'p', relation: 'predecessor', type: 'finish-start' }],
      ...properties,
    });
  const piling = (finish: string, properties: object = {}) =>
    aReadyTask({ id: 'p', externalId: 'A1010', name: 'Piling', start: '2026-11-16', finish, ...properties });
  const ofSlab = (before: readonly Task[], now: readonly Task[]) =>
    changesBetween(before, now)?.list.flatMap(({ taskId, kind, to }) =>
      taskId === 'task-1' ? [`${kind} ${to}`] : [],
    );

  it('is a change of a task that did not move itself, but not a constraint while the dates fit', () => {
    const now = [slab(), piling('2026-11-23')];
    expect(ofSlab([slab(), piling('2026-11-20')], now)).toEqual([
      'predecessor A1010 Piling ends Fri 20 Nov → Mon 23 Nov',
    ]);
    expect(aLookahead({ tasks: now }).tasks.find(({ id }) => id === 'task-1')?.constraints).toEqual([]);
  });

  it('is a change even if a filter leaves it out', () => {
    const company = { subcontractor: { id: 's2', name: 'Piling Co' } };
    const plan = aLookahead({
      tasks: [slab(), piling('2026-11-23', company)],
      previous: anEarlierIssue([slab(), piling('2026-11-20', company)], { window: twoWeeks }),
      rules: { filters: { subcontractorIds: ['s1'] } },
    });
    expect(plan.changes?.list.map(({ taskId, kind }) => [taskId, kind])).toEqual([['task-1', 'predecessor']]);
  });

  it.each([
    ['moved earlier', piling('2026-11-23'), piling('2026-11-20'), slab()],
    ['is complete', piling('2026-11-20'), piling('2026-11-23', { status: 'complete' }), slab()],
  ])('is not a change if it %s', (_, before, now, task) => {
    expect(ofSlab([task, before], [task, now])).toEqual([]);
  });

  it('is not a change if the task itself moved', () => {
    const before = [slab(), piling('2026-11-20')];
    const now = [slab({ start: '2026-11-25', finish: '2026-11-27' }), piling('2026-11-24')];
    expect(ofSlab(before, now)).toEqual(['moved ']);
  });
});
