import { expect, it } from 'vitest';
import { compareWeeks, differenceText } from './differences.ts';

it('tells what the rules make of the snapshots, in ten weeks of three reports', async () => {
  const { differences, values } = await compareWeeks({ weeks: 10, tasks: 400, seed: 1 });
  expect(differences.map(differenceText)).toEqual([]);
  expect(values.size).toBeGreaterThan(17);
  for (const [rule, times] of values) {
    expect(times, rule).toBeGreaterThan(rule === 'still served' ? 0 : 25);
  }
});
