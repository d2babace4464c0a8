import { describe, expect, it } from 'vitest';
import { gapHeading, gapKinds } from '#lookahead/readiness/gap-rules.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask, aTask, type TaskProperties } from '../../support/builders/a-task.ts';

/** A task's gaps: `word | detail | whom to ask`. */
function gapsOf(id: string, input: Parameters<typeof aLookahead>[0]): readonly string[] | undefined {
  return aLookahead(input)
    .tasks.find((task) => task.id === id)
    ?.gaps.map(({ word, detail, ask }) => `${word} | ${detail} | ${ask?.name ?? 'nobody'}`);
}

const ofTask = (properties: TaskProperties, ...others: readonly TaskProperties[]) =>
  gapsOf('task-1', { tasks: [aReadyTask(properties), ...others.map((each) => aReadyTask(each))] });

/** Another task of the subcontractor, with labour. */
const another = { id: 'another', start: '2026-12-07', finish: '2026-12-11' };

describe('a task has a gap', () => {
  it.each([
    ['without an owner', { owner: null }, 'no owner |  | Deepcrete'],
    ['with an owner of whom nothing is known', { owner: {} }, 'no owner |  | Deepcrete'],
    ['without a subcontractor', { subcontractor: null }, 'no subcontractor |  | Ana Silva'],
    [
      'with a subcontractor of which nothing is known',
      { subcontractor: {} },
      'no subcontractor |  | Ana Silva',
    ],
    ['without a location', { location: null }, 'no location |  | Ana Silva'],
    ['without a name', { name: null }, 'no name |  | Ana Silva'],
    ['with a name that is blank', { name: '  ' }, 'no name |  | Ana Silva'],
    ['without dates', { start: null, finish: null }, 'no dates |  | Ana Silva'],
    [
      'with a finish before its start',
      { start: '2026-11-26', finish: '2026-11-24' },
      'dates reversed |  | Ana Silva',
    ],
    ['with a date that cannot be read', { start: 'soon' }, 'date unreadable |  | Ana Silva'],
    ['without labour, if other tasks of its company have labour', { labour: [] }, 'no labour |  | Deepcrete'],
    [
      'with material that has no daily figures, named once',
      {
        materials: [
          { name: 'Concrete', quantity: 64 },
          { name: 'Nails', quantity: 0 },
          { name: 'Sand' },
          { name: 'Concrete', quantity: 2, dailyPlanned: [{ date: '2026-11-24' }] },
        ],
      },
      'no material dates | Concrete, Sand | Deepcrete',
    ],
  ])('%s', (_, lack, gap) => {
    expect(ofTask(lack, another)).toEqual([gap]);
  });

  it('and the person to ask is its owner if it has no company, and nobody if it has neither', () => {
    const lack = { materials: [{ name: 'Sand' }], subcontractor: null };
    expect(ofTask(lack)).toEqual(['no subcontractor |  | Ana Silva', 'no material dates | Sand | Ana Silva']);
    expect(ofTask({ ...lack, owner: null })).toEqual([
      'no subcontractor |  | nobody',
      'no owner |  | nobody',
      'no material dates | Sand | nobody',
    ]);
  });

  it('even if it has constraints', () => {
    const plan = aLookahead({ tasks: [aReadyTask({ status: 'blocked', owner: null, location: null })] });
    expect(plan.tasks[0]?.gaps.map(({ word }) => word)).toEqual(['no location', 'no owner']);
    expect(plan.readiness).toMatchObject({ notReady: 1, withGap: 0 });
  });
});

describe('a task has no gap', () => {
  it.each([
    ['when it lacks nothing', {}],
    ['with an owner of whom only the address is known', { owner: { email: 'ana@example.com' } }],
    [
      'with a company and a place of which only the ids are known',
      { subcontractor: { id: 's1' }, location: { id: 'l1' } },
    ],
    ['when its labour has no quantity', { labour: [{ name: 'Operatives' }] }],
    ['when its bar runs over a weekend', { start: '2026-11-27', finish: '2026-12-01' }],
    ['as a milestone without labour', { start: '2026-11-24', finish: '2026-11-24', duration: 0, labour: [] }],
    ['with one date', { finish: null }],
    [
      'with daily figures, even if one of them has no quantity',
      {
        materials: [
          { name: 'Concrete', dailyPlanned: [{ date: '2026-11-24', quantity: 8 }, { date: '2026-11-25' }] },
        ],
      },
    ],
    ['when it is complete', { status: 'complete', owner: null, location: null }],
    ['when it is cancelled', { status: 'cancelled', owner: null, location: null }],
  ])('%s', (_, properties) => {
    expect(ofTask(properties, another)).toEqual([]);
  });
});

describe('no labour is a gap', () => {
  const without = { labour: [] };
  const others = (withLabour: number, withoutIt: number, rest: TaskProperties = {}) => [
    ...Array.from({ length: withLabour }, (_, index) => ({ ...another, ...rest, id: `with ${index}` })),
    ...Array.from({ length: withoutIt }, (_, index) => ({
      ...another,
      ...rest,
      id: `none ${index}`,
      ...without,
    })),
  ];
  const isGap = (task: TaskProperties, ...rest: readonly TaskProperties[]) =>
    ofTask(task, ...rest)?.length === 1;

  it('if at least half of the other tasks of the company have labour', () => {
    expect(isGap(without, ...others(1, 1))).toBe(true);
    expect(isGap(without, ...others(2, 3))).toBe(false);
    expect(isGap(without, ...others(0, 1))).toBe(false);
  });

  it('but not for the only task of a company', () => {
    expect(isGap(without)).toBe(false);
    expect(isGap(without, ...others(2, 0, { subcontractor: { id: 's2', name: 'Steelfix' } }))).toBe(false);
  });

  it('judged by all tasks of the company, even complete ones and those outside the window, but not by milestones', () => {
    expect(isGap(without, ...others(1, 0, { status: 'complete' }))).toBe(true);
    const milestone = { start: '2026-11-24', finish: '2026-11-24', duration: 0 };
    expect(isGap(without, ...others(1, 0, milestone))).toBe(false);
    expect(isGap(without, ...others(1, 0), { ...milestone, ...without, id: 'milestone' })).toBe(true);
  });

  it('and a company without an id is recognised by its name', () => {
    const subcontractor = { name: 'Deepcrete' };
    expect(isGap({ ...without, subcontractor }, ...others(1, 0, { subcontractor }))).toBe(true);
    expect(isGap({ ...without, subcontractor }, ...others(1, 0))).toBe(false);
  });
});

describe('a day off is a gap', () => {
  it.each([
    ['2026-11-28', '2026-11-29', 'all of Sat 28 Nov – Sun 29 Nov'],
    ['2026-11-22', '2026-11-24', 'starts Sun 22 Nov'],
    ['2026-11-26', '2026-11-28', 'finishes Sat 28 Nov'],
    ['2026-11-22', '2026-11-28', 'starts Sun 22 Nov and finishes Sat 28 Nov'],
    ['2026-11-14', '2026-11-28', 'finishes Sat 28 Nov'],
  ])('when a task is dated %s to %s on a five-day calendar', (start, finish, detail) => {
    expect(ofTask({ start, finish })).toEqual([`day off | ${detail} | Ana Silva`]);
  });

  it('when a milestone is on it, and is named once', () => {
    const milestone = { start: '2026-11-28', finish: '2026-11-28', duration: 0 };
    expect(ofTask(milestone)).toEqual(['day off | starts Sat 28 Nov | Ana Silva']);
  });

  it('only for a start or finish that is still to come', () => {
    const weekend = { start: '2026-11-21', finish: '2026-11-24' };
    expect(ofTask(weekend)).toEqual(['day off | starts Sat 21 Nov | Ana Silva']);
    expect(ofTask({ ...weekend, status: 'started' })).toEqual([]);
    expect(ofTask({ start: '2026-11-14', finish: '2026-11-24' })).toEqual([]);
    expect(ofTask({ start: '2026-11-23', finish: '2026-11-28', status: 'started' })).toEqual([
      'day off | finishes Sat 28 Nov | Ana Silva',
    ]);
    expect(ofTask({ start: '2026-11-14', finish: '2026-11-15' })).toEqual([]);
  });

  it('when the task lists it as a day off, but not when only its work pauses', () => {
    const tuesday = ['2026-11-24'];
    expect(ofTask({ nonWorkingDays: tuesday })).toEqual(['day off | starts Tue 24 Nov | Ana Silva']);
    expect(ofTask({ daysWithoutWork: tuesday })).toEqual([]);
    const saturday = { finish: '2026-11-28' };
    expect(ofTask({ ...saturday, extraWorkingDays: ['2026-11-28'] })).toEqual([]);
    expect(ofTask({ ...saturday, calendar: { type: '6-day' } })).toEqual([]);
  });
});

describe('a cancelled predecessor is a gap', () => {
  const cancelled = (id: string, properties: TaskProperties = {}) => ({
    id,
    externalId: `A-${id}`,
    name: 'Piling',
    status: 'cancelled',
    ...properties,
  });
  const following = (ids: readonly string[], type?: string, lag = 0) => ({
    relatedTasks: ids.map((id) => ({ id, relation: 'predecessor', type, lag })),
  });

  it('whose mark names the first one, and whose details name each with its relation', () => {
    expect(ofTask(following(['p', 'q'], 'SS', 1), cancelled('p'), cancelled('q'))).toEqual([
      'replan, A-p cancelled | A-p Piling (SS+1), A-q Piling (SS+1) | Ana Silva',
    ]);
  });

  it('whatever its dates are, and even if the relation is of an unknown type', () => {
    const gone = cancelled('p', { start: '2026-11-12', finish: '2026-12-13' });
    expect(ofTask(following(['p']), gone)).toEqual(['replan, A-p cancelled | A-p Piling (FS) | Ana Silva']);
    expect(ofTask(following(['p'], 'hammock'), gone)).toEqual([
      'replan, A-p cancelled | A-p Piling (hammock) | Ana Silva',
    ]);
  });

  it('for a task that has started only if the relation concerns its finish', () => {
    const started = (type: string) =>
      ofTask({ status: 'started', ...following(['p'], type) }, cancelled('p'))?.length;
    expect(['FS', 'SS', 'FF', 'SF'].map(started)).toEqual([0, 0, 1, 1]);
  });
});

describe('a kind of gap', () => {
  const tasks = [
    aTask({
      id: 'bare',
      name: null,
      start: '2026-11-28',
      finish: '2026-11-24',
      calendar: { type: 'five-day' },
      materials: [{ name: 'Sand' }],
      relatedTasks: [{ id: 'gone', relation: 'predecessor' }],
    }),
    aReadyTask({ id: 'idle', labour: [] }),
    aReadyTask(another),
    aReadyTask({ id: 'gone', status: 'cancelled' }),
  ];
  const unread = { property: 'relatedTasks[].lag', reason: 'expected a number, got a string' };
  const misfits = [{ ...unread, outcome: 'left out', items: ['bare'] }] as const;
  const found = (gapsOff: readonly (typeof gapKinds)[number][]) => [
    ...new Set(
      aLookahead({ tasks, misfits, rules: { gapsOff } }).tasks.flatMap(({ gaps }) =>
        gaps.map(({ kind }) => kind),
      ),
    ),
  ];

  it.each(gapKinds)('%s can be switched off', (kind) => {
    expect(found([]).sort()).toEqual([...gapKinds].sort());
    expect(found([kind]).sort()).toEqual(gapKinds.filter((each) => each !== kind).sort());
  });

  it('is listed in the order of the table, the first beside the mark', () => {
    const bare = aLookahead({ tasks, misfits }).tasks.find(({ id }) => id === 'bare');
    expect(bare?.gaps.map(({ kind }) => kind)).toEqual(gapKinds.filter((kind) => kind !== 'no-labour'));
  });

  it('has a heading of its own', () => {
    const headings = gapKinds.map(gapHeading);
    expect(headings).toContain('Predecessor cancelled: replan');
    expect(new Set(headings).size).toBe(gapKinds.length);
  });
});
