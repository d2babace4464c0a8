/**
 * The requests that people and programs made, by the day. A schedule's dispatches follow from the configuration;
 * requests have to be recorded to be found.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { type DispatchId, dispatchIdSchema } from '../store/dispatch-id.ts';
import { type RequestTime, requestKey } from '../store/keys.ts';
import { scheduledRunId } from '../store/run-id.ts';
import { instantText, readObject, version, writeObject } from '../store/stored-object.ts';
import { type ReportRequest, requestSchema } from './job-request.ts';

const savedRequestSchema = z.object({
  version,
  at: instantText,
  dispatchId: dispatchIdSchema,
  request: requestSchema,
});

export type SavedRequest = {
  readonly dispatchId: DispatchId;
  readonly at: Temporal.Instant;
  /** With its run id, so that the same request goes on with the run. */
  readonly request: ReportRequest;
};

/**
 * Records a request before anything is done for it. Each time it is made it is recorded, and checked, again: an
 * earlier check may have found nothing outstanding and been the last.
 */
export async function saveRequest(store: ObjectStore, asked: SavedRequest): Promise<void> {
  const { dispatchId, at, request } = asked;
  const saved: z.input<typeof savedRequestSchema> = { version: 1, at: at.toString(), dispatchId, request };
  await writeObject(store, requestKey(requestTimeOf(asked)), saved);
}

/** @throws RunStoreError where it cannot be read */
export async function readRequest(store: ObjectStore, key: string): Promise<SavedRequest | undefined> {
  const saved = await readObject(store, key, savedRequestSchema);
  return saved && { ...saved, at: Temporal.Instant.from(saved.at) };
}

export function requestTimeOf({ dispatchId, at }: Pick<SavedRequest, 'dispatchId' | 'at'>): RequestTime {
  return { dispatchId, time: scheduledRunId(at) };
}
