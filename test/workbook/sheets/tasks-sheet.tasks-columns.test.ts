import { expect, it } from 'vitest';
import { tasksColumnsOf } from '#workbook/sheets/tasks-sheet.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput } from '../../support/builders/a-plan-input.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

it('the columns of delays count the same progress entries as the list of delays', () => {
  const progress = [
    { type: 'DE-LAY', name: 'Rain', amount: 2 },
    { type: 'delay', name: 'Rain', amount: 1 },
    { type: 'improved', amount: -1 },
  ];
  const lookahead = aLookahead({ tasks: [aReadyTask({ progress })] });
  const { tasks, delays } = lookahead;
  const columns = tasksColumnsOf(lookahead).filter(({ title }) => title.startsWith('Delay'));
  expect(delays.lines.map(({ amount }) => amount)).toEqual([2, 1]);
  expect(tasks.map((task) => columns.map(({ value }) => value?.({ task, given: task.given }, 0)))).toEqual([
    [2, 3],
  ]);
});

it('the column Duration says so if it counts calendar days', () => {
  const titlesWith = (duration: 'working' | 'calendar') =>
    tasksColumnsOf(aLookahead({ project: { ...aPlanInput().project, planning: { duration } } }))
      .map(({ title }) => title)
      .filter((title) => title.startsWith('Duration'));
  expect(titlesWith('working')).toEqual(['Duration']);
  expect(titlesWith('calendar')).toEqual(['Duration, calendar days']);
});
