/**
 * Bytes that a run may read from the planning service for each MB of its memory: 56 MiB in all with 1 GB, which is six weeks
 * of a project of 24,000 tasks. Measured on whole runs of the bundled function, earlier issues included: 47 MiB of
 * answers took 790 MB at its peak, and 63 MiB took 960 MB. The rest is for reports with many cuts.
 */
const answerBytesPerMB = 57_344;

/** Bytes of the planning service's answers, of all queries of a run together, that there is memory for. */
export function answerBytesFor(memoryMB: number): number {
  return Math.floor(memoryMB * answerBytesPerMB);
}
