import { expect, it } from 'vitest';
import { compareWeeks, differenceText } from './differences.ts';

it('the workbooks and mails of three reports agree with the rules for their snapshots, in ten weeks', async () => {
  const { differences, values } = await compareWeeks({ weeks: 10, tasks: 400, seed: 1 });
  expect(differences.map(differenceText)).toEqual([]);
  expect(values.size).toBeGreaterThan(17);
  for (const [rule, times] of values) {
    expect(times, rule).toBeGreaterThan(rule === 'still served' ? 0 : 25);
  }
});
