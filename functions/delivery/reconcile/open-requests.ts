/**
 * The requests of the last days of which something may be left to do. A caller gets an answer at once, so only what the
 * answer did not settle is looked at: messages of an issue that may have gone out, and a run that was killed before it
 * could answer. A request that failed with an answer is for the caller to repeat; repeated here, hours later, it would
 * deliver one report too many.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { dueByRequest } from '../request/begin-request.ts';
import { RequestError } from '../request/parse-request.ts';
import { readRequest, requestTimeOf, type SavedRequest } from '../request/requested-reports.ts';
import { readFailedAttempt } from '../store/attempts.ts';
import { requestsPrefix, savedRequestOfKey, settledRequestKey } from '../store/dispatch-keys.ts';
import type { DueReport } from '../store/due-reports.ts';
import { issueKey, runPrefix } from '../store/keys.ts';
import { readManifests } from '../store/manifest.ts';
import { type RunStoreError, writeObject } from '../store/stored-object.ts';
import type { World } from '../world.ts';
import { datesBetween, type LookBack } from './look-back.ts';
import {
  isolated,
  type OpenDispatch,
  type OpenReport,
  readOpenReports,
  type Unreadable,
} from './open-dispatch.ts';

/** A function answers within minutes; so long after the request, its silence means that it was killed. */
export const minutesUntilSilent = 60;

type Parts = Pick<World, 'configuration' | 'store'>;

export async function openRequests(
  at: Temporal.Instant,
  { from }: Pick<LookBack, 'from'>,
  parts: Parts,
): Promise<readonly (OpenDispatch | Unreadable)[]> {
  const found: (OpenDispatch | Unreadable)[] = [];
  for (const date of datesBetween(from, at)) {
    const keys = new Set(await parts.store.list(requestsPrefix(date)));
    for (const key of keys) {
      const requestTime = savedRequestOfKey(key);
      if (requestTime === undefined || keys.has(settledRequestKey(requestTime))) continue;
      const open = await isolated(requestTime.dispatchId, () => openRequest(key, { at, from }, parts));
      if (open) found.push(open);
    }
  }
  return found;
}

async function openRequest(
  key: string,
  { at, from }: { readonly at: Temporal.Instant; readonly from: Temporal.Instant },
  { store, configuration }: Parts,
): Promise<OpenDispatch | undefined> {
  const asked = await readRequest(store, key);
  if (asked === undefined || Temporal.Instant.compare(asked.at, from) < 0) return undefined;
  const { dispatchId } = asked;
  const damaged: string[] = [];
  const onDamaged = ({ message }: RunStoreError) => void damaged.push(message);
  const stored = (await readManifests(store, dispatchId, { onDamaged }))?.due ?? [];
  const due = stored.length > 0 ? stored : dueWithoutManifest(asked, configuration);
  const reports: OpenReport[] = [];
  let awaitsAnswer = false;
  for (const report of await readOpenReports(store, dispatchId, due)) {
    const state = await stateOfRequested(report, asked, { store, at });
    if (state === 'awaits answer') awaitsAnswer = true;
    else if (state) reports.push({ ...report, ...state, request: asked.request });
  }
  const settle = () => writeObject(store, settledRequestKey(requestTimeOf(asked)), { at: at.toString() });
  const open = { dispatchId, since: asked.at, reports, awaitsAnswer, settle };
  return { ...open, added: 0, arrived: 0, manifestMissing: false, damaged };
}

/** Undefined for a report that its caller was told of. One whose answer may still come has no job that could be lost. */
async function stateOfRequested(
  report: OpenReport,
  asked: SavedRequest,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<Pick<OpenReport, 'state' | 'failure'> | 'awaits answer' | undefined> {
  if (report.state === 'done' || report.state === 'stopped') return report;
  if (await store.get(issueKey(runPrefix(report)))) return report;
  const last = await readFailedAttempt(store, report, report.attempts.failed);
  // An answer to an earlier request with the same run id does not count.
  if (last && Date.parse(last.at) >= asked.at.epochMilliseconds) return undefined;
  return at.since(asked.at).total('minutes') < minutesUntilSilent
    ? 'awaits answer'
    : { state: 'stopped', failure: silent };
}

export const silent = {
  kind: 'poison',
  message:
    'The function was ended before it could answer the request. Its log says why; it may have run out of time or memory.',
} as const;

/** For a request that died before its manifest was written; empty where its reports are no longer configured. */
function dueWithoutManifest(asked: SavedRequest, configuration: Configuration): readonly DueReport[] {
  try {
    return dueByRequest(asked, configuration);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [];
  }
}
