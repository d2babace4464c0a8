/** Prints the SHA-256 of the workbook of the sample plan. A test runs it in several processes and time zones. */
import { createHash } from 'node:crypto';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { samplePlan } from './sample-plan.ts';

const bytes = await writeWorkbook(samplePlan(1_000));
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
