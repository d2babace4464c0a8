import { expect, it } from 'vitest';
import { compareWeeks, differenceText, type Rule } from './differences.ts';

const rules: readonly Rule[] = [
  'change told',
  'kinds of change',
  'number of changes',
  'working days moved',
  'first dates',
  'slip',
  'slip by the first dates said',
  'final PPC',
  'so far',
  'same slip in one version',
  'same status in one version',
  'same readiness in one version',
];

it('tells what the rules make of the snapshots, in ten weeks of three reports', async () => {
  const { differences, values } = await compareWeeks({ weeks: 10, tasks: 400, seed: 1 });
  expect(differences.filter(({ rule }) => rules.includes(rule)).map(differenceText)).toEqual([]);
  for (const rule of rules) expect(values.get(rule), rule).toBeGreaterThan(40);
});
