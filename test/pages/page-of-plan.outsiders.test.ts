import { expect, it } from 'vitest';
import { planDays } from '../../functions/lookahead/plan-lookahead.ts';
import { pageOfPlan } from '../../functions/pages/page-of-plan.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { aPlanInput } from '../support/builders/a-plan-input.ts';
import { aSiteTask } from '../support/builders/a-site-task.ts';

it('the page for readers outside the site does not say what a task lacks, or whom to ask', () => {
  const tasks = [aSiteTask({ start: '2026-11-24', shift: 'night', status: 'blocked', owner: 'A. Quay' })];
  const of = { contact: 'planner@example.com', qr: false, previous: undefined };
  const [inside] = pageOfPlan(aLookahead({ tasks }), of).tasks;
  expect(inside?.missing.map(({ word }) => word)).toContain('blocked');
  const [outside] = pageOfPlan(planDays(aPlanInput({ tasks }), { kind: 'everyone' }), of).tasks;
  expect(outside).toMatchObject({ missing: [], owner: '' });
  expect(outside?.ready).toBeUndefined();
});
