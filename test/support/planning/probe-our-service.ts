/** Our own service, whatever it has its data from, and the probe of it. */
import { Temporal } from 'temporal-polyfill';
import { fixedKey } from '../../../functions/planning/client/api-keys.ts';
import { fixedKeys } from '../../../functions/planning-server/keys/key-ring.ts';
import type { PlanningStore } from '../../../functions/planning-server/stores/store.ts';
import type { ProbeReport } from '../../../functions/probe/finding.ts';
import { type ProbeOptions, probeService } from '../../../functions/probe/probe-service.ts';
import { masterKey, planningService } from './planning-service.ts';

/** When all is asked, by the service's clock and by ours. */
export const askedAt = Temporal.Instant.from('2026-11-20T14:00:00Z');

/** Our own service over a store, without a network. */
export function serviceOver(
  store: PlanningStore,
  { origin = 'https://planning.example' } = {},
): typeof globalThis.fetch {
  const { app } = planningService([], {
    store,
    keys: fixedKeys([{ name: 'master', text: masterKey, projects: '*' }]),
    signingSecret: 'signs the tokens of this test only, at length',
    now: () => askedAt.epochMilliseconds,
    origin,
  });
  return async (input, init) => app.fetch(new Request(input, init));
}

/** Puts every check to a service that knows `masterKey`. */
export function probeOurService(
  options: Pick<ProbeOptions, 'fetch'> & Partial<ProbeOptions>,
): Promise<ProbeReport> {
  return probeService({
    baseUrl: 'https://planning.example',
    region: 'gb',
    projectId: 'quayside',
    key: fixedKey(masterKey),
    keyName: 'the key',
    now: askedAt,
    timeZone: 'Europe/London',
    pauseMs: 0,
    ...options,
  });
}
