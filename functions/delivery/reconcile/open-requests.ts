/**
 * The requests of the last days that may have something left to do. A caller is answered at once, so only two cases are
 * left: messages that may have gone out, and a run that was killed before it could answer. A request that was answered
 * with a failure is for the caller to repeat; repeated here, it would deliver one report too many.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { Configuration } from '#config/configuration.ts';
import { minutesUntilSilent } from '#delivery/limits.ts';
import { dueByRequest } from '#delivery/request/begin-request.ts';
import { RequestError } from '#delivery/request/parse-report-request.ts';
import { readRequest, requestTimeOf, type SavedRequest } from '#delivery/request/requested-reports.ts';
import { readFailedAttempt } from '#delivery/store/attempts.ts';
import { requestKey, requestOfKey, requestsPrefix } from '#delivery/store/dispatch-keys.ts';
import { readManifests } from '#delivery/store/dispatch-manifest.ts';
import type { DueReport } from '#delivery/store/due-reports.ts';
import { issueKey, runPrefix } from '#delivery/store/run-keys.ts';
import { type RunStoreError, writeObject } from '#delivery/store/stored-object.ts';
import type { ReconcileWorld } from '#delivery/world.ts';
import { datesBetween, type LookBack } from './look-back.ts';
import {
  isolated,
  type OpenDispatch,
  type OpenReport,
  readOpenReports,
  type Unreadable,
} from './open-dispatch.ts';

export async function openRequests(
  at: Temporal.Instant,
  { from }: LookBack,
  world: ReconcileWorld,
): Promise<readonly (OpenDispatch | Unreadable)[]> {
  const found: (OpenDispatch | Unreadable)[] = [];
  for (const date of datesBetween(from, at)) {
    const keys = new Set(await world.store.list(requestsPrefix(date)));
    for (const key of keys) {
      const requestTime = requestOfKey(key);
      if (requestTime === undefined || requestTime.isByHand) continue;
      if (keys.has(requestKey(requestTime, 'settled'))) continue;
      const open = await isolated(requestTime.dispatchId, () => openRequest(key, { at, from }, world));
      if (open) found.push(open);
    }
  }
  return found;
}

async function openRequest(
  key: string,
  { at, from }: { readonly at: Temporal.Instant; readonly from: Temporal.Instant },
  { store, configuration }: ReconcileWorld,
): Promise<OpenDispatch | undefined> {
  const saved = await readRequest(store, key);
  if (saved === undefined || Temporal.Instant.compare(saved.at, from) < 0) return undefined;
  const { dispatchId } = saved;
  const damaged: string[] = [];
  const onDamaged = ({ message }: RunStoreError) => void damaged.push(message);
  const stored = (await readManifests(store, dispatchId, { onDamaged }))?.due ?? [];
  const due = stored.length > 0 ? stored : dueWithoutManifest(saved, configuration);
  const reports: OpenReport[] = [];
  let awaitsAnswer = false;
  for (const report of await readOpenReports(store, dispatchId, due)) {
    const state = await stateOfRequested(report, saved, { store, at });
    if (state === 'awaits answer') awaitsAnswer = true;
    else if (state) reports.push({ ...report, ...state, request: saved.request });
  }
  const settle = () => writeObject(store, requestKey(requestTimeOf(saved), 'settled'), { at: at.toString() });
  const open = { dispatchId, since: saved.at, reports, awaitsAnswer, settle };
  return { ...open, added: 0, arrived: 0, manifestMissing: false, damaged };
}

/** Undefined if the caller was answered. A report whose answer may still come has no job that could be lost. */
async function stateOfRequested(
  report: OpenReport,
  saved: SavedRequest,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<Pick<OpenReport, 'state' | 'failure'> | 'awaits answer' | undefined> {
  if (report.state === 'done' || report.state === 'stopped') return report;
  if (await store.get(issueKey(runPrefix(report)))) return report;
  const last = await readFailedAttempt(store, report, report.attempts.failed);
  // An answer to an earlier request with the same run id does not count.
  if (last && Date.parse(last.at) >= saved.at.epochMilliseconds) return undefined;
  return at.since(saved.at).total('minutes') < minutesUntilSilent
    ? 'awaits answer'
    : { state: 'stopped', failure: silent };
}

export const silent = {
  kind: 'poison',
  message:
    'The function was ended before it could answer the request. Its log says why; it may have run out of time or memory.',
} as const;

/** For a request that was killed before it wrote its manifest; empty if its reports are no longer configured. */
function dueWithoutManifest(saved: SavedRequest, configuration: Configuration): readonly DueReport[] {
  try {
    return dueByRequest(saved, configuration);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [];
  }
}
