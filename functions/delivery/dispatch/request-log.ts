/**
 * What people and programs asked to have sent, by the day: a schedule's dispatches can be reckoned from the
 * configuration, a request's have to be found.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { DoneCheck } from '../reconcile/reconcile.ts';
import { type Check, datesInLookBack, lastCheck, lookBack } from '../reconcile/reconcile-times.ts';
import {
  type RequestTime,
  requestCheckKey,
  requestKey,
  requestsPrefix,
  savedRequestOfKey,
} from '../store/keys.ts';
import { instantText } from '../store/stored-dates.ts';
import { readObject, version, writeObject } from '../store/stored-object.ts';
import { type DispatchId, dispatchIdSchema } from './dispatch-id.ts';
import { type ReportRequest, requestSchema } from './job-request.ts';
import { scheduledRunId } from './run-id.ts';

const savedRequestSchema = z.object({
  version,
  at: instantText,
  dispatchId: dispatchIdSchema,
  request: requestSchema,
});

export type SavedRequest = {
  readonly dispatchId: DispatchId;
  readonly at: Temporal.Instant;
  /** With its run's name, so that the same request goes on with it. */
  readonly request: ReportRequest;
};

/**
 * Writes down what was asked for, before any of it is begun. Each time it is asked for it is looked after anew: an
 * earlier look may have found the run answered for, and taken it off the list.
 */
export async function saveRequest(store: ObjectStore, asked: SavedRequest): Promise<void> {
  const { dispatchId, at, request } = asked;
  const kept: z.input<typeof savedRequestSchema> = { version: 1, at: at.toString(), dispatchId, request };
  await writeObject(store, requestKey(requestTimeOf(asked)), kept);
}

/** A request of the last hours that has not been looked at for the last time. */
export type OpenRequest = {
  readonly dispatchId: DispatchId;
  readonly isDone: (pass: Check) => boolean;
  /** Undefined for one of before the last hours. @throws RunStoreError where it cannot be read */
  readonly read: () => Promise<SavedRequest | undefined>;
};

export async function openRequests(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<readonly OpenRequest[]> {
  const since = at.subtract(lookBack);
  const found: OpenRequest[] = [];
  for (const date of datesInLookBack(at)) {
    const keys = new Set(await store.list(requestsPrefix(date)));
    for (const key of keys) {
      const requestTime = savedRequestOfKey(key);
      if (requestTime === undefined || keys.has(requestCheckKey(requestTime, lastCheck))) continue;
      found.push({
        dispatchId: requestTime.dispatchId,
        isDone: ({ pass }) => keys.has(requestCheckKey(requestTime, pass)),
        read: async () => {
          const kept = await readObject(store, key, savedRequestSchema);
          const asked = kept && { ...kept, at: Temporal.Instant.from(kept.at) };
          return asked && Temporal.Instant.compare(asked.at, since) >= 0 ? asked : undefined;
        },
      });
    }
  }
  return found;
}

/** Where nothing is outstanding any more, it was the last look. */
export async function saveCheck(store: ObjectStore, asked: SavedRequest, taken: DoneCheck): Promise<void> {
  const pass = taken.outstanding === 0 ? lastCheck : taken.pass;
  await writeObject(store, requestCheckKey(requestTimeOf(asked), pass), {
    version: 1,
    at: taken.at.toString(),
    outstanding: taken.outstanding,
  });
}

function requestTimeOf({ dispatchId, at }: Pick<SavedRequest, 'dispatchId' | 'at'>): RequestTime {
  return { dispatchId, time: scheduledRunId(at) };
}
