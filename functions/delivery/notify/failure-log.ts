/** Why attempts failed, and what was given up: kept beside the occasion, for whoever has to tell a person. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import { scheduledOccurrence } from '../dispatch/run-id.ts';
import { causesPrefix, givenUpKey } from '../store/keys.ts';
import { instantText, windowText } from '../store/stored-dates.ts';
import { readObject, version, writeObject } from '../store/stored-object.ts';

const causeSchema = z.object({
  version,
  at: instantText,
  /** The error's name, `PlanningRefusedError`. */
  error: z.string(),
  /** What failed, where, and what to do. */
  message: z.string(),
});
export type Cause = z.infer<typeof causeSchema>;

const givenUpSchema = z.object({
  version,
  at: instantText,
  project: z.string(),
  report: z.string(),
  occurrence: z.string(),
  window: windowText,
  cause: z.string(),
});
export type GivenUp = z.infer<typeof givenUpSchema>;

type OfJob = Pick<QueuedJob, 'occasion' | 'project' | 'report'>;

/** Keeps why an attempt failed; of two that fail at the same moment, one is enough. */
export async function keepCause(
  store: ObjectStore,
  job: OfJob,
  failed: { readonly error: unknown; readonly at: Temporal.Instant },
): Promise<void> {
  const { name, message } = describe(failed.error);
  await writeObject(store, `${causesPrefix(job)}${scheduledOccurrence(failed.at)}.json`, {
    version: 1,
    at: failed.at.toString(),
    error: name,
    message,
  } satisfies Cause);
}

/** Why the last attempt failed, as far as it could say. */
export async function latestCause(store: ObjectStore, job: OfJob): Promise<Cause | undefined> {
  const key = (await store.list(causesPrefix(job))).at(-1);
  return key === undefined ? undefined : readObject(store, key, causeSchema);
}

/**
 * Writes down that the queue brings the job no more; the first to do so is right.
 * @returns what stands, and whether this call wrote it
 */
export async function keepGivenUp(
  store: ObjectStore,
  job: QueuedJob,
  gaveUp: { readonly at: Temporal.Instant; readonly cause: string },
): Promise<GivenUp & { readonly made: 'created' | 'exists' }> {
  const { project, report, occurrence, window } = job;
  const own: GivenUp = {
    version: 1,
    at: gaveUp.at.toString(),
    project,
    report,
    occurrence,
    window,
    cause: gaveUp.cause,
  };
  const made = await writeObject(store, givenUpKey(job), own);
  const standing = made === 'created' ? own : await readObject(store, givenUpKey(job), givenUpSchema);
  return { ...(standing ?? own), made };
}

function describe(error: unknown): { readonly name: string; readonly message: string } {
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: error instanceof Error ? error.name : 'unknown',
    message: text.replaceAll(/\s+/g, ' ').slice(0, 1_000),
  };
}
