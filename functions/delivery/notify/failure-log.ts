/** Why attempts failed, and which jobs became dead letters: saved under the dispatch, for the notices. */
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { oneLine } from '../../base/one-line.ts';
import { causesPrefix, deadLetterKey } from '../store/keys.ts';
import { scheduledRunId } from '../store/run-id.ts';
import { instantText, readObject, version, windowText, writeObject } from '../store/stored-object.ts';
import type { OutstandingReport } from './outstanding-report.ts';

const causeSchema = z.object({
  version,
  at: instantText,
  /** The error's name, `PlanningRefusedError`. */
  error: z.string(),
  /** What failed, where, and what to do. */
  message: z.string(),
});
type Cause = z.infer<typeof causeSchema>;

const deadLetterSchema = z.object({
  version,
  at: instantText,
  project: z.string(),
  report: z.string(),
  runId: z.string(),
  window: windowText,
  cause: z.string(),
});
type DeadLetter = z.infer<typeof deadLetterSchema>;

type OfReport = Pick<OutstandingReport, 'dispatchId' | 'project' | 'report'>;

/** Saves why an attempt failed; of two that fail at the same moment, one is enough. */
export async function saveCause(
  store: ObjectStore,
  of: OfReport,
  failed: { readonly error: unknown; readonly at: Temporal.Instant },
): Promise<void> {
  const { error, at } = failed;
  const cause: Cause = {
    version: 1,
    at: at.toString(),
    error: error instanceof Error ? error.name : 'unknown',
    message: oneLine(error instanceof Error ? error.message : String(error)).slice(0, 1_000),
  };
  await writeObject(store, `${causesPrefix(of)}${scheduledRunId(at)}.json`, cause);
}

/** Why the last attempt failed, as far as it could say. */
export async function latestCause(store: ObjectStore, of: OfReport): Promise<Cause | undefined> {
  const key = (await store.list(causesPrefix(of))).at(-1);
  return key === undefined ? undefined : readObject(store, key, causeSchema);
}

/**
 * Records that the queue has stopped retrying the report; the first record stays.
 * @returns the record, and whether this call wrote it
 */
export async function saveDeadLetter(
  store: ObjectStore,
  { dispatchId, project, report, runId, window }: OutstandingReport,
  { at, cause }: { readonly at: Temporal.Instant; readonly cause: string },
): Promise<DeadLetter & { readonly made: 'created' | 'exists' }> {
  const own: DeadLetter = { version: 1, at: at.toString(), project, report, runId, window, cause };
  const key = deadLetterKey({ dispatchId, project, report });
  const made = await writeObject(store, key, own);
  const saved = made === 'created' ? own : await readObject(store, key, deadLetterSchema);
  return { ...(saved ?? own), made };
}
