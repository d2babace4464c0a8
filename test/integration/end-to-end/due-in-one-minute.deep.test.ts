import { expect, it } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import { deliverMany } from './many-reports.ts';

const stack = await keptStack();

/**
 * 2,000 reports take ten minutes at 20 requests a second. This test has fewer reports, at the same share of the limit.
 */
it('fault 14: reports due in the same minute all arrive within the limit of a failing planning service, although workers die', async () => {
  const reports = 15;
  const outcome = await deliverMany({
    stack,
    reports,
    perSecond: 10,
    failing: 0.05,
    killing: 0.04,
    workers: 3,
  });
  const { delivered, planning, kills, left, memoryMB } = outcome;
  expect(delivered.once + delivered.againMarked).toBe(reports);
  expect({ otherwise: delivered.otherwise, left }).toEqual({ otherwise: 0, left: 0 });
  // A report makes five requests. Callers that are limited wait as long as the answer says, so few requests are
  // limited.
  expect(planning.limited).toBeLessThan(planning.passed);
  expect(planning.limited).toBeGreaterThan(0);
  expect(planning.failed).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
  expect(memoryMB.end).toBeLessThan(300);
});
