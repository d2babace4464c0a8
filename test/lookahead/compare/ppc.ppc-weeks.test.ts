import { describe, expect, it } from 'vitest';
import type { MeasuredWeek } from '#lookahead/compare/ppc.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { anEarlierIssue, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aTask } from '../../support/builders/a-task.ts';

const task = aTask({ id: 'A', start: '2026-11-16', finish: '2026-11-17', status: 'started' });

const weeks = (measuredWeeks: readonly MeasuredWeek[], isMeasured = true) =>
  aLookahead({
    tasks: [task],
    measuredWeeks,
    lastWeekPlan: isMeasured ? anEarlierIssue([task]) : undefined,
  }).ppcWeeks.map(({ week, taskDay }) => [(week.first - weekFrom('2026-11-16').first) / 7, taskDay]);

const measured = (monday: string, taskDay: number): MeasuredWeek => ({
  audience: { kind: 'everyone' },
  week: weekFrom(monday),
  reportDay: day('2026-11-13'),
  taskDay,
});

describe('PPC week by week', () => {
  it('goes from the first measured week to this one, with a gap for a week that was not measured', () => {
    expect(weeks([measured('2026-11-02', 0.4)])).toEqual([
      [-2, 0.4],
      [-1, undefined],
      [0, 1],
    ]);
  });

  it('has at most eight weeks', () => {
    const years = ['2026-09-21', '2026-09-28', '2026-11-09'].map((monday) => measured(monday, 0.5));
    expect(weeks(years).map(([week]) => week)).toEqual([-7, -6, -5, -4, -3, -2, -1, 0]);
  });

  it('has the figures of the latest issue that measured a week', () => {
    expect(weeks([measured('2026-11-09', 0.4), measured('2026-11-09', 0.6)])[0]).toEqual([-1, 0.6]);
    expect(weeks([measured('2026-11-16', 0.4)]).at(-1)).toEqual([0, 1]);
  });

  it('sums the misses of earlier weeks by today’s categories of reasons, whatever words were stored', () => {
    const words = ['Awaiting access', 'access', 'Access or space', 'Labour shortage', 'Rework', ''];
    const misses = words.map((reason, index) => ({ reason, count: index + 1 }));
    const { ppcWeeks } = aLookahead({ measuredWeeks: [{ ...measured('2026-11-09', 0.4), misses }] });
    expect(ppcWeeks[0]?.misses).toEqual([
      { reason: 'Access or space', count: 6 },
      { reason: 'Labour', count: 4 },
      { reason: 'Rework', count: 5 },
      { reason: '', count: 6 },
    ]);
  });

  it('is empty if no week was ever measured', () => {
    expect(weeks([], false)).toEqual([]);
    expect(weeks([measured('2026-11-09', 0.4)], false)).toEqual([
      [-1, 0.4],
      [0, undefined],
    ]);
  });

  it('begins with a week that has only TA or TMR, because all its foreseen tasks slipped', () => {
    const slipped: MeasuredWeek = {
      audience: { kind: 'everyone' },
      week: weekFrom('2026-11-02'),
      reportDay: day('2026-11-06'),
      madeReady: 0,
    };
    expect(weeks([slipped])).toEqual([
      [-2, undefined],
      [-1, undefined],
      [0, 1],
    ]);
  });
});
