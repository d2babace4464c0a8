/** A schedule fires: writes the manifest of what is due, then queues a job for each report. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { type DispatchId, type Schedule, scheduledDispatchId } from '../store/dispatch-id.ts';
import { deadLetterKey, deadLettersPrefix, type RunAddress } from '../store/keys.ts';
import { type Due, outstandingRuns } from '../store/outstanding.ts';
import { textOfWindow } from '../store/stored-object.ts';
import { dueReports } from './due-reports.ts';
import type { JobQueue, QueuedJob } from './job-queue.ts';
import { saveManifest } from './manifest.ts';

export type Dispatched = {
  readonly dispatchId: DispatchId;
  /** Reports of the manifest. */
  readonly due: number;
  /** Jobs that this firing put on the queue. */
  readonly queued: number;
  /** Whether this firing wrote the manifest or found it. */
  readonly manifest: 'written' | 'found';
};

/**
 * Writes the dispatch's manifest, unless there is one, and queues what is outstanding. If a schedule fires twice, or a
 * dispatch is killed half-way, nothing is lost, and a job that is queued twice is done once.
 *
 * @throws what the store throws, RangeError for a schedule that is not valid, and JobQueueError
 */
export async function dispatchReports(
  fired: { readonly schedule: Schedule; readonly time: Temporal.Instant },
  parts: {
    readonly configuration: Configuration;
    readonly store: ObjectStore;
    readonly queue: JobQueue;
    readonly now: Temporal.Instant;
  },
): Promise<Dispatched> {
  const { store, queue } = parts;
  const dispatchId = scheduledDispatchId(fired.schedule, fired.time);
  const at = parts.now.toString();
  const due = dueReports(parts.configuration, fired.schedule, fired.time);
  const stored = await saveManifest(store, { dispatchId, at, due });
  // Nothing in a manifest that this firing wrote can have been done before.
  const manifest = stored.at === at ? 'written' : 'found';
  const jobs =
    manifest === 'written'
      ? stored.due.map((run) => jobOf(dispatchId, run))
      : await outstandingJobs(store, stored);
  await queue.send(jobs);
  return { dispatchId, due: stored.due.length, queued: jobs.length, manifest };
}

/** What is due, and neither done nor a dead letter. */
export async function outstandingJobs(store: ObjectStore, manifest: Due): Promise<readonly QueuedJob[]> {
  const { dispatchId } = manifest;
  const runs = await outstandingRuns(store, manifest);
  const jobs = runs.map((run) => jobOf(dispatchId, run));
  const deadLetters = new Set(jobs.length > 0 ? await store.list(deadLettersPrefix(dispatchId)) : []);
  return jobs.filter((job) => !deadLetters.has(deadLetterKey(job)));
}

function jobOf(dispatchId: DispatchId, run: RunAddress): QueuedJob {
  const { project, report, window, runId } = run;
  return { project, report, dispatchId, runId, window: textOfWindow(window) };
}
