/**
 * Checks the requests of the last hours, like what schedules made due. A caller gets an answer at once, so only what
 * the answer did not settle is checked: messages of an issue that may have gone out, and a run that was killed before it
 * could answer. A request that failed with an answer is for the caller to repeat; repeated here, hours later, it
 * would deliver one report too many.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { outstandingJobs } from '../dispatch/dispatch-reports.ts';
import type { QueuedJob } from '../dispatch/job-queue.ts';
import { readManifest } from '../dispatch/manifest.ts';
import { latestCause } from '../notify/failure-log.ts';
import { dueByRequest } from '../request/begin-request.ts';
import { RequestError } from '../request/request-error.ts';
import { readRequest, requestTimeOf, type SavedRequest } from '../request/saved-request.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import { issueKey, requestCheckKey, requestsPrefix, runPrefix, savedRequestOfKey } from '../store/keys.ts';
import type { Due } from '../store/outstanding.ts';
import { windowOf, writeObject } from '../store/stored-object.ts';
import { type Check, checkDueAt, dateOf, datesInLookBack, lastCheck, lookBack } from './check-times.ts';
import {
  type CheckedDispatch,
  type CheckResult,
  type DoneCheck,
  isolated,
  type ReconcileParts,
  runCheck,
} from './run-check.ts';

/** @returns what was done; requests that needed nothing are left out */
export async function checkRequests(
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<readonly CheckedDispatch[]> {
  const results: CheckedDispatch[] = [];
  for (const open of await openRequests(parts.store, at)) {
    const result = await isolated(() => checkRequest(open, at, parts));
    if (result) results.push({ dispatchId: open.dispatchId, ...result });
  }
  return results;
}

/** A request of the last hours whose last check has not been made. */
type OpenRequest = {
  readonly dispatchId: DispatchId;
  readonly key: string;
  readonly isDone: (check: Check) => boolean;
};

async function openRequests(store: ObjectStore, at: Temporal.Instant): Promise<readonly OpenRequest[]> {
  const found: OpenRequest[] = [];
  for (const date of datesInLookBack(at)) {
    const keys = new Set(await store.list(requestsPrefix(date)));
    for (const key of keys) {
      const requestTime = savedRequestOfKey(key);
      if (requestTime === undefined || keys.has(requestCheckKey(requestTime, lastCheck))) continue;
      const isDone = ({ check }: Check) => keys.has(requestCheckKey(requestTime, check));
      found.push({ dispatchId: requestTime.dispatchId, key, isDone });
    }
  }
  return found;
}

async function checkRequest(
  open: OpenRequest,
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const asked = await readRequest(parts.store, open.key);
  if (asked === undefined || Temporal.Instant.compare(asked.at, at.subtract(lookBack)) < 0) return undefined;
  const check = checkDueAt(asked.at, at);
  if (check === undefined || open.isDone(check)) return undefined;
  const { issued, silent } = await outstandingOf(asked, parts);
  const of = { request: asked.request, requestDate: dateOf(asked.at) };
  const left = [...issued, ...silent].map((job) => ({ ...job, ...of }));
  const save = (done: DoneCheck) => saveCheck(parts.store, asked, done);
  return runCheck(check, { left, queued: issued, save }, parts);
}

/** Once nothing is outstanding, no further check is needed. */
async function saveCheck(store: ObjectStore, asked: SavedRequest, done: DoneCheck): Promise<void> {
  const check = done.outstanding === 0 ? lastCheck : done.check;
  await writeObject(store, requestCheckKey(requestTimeOf(asked), check), {
    version: 1,
    at: done.at.toString(),
    outstanding: done.outstanding,
  });
}

/** What is not done: reports that have an issue, and reports that the caller got no answer about. */
async function outstandingOf(
  asked: SavedRequest,
  { store, configuration }: ReconcileParts,
): Promise<{ readonly issued: readonly QueuedJob[]; readonly silent: readonly QueuedJob[] }> {
  const manifest = (await readManifest(store, asked.dispatchId)) ?? dueWithoutManifest(asked, configuration);
  const issued: QueuedJob[] = [];
  const silent: QueuedJob[] = [];
  for (const job of await outstandingJobs(store, manifest)) {
    const issue = issueKey(runPrefix({ ...job, window: windowOf(job.window) }));
    if (await store.get(issue)) issued.push(job);
    else if (!(await wasAnswered(job, asked, store))) silent.push(job);
  }
  return { issued, silent };
}

/** An answer to an earlier request with the same run id does not count. */
async function wasAnswered(job: QueuedJob, { at }: SavedRequest, store: ObjectStore): Promise<boolean> {
  const cause = await latestCause(store, job);
  return cause !== undefined && Temporal.Instant.compare(Temporal.Instant.from(cause.at), at) >= 0;
}

/** For a request that died before its manifest was written; empty where its reports are no longer configured. */
function dueWithoutManifest(asked: SavedRequest, configuration: Configuration): Due {
  try {
    return dueByRequest(asked, configuration);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { dispatchId: asked.dispatchId, due: [] };
  }
}
