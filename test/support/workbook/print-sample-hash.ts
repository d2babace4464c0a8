/** Prints the SHA-256 of the sample plan's workbook: run in processes of their own by the test of determinism. */
import { createHash } from 'node:crypto';
import { writeWorkbook } from '../../../functions/workbook/xlsx/workbook-writer.ts';
import { samplePlan } from './sample-plan.ts';

const bytes = await writeWorkbook(samplePlan(3_000));
process.stdout.write(createHash('sha256').update(bytes).digest('hex'));
