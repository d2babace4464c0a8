import { expect, it } from 'vitest';
import { liveThroughHistory } from './histories.ts';
import { nothingCompared } from './stored.ts';

/**
 * The last has constraints that come, go and come again; the others are the cheapest in which all else occurs.
 * `measures.deep.test.ts` has 200.
 */
const seeds = [44, 56, 39];

it('is measured as the definitions say, whatever became of the tasks', async () => {
  const compared = nothingCompared();
  for (const seed of seeds) await liveThroughHistory(seed, compared);
  expect(compared.differences).toEqual([]);
  expect(compared.issues).toBeGreaterThan(30);
  for (const [what, times] of Object.entries(compared.seen)) expect(times, what).toBeGreaterThan(0);
});
