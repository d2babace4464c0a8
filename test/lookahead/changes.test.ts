import { describe, expect, it } from 'vitest';
import { planLookahead } from '../../functions/lookahead/plan-lookahead.ts';
import { carryFirstPlanned, type FirstPlanned } from '../../functions/lookahead/tasks/first-planned.ts';
import type { Task } from '../../functions/planning/contract/resources.ts';
import { type TaskId, taskIdSchema } from '../../functions/planning/contract/resources.ts';
import { anEarlierIssue, aPlanInput, day } from '../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../support/builders/a-task.ts';

const changesBetween = (
  before: readonly Task[],
  now: readonly Task[],
  range?: { first: ReturnType<typeof day>; last: ReturnType<typeof day> },
) =>
  planLookahead(aPlanInput({ tasks: now, previous: anEarlierIssue(before, range ? { range } : {}) })).changes;
const textsOf = (...sides: Parameters<typeof changesBetween>) =>
  changesBetween(...sides)?.list.map(
    (each) =>
      `${each.taskId} ${each.kind} ${each.from} > ${each.to}${each.days === undefined ? '' : ` ${each.days}`}`,
  );

describe('a change', () => {
  it.each<[string, TaskProperties, TaskProperties, string[]]>([
    ['none', {}, {}, []],
    ['of dates, by the finish', {}, { finish: '2026-11-27' }, ['task-1 moved  >  1']],
    ['of dates, by the start where the finish stays', {}, { start: '2026-11-23' }, ['task-1 moved  >  -1']],
    ['of dates, from none', { start: null, finish: null }, {}, ['task-1 moved  > ']],
    ['none where the date is only written otherwise', {}, { finish: '2026-11-26T17:00:00Z' }, []],
    ['of status, finished', {}, { status: 'Complete' }, ['task-1 finished planned > Complete']],
    ['of status', {}, { status: 'in progress' }, ['task-1 status planned > in progress']],
    ['of status, between unknown words', { status: 'odd' }, { status: 'even' }, ['task-1 status odd > even']],
    [
      'none where a status is another word for the same',
      { status: 'in progress' },
      { status: 'Started' },
      [],
    ],
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
      ['task-1 resources 8 operatives · 1 rig > 10 Operatives · 64 m³ concrete'],
    ],
    [
      'none where resources only stand in another order',
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
    ['none where the same owner is only renamed', {}, { owner: { id: 'u1', displayName: 'Ana S.' } }, []],
    ['of name', {}, { name: 'Pour upper slab' }, ['task-1 name Pour slab > Pour upper slab']],
  ])('%s', (_, before, now, texts) => {
    expect(textsOf([aReadyTask(before)], [aReadyTask(now)])).toEqual(texts);
  });

  it('added is a task that the earlier pull did not have', () => {
    expect(textsOf([], [aReadyTask()])).toEqual(['task-1 added  > Tue 24 Nov – Thu 26 Nov']);
  });

  it('is none where a task only came into the range that is pulled', () => {
    expect(textsOf([], [aReadyTask()], { first: day('2026-09-21'), last: day('2026-11-22') })).toEqual([]);
  });

  it('removed is a task of the previous lookahead that is not in the pull any more', () => {
    expect(textsOf([aReadyTask({ start: '2026-11-17', finish: '2026-11-18' })], [])).toEqual([
      'task-1 removed Tue 17 Nov – Wed 18 Nov > not in the plan any more, or moved beyond Sun 27 Dec 2026',
    ]);
  });

  it('is none where a task of old only left the range that is pulled', () => {
    expect(textsOf([aReadyTask({ start: '2026-09-22', finish: '2026-09-23' })], [])).toEqual([]);
  });

  it('is told of tasks that left the window, and not of those in neither lookahead', () => {
    const then = aReadyTask({ start: '2026-11-17', finish: '2026-11-18' });
    expect(textsOf([then], [aReadyTask({ start: '2026-12-07', finish: '2026-12-08' })])).toEqual([
      'task-1 moved  >  20',
    ]);
    expect(
      textsOf(
        [aReadyTask({ start: '2026-12-14', finish: '2026-12-15' })],
        [aReadyTask({ start: '2026-12-15', finish: '2026-12-15' })],
      ),
    ).toEqual([]);
  });

  it('stands by kind, then start, and is counted', () => {
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
      name: 1,
    });
  });

  it("is an audience's where the task is or was theirs", () => {
    const audience = { kind: 'subcontractor', id: 's1', name: 'Deepcrete' } as const;
    const other = { id: 's2', name: 'Steelfix' };
    const previous = anEarlierIssue([aReadyTask(), aReadyTask({ id: 'other', subcontractor: other })]);
    const tasks = [
      aReadyTask({ subcontractor: other, name: 'New' }),
      aReadyTask({ id: 'other', subcontractor: other, name: 'New' }),
    ];
    expect(
      planLookahead(aPlanInput({ tasks, previous, audience })).changes?.list.map((each) => each.taskId),
    ).toEqual(['task-1']);
  });
});

describe('slip', () => {
  const id = taskIdSchema.parse('task-1');
  it.each([
    ['2026-11-23', '2026-11-23', '+3 d behind'],
    ['2026-11-28', '2026-11-28', '−2 d ahead'],
    ['2026-11-20', '2026-11-26', 'on plan'],
    ['2026-11-23', undefined, '+1 d behind'],
  ])('of Tue 24 – Thu 26 November, first planned %s to %s, is %s', (start, finish, text) => {
    const first = { start: day(start), finish: finish === undefined ? undefined : day(finish) };
    const plan = planLookahead(aPlanInput({ tasks: [aReadyTask()], firstPlanned: new Map([[id, first]]) }));
    expect(plan.tasks[0]?.slip?.text).toBe(text);
  });

  it('is unknown for a task never planned before', () => {
    expect(planLookahead(aPlanInput({ tasks: [aReadyTask()] })).tasks[0]?.slip).toBeUndefined();
  });
});

describe('first planned dates', () => {
  const dates = (start: string, finish: string) => ({ start: day(start), finish: day(finish) });
  const id = (text: string) => taskIdSchema.parse(text);

  it('stay once known, begin with the lookahead that first shows a task, and go with the pull', () => {
    const tasks = [
      aReadyTask({ id: 'new' }),
      aReadyTask({ id: 'known' }),
      aReadyTask({ id: 'was undated' }),
      aReadyTask({ id: 'undated', start: null, finish: null }),
      aReadyTask({ id: 'later', start: '2026-12-14', finish: '2026-12-15' }),
      aReadyTask({ id: 'known, later', start: '2026-12-14', finish: '2026-12-15' }),
    ];
    const earlier = new Map<TaskId, NonNullable<ReturnType<FirstPlanned['get']>>>([
      [id('known'), dates('2026-11-16', '2026-11-17')],
      [id('known, later'), dates('2026-11-18', '2026-11-18')],
      [id('not pulled'), dates('2026-11-18', '2026-11-18')],
      [id('was undated'), { start: undefined, finish: undefined }],
    ]);
    expect([...carryFirstPlanned({ ...aPlanInput({ tasks }), earlier })]).toEqual([
      ['known', dates('2026-11-16', '2026-11-17')],
      ['known, later', dates('2026-11-18', '2026-11-18')],
      ['new', dates('2026-11-24', '2026-11-26')],
      ['was undated', dates('2026-11-24', '2026-11-26')],
    ]);
  });
});
