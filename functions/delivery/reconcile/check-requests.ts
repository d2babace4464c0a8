/**
 * Looks after what was asked for in the last hours, as after what schedules made due. Who asks is answered at once,
 * so only what the answer did not settle is anybody else's business: messages of an issue that may have gone, and
 * a run that died before it could answer. One that failed with an answer is the caller's to ask for again; made
 * by itself, hours later, it would be one report too many.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { dueByRequest } from '../dispatch/begin-request.ts';
import { outstandingJobs } from '../dispatch/dispatch-reports.ts';
import type { QueuedJob } from '../dispatch/job-request.ts';
import { JobRequestError } from '../dispatch/job-request-error.ts';
import { type Due, readManifest } from '../dispatch/manifest.ts';
import { type OpenRequest, openRequests, type SavedRequest, saveCheck } from '../dispatch/request-log.ts';
import { latestCause } from '../notify/failure-log.ts';
import { issueKey, runPrefix } from '../store/keys.ts';
import { windowOf } from '../store/stored-dates.ts';
import { apart, type CheckedDispatch, type CheckResult, type ReconcileParts, runCheck } from './reconcile.ts';
import { checkDueAt, dateOf } from './reconcile-times.ts';

/** @returns what was done; requests that needed nothing are left out */
export async function checkRequests(
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<readonly CheckedDispatch[]> {
  const swept: CheckedDispatch[] = [];
  for (const open of await openRequests(parts.store, at)) {
    const done = await apart(() => checkRequest(open, at, parts));
    if (done) swept.push({ dispatchId: open.dispatchId, ...done });
  }
  return swept;
}

async function checkRequest(
  open: OpenRequest,
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const asked = await open.read();
  if (asked === undefined) return undefined;
  const pass = checkDueAt(asked.at, at);
  if (pass === undefined || open.isDone(pass)) return undefined;
  const { issued, silent } = await leftOf(asked, parts);
  const of = { request: asked.request, asked: dateOf(asked.at) };
  const left = [...issued, ...silent].map((job) => ({ ...job, ...of }));
  return runCheck(
    pass,
    { left, queued: issued, keep: (taken) => saveCheck(parts.store, asked, taken) },
    parts,
  );
}

/** What is not done, and was not answered for. */
async function leftOf(
  asked: SavedRequest,
  { store, configuration }: ReconcileParts,
): Promise<{ readonly issued: readonly QueuedJob[]; readonly silent: readonly QueuedJob[] }> {
  const manifest = (await readManifest(store, asked.dispatchId)) ?? reckoned(asked, configuration);
  const issued: QueuedJob[] = [];
  const silent: QueuedJob[] = [];
  for (const job of await outstandingJobs(store, manifest)) {
    const issue = issueKey(runPrefix({ ...job, window: windowOf(job.window) }));
    if (await store.get(issue)) issued.push(job);
    else if (!(await wasAnswered(job, asked, store))) silent.push(job);
  }
  return { issued, silent };
}

/** An answer to an earlier requestTime by the same name is none to this one. */
async function wasAnswered(job: QueuedJob, { at }: SavedRequest, store: ObjectStore): Promise<boolean> {
  const cause = await latestCause(store, job);
  return cause !== undefined && Temporal.Instant.compare(Temporal.Instant.from(cause.at), at) >= 0;
}

/** Of a request that died before its manifest stood; nothing where its reports are configured no more. */
function reckoned(asked: SavedRequest, configuration: Configuration): Due {
  try {
    return dueByRequest(asked, configuration);
  } catch (error) {
    if (!(error instanceof JobRequestError)) throw error;
    return { dispatchId: asked.dispatchId, due: [] };
  }
}
