import { describe, expect, it } from 'vitest';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPull } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

/** The constraints of a task, each as `word | cause | whom to ask`. */
function constraintsOf(id: string, input: Parameters<typeof aLookahead>[0]): readonly string[] | undefined {
  return aLookahead(input)
    .tasks.find((task) => task.id === id)
    ?.constraints.map(({ word, cause, ask }) => `${word} | ${cause} | ${ask?.name ?? 'nobody'}`);
}

const weather = { progress: [{ type: 'delay', name: 'Weather', date: '2026-11-18', amount: 1 }] };
const overdue = { start: '2026-11-12', finish: '2026-11-13' };

describe('the constraints of a task', () => {
  const ofTask = (properties: TaskProperties) => constraintsOf('task-1', { tasks: [aReadyTask(properties)] });

  it.each([
    ['that has nothing wrong with it', {}, []],
    [
      'that is blocked',
      { status: 'blocked' },
      ['blocked | Blocked, planned Tue 24 Nov – Thu 26 Nov | Ana Silva'],
    ],
    [
      'that is blocked for a reason, without an owner',
      { status: 'blocked', owner: null, ...weather },
      ['blocked | Blocked: Weather, planned Tue 24 Nov – Thu 26 Nov | Deepcrete'],
    ],
    [
      'that is delayed',
      { status: 'late' },
      ['delayed | Delayed, planned Tue 24 Nov – Thu 26 Nov | Ana Silva'],
    ],
    [
      'that is delayed for a reason',
      { status: 'delayed', ...weather },
      ['delayed | Delayed: Weather, planned Tue 24 Nov – Thu 26 Nov | Ana Silva'],
    ],
    ['that is overdue', overdue, ['overdue | Due Fri 13 Nov, not finished and not replanned | Ana Silva']],
    [
      'that is overdue for a reason, and names nobody',
      { ...overdue, ...weather, owner: null, subcontractor: null },
      ['overdue | Due Fri 13 Nov, not finished and not replanned: Weather | nobody'],
    ],
    [
      'that is blocked and has no dates',
      { status: 'blocked', start: null, finish: null },
      ['blocked | Blocked, without dates | Ana Silva'],
    ],
    ['that has a finish that cannot be read', { start: '2026-11-12', finish: '31/11/2026' }, []],
    ['that has started and is not due', { status: 'started', start: '2026-11-16' }, []],
  ])('%s are exactly those that hold', (_, properties, said) => {
    expect(ofTask(properties)).toEqual(said);
  });

  it('that is blocked and overdue are two, the more consequential first', () => {
    expect(ofTask({ status: 'blocked', ...overdue })).toEqual([
      'blocked | Blocked, planned Thu 12 Nov – Fri 13 Nov | Ana Silva',
      'overdue | Due Fri 13 Nov, not finished and not replanned | Ana Silva',
    ]);
  });

  it('include overdue from the day after its finish, once the data covers the day of its finish', () => {
    const due = (finish: string, dataDate: string) =>
      constraintsOf('task-1', {
        pull: aPull([aReadyTask({ start: '2026-11-16', finish })], {
          programme: { label: '3', dataDate, importedAt: '2026-11-20T12:00:00Z' },
        }),
      })?.length;
    expect(due('2026-11-20', '2026-11-20')).toBe(0);
    expect(due('2026-11-19', '2026-11-20')).toBe(1);
    expect(due('2026-11-19', '2026-11-19')).toBe(1);
    expect(due('2026-11-19', '2026-11-18')).toBe(0);
  });
});

describe('a predecessor', () => {
  const a1010 = (properties: TaskProperties) =>
    aReadyTask({
      id: 'p',
      externalId: 'A1010',
      name: 'Piling',
      owner: { id: 'u2', displayName: 'Ben Okoro' },
      ...properties,
    });
  const following = (type: string, lag = 0) => ({
    relatedTasks: [{ id: 'p', relation: 'predecessor', type, lag }],
  });
  const inTime = { start: '2026-11-20', finish: '2026-11-23' };
  const tooLate = { start: '2026-12-01', finish: '2026-12-03' };

  it.each([['2026-11-12'], ['2026-12-01']])(
    'that starts on %s and has a finish that cannot be read is a gap, not a constraint',
    (start) => {
      const piling = aReadyTask({ id: 'A1010', name: 'Piling', start, finish: '31/11/2026' });
      const relatedTasks = [{ id: 'A1010', relation: 'predecessor', type: 'finish-start' }];
      const tasks = [aReadyTask({ id: 'A1020', relatedTasks }), piling];
      const [first] = aLookahead({ tasks }).tasks.filter(({ id }) => id === 'A1020');
      expect(first?.constraints).toEqual([]);
      expect(first?.gaps).toMatchObject([{ kind: 'unread-data', detail: 'dates of A1010' }]);
    },
  );

  it.each([
    [
      'that is blocked',
      { ...inTime, status: 'blocked' },
      'FS',
      'A1010 blocked | A1010 Piling is blocked, planned Fri 20 Nov – Mon 23 Nov (FS) | Ben Okoro',
    ],
    [
      'that is blocked for a reason, in a relation of an unknown type,',
      { ...inTime, ...weather, status: 'blocked' },
      'hammock',
      'A1010 blocked | A1010 Piling is blocked: Weather, planned Fri 20 Nov – Mon 23 Nov (hammock) | Ben Okoro',
    ],
    [
      'that is overdue',
      { ...overdue, ...weather },
      'FS',
      'A1010 overdue | A1010 Piling overdue since Fri 13 Nov: Weather (FS) | Ben Okoro',
    ],
    [
      'that is overdue though it has started',
      { ...overdue, status: 'started' },
      'FF',
      'A1010 overdue | A1010 Piling overdue since Fri 13 Nov (FF) | Ben Okoro',
    ],
    [
      'that should have started',
      { start: '2026-11-18', finish: '2026-11-25', ...weather },
      'SS',
      'A1010 not begun | A1010 Piling was to start Wed 18 Nov and has not begun: Weather (SS) | Ben Okoro',
    ],
    [
      'that should have started before the task ends',
      { start: '2026-11-18', finish: '2026-11-25' },
      'SF',
      'A1010 not begun | A1010 Piling was to start Wed 18 Nov and has not begun (SF) | Ben Okoro',
    ],
    [
      'that ends too late',
      tooLate,
      'FS',
      'A1010 ends too late | A1010 Piling ends Thu 3 Dec, this starts Tue 24 Nov (FS) | Ben Okoro',
    ],
    [
      'that starts too late',
      tooLate,
      'SS',
      'A1010 starts too late | A1010 Piling starts Tue 1 Dec, this starts Tue 24 Nov (SS) | Ben Okoro',
    ],
    [
      'that ends too late for the task to end',
      tooLate,
      'FF',
      'A1010 ends too late | A1010 Piling ends Thu 3 Dec, this ends Thu 26 Nov (FF) | Ben Okoro',
    ],
    [
      'that starts too late for the task to end',
      tooLate,
      'SF',
      'A1010 starts too late | A1010 Piling starts Tue 1 Dec, this ends Thu 26 Nov (SF) | Ben Okoro',
    ],
    [
      'that is delayed and therefore not ready',
      { ...inTime, status: 'delayed' },
      'FS',
      'waits for A1010 | Waits for A1010 Piling, planned Fri 20 Nov – Mon 23 Nov: delayed | Ben Okoro',
    ],
  ])('%s is a constraint', (_, properties, type, said) => {
    const tasks = [aReadyTask(following(type)), a1010(properties)];
    expect(constraintsOf('task-1', { tasks })).toEqual([said]);
  });

  it.each([
    ['that is complete', { ...overdue, status: 'complete' }, 'FS'],
    ['that is cancelled (which is a gap)', { ...overdue, status: 'cancelled' }, 'FS'],
    ['that has started as required', { ...overdue, status: 'started' }, 'SS'],
    ['that has started as required before the task ends', { ...tooLate, status: 'started' }, 'SF'],
    ['that is delayed and begins in time', { start: '2026-11-23', status: 'delayed' }, 'SS'],
    ['that is delayed and ends in time', { ...inTime, status: 'delayed' }, 'FF'],
    ['without dates', { start: null, finish: null }, 'FS'],
    ['that ends in time', inTime, 'FS'],
    ['that is too late in a relation of an unknown type', tooLate, 'hammock'],
  ])('%s is not a constraint', (_, properties, type) => {
    const tasks = [aReadyTask(following(type)), a1010(properties)];
    expect(constraintsOf('task-1', { tasks })).toEqual([]);
  });

  it('is one constraint per relation, by the first rule that holds: blocked, overdue, then dates', () => {
    const words = (properties: TaskProperties, type = 'FS') =>
      constraintsOf('task-1', { tasks: [aReadyTask(following(type, 9)), a1010(properties)] })?.map(
        (said) => said.split(' | ')[0],
      );
    expect(words({ ...overdue, status: 'blocked' })).toEqual(['A1010 blocked']);
    expect(words(overdue)).toEqual(['A1010 overdue']);
    expect(words({ ...overdue, status: 'delayed' }, 'SS')).toEqual(['A1010 not begun']);
    expect(words({ ...tooLate, status: 'delayed' })).toEqual(['A1010 ends too late']);
  });

  it('is two constraints if it has two relations with the task', () => {
    const relatedTasks = ['FS', 'SS'].map((type) => ({ id: 'p', relation: 'predecessor', type }));
    const tasks = [aReadyTask({ relatedTasks }), a1010(tooLate)];
    expect(constraintsOf('task-1', { tasks })).toEqual([
      'A1010 ends too late | A1010 Piling ends Thu 3 Dec, this starts Tue 24 Nov (FS) | Ben Okoro',
      'A1010 starts too late | A1010 Piling starts Tue 1 Dec, this starts Tue 24 Nov (SS) | Ben Okoro',
    ]);
  });

  it('is overdue only if its last day is reported', () => {
    const pull = aPull([aReadyTask(following('FS')), a1010({ start: '2026-11-16', finish: '2026-11-19' })], {
      programme: { label: '3', dataDate: '2026-11-18', importedAt: '2026-11-20T12:00:00Z' },
    });
    expect(constraintsOf('task-1', { pull })).toEqual([]);
  });

  it.each([
    [{ name: null }, 'A1010 ends'],
    [{ name: 'A1010' }, 'A1010 ends'],
    [{ externalId: null }, 'p Piling ends'],
  ])('is named by reference and name, without repetition: %j', (properties, text) => {
    const tasks = [aReadyTask(following('FS')), a1010({ ...tooLate, ...properties })];
    expect(constraintsOf('task-1', { tasks })?.join()).toContain(`| ${text}`);
  });

  it('is shown with its lag in working days', () => {
    const tasks = [aReadyTask(following('finish-start', 2)), a1010(inTime)];
    expect(constraintsOf('task-1', { tasks })).toEqual([
      'A1010 ends too late | A1010 Piling ends Mon 23 Nov, this starts Tue 24 Nov (FS+2) | Ben Okoro',
    ]);
  });

  it("without an owner names its company to ask, or the task's owner if it has no company either", () => {
    const asked = (properties: TaskProperties) =>
      constraintsOf('task-1', { tasks: [aReadyTask(following('FS')), a1010({ ...tooLate, ...properties })] })
        ?.join()
        .split(' | ')
        .at(-1);
    expect(asked({ owner: null, subcontractor: { name: 'Piledrive' } })).toBe('Piledrive');
    expect(asked({ owner: null, subcontractor: null })).toBe('Ana Silva');
  });
});

it('a task that has started has only constraints that concern its finish', () => {
  const words = (type: string) =>
    constraintsOf('task-1', {
      tasks: [
        aReadyTask({
          status: 'started',
          start: '2026-11-19',
          relatedTasks: [{ id: 'p', relation: 'predecessor', type }],
        }),
        aReadyTask({ id: 'p', start: '2026-12-01', finish: '2026-12-03' }),
      ],
    })?.length;
  expect(['FS', 'SS', 'FF', 'SF', 'hammock'].map(words)).toEqual([0, 0, 1, 1, 0]);
});

describe('constraints of several kinds', () => {
  it('are sorted by consequence, not in the order of the relations', () => {
    const relatedTasks = ['waits', 'late', 'old', 'stopped'].map((id) => ({ id, relation: 'predecessor' }));
    const tasks = [
      aReadyTask({ status: 'delayed', relatedTasks }),
      aReadyTask({ id: 'waits', status: 'delayed', start: '2026-11-20', finish: '2026-11-23' }),
      aReadyTask({ id: 'late', start: '2026-12-01', finish: '2026-12-03' }),
      aReadyTask({ id: 'old', ...overdue }),
      aReadyTask({ id: 'stopped', status: 'blocked' }),
    ];
    expect(constraintsOf('task-1', { tasks })?.map((said) => said.split(' | ')[0])).toEqual([
      ...['delayed', 'stopped blocked', 'old overdue', 'late ends too late', 'waits for waits'],
    ]);
  });

  it('each have a category for the log, and say whether another task is the cause', () => {
    const relatedTasks = [
      ...['stopped', 'old', 'late', 'waits'].map((id) => ({ id, relation: 'predecessor' })),
      { id: 'old', relation: 'predecessor', type: 'SS' },
    ];
    const tasks = [
      aReadyTask({ status: 'blocked', ...overdue, relatedTasks }),
      aReadyTask({ id: 'held', status: 'delayed' }),
      aReadyTask({ id: 'other', subcontractor: { id: 's2', name: 'Steelfix' } }),
      aReadyTask({ id: 'stopped', status: 'blocked' }),
      aReadyTask({ id: 'old', ...overdue }),
      aReadyTask({ id: 'late', start: '2026-12-01', finish: '2026-12-03' }),
      aReadyTask({ id: 'waits', status: 'delayed', start: '2026-11-10', finish: '2026-11-11' }),
      aReadyTask({
        id: 'behind',
        start: '2026-11-27',
        finish: '2026-11-27',
        relatedTasks: [{ id: 'held', relation: 'predecessor' }],
      }),
    ];
    const found = aLookahead({ tasks, rules: { sharedPlace: 'constraint' } }).tasks.flatMap(
      ({ constraints }) => constraints,
    );
    expect(
      [
        ...new Set(
          found.map(({ kind, category, isBehind }) => `${kind}: ${category}${isBehind ? ', behind' : ''}`),
        ),
      ].sort(),
    ).toEqual([
      'blocked: other',
      'delayed: other',
      'overdue: planning',
      'predecessor-blocked: predecessor, behind',
      'predecessor-dates: predecessor',
      'predecessor-not-begun: predecessor',
      'predecessor-overdue: predecessor, behind',
      'predecessor-waits: predecessor, behind',
      'shared-place: access',
    ]);
  });
});
