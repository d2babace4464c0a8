/**
 * Requests that were made, by the day: reconcile can compute a schedule's dispatches from the configuration, but has
 * to look up what people and programs requested.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { type RequestTime, requestByHandKey, requestKey } from '../store/dispatch-keys.ts';
import { type DispatchId, dispatchIdSchema, scheduledRunId } from '../store/run-id.ts';
import { instantText, readObject, version, writeObject } from '../store/stored-object.ts';
import { type ReportRequest, requestSchema } from './parse-request.ts';

const savedRequestSchema = z.object({
  version,
  at: instantText,
  dispatchId: dispatchIdSchema,
  request: requestSchema,
});

export type SavedRequest = {
  readonly dispatchId: DispatchId;
  readonly at: Temporal.Instant;
  /** With its run id, so that the same request continues the run. */
  readonly request: ReportRequest;
};

/**
 * Saves a request before any of it begins. Each repetition is saved and checked separately, because an earlier check may
 * have found the run settled and be the last one for the earlier request.
 */
export async function saveRequest(store: ObjectStore, saved: SavedRequest): Promise<void> {
  const { dispatchId, at, request } = saved;
  const object: z.input<typeof savedRequestSchema> = { version: 1, at: at.toString(), dispatchId, request };
  await writeObject(store, requestKey(requestTimeOf(saved)), object);
}

/** Records, for the log, that a person made a request who sees its answer. */
export async function saveRequestByHand(
  store: ObjectStore,
  of: Pick<SavedRequest, 'dispatchId' | 'at'>,
): Promise<void> {
  await writeObject(store, requestByHandKey(requestTimeOf(of)), { version: 1, at: of.at.toString() });
}

/** @throws RunStoreError where it cannot be read */
export async function readRequest(store: ObjectStore, key: string): Promise<SavedRequest | undefined> {
  const saved = await readObject(store, key, savedRequestSchema);
  return saved && { ...saved, at: Temporal.Instant.from(saved.at) };
}

export function requestTimeOf({ dispatchId, at }: Pick<SavedRequest, 'dispatchId' | 'at'>): RequestTime {
  return { dispatchId, time: scheduledRunId(at) };
}
