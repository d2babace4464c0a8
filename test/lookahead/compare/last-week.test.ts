import { describe, expect, it } from 'vitest';
import { isMiss } from '#lookahead/compare/last-week.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, aPull, day } from '../../support/builders/a-plan-input.ts';
import { aTask, type TaskProperties } from '../../support/builders/a-task.ts';
import { anAnswer, anAudience } from '../../support/builders/an-answer.ts';

/** A task planned for Tue 17 and Wed 18 November, in the week that is over on Monday 23 November. */
const planned = (id: string, more: TaskProperties = {}) =>
  aTask({ id, start: '2026-11-17', finish: '2026-11-18', status: 'planned', ...more });
const goesOn = { finish: '2026-11-24' };

function linesOf(...tasks: readonly (readonly [then: TaskProperties, now: TaskProperties | undefined])[]) {
  const id = (index: number) => `t${index}`;
  const plan = tasks.map(([then], index) => planned(id(index), then));
  const now = tasks.flatMap(([, each], index) => (each === undefined ? [] : [planned(id(index), each)]));
  const pull = aPull(now, { instant: '2026-11-23T08:00:00Z' });
  return aLookahead({ pull, reportDay: day('2026-11-23'), lastWeekPlan: anEarlierIssue(plan) }).lastWeek;
}

describe('what became of a task of last week', () => {
  it.each<[string, TaskProperties, TaskProperties | undefined, string]>([
    ['it finished', {}, { status: 'complete' }, 'done: finished Wed 18 Nov'],
    [
      'it finished on the last day',
      {},
      { status: 'complete', finish: '2026-11-22' },
      'done: finished Sun 22 Nov',
    ],
    ['it finished later', {}, { status: 'complete', finish: '2026-11-23' }, 'missed: finished Mon 23 Nov'],
    [
      'it is complete without a date',
      {},
      { status: 'complete', start: null, finish: null },
      'missed: complete, without a date',
    ],
    ['it was cancelled', {}, { status: 'cancelled' }, 'missed: cancelled'],
    ['it is gone', {}, undefined, 'missed: not in the plan any more, or moved beyond Sun 27 Dec 2026'],
    [
      'it started and was to end in the week',
      {},
      { status: 'started', finish: '2026-11-22' },
      'missed: started, was to end Sun 22 Nov',
    ],
    [
      'it started and ends later',
      {},
      { status: 'started', finish: '2026-11-23' },
      'missed: started, ends Mon 23 Nov',
    ],
    [
      'it has started and has no dates',
      {},
      { status: 'started', start: null, finish: null },
      'missed: started, without dates',
    ],
    ['it has not started and has not moved', {}, {}, 'missed: not started, not replanned'],
    [
      'it has not started and still ends in the week',
      {},
      { finish: '2026-11-22' },
      'missed: not started, not replanned',
    ],
    [
      'it has not started and ends after the week',
      {},
      { finish: '2026-11-23' },
      'missed: not started, now until Mon 23 Nov',
    ],
    [
      'it has not started, begins in the week and ends after it',
      {},
      { start: '2026-11-22', ...goesOn },
      'missed: not started, now until Tue 24 Nov',
    ],
    [
      'it moved to after the week',
      {},
      { start: '2026-11-23', ...goesOn },
      'missed: not started, now from Mon 23 Nov',
    ],
    ['it is blocked', {}, { status: 'blocked' }, 'missed: blocked, not replanned'],
    ['it is late', {}, { status: 'late' }, 'missed: delayed, not replanned'],
    ['it has no dates any more', {}, { start: null, finish: null }, 'missed: not started, without dates'],
    ['it kept its days', goesOn, { status: 'started', ...goesOn }, 'kept: started, ends Tue 24 Nov'],
    ['it finished early', goesOn, { status: 'complete' }, 'kept: finished Wed 18 Nov'],
    [
      'it lost days',
      goesOn,
      { status: 'started', start: '2026-11-18', ...goesOn },
      'short: started, ends Tue 24 Nov',
    ],
  ])('%s', (_, then, now, text) => {
    const [line] = linesOf([then, now]);
    expect(`${line?.result}: ${line?.outcome}`).toBe(text);
    expect(line && isMiss(line)).toBe(/^(missed|short)/.test(text));
  });

  it('includes the reason of the longest delay in the week, and the days lost by all delays in it', () => {
    const delay = (date: string, amount?: number, name?: string) => ({ type: 'delay', date, amount, name });
    const lossOf = (...progress: readonly ReturnType<typeof delay>[]) => {
      const [line] = linesOf([{}, { progress: [...progress] }]);
      return [line?.recorded, line?.daysLost];
    };
    expect(lossOf()).toEqual(['', undefined]);
    expect(lossOf(delay('2026-11-17', undefined, 'Rain'))).toEqual(['Rain', undefined]);
    expect(lossOf(delay('2026-11-17', 1, 'Rain'), delay('2026-11-18', 2, 'No crane'))).toEqual([
      'No crane',
      3,
    ]);
    expect(lossOf(delay('2026-11-17', 1, 'Rain'), delay('2026-11-18', 2, ' '))).toEqual(['Rain', 3]);
    expect(lossOf(delay('2026-11-16', 1, 'Monday'), delay('2026-11-22', 2, 'Sunday'))).toEqual(['Sunday', 3]);
    expect(lossOf(delay('2026-11-15', 1, 'Before'), delay('2026-11-23', 2, 'After'))).toEqual([
      '',
      undefined,
    ]);
  });

  it('includes the reason recorded in the plan, and the reason in the answer if it differs', () => {
    const reasonOf = (name: string | undefined, reason?: string) => {
      const progress = name === undefined ? [] : [{ type: 'delay', date: '2026-11-17', amount: 1, name }];
      const subcontractor = { id: 'id of Keller Piling', name: 'Keller Piling' };
      const dates = { start: '2026-11-17', finish: '2026-11-18' };
      const answer = { ...dates, week: day('2026-11-16'), on: '2026-11-14', says: 'decline' } as const;
      const [line] = aLookahead({
        pull: aPull([planned('task-A1010', { subcontractor, progress })], {
          instant: '2026-11-23T08:00:00Z',
        }),
        reportDay: day('2026-11-23'),
        lastWeekPlan: anEarlierIssue([planned('task-A1010', { subcontractor })]),
        promises: {
          answers: reason === undefined ? [] : [anAnswer({ ...answer, reason })],
          asked: new Map([[day('2026-11-16'), [anAudience('Keller Piling')]]]),
        },
      }).lastWeek;
      return line && [line.reason, line.recorded, line.said];
    };
    expect(reasonOf('Awaiting access', 'Labour')).toEqual(['Access or space', 'Awaiting access', 'Labour']);
    expect(reasonOf('Awaiting access', 'Access or space')).toEqual([
      'Access or space',
      'Awaiting access',
      '',
    ]);
    expect(reasonOf(undefined, 'Manpower')).toEqual(['Labour', '', '']);
    expect(reasonOf('Awaiting access')).toEqual(['Access or space', 'Awaiting access', '']);
  });

  it('is sorted by result, then key tasks first, then by lost days and planned finish', () => {
    const lines = linesOf(
      [goesOn, { status: 'started', ...goesOn }],
      [{}, { status: 'complete' }],
      [goesOn, { status: 'started', start: '2026-11-18', ...goesOn }],
      [{ start: '2026-11-18' }, {}],
      [{}, {}],
      [{ finish: '2026-11-17' }, {}],
      [{ finish: '2026-11-17' }, { keyTask: true }],
    );
    expect(lines.map(({ taskId, result }) => `${taskId} ${result}`)).toEqual([
      ...['t6 missed', 't4 missed', 't5 missed', 't3 missed'],
      ...['t2 short', 't1 done', 't0 kept'],
    ]);
  });
});
