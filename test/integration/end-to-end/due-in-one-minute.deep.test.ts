/** Many reports at once, as deployed. */
import { expect, it } from 'vitest';
import { keptStack } from '../runtime/kept-stack.ts';
import { deliverMany } from './many-reports.ts';

// Where it has to be built first, that takes longer than the default time limit of a test.
const stack = await keptStack();

/** Two thousand take ten minutes at twenty requests a second, so here are fewer, at the same share of the limit. */
it('fault 14: reports due in one minute all arrive, within the limit of a planning service that fails, though workers die', async () => {
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
  // Five questions a report: who was told to wait waits, so few are asked in vain.
  expect(planning.limited).toBeLessThan(planning.passed);
  expect(planning.limited).toBeGreaterThan(0);
  expect(planning.failed).toBeGreaterThan(0);
  expect(kills).toBeGreaterThan(0);
  expect(memoryMB.end).toBeLessThan(300);
});
