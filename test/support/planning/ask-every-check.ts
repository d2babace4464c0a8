/** Our own service as the checks of `conformance` see it, whatever it has its data from. */
import { Temporal } from 'temporal-polyfill';
import { probeService } from '../../../functions/conformance/probe-service.ts';
import type { ProbeReport } from '../../../functions/conformance/report/report.ts';
import { fixedKeys } from '../../../functions/planning-server/keys/key-ring.ts';
import type { PlanningStore } from '../../../functions/planning-server/stores/store.ts';
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
export function askEveryCheck(
  options: Pick<Parameters<typeof probeService>[0], 'fetch'> & Partial<Parameters<typeof probeService>[0]>,
): Promise<ProbeReport> {
  const [, clientId = '', clientSecret = ''] = masterKey.split('_');
  return probeService({
    wording: { address: 'the address', project: 'the project', slower: 'Ask more slowly.' },
    baseUrl: 'https://planning.example',
    region: 'gb',
    projectId: 'quayside',
    key: async () => masterKey,
    now: askedAt,
    timeZone: 'Europe/London',
    credentials: { clientId, clientSecret },
    pauseMs: 0,
    maxRequests: 300,
    ...options,
  });
}
