import { describe, expect, it } from 'vitest';
import type { IssueReference } from '#lookahead/compare/earlier-issue.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { foresightText } from '#lookahead/ppc-words.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import type { Task } from '#planning/contract/resources.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, type TaskProperties } from '../../support/builders/a-task.ts';

/** A task planned for Tue 17 and Wed 18 November. */
const inWeek = (id: string, properties: TaskProperties = {}) =>
  aReadyTask({ id, start: '2026-11-17', finish: '2026-11-18', ...properties });
const later = { start: '2026-11-24', finish: '2026-11-25' };
const blocked = { status: 'blocked' };

const issueOn = (
  friday: string,
  monday: string,
  tasks: readonly Task[],
  programme?: IssueReference['programme'],
) =>
  anEarlierIssue(tasks, {
    programme,
    window: weekFrom(monday),
    read: localInstantOf(`${friday}T14:00:00Z`, 'Europe/London'),
    range: { first: day('2026-09-14'), last: day('2026-12-13') },
  });

/**
 * How well an issue foresaw the week of Mon 16 November. @param before tasks of that issue, of Fri 6 November
 * @param plan tasks of the week's plan, the issue of Fri 13 November
 */
function foresight(before: readonly Task[], plan: readonly Task[], audience?: Audience) {
  const lastWeekPlan = issueOn('2026-11-13', '2026-11-16', plan);
  const issue = issueOn('2026-11-06', '2026-11-09', before);
  const lookahead = aLookahead({
    tasks: plan,
    previous: lastWeekPlan,
    lastWeekPlan,
    foreseeing: [{ ...issue, weeks: 1 }],
    ...(audience ? { audience } : {}),
  });
  if (lookahead.foresight === undefined) throw new Error('The week has a plan.');
  return lookahead.foresight;
}

function counts(before: readonly Task[], plan: readonly Task[]) {
  const [week] = foresight(before, plan).weeksBefore;
  const share = (of: 'anticipated' | 'madeReady' | 'readyOnTime') =>
    week ? [week[of].count, week[of].of] : [];
  return {
    anticipated: share('anticipated'),
    madeReady: share('madeReady'),
    readyOnTime: share('readyOnTime'),
    begun: week?.begun,
    cancelled: week?.cancelled,
  };
}

const all = (ids: string, properties: TaskProperties = {}) => [...ids].map((id) => inWeek(id, properties));

describe('the foresight of a week', () => {
  it('is 75% anticipated and 60% made ready if A to E were foreseen, and A, B, E and F are planned', () => {
    expect(counts(all('ABCDE'), all('ABEF'))).toMatchObject({ anticipated: [3, 4], madeReady: [3, 5] });
  });

  it('counts a task that is planned but not ready as anticipated, and not as made ready', () => {
    const plan = [...all('AEF'), inWeek('B', blocked)];
    expect(counts(all('ABCDE'), plan)).toMatchObject({ anticipated: [3, 4], madeReady: [2, 5] });
  });

  it('counts a task that was done early as made ready, and one that moved away as not made ready', () => {
    const plan = [
      ...all('A'),
      inWeek('B', { status: 'complete', start: '2026-11-10', finish: '2026-11-11' }),
      inWeek('C', later),
    ];
    expect(counts(all('ABC'), plan)).toMatchObject({ anticipated: [1, 1], madeReady: [2, 3] });
  });

  it('leaves out tasks that had begun or were cancelled, and counts them separately', () => {
    const before = [...all('AC'), inWeek('B', { status: 'in progress' })];
    const plan = [...all('A'), inWeek('B', { status: 'in progress' }), inWeek('C', { status: 'cancelled' })];
    expect(counts(before, plan)).toEqual({
      anticipated: [1, 1],
      madeReady: [1, 1],
      readyOnTime: [0, 0],
      begun: 1,
      cancelled: 1,
    });
  });

  it('counts a split task once, as not ready if one of its parts is not', () => {
    const part = (id: string, more: TaskProperties = {}) =>
      inWeek(id, { parent: { id: 'A', name: 'Task A' }, ...more });
    expect(counts(all('AB'), [part('A1'), part('A2'), ...all('B')])).toMatchObject({
      anticipated: [2, 2],
      madeReady: [2, 2],
    });
    expect(counts(all('AB'), [part('A1'), part('A2', blocked), ...all('B')])).toMatchObject({
      anticipated: [2, 2],
      madeReady: [1, 2],
    });
  });

  it('counts the tasks that start in the week and were not ready before, and those of them that became ready in time', () => {
    const before = [...all('AB', blocked), inWeek('C', { ...blocked, start: '2026-11-10' })];
    const plan = [...all('A'), inWeek('B', blocked), inWeek('C', { start: '2026-11-10' })];
    expect(counts(before, plan).readyOnTime).toEqual([1, 2]);
  });

  it('counts the constraints of tasks that start in the week, as late if first seen within seven days', () => {
    const plan = [inWeek('A', blocked), inWeek('B', { status: 'delayed' }), inWeek('C', later)];
    const { lateConstraints } = foresight([inWeek('A', blocked), ...all('B')], plan);
    expect(lateConstraints?.all).toEqual({ count: 1, of: 2 });
    expect(lateConstraints?.byKind).toEqual([
      { named: 'delayed', count: 1, of: 1 },
      { named: 'blocked', count: 0, of: 1 },
    ]);
    expect(lateConstraints?.byAsk).toHaveLength(1);
  });

  it('for an audience covers only the audience’s tasks', () => {
    const other = { subcontractor: { id: 's2', name: 'Steelfix' } };
    const plan = [...all('AB'), inWeek('C', other)];
    const [week] = foresight([...all('A'), inWeek('C', other)], plan, {
      kind: 'subcontractor',
      id: 's2',
      name: 'Steelfix',
    }).weeksBefore;
    expect(week?.anticipated).toEqual({ count: 1, of: 1 });
  });

  it('has no share without tasks, neither 0% nor 100%', () => {
    expect(counts([], [])).toMatchObject({ anticipated: [0, 0], madeReady: [0, 0], readyOnTime: [0, 0] });
  });
});

describe('the foresight text of a week', () => {
  const planOf = (tasks: readonly Task[]) => issueOn('2026-11-13', '2026-11-16', tasks);
  const said = (given: Parameters<typeof aLookahead>[0]) => foresightText(aLookahead(given));

  it('has the shares of one week before the plan, with their counts', () => {
    const issue = issueOn('2026-11-06', '2026-11-09', all('ABCDE'));
    const given = { tasks: all('ABEF'), lastWeekPlan: planOf(all('ABEF')) };
    expect(said({ ...given, foreseeing: [{ ...issue, weeks: 1 }] })).toBe(
      'A week before week 47: foreseen 75%, 3 of 4 (TA); made ready 60%, 3 of 5 (TMR)',
    );
    const none = issueOn('2026-11-06', '2026-11-09', []);
    expect(said({ ...given, foreseeing: [{ ...none, weeks: 1 }] })).toBe(
      'A week before week 47: foreseen 0%, 0 of 4 (TA); made ready – (TMR)',
    );
  });

  it('has no shares if the programme was not updated in between, because a plan does not foresee itself', () => {
    const version = (label: string) => ({ label, dataDate: '2026-11-04T17:00', imported: undefined });
    const figures = (before: string, plan: string) => {
      const lastWeekPlan = issueOn('2026-11-13', '2026-11-16', all('AB'), version(plan));
      const issue = issueOn('2026-11-06', '2026-11-09', all('AB'), version(before));
      return { lastWeekPlan, foreseeing: [{ ...issue, weeks: 1 }] };
    };
    expect(said(figures('4', '4'))).toMatch(/: programme not updated in between$/);
    expect(aLookahead(figures('4', '4')).foresight).toMatchObject({
      weeksBefore: [],
      lateConstraints: undefined,
    });
    expect(said(figures('3', '4'))).toMatch(/foreseen 100%, 2 of 2 \(TA\)/);
  });

  it('names the first week that will have shares, if it is still to come', () => {
    const given = { tasks: all('A'), lastWeekPlan: planOf(all('A')) };
    expect(said({ ...given, firstWeek: day('2026-11-16') })).toBe(
      'Tasks of week 47 foreseen (TA) and made ready (TMR): from week 48 on',
    );
    expect(said({ ...given, firstWeek: day('2026-10-05') })).toMatch(/no revision covers it$/);
    expect(said({ tasks: all('A') })).toBeUndefined();
  });
});
