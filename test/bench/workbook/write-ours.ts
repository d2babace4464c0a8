/** `node write-ours.ts <tasks> <file>`: writes the workload with our writer. */
import { writeFile } from 'node:fs/promises';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { benchPlan } from './plan.ts';

const [, , tasks = '', file = ''] = process.argv;
await writeFile(file, await writeWorkbook(benchPlan(Number(tasks))));
