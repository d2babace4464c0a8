import { expect, test } from 'vitest';
import { tasksColumnsOf } from '../../../functions/workbook/sheets/tasks-columns.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aReadyTask } from '../../support/builders/a-task.ts';

test('Working days of delay count the same progress entries as the Delays sheet', () => {
  const progress = [
    { type: 'DE-LAY', name: 'Rain', amount: 2 },
    { type: 'delay', name: 'Rain', amount: 1 },
    { type: 'improved', amount: -1 },
  ];
  const { tasks, delays } = aLookahead({ tasks: [aReadyTask({ progress })] });
  const column = tasksColumnsOf({ tasks }).find(({ title }) => title === 'Delay, working days');
  expect(delays.perReason).toEqual([{ reason: 'Rain', count: 2, days: 3 }]);
  expect(tasks.map((task) => column?.value(task, task.given))).toEqual([3]);
});
