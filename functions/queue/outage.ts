/**
 * The brake on a planning service that is down. Time is divided into slots of five minutes. If jobs of two projects
 * find the service down in one slot, it counts as down; then one job per slot asks it, and the others postpone
 * themselves. Once it answers, all go on. A single project never stops the others, because the service may fail on its
 * data alone.
 */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { isWithinLast } from '#base/recent.ts';
import type { Clock, RandomSource } from '#base/system.ts';
import { PlanningError } from '#planning/client/planning-error.ts';
import type { AdmitQuery } from '#runs/attempt.ts';
import { scheduledRunId } from '#runs/store/names.ts';
import { outageRecord } from '#runs/store/objects.ts';

/** Seconds of a slot, in which one job asks a planning service that is down. */
const outageSlotSeconds = 300;
/** Seconds over which postponed jobs come back, so that they do not overload a recovering service. */
const outageSpreadSeconds = 600;
/** Cache time of the outage state, in seconds. */
const outageCacheSeconds = 30;

export class ServiceDownError extends LookaheadError {
  override readonly name = 'ServiceDownError';
  readonly service: string;
  readonly waitSeconds: number;

  constructor(service: string, waitSeconds: number) {
    super('The planning service is down, so it was not asked', {
      kind: 'retryable',
      // This must also be true after the deadline, in a mail that says that nothing is tried any more.
      remedy: 'Until the deadline, one job at a time asks it again, and all are delivered once it answers.',
    });
    this.service = service;
    this.waitSeconds = waitSeconds;
  }
}

export interface OutageBrake {
  /** @throws ServiceDownError if the job must not ask */
  readonly admit: AdmitQuery;
  readonly recordDown: (service: string, project: string) => Promise<void>;
  readonly recordAnswered: (service: string) => Promise<void>;
}

/**
 * The cause that a mail to a contact gives for reports without a failed attempt. It is also true after the deadline.
 */
export const serviceDownReason = 'The planning service is down, so it was not asked for this report.';

export async function isPlanningServiceDown(
  service: string,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<boolean> {
  return serviceStateFromRecords(await readRecords(store, service, at), at) !== 'up';
}

/** `probe`, `answered`, or `failed-` and a project. */
type SlotRecord = { readonly slot: string; readonly record: string };

function readRecords(store: ObjectStore, service: string, at: Temporal.Instant) {
  return outageRecord.list(store, { service }, slotName(at.subtract({ seconds: outageSlotSeconds })));
}

export function createOutageBrake(store: ObjectStore, { now }: Clock, { random }: RandomSource): OutageBrake {
  const known = new Map<string, { readonly at: Temporal.Instant; readonly records: readonly SlotRecord[] }>();

  async function knownRecords(service: string, at: Temporal.Instant): Promise<readonly SlotRecord[]> {
    const cached = known.get(service);
    if (cached && isWithinLast(outageCacheSeconds, cached.at, at)) return cached.records;
    const records = await readRecords(store, service, at);
    known.set(service, { at, records });
    return records;
  }

  async function write(service: string, record: string) {
    const at = now();
    known.delete(service);
    return outageRecord.create(store, { service, slot: slotName(at), record }, { at });
  }

  return {
    admit: async (service) => {
      const at = now();
      switch (serviceStateFromRecords(await knownRecords(service, at), at)) {
        case 'up':
          return 'free';
        case 'down':
          if ((await write(service, 'probe')) === 'created') return 'probe';
      }
      throw new ServiceDownError(service, secondsToNextSlot(at) + Math.floor(random() * outageSpreadSeconds));
    },
    recordDown: async (service, project) => {
      await write(service, `failed-${project}`);
    },
    recordAnswered: async (service) => {
      await write(service, 'answered');
    },
  };
}

/**
 * The state that the records of this slot and the previous one show. 'probed': the service is down, and the probe of
 * this slot has begun.
 */
export function serviceStateFromRecords(
  records: readonly SlotRecord[],
  at: Temporal.Instant,
): 'up' | 'down' | 'probed' {
  const own = slotState(records, at);
  if (own === 'probed') return 'probed';
  if (own === 'quiet') {
    const before = slotState(records, at.subtract({ seconds: outageSlotSeconds }));
    return before === 'down' || before === 'probed' ? 'down' : 'up';
  }
  return own;
}

function slotState(records: readonly SlotRecord[], at: Temporal.Instant) {
  const slot = slotName(at);
  const own = records.filter((one) => one.slot === slot).map(({ record }) => record);
  if (own.includes('answered')) return 'up';
  if (own.includes('probe')) return 'probed';
  return own.filter((record) => record.startsWith('failed-')).length >= 2 ? 'down' : 'quiet';
}

function slotName(at: Temporal.Instant): string {
  const slotMs = outageSlotSeconds * 1_000;
  const begin = Math.floor(at.epochMilliseconds / slotMs) * slotMs;
  return scheduledRunId(Temporal.Instant.fromEpochMilliseconds(begin));
}

function secondsToNextSlot(at: Temporal.Instant): number {
  return outageSlotSeconds - (Math.floor(at.epochMilliseconds / 1_000) % outageSlotSeconds);
}

/**
 * Whether the planning service as a whole seems down: no connection, no answer in time, a 408 or a 5xx. An answer such
 * as 401 or 429 shows that it is up.
 */
export function isOutageError(error: unknown): boolean {
  if (!(error instanceof PlanningError)) return false;
  const { name, status } = error;
  if (name === 'PlanningTimeoutError') return true;
  return name === 'PlanningUnavailableError' && (status === undefined || status === 408 || status >= 500);
}

/**
 * Whether a failure shows that the planning service is up, or that each job must find out by itself: a wrong
 * certificate or address is not an outage. Failures of anything else show nothing about the service.
 */
export function showsServiceIsUp(error: unknown): boolean {
  if (!(error instanceof PlanningError)) return false;
  switch (error.name) {
    case 'PlanningContractError':
    case 'PlanningPagingError':
    case 'PlanningConnectionError':
      return true;
  }
  return error.status !== undefined && !isOutageError(error);
}
