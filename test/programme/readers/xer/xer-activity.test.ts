import { expect, it } from 'vitest';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

it.each([
  ['the remaining duration before it has begun', 'TK_NotStart', '40', '24', 24],
  ['the original duration before it has begun if the remaining one is missing', 'TK_NotStart', '40', '', 40],
  ['the original duration once it has begun', 'TK_Active', '40', '24', 40],
  ['the original duration once it is complete', 'TK_Complete', '40', '0', 40],
  ['the remaining duration once it has begun if the original one is missing', 'TK_Active', '', '24', 24],
  ['a duration of 0 if nothing remains before it has begun', 'TK_NotStart', '40', '0', 0],
])('an activity has %s', (_, status_code, target_drtn_hr_cnt, remain_drtn_hr_cnt, hours) => {
  const task = anXerTask({ status_code, target_drtn_hr_cnt, remain_drtn_hr_cnt });
  expect(readXer(xerBytes({ TASK: [task] })).activities[0]?.durationHours).toBe(hours);
});
