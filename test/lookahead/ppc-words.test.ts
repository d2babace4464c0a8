import { describe, expect, it } from 'vitest';
import type { MeasuredWeek } from '#lookahead/compare/ppc.ts';
import {
  finalPpcTexts,
  lastFinalPpcText,
  ppcFigureText,
  ppcText,
  tasksNotReportedText,
} from '#lookahead/ppc-words.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day, type PlanGiven, weekFrom } from '../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../support/builders/a-task.ts';

const week46 = weekFrom('2026-11-09');
/** A task of one day in week 46 or 47. */
const task = (id: string, date: string, more: TaskProperties = {}) =>
  aReadyTask({ id, name: `Task ${id}`, start: date, finish: date, calendar: { type: 'seven-day' }, ...more });
const done = { status: 'complete' };

describe('PPC', () => {
  it.each([
    [{ finished: 3, dueToFinish: 4 }, '3 of 4'],
    [{ finished: 4, dueToFinish: 5 }, '80%'],
    [{ finished: 0, dueToFinish: 0 }, undefined],
  ])('of %o reads %s: below five due tasks there is no percentage', (due, text) => {
    expect(ppcFigureText(due)).toBe(text);
  });

  const plan = ['A', 'B', 'C', 'D', 'E'].map((id) => task(id, '2026-11-17'));
  const friday = [task('F', '2026-11-20'), task('G', '2026-11-22')];
  const now = [
    ...plan.map((each) => ({ ...each, status: each.id === 'A' ? 'planned' : 'complete' })),
    task('F', '2026-11-20', done),
    task('G', '2026-11-22'),
  ];
  const measured: MeasuredWeek = {
    audience: { kind: 'everyone' },
    week: week46,
    reportDay: day('2026-11-16'),
    task: 0.5,
    finished: 3,
    dueToFinish: 6,
    countedTo: week46.last,
  };
  const inWeek = (more: PlanGiven = {}) =>
    aLookahead({ tasks: now, lastWeekPlan: anEarlierIssue([...plan, ...friday]), ...more });

  it('is called "so far" until the week is reported, beside the last final PPC, with the number of tasks still to be reported', () => {
    const plan47 = inWeek({ measuredWeeks: [measured] });
    expect(ppcText(plan47)).toBe('PPC so far 80% (week 46: 50%)');
    expect(tasksNotReportedText(plan47)).toBe('2 tasks due on days that are not reported yet, 1 done');
    expect(plan47.lastWeek.map(({ taskRef, result, outcome }) => [taskRef, result, outcome])).toEqual([
      ['A', 'missed', 'not started, not replanned'],
      ['G', 'open', 'not reported yet'],
      ['F', 'done since', 'finished Fri 20 Nov'],
      ...['B', 'C', 'D', 'E'].map((id) => [id, 'done', 'finished Tue 17 Nov']),
    ]);
  });

  it('does not show a week with provisional figures as the last final one', () => {
    const lagging = { ...measured, countedTo: day('2026-11-12') };
    expect(lastFinalPpcText(inWeek({ measuredWeeks: [lagging] }))).toBeUndefined();
  });

  it('of a whole week is just called PPC', () => {
    const pull = aPull(now, { instant: '2026-11-23T07:00:00Z' });
    const monday = inWeek({ pull, reportDay: day('2026-11-23') });
    expect(ppcText(monday)).toBe('PPC 71%');
  });
});

describe('the final PPC of a week', () => {
  const finalOf = (plan: readonly Task[], now: readonly Task[], said: Partial<MeasuredWeek>) => {
    const issue = anEarlierIssue(plan, { window: week46, reportDay: day('2026-11-06') });
    return finalPpcTexts(
      aLookahead({
        tasks: now,
        unfinishedWeeks: [{ ...issue, week: week46 }],
        measuredWeeks: [
          {
            audience: { kind: 'everyone' },
            week: week46,
            reportDay: day('2026-11-13'),
            task: 1,
            countedTo: day('2026-11-12'),
            missed: [],
            ...said,
          },
        ],
      }),
    );
  };
  const of = (ids: string, date: string, more: TaskProperties = {}) =>
    [...ids].map((id) => task(id, date, more));

  it('names the tasks that made it fall', () => {
    const [plan, friday] = [of('ABCDE', '2026-11-10'), of('FGHIJ', '2026-11-13')];
    const now = [
      ...of('ABCDE', '2026-11-10', done),
      ...of('F', '2026-11-13', done),
      ...of('GHIJ', '2026-11-17'),
    ];
    expect(finalOf([...plan, ...friday], now, { finished: 5, dueToFinish: 5 })).toEqual([
      'Week 46 final 60%, 6 of 10; was 100% on Fri 13 Nov; missed since: G Task G, H Task H, I Task I and 1 more',
    ]);
  });

  it('names the tasks that made it rise: they finished late in the week, or were due later in it', () => {
    const plan = [...of('ABCDE', '2026-11-10'), ...of('F', '2026-11-14')];
    const missed = of('AB', '2026-11-10').map(({ id }) => id);
    const now = [
      ...of('A', '2026-11-13', done),
      ...of('CDE', '2026-11-10', done),
      ...of('F', '2026-11-14', done),
    ];
    const said = { task: 0.6, finished: 3, dueToFinish: 5, missed };
    expect(finalOf(plan, [...now, ...of('B', '2026-11-17')], said)).toEqual([
      'Week 46 final 83%, 5 of 6; was 60% on Fri 13 Nov; done since: A Task A, F Task F',
    ]);
  });

  it('has both counts if the percentages are equal, and no earlier figure if nothing changed', () => {
    const [plan, now] = [of('ABCDEF', '2026-11-10'), of('ABCDEF', '2026-11-10', done)];
    expect(finalOf(plan, now, { finished: 5, dueToFinish: 5 })).toEqual([
      'Week 46 final 100%, 6 of 6; was 5 of 5 on Fri 13 Nov',
    ]);
    expect(finalOf(plan, now, { finished: 6, dueToFinish: 6 })).toEqual(['Week 46 final 100%, 6 of 6']);
  });
});
