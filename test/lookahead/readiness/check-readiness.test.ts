import { describe, expect, it } from 'vitest';
import { formatDay } from '../../../functions/base/day.ts';
import { readinessChecks } from '../../../functions/lookahead/readiness/findings.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, aTask } from '../../support/builders/a-task.ts';

const findingsOf = (input: Parameters<typeof aLookahead>[0]) =>
  aLookahead(input).readiness.findings.map(
    (each) =>
      `${each.task.id} ${each.check}: ${each.missing} | ${each.ask} | ${each.neededBy && formatDay(each.neededBy)}`,
  );

describe('a task is not ready', () => {
  it.each([
    ['without an owner', { owner: null }, 'no-owner: No owner | Deepcrete'],
    ['with an owner who is nobody', { owner: {} }, 'no-owner: No owner | Deepcrete'],
    ['without a subcontractor', { subcontractor: null }, 'no-subcontractor: No subcontractor | Ana Silva'],
    ['without a location', { location: null }, 'no-location: No location | Ana Silva'],
    ['while it is blocked', { status: 'blocked' }, 'blocked-or-delayed: Its status is blocked | Ana Silva'],
    ['while it is delayed', { status: 'late' }, 'blocked-or-delayed: Its status is delayed | Ana Silva'],
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
    [
      'while it is blocked and has no owner, whose company is asked',
      { status: 'blocked', owner: null },
      'blocked-or-delayed: Its status is blocked | Deepcrete',
    ],
    [
      'without labour or a subcontractor, whose owner is asked',
      { labour: [], subcontractor: null },
      'no-labour: No labour | Ana Silva',
    ],
    [
      'without labour, subcontractor or owner, and nobody is asked',
      { labour: [], subcontractor: null, owner: null },
      'no-labour: No labour | ',
    ],
  ])('%s', (_, lack, text) => {
    const checksOff = (['no-owner', 'no-subcontractor'] as const).filter((check) => !text.startsWith(check));
    const found = findingsOf({ tasks: [aReadyTask(lack)], rules: { checksOff } });
    expect(found).toEqual([`task-1 ${text} | 2026-11-24`]);
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

  it('when it is a milestone on a day off, which is named once', () => {
    const milestone = aReadyTask({ start: '2026-11-28', finish: '2026-11-28', duration: 0 });
    expect(findingsOf({ tasks: [milestone] })).toEqual([
      'task-1 non-working-day: Starts Sat 28 Nov, when its calendar (Five day) does not work | Ana Silva | 2026-11-28',
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
    [
      'with daily figures of which one has no quantity',
      {
        materials: [
          { name: 'Concrete', dailyPlanned: [{ date: '2026-11-24', quantity: 8 }, { date: '2026-11-25' }] },
        ],
      },
    ],
  ])('%s', (_, properties) => {
    const plan = aLookahead({ tasks: [aReadyTask(properties)] });
    expect(plan.readiness).toMatchObject({ findings: [], ready: 1, of: 1 });
  });

  it.each(['complete', 'cancelled'])('and not counted when it is %s', (status) => {
    const bare = aTask({ start: '2026-11-28', finish: '2026-11-28', status, calendar: { type: 'five-day' } });
    expect(aLookahead({ tasks: [bare] }).readiness).toMatchObject({ findings: [], ready: 0, of: 0 });
  });
});

describe('a check', () => {
  it.each(readinessChecks)('%s can be switched off', (check) => {
    const previous = anEarlierIssue([aTask({ id: 'q', start: '2026-11-16', finish: '2026-11-18' })]);
    const tasks = [
      aTask({
        id: 'bare',
        start: '2026-11-28',
        finish: '2026-11-29',
        calendar: { type: 'five-day' },
        materials: [{ name: 'Sand' }],
      }),
      aReadyTask({
        relatedTasks: ['p', 'q'].map((id) => ({ id, relation: 'predecessor', type: 'finish-start' })),
      }),
      aReadyTask({ id: 'other', subcontractor: { id: 's2', name: 'Steelfix' } }),
      aReadyTask({ id: 'old', start: '2026-11-12', finish: '2026-11-13' }),
      aReadyTask({ id: 'stopped', status: 'blocked' }),
      aTask({ id: 'p', start: '2026-11-30', finish: '2026-12-04' }),
      aTask({ id: 'q', start: '2026-11-16', finish: '2026-11-20' }),
    ];
    const checksFound = (checksOff: readonly (typeof check)[]) =>
      new Set(
        aLookahead({ tasks, previous, rules: { checksOff } }).readiness.findings.map((each) => each.check),
      );
    expect([...checksFound([])].sort()).toEqual([...readinessChecks].sort());
    expect([...checksFound([check])].sort()).toEqual(readinessChecks.filter((each) => each !== check).sort());
  });
});

it.each([
  ['complete', []],
  ['cancelled', []],
  ['planned', ['task-1']],
])('a task that a filter leaves out and that is %s takes up its place: %j', (status, found) => {
  const other = aReadyTask({ id: 'other', subcontractor: { id: 's2', name: 'Steelfix' }, status });
  const rules = { filters: { subcontractorIds: ['s1'] } };
  const { findings } = aLookahead({ tasks: [aReadyTask(), other], rules }).readiness;
  expect(findings.map(({ task, check }) => [task.id, check])).toEqual(
    found.map((id) => [id, 'shared-location']),
  );
});

it('tasks that a filter leaves out are named in the order of their numbers', () => {
  const others = ['o10', 'o2'].map((id) => aReadyTask({ id, subcontractor: { id: 's2', name: 'Steelfix' } }));
  const rules = { filters: { subcontractorIds: ['s1'] } };
  expect(findingsOf({ tasks: [...others, aReadyTask()], rules })[0]).toContain('Steelfix (o2, o10) also');
});
