/** `node write-report.ts <file of tasks>`: makes a report in this fresh process, and prints its figures as JSON. */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { taskSchema } from '#planning/contract/resources.ts';
import { makeReport } from './make-report.ts';

const [, , file = ''] = process.argv;
const tasks = z.array(taskSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
process.stdout.write(JSON.stringify(await makeReport(tasks)));
