import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planLookahead } from '#lookahead/plan-lookahead.ts';
import { daysNotReportedText } from '#lookahead/report-words.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPlanInput, aPull, day, weekFrom } from '../support/builders/a-plan-input.ts';
import { aReadyTask, aTask } from '../support/builders/a-task.ts';
import { deep } from '../support/deep-checks.ts';

describe('a report that was delivered days after it was due', () => {
  const monday = '2026-11-23T09:00:00Z';
  const due = aTask({ id: 'due', start: '2026-11-16', finish: '2026-11-20', status: 'planned' });
  const daily = (date: string) => ({ date, quantity: 2 });
  const pour = aTask({
    id: 'pour',
    start: '2026-11-19',
    finish: '2026-11-27',
    materials: [{ name: 'Concrete', dailyPlanned: ['2026-11-19', '2026-11-20', '2026-11-23'].map(daily) }],
  });
  const lookahead = aLookahead({
    pull: aPull([due, pour], { instant: monday }),
    lastWeekPlan: anEarlierIssue([due, pour]),
  });

  it('measures the week in which it was due, up to the day on which it was due', () => {
    expect(lookahead.ppc).toMatchObject({
      week: weekFrom('2026-11-16'),
      counted: { last: day('2026-11-20') },
    });
  });

  it('does not mark tasks due on the report day as overdue', () => {
    expect(lookahead.tasks.find(({ id }) => id === due.id)?.marks).toEqual(['due before']);
  });

  it('counts materials up to the report day', () => {
    expect(lookahead.materials.map(({ plannedToDate }) => plannedToDate)).toEqual([4]);
  });

  it('does not mark the day of delivery as today in the grid, and says when the tasks were read', () => {
    expect(lookahead.days.some(({ kind }) => kind === 'today')).toBe(false);
    expect(lookahead.read.label).toBe('Mon 23 Nov 2026 09:00 GMT');
  });
});

describe('a programme that is older than the report', () => {
  const daily = (date: string) => ({ date, quantity: 2 });
  const week = {
    start: '2026-11-16',
    finish: '2026-11-20',
    status: 'started',
    calendar: { type: 'five-day' },
  };
  const tasks = [
    aTask({ id: 'all week', ...week }),
    aTask({ id: 'until Tuesday', ...week, finish: '2026-11-17' }),
    aTask({ id: 'until Thursday', ...week, finish: '2026-11-19' }),
    aTask({
      id: 'pour',
      start: '2026-11-17',
      finish: '2026-11-27',
      status: 'planned',
      materials: [
        {
          name: 'Concrete',
          dailyPlanned: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map(daily),
          dailyActual: [daily('2026-11-17')],
        },
      ],
    }),
  ];
  const of = (dataDate: string | undefined, importedAt?: string) =>
    aLookahead({
      pull: aPull(tasks, { programme: { label: '3', dataDate, importedAt } }),
      lastWeekPlan: anEarlierIssue(tasks),
    });
  const wednesday = of('2026-11-18');

  it('leaves out the days that it does not report: they are neither measured nor missed', () => {
    expect(wednesday.ppc).toMatchObject({
      counted: { last: day('2026-11-18') },
      notReported: { start: day('2026-11-19'), finish: day('2026-11-19') },
      // All planned days up to Wednesday happened, except those of `pour`. One task was due by then, and it is
      // unfinished.
      taskDay: 0.75,
      plannedTasks: 4,
      dueToFinish: 1,
      finished: 0,
    });
    expect(daysNotReportedText(wednesday)).toBe('Thu not reported: the programme dates from Wed 18 Nov');
    expect(wednesday.lastWeek.map(({ taskRef, result, days }) => [taskRef, result, days])).toEqual([
      ['until Tuesday', 'missed', 2],
      ['pour', 'short', 2],
      ['until Thursday', 'open', 3],
      ['all week', 'open', 3],
    ]);
  });

  it('reports up to the day before its data date, if that is at 00:00', () => {
    const midnight = of('2026-11-19T00:00');
    expect(midnight.ppc).toMatchObject({ counted: { last: day('2026-11-18') } });
    expect(daysNotReportedText(midnight)).toBe(
      'Thu not reported: the programme dates from Thu 19 Nov at 00:00',
    );
  });

  it('reports up to the day before its import, if it has no data date', () => {
    expect(daysNotReportedText(of(undefined, '2026-11-18T09:00:00Z'))).toBe(
      'Wed and Thu not reported: the programme was imported Wed 18 Nov, without a data date',
    );
  });

  it('can leave the whole week unreported', () => {
    const old = of('2016-11-14');
    expect(old.ppc).toMatchObject({ kind: 'not reported', week: weekFrom('2026-11-16') });
    expect(old.lastWeek.map(({ taskRef, result }) => `${taskRef} ${result}`)).toEqual([
      'until Tuesday open',
      'until Thursday open',
      'all week open',
    ]);
    expect(daysNotReportedText(old)).toBe('week 47 not reported: the programme dates from Mon 14 Nov 2016');
    expect(old.ppcWeeks).toEqual([]);
  });

  it('makes an unfinished task overdue only if it reports the last day of the task', () => {
    expect(wednesday.tasks.map(({ ref, markWords }) => [ref, markWords])).toEqual([
      ['until Tuesday', 'overdue'],
      ['until Thursday', 'due Thu 19 Nov, not reported'],
      ['all week', 'due Fri 20 Nov'],
      ['pour', ''],
    ]);
    expect(wednesday.tasks.flatMap(({ constraints }) => constraints.map(({ kind }) => kind))).toEqual([
      'overdue',
    ]);
  });

  it('counts materials up to the last day that is reported', () => {
    expect(wednesday.materials.map(({ plannedToDate, difference }) => [plannedToDate, difference])).toEqual([
      [4, -2],
    ]);
  });

  it('gets a warning that it is old', () => {
    expect(wednesday.stale).toBeUndefined();
    expect(of('2026-11-09').stale).toMatch(/^Programme of 9 Nov, version 3: 11 days old\./);
  });
});

it('a report for a later week does not measure days after the tasks were read', () => {
  const task = aTask({ id: 'A', start: '2026-11-16', finish: '2026-11-20', status: 'started' });
  const lookahead = aLookahead({
    reportDay: day('2026-11-27'),
    pull: aPull([task], { instant: '2026-11-18T09:00:00Z' }),
    lastWeekPlan: anEarlierIssue([task]),
  });
  expect(lookahead.ppc).toMatchObject({ kind: 'not reported', week: weekFrom('2026-11-23') });
});

describe('a plan', () => {
  const date = fc.integer({ min: 10, max: 30 }).map((number) => `2026-11-${number}`);
  const few = (prefix: string) =>
    fc
      .integer({ min: 1, max: 3 })
      .map((number) => ({ id: `${prefix}${number}`, name: `${prefix} ${number}` }));
  const task = fc.record({
    start: fc.option(date),
    finish: fc.option(date),
    duration: fc.integer({ min: 0, max: 5 }),
    keyTask: fc.boolean(),
    status: fc.constantFrom('planned', 'complete', 'in progress', 'cancelled'),
    calendar: fc.constantFrom({ type: 'five-day' }, { type: 'seven-day' }),
    subcontractor: fc.option(few('Sub')),
    location: few('Level'),
    folder: fc.option(few('Folder')),
    labour: fc.array(
      fc.record({
        name: fc.constantFrom('Fixer', 'fixer', 'FIXER', 'Mate'),
        quantity: fc.float({ min: 0, max: 9, noNaN: true }),
      }),
      { maxLength: 2 },
    ),
    relatedTasks: fc.array(
      fc.record({
        id: fc.integer({ min: 0, max: 11 }).map((n) => `t${n}`),
        relation: fc.constantFrom('predecessor', 'successor'),
        type: fc.constantFrom('finish-start', 'start-start'),
      }),
      { maxLength: 2 },
    ),
    progress: fc.array(
      fc.record({
        type: fc.constant('delay'),
        name: fc.constantFrom('Rain', 'rain'),
        amount: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 1 },
    ),
    workArea: fc.integer({ min: 0, max: 5 }).map((x) => ({ bbox: [x, x, x + 2, x + 2] })),
  });

  it('does not depend on the order in which tasks were pulled', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 12 }).chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(
              all.map((_, index) => index),
              { minLength: all.length },
            ),
          ),
        ),
        ([all, order]) => {
          const tasks = all.map((properties, index) => aTask({ id: `t${index}`, ...properties }));
          const shuffled = order.flatMap((index) => tasks[index] ?? []);
          const planOf = (given: typeof tasks) => {
            const earlier = anEarlierIssue([...given].reverse());
            return aLookahead({ tasks: given, previous: earlier, lastWeekPlan: earlier });
          };
          expect(planOf(shuffled)).toEqual(planOf(tasks));
        },
      ),
      deep ? { numRuns: 60 } : { numRuns: 15, seed: 20_261_120 },
    );
  });

  it('is the same for an audience whether or not another audience was planned first, with its own issue number', () => {
    const tasks = [aReadyTask(), aReadyTask({ id: 'b', subcontractor: { id: 's2', name: 'Steelfix' } })];
    const audience = { kind: 'subcontractor', id: 's2', name: 'Steelfix' } as const;
    const { cutFor } = planLookahead(aPlanInput({ tasks }));
    expect(cutFor({ kind: 'everyone' }, 1)).toEqual(aLookahead({ tasks }));
    expect(cutFor(audience, 1)).toEqual(aLookahead({ tasks, audience }));
    expect(cutFor(audience, 2)).toEqual(aLookahead({ tasks, audience, issueNumber: 2 }));
  });

  it('without tasks is empty', () => {
    const plan = aLookahead();
    expect(plan).toMatchObject({
      tasks: [],
      materials: [],
      warnings: [],
      changes: undefined,
    });
    expect(plan.ppc.kind).toBe('not yet');
  });
});
