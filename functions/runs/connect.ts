import { createPlanningClient } from '#planning/client/planning-client.ts';
import type { RetryOptions } from '#planning/client/retry.ts';
import type { FindKey } from './planning-key.ts';
import type { Connect } from './world.ts';

/**
 * Bytes of answers for each MB of memory: 56 MiB with 1 GB, which is six weeks of a project of 24,000 tasks. Measured on
 * whole runs of the bundled function: 47 MiB of answers took 790 MB, 63 MiB took 960 MB. The rest is for many cuts.
 */
const answerBytesPerMB = 57_344;

export function connectWith(findKey: FindKey, options: RetryOptions): Connect {
  return async (project) => {
    const { baseUrl, region, projectId } = project;
    const { provider: key, name: keyName, unusedProxy } = await findKey(project);
    const own = { baseUrl, region, projectId, key, keyName, unusedProxy };
    return (ask) => createPlanningClient({ ...options, ...ask, ...own });
  };
}

export function answerBytesFor(memoryMB: number): number {
  return Math.floor(memoryMB * answerBytesPerMB);
}
