/** The steps that `write-measurement.ts` measures. They are not in `measure.ts`, which would load the CDK too. */
import * as z from 'zod/mini';

export const stepNames = [
  'first check',
  'check of versions',
  'dispatch',
  'check',
  'nothing delivered',
] as const;
export type MeasuredStep = (typeof stepNames)[number];

export const measurementSchema = z.object({
  /** Processor time to read and parse the bundled configuration. */
  loadSeconds: z.number(),
  /** Time of waits for AWS. */
  waitSeconds: z.number(),
  /** Processor time after loading. */
  cpuSeconds: z.number(),
  /** Peak memory of the process, without the objects that it wrote to the archive in its memory. */
  memoryMB: z.number(),
  calls: z.record(z.string(), z.number()),
});
export type Measurement = z.infer<typeof measurementSchema>;
