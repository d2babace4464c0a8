/**
 * What a run may read of the planning service for each MB of its memory: 48 MiB in all with 1 GB. Measured on whole
 * runs of the bundled function, earlier issues included: 47 MiB of answers, 25,000 tasks, took 790 MB at its peak,
 * and 63 MiB took 960 MB. The rest is for reports with many cuts.
 */
const answerBytesPerMB = 49_152;

/** Bytes of the planning service's answers, of all queries of a run together, that there is memory for. */
export function answerBytesFor(memoryMB: number): number {
  return Math.floor(memoryMB * answerBytesPerMB);
}
