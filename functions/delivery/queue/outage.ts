/**
 * The brake on a planning service that is down. Time is cut into slots of five minutes. Where jobs of two projects found
 * the service down in a slot, it counts as down; from then on, one job a slot asks it, and the others postpone
 * themselves without asking. Once it answers, all go on. One project alone never stops the others: its own data may be
 * what the service fails on.
 */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { shortDigest } from '../../base/digest.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { isWithinLast } from '../../base/recent.ts';
import type { Chance, Clock } from '../../base/system.ts';
import { withoutTrailingSlashes } from '../../base/text/without-trailing-slashes.ts';
import type { ProjectConfiguration } from '../../config/configuration.ts';
import { outageKey, outagesPrefix } from '../store/dispatch-keys.ts';
import { scheduledRunId } from '../store/run-id.ts';
import { writeObject } from '../store/stored-object.ts';

const slotSeconds = 300;
/** Jobs that were postponed come back over so many seconds, so that a recovering service is not run over. */
const spreadSeconds = 600;
/** How long a process takes what it last read for true. */
const cacheSeconds = 30;

/** The service is known to be down, so this job did not ask it. */
export class ServiceDownError extends LookaheadError {
  override readonly name = 'ServiceDownError';
  readonly service: string;
  /** Seconds until the job should come back. */
  readonly waitSeconds: number;

  constructor(service: string, waitSeconds: number) {
    super('The planning service is down, so it was not asked', {
      kind: 'retryable',
      // Also true once the deadline has passed, when a notice says that nothing is tried any more.
      remedy: 'Until the deadline, one job at a time asks it again, and all are delivered once it answers.',
    });
    this.service = service;
    this.waitSeconds = waitSeconds;
  }
}

export interface OutageBrake {
  /**
   * Called before a job asks the service.
   * @returns 'probe' where the job is the one that asks while the service is down
   * @throws ServiceDownError where the job must not ask
   */
  readonly admit: (service: string) => Promise<'free' | 'probe'>;
  readonly foundDown: (service: string, project: string) => Promise<void>;
  /** Called where a probe found the service up. */
  readonly answered: (service: string) => Promise<void>;
}

/** Names a service in keys. @param baseUrl as configured; services of different regions differ */
export function serviceId({ baseUrl, region }: Pick<ProjectConfiguration, 'baseUrl' | 'region'>): string {
  return shortDigest(`${withoutTrailingSlashes(baseUrl)} ${region}`);
}

/** Why a report has no attempt that failed; one line, also true once the deadline has passed. */
export const waitsForService = 'The planning service is down, so it was not asked for this report.';

/** Whether jobs are postponed now that would ask the service; as `serviceId` names it. */
export async function isDown(
  service: string,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<boolean> {
  return brakeState(await readKeys(store, service, at), service, at) !== 'up';
}

/** The keys of this slot and of the one before. */
function readKeys(store: ObjectStore, service: string, at: Temporal.Instant): Promise<readonly string[]> {
  const prefix = outagesPrefix(service);
  return store.list(prefix, { after: `${prefix}${slotOf(at.subtract({ seconds: slotSeconds }))}` });
}

/** One for each process: it remembers for some seconds what it read. */
export function createOutageBrake(store: ObjectStore, { now }: Clock, { random }: Chance): OutageBrake {
  const known = new Map<string, { readonly at: Temporal.Instant; readonly keys: readonly string[] }>();

  async function knownKeys(service: string, at: Temporal.Instant): Promise<readonly string[]> {
    const cached = known.get(service);
    if (cached && isWithinLast(cacheSeconds, cached.at, at)) return cached.keys;
    const keys = await readKeys(store, service, at);
    known.set(service, { at, keys });
    return keys;
  }

  async function write(service: string, what: Parameters<typeof outageKey>[1]) {
    const at = now();
    known.delete(service);
    const key = outageKey({ service, slot: slotOf(at) }, what);
    return writeObject(store, key, { at: at.toString() });
  }

  return {
    admit: async (service) => {
      const at = now();
      const keys = await knownKeys(service, at);
      switch (brakeState(keys, service, at)) {
        case 'up':
          return 'free';
        case 'down':
          if ((await write(service, 'probe')) === 'created') return 'probe';
      }
      throw new ServiceDownError(service, secondsToNextSlot(at) + Math.floor(random() * spreadSeconds));
    },
    foundDown: async (service, project) => {
      await write(service, { failed: project });
    },
    answered: async (service) => {
      await write(service, 'answered');
    },
  };
}

/** The state that the keys of this slot and the one before show. 'probed': it is down, and the job of this slot is asking or has asked. */
export function brakeState(
  keys: readonly string[],
  service: string,
  at: Temporal.Instant,
): 'up' | 'down' | 'probed' {
  const own = slotState(keys, service, at);
  if (own === 'probed') return 'probed';
  if (own === 'quiet') {
    const before = slotState(keys, service, at.subtract({ seconds: slotSeconds }));
    return before === 'down' || before === 'probed' ? 'down' : 'up';
  }
  return own;
}

function slotState(
  keys: readonly string[],
  service: string,
  at: Temporal.Instant,
): 'up' | 'down' | 'probed' | 'quiet' {
  const slot = slotOf(at);
  if (keys.includes(outageKey({ service, slot }, 'answered'))) return 'up';
  if (keys.includes(outageKey({ service, slot }, 'probe'))) return 'probed';
  const failed = keys.filter((key) => key.startsWith(`${outagesPrefix(service)}${slot}/failed-`));
  return failed.length >= 2 ? 'down' : 'quiet';
}

function slotOf(at: Temporal.Instant): string {
  return scheduledRunId(at.round({ smallestUnit: 'minute', roundingIncrement: 5, roundingMode: 'floor' }));
}

function secondsToNextSlot(at: Temporal.Instant): number {
  return slotSeconds - (Math.floor(at.epochMilliseconds / 1_000) % slotSeconds);
}
