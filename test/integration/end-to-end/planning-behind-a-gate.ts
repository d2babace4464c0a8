import type { ProjectData } from '#planning-server/versions/version.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { planningService } from '../../support/planning/planning-service.ts';
import { type Gate, openGate } from '../faults/gate.ts';
import type { InFlight } from '../faults/in-flight.ts';

/** A key that tests search for in everything that is logged or stored. */
export const planningKey = aKey('1f7c1f7c1f7c');

export interface PlanningOnLoopback extends AsyncDisposable {
  readonly url: string;
  readonly gate: Gate;
}

/**
 * The planning server for the projects, behind a gate.
 * @param options.now the server's clock, by which it limits the requests per minute
 * @param options.inFlight counts the server's requests too
 */
export async function servePlanning(
  projects: readonly ProjectData[],
  { now = Date.now, inFlight }: { readonly now?: () => number; readonly inFlight?: InFlight } = {},
): Promise<PlanningOnLoopback> {
  const service = planningService(projects, {
    keys: aKeyRing([{ name: 'functions', text: planningKey, projects: '*' }]),
    now,
    pageSize: 500,
  });
  // As behind a proxy: links in its answers have the address of the gate, which callers use.
  const server = await service.listen(() => gate.url);
  const gate = await openGate(server.url, inFlight ? { inFlight } : {});
  return {
    url: gate.url,
    gate,
    [Symbol.asyncDispose]: async () => {
      await gate[Symbol.asyncDispose]();
      await server.close();
    },
  };
}
