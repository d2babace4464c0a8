/** What `write-measurement.ts` measures, apart from what starts it: that would load the CDK too. */
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
  /** Of a processor: reading and parsing the bundled configuration. */
  loadSeconds: z.number(),
  /** Of waiting for AWS. */
  waitSeconds: z.number(),
  /** Of a processor, after loading. */
  cpuSeconds: z.number(),
  /** The peak of the process, without what it wrote to the archive, which is in its memory. */
  memoryMB: z.number(),
  calls: z.record(z.string(), z.number()),
});
export type Measurement = z.infer<typeof measurementSchema>;
