/**
 * Prints every difference that `compareWeeks` finds in the workbooks and mails of ten weeks, and the number of
 * comparisons by rule: `npx node test/integration/oracle/print-differences.ts [seed] [rule]`.
 */
import process from 'node:process';
import { compareWeeks, differenceText } from './differences.ts';

const [, , seed = '1', rule] = process.argv;
const { differences, values } = await compareWeeks({ weeks: 10, tasks: 400, seed: Number(seed) });
for (const difference of differences) {
  if (rule === undefined || difference.rule === rule) process.stdout.write(`${differenceText(difference)}\n`);
}
for (const [compared, times] of values) {
  const differ = differences.filter((one) => one.rule === compared).length;
  process.stdout.write(`${compared}: ${differ} of ${times} differ\n`);
}
