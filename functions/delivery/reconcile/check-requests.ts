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
import { type KeptRequest, keepPass, type OpenRequest, openRequests } from '../dispatch/request-log.ts';
import { latestCause } from '../notify/failure-log.ts';
import { issueKey, runPrefix } from '../store/keys.ts';
import { windowOf } from '../store/stored-dates.ts';
import { apart, makePass, type SweepParts, type Swept, type SweptOccasion } from './reconcile.ts';
import { dateOf, passAt } from './reconcile-times.ts';

/** @returns what was done; requests that needed nothing are left out */
export async function sweepRequests(
  at: Temporal.Instant,
  parts: SweepParts,
): Promise<readonly SweptOccasion[]> {
  const swept: SweptOccasion[] = [];
  for (const open of await openRequests(parts.store, at)) {
    const done = await apart(() => sweepRequest(open, at, parts));
    if (done) swept.push({ occasion: open.occasion, ...done });
  }
  return swept;
}

async function sweepRequest(
  open: OpenRequest,
  at: Temporal.Instant,
  parts: SweepParts,
): Promise<Swept | undefined> {
  const asked = await open.read();
  if (asked === undefined) return undefined;
  const pass = passAt(asked.at, at);
  if (pass === undefined || open.isTaken(pass)) return undefined;
  const { issued, silent } = await leftOf(asked, parts);
  const of = { request: asked.request, asked: dateOf(asked.at) };
  const left = [...issued, ...silent].map((job) => ({ ...job, ...of }));
  return makePass(
    pass,
    { left, queued: issued, keep: (taken) => keepPass(parts.store, asked, taken) },
    parts,
  );
}

/** What is not done, and was not answered for. */
async function leftOf(
  asked: KeptRequest,
  { store, configuration }: SweepParts,
): Promise<{ readonly issued: readonly QueuedJob[]; readonly silent: readonly QueuedJob[] }> {
  const manifest = (await readManifest(store, asked.occasion)) ?? reckoned(asked, configuration);
  const issued: QueuedJob[] = [];
  const silent: QueuedJob[] = [];
  for (const job of await outstandingJobs(store, manifest)) {
    const issue = issueKey(runPrefix({ ...job, window: windowOf(job.window) }));
    if (await store.get(issue)) issued.push(job);
    else if (!(await wasAnswered(job, asked, store))) silent.push(job);
  }
  return { issued, silent };
}

/** An answer to an earlier asking by the same name is none to this one. */
async function wasAnswered(job: QueuedJob, { at }: KeptRequest, store: ObjectStore): Promise<boolean> {
  const cause = await latestCause(store, job);
  return cause !== undefined && Temporal.Instant.compare(Temporal.Instant.from(cause.at), at) >= 0;
}

/** Of a request that died before its manifest stood; nothing where its reports are configured no more. */
function reckoned(asked: KeptRequest, configuration: Configuration): Due {
  try {
    return dueByRequest(asked, configuration);
  } catch (error) {
    if (!(error instanceof JobRequestError)) throw error;
    return { occasion: asked.occasion, due: [] };
  }
}
