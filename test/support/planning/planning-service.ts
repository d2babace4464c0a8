import * as z from 'zod/mini';
import {
  createPlanningServer,
  type PlanningServerOptions,
} from '../../../functions/planning-server/http/create-planning-server.ts';
import { fixedKeys } from '../../../functions/planning-server/keys/key-ring.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import type { ProjectData } from '../../../functions/planning-server/stores/store.ts';
import { aKey } from './a-key.ts';

/** The key that `planningService` lets in everywhere. */
export const masterKey = aKey('0123456789ab');

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) }),
  results: z.array(z.looseObject({ id: z.string() })),
});

/** The planning server over projects in memory, asked without a network. */
export function planningService(
  projects: readonly ProjectData[],
  options: Partial<PlanningServerOptions> = {},
) {
  const app = createPlanningServer({
    store: memoryStore(projects),
    keys: fixedKeys([{ name: 'master', text: masterKey, projects: '*' }]),
    now: () => 0,
    ...options,
  });
  const get = async (path: string, headers: Record<string, string> = { 'X-API-Key': masterKey }) =>
    app.request(path, { headers });
  const page = async (path: string) => {
    const response = await get(path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return pageSchema.parse(await response.json());
  };
  return {
    app,
    get,
    page,
    /** Ids of the results, in order. */
    ids: async (path: string) => (await page(path)).results.map(({ id }) => id),
    /** Status and parsed body. */
    answer: async (path: string, headers?: Record<string, string>) => {
      const response = await get(path, headers);
      const body: unknown = await response.json();
      return { status: response.status, body };
    },
  };
}
