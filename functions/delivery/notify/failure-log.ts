/** Why attempts failed, and what was given up: kept beside the dispatch, for whoever has to tell a person. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import { scheduledRunId } from '../dispatch/run-id.ts';
import { causesPrefix, deadLetterKey } from '../store/keys.ts';
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

const deadLetterSchema = z.object({
  version,
  at: instantText,
  project: z.string(),
  report: z.string(),
  runId: z.string(),
  window: windowText,
  cause: z.string(),
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;

type OfJob = Pick<QueuedJob, 'dispatchId' | 'project' | 'report'>;

/** Keeps why an attempt failed; of two that fail at the same moment, one is enough. */
export async function saveCause(
  store: ObjectStore,
  job: OfJob,
  failed: { readonly error: unknown; readonly at: Temporal.Instant },
): Promise<void> {
  const { name, message } = describe(failed.error);
  await writeObject(store, `${causesPrefix(job)}${scheduledRunId(failed.at)}.json`, {
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
export async function saveDeadLetter(
  store: ObjectStore,
  job: QueuedJob,
  gaveUp: { readonly at: Temporal.Instant; readonly cause: string },
): Promise<DeadLetter & { readonly made: 'created' | 'exists' }> {
  const { project, report, runId, window } = job;
  const own: DeadLetter = {
    version: 1,
    at: gaveUp.at.toString(),
    project,
    report,
    runId,
    window,
    cause: gaveUp.cause,
  };
  const made = await writeObject(store, deadLetterKey(job), own);
  const standing = made === 'created' ? own : await readObject(store, deadLetterKey(job), deadLetterSchema);
  return { ...(standing ?? own), made };
}

function describe(error: unknown): { readonly name: string; readonly message: string } {
  const text = error instanceof Error ? error.message : String(error);
  return {
    name: error instanceof Error ? error.name : 'unknown',
    message: text.replaceAll(/\s+/g, ' ').slice(0, 1_000),
  };
}
