/** Our own service over any store, and the probe of it. */
import { Temporal } from 'temporal-polyfill';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import type { PlanningStore, ProjectData } from '#planning-server/versions/version.ts';
import { type ProbeOptions, type ProbeReport, probeService } from '#probe/probe-service.ts';
import { aCountedProject } from '../builders/a-counted-project.ts';
import { aPlanningStore } from './a-planning-store.ts';
import { masterKey, planningService } from './planning-service.ts';
import type { Quirk } from './quirks.ts';

/** The time of the probe, by the clocks of service and probe. */
export const askedAt = Temporal.Instant.from('2026-11-20T14:00:00Z');

/** Our own service over a store, without a network. */
export function serviceOver(store: PlanningStore): typeof globalThis.fetch {
  return planningService([], { ...asAsked, store }).fetch;
}

/** Our own service with quirks. */
export function contraryService(quirks: readonly Quirk[] = [], project: ProjectData = counted) {
  const store = project === counted ? countedStore : aPlanningStore([project]);
  return planningService([project], { ...asAsked, quirks, store, pageSize: 40 });
}

const asAsked = {
  now: () => askedAt.epochMilliseconds,
};

/** The project that the services share by default; nothing writes to it. */
const counted = aCountedProject();
const countedStore = aPlanningStore([counted]);

/** Runs every check against a service that accepts `masterKey`. */
export function probeOurService(
  options: Pick<ProbeOptions, 'fetch'> & Partial<ProbeOptions>,
): Promise<ProbeReport> {
  return probeService({
    baseUrl: 'https://planning.example',
    region: 'gb',
    projectId: 'quayside',
    key: fixedKeyProvider(masterKey),
    keyName: 'the key',
    now: askedAt,
    timeZone: 'Europe/London',
    pauseMs: 0,
    ...options,
  });
}
