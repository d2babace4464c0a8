import { expect, it } from 'vitest';
import { liveThroughHistory } from './histories.ts';
import { compareSampleWeeks } from './sample-weeks.ts';
import { nothingCompared } from './stored.ts';

it('the measures agree with the definitions in 60 histories, whatever happened to the tasks', async () => {
  const compared = nothingCompared();
  for (let seed = 1; seed <= 60; seed++) await liveThroughHistory(seed, compared);
  expect(compared.differences).toEqual([]);
  expect(compared.issues).toBeGreaterThan(600);
  for (const [what, times] of Object.entries(compared.seen)) expect(times, what).toBeGreaterThan(50);
});

it('the measures agree with the definitions in the sample projects, each week for nine weeks', async () => {
  const compared = nothingCompared();
  await compareSampleWeeks({ weeks: 9, tasks: 400 }, compared);
  expect(compared.differences).toEqual([]);
  // Ten issues for each report and project. The three trades of one report have, in total, seven weeks without a task,
  // in which they get no workbook.
  expect(compared.issues).toBe(10 * 5);
  expect(compared.cuts).toBe(10 * 8 - 7);
  // Tasks of sample projects are never cancelled.
  const { cancelled, ...seen } = compared.seen;
  expect(cancelled).toBe(0);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});
