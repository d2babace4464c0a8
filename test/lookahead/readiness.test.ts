import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '../../functions/lookahead/dates/day.ts';
import { readCalendarType } from '../../functions/lookahead/dates/working-days.ts';
import { planLookahead } from '../../functions/lookahead/plan-lookahead.ts';
import { readinessChecks } from '../../functions/lookahead/readiness/findings.ts';
import { satisfies } from '../../functions/lookahead/readiness/predecessor-checks.ts';
import { predecessorsIn } from '../../functions/lookahead/tasks/relations.ts';
import { anEarlierIssue, aPlanInput, day } from '../support/builders/a-plan-input.ts';
import { aReadyTask, aTask, pulled } from '../support/builders/a-task.ts';

const findingsOf = (input: Parameters<typeof aPlanInput>[0]) =>
  planLookahead(aPlanInput(input)).readiness.findings.map(
    (each) =>
      `${each.task.id} ${each.check}: ${each.missing} | ${each.ask} | ${each.neededBy && formatDay(each.neededBy)}`,
  );

describe('a task is not ready', () => {
  it.each([
    ['without an owner', { owner: null }, 'no-owner: No owner | Deepcrete'],
    ['with an owner who is nobody', { owner: {} }, 'no-owner: No owner | Deepcrete'],
    ['without a subcontractor', { subcontractor: null }, 'no-subcontractor: No subcontractor | Ana Silva'],
    ['without a location', { location: null }, 'no-location: No location | Ana Silva'],
    ['without labour', { labour: [] }, 'no-labour: No labour | Deepcrete'],
    [
      'with material that has no daily figures',
      {
        materials: [
          { name: 'Concrete', quantity: 64 },
          { name: 'Nails', quantity: 0 },
        ],
      },
      'material-without-daily-figures: No daily figures for Concrete | Deepcrete',
    ],
  ])('%s', (_, lack, text) => {
    expect(findingsOf({ tasks: [aReadyTask(lack)] })).toEqual([`task-1 ${text} | 2026-11-24`]);
  });

  it('when it is overdue', () => {
    expect(findingsOf({ tasks: [aReadyTask({ start: '2026-11-12', finish: '2026-11-13' })] })).toEqual([
      'task-1 overdue: Due Fri 13 Nov, not finished and not replanned | Ana Silva | 2026-11-12',
    ]);
  });

  it.each([
    [
      '2026-11-28',
      '2026-11-29',
      'Planned for Sat 28 Nov – Sun 29 Nov, when its calendar (Five day) does not work',
    ],
    ['2026-11-22', '2026-11-24', 'Starts Sun 22 Nov, when its calendar (Five day) does not work'],
    ['2026-11-26', '2026-11-28', 'Finishes Sat 28 Nov, when its calendar (Five day) does not work'],
    [
      '2026-11-22',
      '2026-11-28',
      'Starts Sun 22 Nov and finishes Sat 28 Nov, when its calendar (Five day) does not work',
    ],
  ])('when dated %s to %s on a five-day calendar', (start, finish, text) => {
    expect(findingsOf({ tasks: [aReadyTask({ start, finish })] })).toEqual([
      `task-1 non-working-day: ${text} | Ana Silva | ${start}`,
    ]);
  });
});

describe('a task is ready', () => {
  it.each([
    ['when nothing is missing', {}],
    ['when its labour has no quantity', { labour: [{ name: 'Operatives' }] }],
    ['when its bar runs over a weekend', { start: '2026-11-27', finish: '2026-12-01' }],
    ['as a milestone without labour', { start: '2026-11-24', finish: '2026-11-24', duration: 0, labour: [] }],
    [
      'with daily figures',
      { materials: [{ name: 'Concrete', dailyPlanned: [{ date: '2026-11-24', quantity: 8 }] }] },
    ],
  ])('%s', (_, properties) => {
    const plan = planLookahead(aPlanInput({ tasks: [aReadyTask(properties)] }));
    expect(plan.readiness).toEqual({ findings: [], ready: 1, of: 1 });
  });

  it.each(['complete', 'cancelled'])('and not counted when it is %s', (status) => {
    const bare = aTask({ start: '2026-11-28', finish: '2026-11-28', status, calendar: { type: 'five-day' } });
    expect(planLookahead(aPlanInput({ tasks: [bare] })).readiness).toEqual({ findings: [], ready: 0, of: 0 });
  });
});

describe('a relation is kept', () => {
  // Predecessor Mon 23 – Wed 25 November; five-day calendar.
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
  ])('%s with lag %d by a task from %s to %s: %s', (type, lag, start, finish, kept) => {
    const task = {
      milestone: false,
      worksOn: readCalendarType('five-day'),
      dates: { start: day(start), finish: day(finish) },
    };
    const predecessor = { milestone: false, dates: { start: day('2026-11-23'), finish: day('2026-11-25') } };
    expect(satisfies({ type, lag }, task, predecessor)).toBe(kept);
  });

  it('by a milestone on the day its predecessor ends', () => {
    const dates = { start: day('2026-11-25'), finish: day('2026-11-25') };
    const task = { milestone: true, worksOn: readCalendarType('five-day'), dates };
    expect(satisfies({ type: 'FS', lag: 0 }, task, { milestone: false, dates })).toBe(true);
    expect(
      satisfies({ type: 'FS', lag: 0 }, { ...task, milestone: false }, { milestone: false, dates }),
    ).toBe(false);
  });
});

type Related = NonNullable<NonNullable<Parameters<typeof aTask>[0]>['relatedTasks']>[number];

describe('a predecessor', () => {
  const piling = (properties: object = {}) =>
    aTask({
      id: 'p',
      externalId: 'A1010',
      name: 'Piling',
      start: '2026-12-01',
      finish: '2026-12-03',
      owner: { id: 'u2', displayName: 'Ben Okoro' },
      ...properties,
    });
  const slab = (relation: Related = { id: 'p', relation: 'predecessor', type: 'finish-start', lag: 1 }) =>
    aReadyTask({ relatedTasks: [relation] });

  it('that is unfinished and ends too late is a finding, with its owner to ask', () => {
    expect(findingsOf({ tasks: [slab(), piling()] })).toEqual([
      'task-1 predecessor-late: A1010 Piling ends Thu 3 Dec, this starts Tue 24 Nov (FS+1) | Ben Okoro | 2026-11-24',
    ]);
  });

  it('is found from the other side too, and once when both tell of it', () => {
    const told = { relatedTasks: [{ id: 'task-1', relation: 'successor', type: 'finish-start', lag: 1 }] };
    expect(findingsOf({ tasks: [aReadyTask(), piling(told)] })).toHaveLength(1);
    expect(findingsOf({ tasks: [slab(), piling(told)] })).toHaveLength(1);
    const plan = planLookahead(aPlanInput({ tasks: [aReadyTask(), piling(told)] }));
    expect(predecessorsIn(plan.tasks[0]?.relations ?? []).map(({ text }) => text)).toEqual(['A1010 FS+1']);
  });

  it.each([
    ['that is complete', [slab(), piling({ status: 'complete' })]],
    ['that is cancelled', [slab(), piling({ status: 'cancelled' })]],
    ['outside the pull', [slab()]],
    ['without dates', [slab(), piling({ start: null, finish: null })].slice(0, 1)],
    ['that is a successor', [slab({ id: 'p', relation: 'successor', type: 'finish-start' }), piling()]],
    ['that ends in time', [slab(), piling({ start: '2026-11-16', finish: '2026-11-20' })].slice(0, 1)],
  ])('%s is none', (_, tasks) => {
    expect(findingsOf({ tasks })).toEqual([]);
  });

  it("without an owner or subcontractor leaves the task's own to ask", () => {
    expect(findingsOf({ tasks: [slab(), piling({ owner: null })] })[0]).toContain('| Ana Silva |');
    const withCompany = piling({ owner: null, subcontractor: { name: 'Piledrive' } });
    expect(findingsOf({ tasks: [slab(), withCompany] })[0]).toContain('| Piledrive |');
  });

  it('that moved later since the last issue is a finding', () => {
    const previous = anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })], { number: 4 });
    const now = piling({ start: '2026-11-16', finish: '2026-11-20', status: 'in progress' });
    const findings = findingsOf({ tasks: [slab(), now], previous, rules: { includeOverdue: false } });
    expect(findings).toEqual([
      'task-1 predecessor-moved: A1010 Piling now ends Fri 20 Nov, 2 days later than in issue 4 (FS+1) | Ben Okoro | 2026-11-24',
    ]);
  });

  it('that moved its finish is none to a start-start relation', () => {
    const previous = anEarlierIssue([piling({ start: '2026-11-16', finish: '2026-11-18' })]);
    const now = piling({ start: '2026-11-16', finish: '2026-11-20' });
    const task = slab({ id: 'p', relation: 'predecessor', type: 'start-start' });
    expect(findingsOf({ tasks: [task, now], previous, rules: { includeOverdue: false } })).toEqual([]);
  });
});

describe('two subcontractors in one place', () => {
  const other = (properties: object = {}) =>
    aReadyTask({
      id: 'other',
      subcontractor: { id: 's2', name: 'Steelfix' },
      start: '2026-11-26',
      ...properties,
    });
  const clashes = (...tasks: Parameters<typeof pulled>[0][]) => findingsOf({ tasks });

  it('are a finding for each, for the first day both work', () => {
    expect(clashes(aReadyTask(), other())).toEqual([
      'task-1 shared-location: Steelfix (other) also in Level 1 on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
      'other shared-location: Deepcrete (task-1) also in Level 1 on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
    ]);
  });

  it('are one finding per other subcontractor, naming three of its tasks', () => {
    const many = ['o1', 'o2', 'o3', 'o10'].map((id) => other({ id }));
    expect(clashes(aReadyTask(), ...many)[0]).toContain('Steelfix (o1, o2, o3 and more) also in Level 1');
    expect(clashes(aReadyTask(), ...many)).toHaveLength(5);
  });

  it.each([
    ['on different days', { start: '2026-11-27', finish: '2026-11-27' }],
    ['in different locations', { location: { id: 'l2', name: 'Level 2' } }],
    ['of the same company', { subcontractor: { id: 's1', name: 'Deepcrete' } }],
    ['when one is complete', { status: 'complete' }],
    ['when one is a milestone', { start: '2026-11-26', finish: '2026-11-26', duration: 0 }],
  ])('%s are none', (_, properties) => {
    expect(clashes(aReadyTask(), other(properties))).toEqual([]);
  });

  it('in different shifts are none', () => {
    expect(findingsOf({ tasks: [pulled(aReadyTask(), 'day'), pulled(other(), 'night')] })).toEqual([]);
  });

  it('on a day that one of them does not work are none', () => {
    const weekend = { start: '2026-11-27', finish: '2026-11-30' };
    const sevenDays = other({ start: '2026-11-28', finish: '2026-11-29', calendar: { type: 'seven-day' } });
    expect(clashes(aReadyTask(weekend), sevenDays)).toEqual([]);
  });

  it.each([
    ['overlap', [0, 0, 10, 10], [5, 5, 15, 15], 2],
    ['are equal', [0, 0, 10, 10], [0, 0, 10, 10], 2],
    ['only touch', [0, 0, 10, 10], [10, 0, 20, 10], 0],
    ['lie apart', [0, 0, 10, 10], [50, 50, 60, 60], 0],
    ['lie one above the other', [0, 0, 0, 10, 10, 3], [0, 0, 3, 10, 10, 6], 0],
    ['cannot be read', [0, 0], [0, 0, 10, 10], 0],
  ])('whose work areas %s', (_, one, two, count) => {
    const tasks = [
      aReadyTask({ workArea: { bbox: one } }),
      other({ location: { id: 'l2', name: 'Level 2' }, workArea: { bbox: two } }),
      aReadyTask({ id: 'far', workArea: { bbox: [900, 900, 901, 901] } }),
    ];
    const found = clashes(...tasks);
    expect(found).toHaveLength(count);
    if (count > 0)
      expect(found.join()).toContain('Steelfix (other) also in an overlapping work area on Thu 26 Nov');
  });

  it('are found in overlapping work areas as comparing all pairs finds them', () => {
    const areas = Array.from({ length: 120 }, (_, index) => {
      const [x, y, size] = [(index * 37) % 101, (index * 53) % 97, 1 + ((index * 7) % 13)];
      const start = formatDay(addDays(day('2026-11-23'), index % 5));
      return aReadyTask({
        id: `t${index}`,
        location: { id: `l${index}` },
        subcontractor: { id: `s${index % 4}`, name: `S${index % 4}` },
        start,
        finish: formatDay(addDays(day(start), index % 2)),
        calendar: null,
        workArea: { bbox: [x, y, x + size, y + size] },
      });
    });
    const expected = new Map<string, number>();
    for (const a of areas) {
      for (const b of areas) {
        const [ax, ay, ar, at] = a.workArea?.bbox ?? [];
        const [bx, by, br, bt] = b.workArea?.bbox ?? [];
        const crosses =
          Number(ax) < Number(br) &&
          Number(bx) < Number(ar) &&
          Number(ay) < Number(bt) &&
          Number(by) < Number(at);
        const from = Math.max(day(a.start ?? ''), day(b.start ?? ''));
        const to = Math.min(day(a.finish ?? ''), day(b.finish ?? ''));
        if (a.subcontractor?.id === b.subcontractor?.id || !crosses || from > to) continue;
        const pair = `${a.id} ${b.subcontractor?.name}`;
        expected.set(pair, Math.min(from, expected.get(pair) ?? from));
      }
    }
    const { findings } = planLookahead(aPlanInput({ tasks: areas })).readiness;
    const found = findings.map((each): [string, number | undefined] => [
      `${each.task.id} ${each.missing.split(' ')[0]}`,
      each.neededBy,
    ]);
    expect(found.length).toBeGreaterThan(20);
    expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
  });
});

describe('a check', () => {
  it.each(readinessChecks)('%s can be switched off', (check) => {
    const previous = anEarlierIssue([aTask({ id: 'p', start: '2026-11-30', finish: '2026-11-30' })]);
    const tasks = [
      aTask({
        id: 'bare',
        start: '2026-11-28',
        finish: '2026-11-29',
        calendar: { type: 'five-day' },
        materials: [{ name: 'Sand' }],
      }),
      aReadyTask({ relatedTasks: [{ id: 'p', relation: 'predecessor', type: 'finish-start' }] }),
      aReadyTask({ id: 'other', subcontractor: { id: 's2', name: 'Steelfix' } }),
      aReadyTask({ id: 'old', start: '2026-11-12', finish: '2026-11-13' }),
      aTask({ id: 'p', start: '2026-11-30', finish: '2026-12-04' }),
    ];
    const checksFound = (checksOff: readonly (typeof check)[]) =>
      new Set(
        planLookahead(aPlanInput({ tasks, previous, rules: { checksOff } })).readiness.findings.map(
          (each) => each.check,
        ),
      );
    expect([...checksFound([])].sort()).toEqual([...readinessChecks].sort());
    expect([...checksFound([check])].sort()).toEqual(readinessChecks.filter((each) => each !== check).sort());
  });
});

describe('findings', () => {
  it('are ordered by the day work should start, those without one last, and counted on their task', () => {
    const plan = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({ id: 'undated', start: null, finish: null, owner: null }),
          aReadyTask({ id: 'later', start: '2026-11-26', owner: null, labour: [] }),
          aReadyTask({ id: 'sooner', owner: null }),
        ],
      }),
    );
    expect(plan.readiness.findings.map((each) => `${each.task.id} ${each.check}`)).toEqual([
      'sooner no-owner',
      'later no-owner',
      'later no-labour',
      'undated no-owner',
    ]);
    expect(plan.tasks.map((task) => [task.id, task.findings])).toEqual([
      ['sooner', 1],
      ['later', 2],
      ['undated', 1],
    ]);
    expect([plan.readiness.ready, plan.readiness.of, plan.shifts[0]?.figures.notReady]).toEqual([0, 3, 3]);
  });
});
