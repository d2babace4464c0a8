import { createPlanningClient } from '../planning/client/planning-client.ts';
import type { RetryOptions } from '../planning/client/retry.ts';
import type { createKeyFinder } from './request/planning-key.ts';
import type { Connect } from './world.ts';

/**
 * Clients of the projects' planning services.
 * @param options.maxTotalBytes of all answers of a client together, for which there is memory
 * @param options.moreMemory what to do where that is not enough, as part of a sentence
 */
export function connectWith(
  keyOf: ReturnType<typeof createKeyFinder>,
  options: Omit<RetryOptions, 'overallTimeoutMs' | 'onRetry' | 'unusedProxy'>,
): Connect {
  return async (project) => {
    const { baseUrl, region, projectId } = project;
    const { provider: key, name: keyName, unusedProxy } = await keyOf(project);
    const own = { baseUrl, region, projectId, key, keyName, unusedProxy };
    return (ask) => createPlanningClient({ ...options, ...ask, ...own });
  };
}
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
