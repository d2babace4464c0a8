/**
 * `node write-ours-warm.ts <tasks> <file>`: writes the workload once to warm up, and once more with a timer. Prints the
 * seconds of the second time.
 */
import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { benchPlan } from './plan.ts';

const [, , tasks = '', file = ''] = process.argv;
await writeWorkbook(benchPlan(Number(tasks)));
const start = performance.now();
await writeFile(file, await writeWorkbook(benchPlan(Number(tasks))));
process.stdout.write(String((performance.now() - start) / 1_000));
