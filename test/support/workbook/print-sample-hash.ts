/** Prints the SHA-256 of the sample plan's workbook: a test runs it in separate processes and time zones. */
import { createHash } from 'node:crypto';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { samplePlan } from './sample-plan.ts';

const bytes = await writeWorkbook(samplePlan(1_000));
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
