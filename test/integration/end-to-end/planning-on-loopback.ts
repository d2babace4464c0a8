import {
  createPlanningServer,
  type PlanningServer,
} from '../../../functions/planning-server/http/create-planning-server.ts';
import { listen } from '../../../functions/planning-server/http/listen.ts';
import { fixedKeys } from '../../../functions/planning-server/keys/key-ring.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import type { ProjectData } from '../../../functions/planning-server/stores/store.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { type Gate, openGate } from '../faults/gate.ts';
import type { InFlight } from '../faults/in-flight.ts';

/** Searched for in everything that is logged or stored. */
export const planningKey = aKey('1f7c1f7c1f7c');

export interface PlanningOnLoopback extends AsyncDisposable {
  readonly url: string;
  readonly gate: Gate;
}

/**
 * The planning server over projects in memory, behind a gate.
 * @param options.now its clock, by which it counts the requests of a minute
 * @param options.inFlight counts its requests too
 */
export async function servePlanning(
  projects: readonly ProjectData[],
  { now = Date.now, inFlight }: { readonly now?: () => number; readonly inFlight?: InFlight } = {},
): Promise<PlanningOnLoopback> {
  let app: PlanningServer | undefined;
  const server = await listen(
    { fetch: async (request, connection) => app?.fetch(request, connection) ?? new Response() },
    { host: '127.0.0.1', port: 0 },
  );
  const gate = await openGate(server.url, inFlight ? { inFlight } : {});
  // Behind a gate as behind a proxy: its links lead to where callers come from.
  app = createPlanningServer({
    store: memoryStore(projects),
    keys: fixedKeys([{ name: 'functions', text: planningKey, projects: '*' }]),
    now,
    pageSize: 500,
    origin: gate.url,
  });
  return {
    url: gate.url,
    gate,
    [Symbol.asyncDispose]: async () => {
      await gate[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
