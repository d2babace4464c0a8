import { describe, expect, it } from 'vitest';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';
import { type ExpectedReadiness, expectedReadiness, type OracleInput } from './oracle.ts';

// The report is due on Friday 20 November 2026, which is also the last reported day.
function verdictOn(
  id: string,
  tasks: readonly TaskProperties[],
  rest: Partial<OracleInput> = {},
): ExpectedReadiness | undefined {
  return expectedReadiness({
    tasks: tasks.map((task) => aReadyTask(task)),
    reportDay: '2026-11-20',
    lastReportedDay: '2026-11-20',
    timeZone: 'Europe/London',
    ...rest,
  }).get(id);
}

/** Task B, from Tue 24 to Thu 26 November, with the predecessor A. */
function following(type: string | undefined, rest: TaskProperties = {}, lag = 0): TaskProperties {
  return { id: 'B', relatedTasks: [{ id: 'A', relation: 'predecessor', type, lag }], ...rest };
}

const done = { start: '2026-11-16', finish: '2026-11-18' };
const ready: ExpectedReadiness = { state: 'ready', constraints: [], gaps: [], isBehind: false };

function notReady(...constraints: readonly string[]): ExpectedReadiness {
  return { state: 'not ready', constraints, gaps: [], isBehind: false };
}

function behind(...constraints: readonly string[]): ExpectedReadiness {
  return { ...notReady(...constraints), isBehind: true };
}

function gap(...gaps: readonly string[]): ExpectedReadiness {
  return { state: 'gap', constraints: [], gaps, isBehind: false };
}

describe('constraints of the task itself', () => {
  it('are not checked for complete and cancelled tasks, in any spelling of these words', () => {
    for (const status of ['Complete', 'done', 'CANCELED', 'can-celled']) {
      expect(verdictOn('A', [{ id: 'A', status }]), status).toBe(undefined);
    }
    expect(verdictOn('A', [{ id: 'A', status: 'who knows' }])).toEqual(ready);
  });

  it('hold blocked, delayed and overdue tasks back, each for its own reason', () => {
    expect(verdictOn('A', [{ id: 'A', status: 'Blocked', ...done }])).toEqual(notReady('blocked', 'overdue'));
    expect(verdictOn('A', [{ id: 'A', status: 'late' }])).toEqual(notReady('delayed'));
  });

  it('make a task overdue only up to the last reported day, and not on the report day', () => {
    const tasks = [{ id: 'A', start: '2026-11-16', finish: '2026-11-18' }];
    expect(verdictOn('A', tasks, { lastReportedDay: '2026-11-17' })).toEqual(ready);
    expect(verdictOn('A', tasks, { lastReportedDay: '2026-11-18' })).toEqual(notReady('overdue'));
    expect(verdictOn('A', tasks, { reportDay: '2026-11-18', lastReportedDay: '2026-11-20' })).toEqual(ready);
  });
});

describe('constraints of predecessors', () => {
  it('require the finish for FS and FF, and the start for SS and SF', () => {
    const begun = { id: 'A', start: '2026-11-18', finish: '2026-11-23' };
    expect(verdictOn('B', [begun, following('FS')])).toEqual(ready);
    expect(verdictOn('B', [begun, following('finish-finish')])).toEqual(ready);
    expect(verdictOn('B', [begun, following('start-start')])).toEqual(notReady('predecessor-not-begun'));
    expect(verdictOn('B', [begun, following('StartFinish')])).toEqual(notReady('predecessor-not-begun'));

    const ended = { id: 'A', ...done };
    expect(verdictOn('B', [ended, following(undefined)])).toEqual(behind('predecessor-overdue'));
    expect(verdictOn('B', [ended, following('finish to finish')])).toEqual(behind('predecessor-overdue'));
    // Nothing has been reported for the 18th yet.
    expect(verdictOn('B', [ended, following('FS')], { lastReportedDay: '2026-11-17' })).toEqual(ready);
  });

  it('require only the start for SS and SF, and a delayed predecessor has not started', () => {
    const started = { id: 'A', status: 'in progress', ...done };
    const delayed = { id: 'A', status: 'delayed', ...done };
    expect(verdictOn('B', [started, following('SS')])).toEqual(ready);
    expect(verdictOn('B', [started, following('SF')])).toEqual(ready);
    expect(verdictOn('B', [started, following('FS')])).toEqual(behind('predecessor-overdue'));
    expect(verdictOn('B', [delayed, following('SS')])).toEqual(notReady('predecessor-not-begun'));
    expect(verdictOn('B', [{ ...delayed, status: 'complete' }, following('SS')])).toEqual(ready);
  });

  it('consider only FF and SF if the task has started', () => {
    const late = { id: 'A', ...done };
    expect(verdictOn('B', [late, following('FS', { status: 'started' })])).toEqual(ready);
    expect(verdictOn('B', [late, following('SS', { status: 'started' })])).toEqual(ready);
    expect(verdictOn('B', [late, following('FF', { status: 'started' })])).toEqual(
      behind('predecessor-overdue'),
    );
    expect(verdictOn('B', [late, following('SF', { status: 'started' })])).toEqual(
      notReady('predecessor-not-begun'),
    );
    const blocked = { id: 'A', status: 'blocked' };
    expect(verdictOn('B', [blocked, following('after', { status: 'started' })])).toEqual(ready);
  });

  it('check a relation of unknown type only for a blocked or cancelled predecessor', () => {
    expect(verdictOn('B', [{ id: 'A', ...done }, following('whenever')])).toEqual(ready);
    expect(verdictOn('B', [{ id: 'A', status: 'blocked' }, following('whenever')])).toEqual(
      behind('predecessor-blocked'),
    );
    expect(verdictOn('B', [{ id: 'A', status: 'cancelled' }, following('whenever')])).toEqual(
      gap('cancelled-predecessor'),
    );
  });

  it('show a cancelled predecessor as a gap, unless the task has started and the relation binds only its start', () => {
    const cancelled = { id: 'A', status: 'cancelled', ...done };
    expect(verdictOn('B', [cancelled, following('FS')])).toEqual(gap('cancelled-predecessor'));
    expect(verdictOn('B', [cancelled, following('FS', { status: 'started' })])).toEqual(ready);
    expect(verdictOn('B', [cancelled, following('FF', { status: 'started' })])).toEqual(
      gap('cancelled-predecessor'),
    );
  });

  it('ignore a predecessor that is not in the pull, and the task itself', () => {
    expect(verdictOn('B', [following('FS')])).toEqual(ready);
    expect(
      verdictOn('A', [{ id: 'A', relatedTasks: [{ id: 'A', relation: 'predecessor', type: 'FS' }] }]),
    ).toEqual(ready);
  });

  it('include a predecessor that is known only from its list of successors', () => {
    const names = { id: 'A', ...done, relatedTasks: [{ id: 'B', relation: 'Successors', type: 'FS' }] };
    expect(verdictOn('B', [names, { id: 'B' }])).toEqual(behind('predecessor-overdue'));
    expect(verdictOn('A', [names, { id: 'B' }])).toEqual(notReady('overdue'));
  });

  it("use the task's own entry if both tasks name the same relation, and both entries if their types differ", () => {
    const predecessor = (lag: number, type: string) => ({
      id: 'A',
      start: '2026-11-23',
      finish: '2026-11-23',
      relatedTasks: [{ id: 'B', relation: 'successor', type, lag }],
    });
    expect(verdictOn('B', [predecessor(5, 'FS'), following('FS')])).toEqual(ready);
    expect(verdictOn('B', [predecessor(0, 'FS'), following('FS', {}, 5)])).toEqual(
      notReady('predecessor-dates'),
    );
    expect(verdictOn('B', [predecessor(5, 'SS'), following('FS', {}, 5)])).toEqual(
      notReady('predecessor-dates', 'predecessor-dates'),
    );
  });
});

describe('the dates of predecessors', () => {
  it('require that a task starts after its predecessor’s finish (FS) or not before its start (SS), and finishes not before its finish (FF) or start (SF)', () => {
    const until = (start: string, finish: string) => ({ id: 'A', start, finish });
    const misfit = notReady('predecessor-dates');
    expect(verdictOn('B', [until('2026-11-23', '2026-11-24'), following('FS')])).toEqual(misfit);
    expect(verdictOn('B', [until('2026-11-24', '2026-11-27'), following('SS')])).toEqual(ready);
    expect(verdictOn('B', [until('2026-11-25', '2026-11-27'), following('SS')])).toEqual(misfit);
    expect(verdictOn('B', [until('2026-11-25', '2026-11-26'), following('FF')])).toEqual(ready);
    expect(verdictOn('B', [until('2026-11-25', '2026-11-27'), following('FF')])).toEqual(misfit);
    expect(verdictOn('B', [until('2026-11-26', '2026-11-30'), following('SF')])).toEqual(ready);
    expect(verdictOn('B', [until('2026-11-27', '2026-11-30'), following('SF')])).toEqual(misfit);
  });

  it("count lag in whole working days by the weekdays of the task's own calendar, for a lag of any length", () => {
    // From Friday: one working day later is Monday, two are Tuesday.
    const friday = { id: 'A', start: '2026-11-20', finish: '2026-11-20' };
    const off = { nonWorkingDays: ['2026-11-23'] };
    expect(verdictOn('B', [friday, following('FS', off, 1)])).toEqual(ready);
    expect(verdictOn('B', [friday, following('FS', off, 1.9)])).toEqual(ready);
    expect(verdictOn('B', [friday, following('FS', off, 2)])).toEqual(notReady('predecessor-dates'));
    expect(verdictOn('B', [friday, following('FS', {}, 1e300)])).toEqual(notReady('predecessor-dates'));

    const wednesday = { id: 'A', start: '2026-11-25', finish: '2026-11-25' };
    expect(verdictOn('B', [wednesday, following('FS', {}, -1)])).toEqual(notReady('predecessor-dates'));
    expect(verdictOn('B', [wednesday, following('FS', {}, -1.5)])).toEqual(ready);
    expect(verdictOn('B', [wednesday, following('FS', {}, -1e300)])).toEqual(ready);
  });

  it('let a task follow on the same day if either is a milestone, or the hours allow it', () => {
    const tuesday = { id: 'A', start: '2026-11-24', finish: '2026-11-24' };
    const misfit = notReady('predecessor-dates');
    const milestone = { start: '2026-11-24', finish: '2026-11-24', duration: 0 };
    expect(verdictOn('B', [{ ...tuesday, duration: 0 }, following('FS')])).toEqual(ready);
    expect(verdictOn('B', [tuesday, following('FS', milestone)])).toEqual(ready);
    expect(
      verdictOn('B', [{ ...tuesday, finishTime: '12:00' }, following('FS', { startTime: '12:00' })]),
    ).toEqual(ready);
    expect(
      verdictOn('B', [{ ...tuesday, finishTime: '12:01' }, following('FS', { startTime: '12:00' })]),
    ).toEqual(misfit);
    expect(verdictOn('B', [tuesday, following('FS', { startTime: '12:00' })])).toEqual(misfit);
  });
});

describe('waiting', () => {
  const chain = (properties: TaskProperties): TaskProperties[] => [
    { id: 'A', start: '2026-11-23', finish: '2026-11-23', ...properties },
    following('FS', { start: '2026-11-24', finish: '2026-11-24' }),
    {
      id: 'C',
      start: '2026-11-25',
      finish: '2026-11-25',
      relatedTasks: [{ id: 'B', relation: 'predecessor', type: 'FS' }],
    },
  ];

  it('is passed along a chain of tasks, and those that wait are behind others', () => {
    expect(verdictOn('B', chain({ status: 'delayed' }))).toEqual(behind('predecessor-waits'));
    expect(verdictOn('C', chain({ status: 'delayed' }))).toEqual(behind('predecessor-waits'));
    expect(verdictOn('B', chain({ status: 'blocked' }))).toEqual(behind('predecessor-blocked'));
    expect(verdictOn('C', chain({ status: 'blocked' }))).toEqual(behind('predecessor-waits'));
    expect(verdictOn('C', chain({ owner: null }))).toEqual(ready);
  });

  it('does not arise through an SS relation', () => {
    const delayed = { id: 'A', status: 'delayed', start: '2026-11-23', finish: '2026-11-23' };
    expect(verdictOn('B', [delayed, following('SS')])).toEqual(ready);
  });

  // A task that starts and finishes at the same time of one day, so that the dates of a cycle of such tasks fit.
  const inCycle = (id: string, before: string, properties: TaskProperties = {}): TaskProperties => ({
    id,
    start: '2026-11-24',
    finish: '2026-11-24',
    startTime: '08:00',
    finishTime: '08:00',
    relatedTasks: [{ id: before, relation: 'predecessor', type: 'FS' }],
    ...properties,
  });

  it('does not arise from a cycle alone, only from a cycle that leads to another constraint', () => {
    const cycle = [inCycle('A', 'B'), inCycle('B', 'A')];
    expect(verdictOn('A', cycle)).toEqual(ready);
    expect(verdictOn('B', cycle)).toEqual(ready);

    const withRoot = [inCycle('A', 'B', { status: 'delayed' }), inCycle('B', 'A')];
    expect(verdictOn('A', withRoot)).toEqual(notReady('delayed', 'predecessor-waits'));
    expect(verdictOn('B', withRoot)).toEqual(behind('predecessor-waits'));
  });
});

describe('gaps', () => {
  it('include missing labour only if at least half of the other tasks of the subcontractor have labour', () => {
    const bare = { id: 'A', labour: null };
    const withLabour = (id: string): TaskProperties => ({ id, status: 'complete' });
    const without = (id: string): TaskProperties => ({ id, labour: [] });
    expect(verdictOn('A', [bare])).toEqual(ready);
    expect(verdictOn('A', [bare, withLabour('B'), without('C')])).toEqual(gap('no-labour'));
    expect(verdictOn('A', [bare, withLabour('B'), without('C'), without('D')])).toEqual(ready);
    const milestone = { start: '2026-11-24', finish: '2026-11-24', duration: 0, labour: null };
    expect(verdictOn('A', [{ id: 'A', ...milestone }, withLabour('B')])).toEqual(ready);
    expect(verdictOn('A', [bare, withLabour('B'), without('C'), { id: 'D', ...milestone }])).toEqual(
      gap('no-labour'),
    );
    expect(verdictOn('A', [bare, { id: 'B', labour: [{ name: 'Operatives' }] }])).toEqual(gap('no-labour'));
    expect(verdictOn('A', [bare, { ...withLabour('B'), subcontractor: { id: 's2' } }])).toEqual(ready);
    const far = { start: '2027-01-11', finish: '2027-01-12' };
    expect(verdictOn('A', [bare, { ...withLabour('B'), ...far }])).toEqual(ready);
  });

  it('include properties that are absent, and those with neither name nor id', () => {
    const nothing = { owner: { email: ' ' }, subcontractor: {}, location: null, name: ' ' };
    expect(verdictOn('A', [{ id: 'A', ...nothing }])).toEqual(
      gap('no-location', 'no-name', 'no-owner', 'no-subcontractor'),
    );
    expect(
      verdictOn('A', [{ id: 'A', owner: { id: 'u1' }, subcontractor: { id: 's1' }, location: { id: 'l1' } }]),
    ).toEqual(ready);
  });

  it('include reversed, unreadable and missing dates, but a single date is enough', () => {
    const dates = (start: string | null, finish: string | null) =>
      verdictOn('A', [{ id: 'A', start, finish }]);
    expect(dates('2026-11-26', '2026-11-24')).toEqual(gap('dates'));
    expect(dates('week 48', '2026-11-24')).toEqual(gap('dates'));
    expect(dates('2026-02-30', '2026-11-24')).toEqual(gap('dates'));
    expect(dates(null, null)).toEqual(gap('dates'));
    expect(dates('2026-11-24', null)).toEqual(ready);
    // After the swap the finish is the 19th, which is past and reported.
    expect(dates('2026-11-19', '2026-11-16')).toEqual({ ...notReady('overdue'), gaps: ['dates'] });
  });

  it('include a day off on which work has still to start or to finish', () => {
    // The 21st and 28th are Saturdays. In the last case, the report day is Monday 23 November.
    const on = (start: string, finish: string, properties: TaskProperties = {}) => [
      { id: 'A', start, finish, ...properties },
    ];
    const dayOff = gap('non-working-day');
    expect(verdictOn('A', on('2026-11-21', '2026-11-24'))).toEqual(dayOff);
    expect(verdictOn('A', on('2026-11-21', '2026-11-24', { status: 'started' }))).toEqual(ready);
    expect(verdictOn('A', on('2026-11-24', '2026-11-28', { status: 'started' }))).toEqual(dayOff);
    const extra = { extraWorkingDays: ['2026-11-28'] };
    expect(verdictOn('A', on('2026-11-24', '2026-11-28', extra))).toEqual(ready);
    expect(verdictOn('A', on('2026-11-24', '2026-11-26', { nonWorkingDays: ['2026-11-24'] }))).toEqual(
      dayOff,
    );
    expect(verdictOn('A', on('2026-11-24', '2026-11-26', { daysWithoutWork: ['2026-11-24'] }))).toEqual(
      ready,
    );
    const milestone = { duration: 0, calendar: { type: '6-day week' } };
    expect(verdictOn('A', on('2026-11-29', '2026-11-29', milestone))).toEqual(dayOff);
    expect(verdictOn('A', on('2026-11-28', '2026-11-28', milestone))).toEqual(ready);
    expect(verdictOn('A', on('2026-11-21', '2026-11-24'), { reportDay: '2026-11-23' })).toEqual(ready);
  });

  it('include missing daily figures of a material, unless its quantity is 0', () => {
    const material = (properties: object) =>
      verdictOn('A', [{ id: 'A', materials: [{ name: 'Concrete', ...properties }] }]);
    const missing = gap('material-without-daily-figures');
    expect(material({ quantity: 60 })).toEqual(missing);
    expect(material({})).toEqual(missing);
    expect(material({ quantity: 60, dailyPlanned: [{ date: '2026-11-24' }] })).toEqual(missing);
    expect(material({ quantity: 0 })).toEqual(ready);
    expect(material({ quantity: 60, dailyPlanned: [{ date: '2026-11-24', quantity: 0 }] })).toEqual(ready);
  });
});

describe('dates and times', () => {
  // The gap of a day off shows whether a finish is on Fri 27 or on Sat 28.
  const endsOnSaturday = (properties: TaskProperties, rest: Partial<OracleInput> = {}) =>
    verdictOn('A', [{ id: 'A', ...properties }], rest)?.gaps.includes('non-working-day');

  it('are local dates of the project if they have an offset, and taken as local if they have none', () => {
    const sydney = { timeZone: 'Australia/Sydney' };
    expect(endsOnSaturday({ finish: '2026-11-27T12:59:00Z' }, sydney)).toBe(false);
    expect(endsOnSaturday({ finish: '2026-11-27T13:01:00Z' }, sydney)).toBe(true);
    expect(endsOnSaturday({ finish: '2026-11-28T01:00:00+02:00' })).toBe(false);
    expect(endsOnSaturday({ finish: '2026-11-28T01:00:00' })).toBe(true);
  });

  it('use the duration to decide whether a finish at midnight includes the day that begins then', () => {
    const midnight = { start: '2026-11-24', finish: '2026-11-28T00:00:00', calendar: { type: 'seven-day' } };
    const isOff = { nonWorkingDays: ['2026-11-28'] };
    const shortMonday = { finish: '2026-12-01T00:00:00', nonWorkingDays: ['2026-11-30'] };
    expect(endsOnSaturday({ ...midnight, ...isOff, duration: 4 })).toBe(true);
    expect(endsOnSaturday({ ...midnight, ...shortMonday, duration: 6 })).toBe(true);
    expect(endsOnSaturday({ ...midnight, ...shortMonday, duration: 7 })).toBe(false);
    expect(endsOnSaturday({ ...midnight, ...shortMonday })).toBe(false);
    const split = { ...shortMonday, daysWithoutWork: ['2026-11-25'] };
    expect(endsOnSaturday({ ...midnight, ...split, duration: 5 })).toBe(true);
    expect(endsOnSaturday({ ...midnight, ...split, duration: 6 })).toBe(false);
    const point = { start: '2026-11-24T00:00:00', finish: '2026-11-24T00:00:00', duration: 0 };
    expect(verdictOn('A', [{ id: 'A', ...point }])).toEqual(ready);
  });

  it('end a night shift on the day on which its last night begins', () => {
    const night = { start: '2026-11-27T22:00:00', finish: '2026-11-28T06:00:00' };
    expect(endsOnSaturday({ ...night, shift: 'Night' })).toBe(false);
    expect(endsOnSaturday({ ...night, shift: 'day' })).toBe(true);
    expect(endsOnSaturday({ ...night, shift: null })).toBe(true);
    expect(endsOnSaturday({ ...night, shift: null }, { nightIds: new Set(['A']) })).toBe(false);
    expect(endsOnSaturday({ ...night, shift: 'day' }, { nightIds: new Set(['A']) })).toBe(true);
  });
});
