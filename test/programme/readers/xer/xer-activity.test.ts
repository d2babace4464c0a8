import { expect, it } from 'vitest';
import { readXer } from '#programme/readers/xer/read-xer.ts';
import { anXerTask, xerBytes } from '../../../support/programmes/an-xer.ts';

it.each([
  ['what remains before it has begun', 'TK_NotStart', '40', '24', 24],
  ['its original duration before it has begun where nothing says what remains', 'TK_NotStart', '40', '', 40],
  ['its original duration once it has begun', 'TK_Active', '40', '24', 40],
  ['its original duration once it is complete', 'TK_Complete', '40', '0', 40],
  ['what remains once it has begun where there is no original duration', 'TK_Active', '', '24', 24],
  ['nothing where nothing remains before it has begun', 'TK_NotStart', '40', '0', 0],
])('an activity takes %s', (_, status_code, target_drtn_hr_cnt, remain_drtn_hr_cnt, hours) => {
  const task = anXerTask({ status_code, target_drtn_hr_cnt, remain_drtn_hr_cnt });
  expect(readXer(xerBytes({ TASK: [task] })).activities[0]?.durationHours).toBe(hours);
});
