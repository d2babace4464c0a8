import { createPlanningClient } from '../planning/client/planning-client.ts';
import type { RetryOptions } from '../planning/client/retry.ts';
import { answerBytesPerMB } from './limits.ts';
import type { FindKey } from './request/planning-key.ts';
import type { Connect } from './world.ts';

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
