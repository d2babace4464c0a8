import { describe, expect, it } from 'vitest';
import { busiestDay, sumFiguresPerDay } from '#lookahead/grid/shift-plan.ts';
import { peopleLinesByTrade, plantLinesByKind } from '#lookahead/resources/labour-and-plant.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, aTask } from '../../support/builders/a-task.ts';

describe("a shift's page", () => {
  it('counts people and tasks per day, and names the busiest day', () => {
    const plan = aLookahead({
      tasks: [
        aReadyTask({ keyTask: true }),
        aReadyTask({ id: 'b', start: '2026-11-26', finish: '2026-11-27' }),
      ],
    });
    const page = plan.shifts[0];
    expect(page?.peoplePerDay).toEqual([0, 8, 8, 16, 8, 0, 0]);
    expect(page?.tasksPerDay).toEqual([0, 1, 1, 2, 1, 0, 0]);
    expect(page?.groups[0]?.peoplePerDay).toEqual([0, 8, 8, 16, 8, 0, 0]);
    expect(page?.figures.busiest).toEqual({ day: plan.days[3]?.day, people: 16 });
    expect([page?.figures.tasks, page?.figures.keyTasks]).toEqual([2, 1]);
    expect(plan.shifts[1]?.figures.busiest).toBeUndefined();
  });
});

describe('a task carried over', () => {
  const planned = aReadyTask();
  const carried = aReadyTask({ id: 'b', start: '2026-11-17', finish: '2026-11-19' });
  const plan = aLookahead({ tasks: [planned, carried] });
  const without = aLookahead({ tasks: [planned] });

  it('is not counted on any day, neither its people nor the task itself', () => {
    const figures = ({ shifts: [page] }: typeof plan) => [
      page?.peoplePerDay,
      page?.tasksPerDay,
      page?.groups[0]?.peoplePerDay,
      page?.figures.busiest,
    ];
    expect(plan.shifts[0]?.figures).toMatchObject({ tasks: 2, overdue: 1 });
    expect(figures(plan)).toEqual(figures(without));
  });

  it('adds neither labour nor plant to any day', () => {
    expect([peopleLinesByTrade(plan), plantLinesByKind(plan)]).toEqual([
      peopleLinesByTrade(without),
      plantLinesByKind(without),
    ]);
  });
});

describe('the figures of a window', () => {
  const men = (quantity: number) => [{ name: 'Men', quantity }];
  const tasks = [
    aTask({ id: 'A', start: '2026-11-23', finish: '2026-11-24', labour: men(3) }),
    aTask({ id: 'B', start: '2026-11-24', labour: men(2) }),
    aTask({ id: 'C' }),
  ];
  const lookahead = aLookahead({ tasks, window: weekFrom('2026-11-23', 2) });

  it('are sums over all shifts for each day', () => {
    const { tasksPerDay, peoplePerDay } = sumFiguresPerDay(lookahead.shifts, lookahead.days);
    expect([tasksPerDay.slice(0, 3), peoplePerDay.slice(0, 3)]).toEqual([
      [1, 2, 0],
      [3, 5, 0],
    ]);
    expect(busiestDay(lookahead.window.first, peoplePerDay)).toEqual({ day: day('2026-11-24'), people: 5 });
    expect(busiestDay(lookahead.window.first, [0, 0])).toBeUndefined();
  });
});
