/**
 * Checks every dispatch of the last hours: what is due and not done goes back to the queue, and the last check
 * notifies the contacts of the rest. A missing manifest is a failure that nobody else would notice.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { lastScheduledTime } from '../../config/schedule.ts';
import { outstandingJobs } from '../dispatch/dispatch-reports.ts';
import { schedulesOf } from '../dispatch/due-reports.ts';
import { type Manifest, readManifest } from '../dispatch/manifest.ts';
import { type DispatchId, type Schedule, scheduledDispatchId, timeOfDispatch } from '../store/dispatch-id.ts';
import { checkKey, dispatchIdOfManifest, scheduledPrefix, watchedKey } from '../store/keys.ts';
import { instantText, RunStoreError, readObject, version, writeObject } from '../store/stored-object.ts';
import { type Check, checkDueAt, datesInLookBack, lookBack } from './check-times.ts';
import {
  type CheckedDispatch,
  type CheckResult,
  type DoneCheck,
  isolated,
  type ReconcileParts,
  runCheck,
  unreadable,
} from './run-check.ts';

const watchedSchema = z.object({ version, since: instantText });

/** @returns what was done; dispatches that needed nothing are left out */
export async function checkDispatches(
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<readonly CheckedDispatch[]> {
  const results: CheckedDispatch[] = [];
  const seen = new Set<DispatchId>();
  for (const { id, schedule } of schedulesOf(parts.configuration)) {
    const since = await watchedSince(parts.store, id, at).catch(unreadable);
    for (const time of timesBefore(schedule, at)) {
      const check = checkDueAt(time, at);
      if (check === undefined) continue;
      const dispatchId = scheduledDispatchId(schedule, time);
      seen.add(dispatchId);
      const result = await isolated(async () => {
        const manifest = await readManifest(parts.store, dispatchId);
        if (manifest) return checkManifest(manifest, check, parts);
        if (since instanceof RunStoreError) throw since;
        const watched = Temporal.Instant.compare(time, since) >= 0;
        return watched ? ({ kind: 'manifest missing' } as const) : undefined;
      });
      if (result) results.push({ dispatchId, schedule, ...result });
    }
  }
  for (const { dispatchId, check } of await storedDispatches(parts.store, at)) {
    if (seen.has(dispatchId)) continue;
    const result = await isolated(async () => {
      const manifest = await readManifest(parts.store, dispatchId);
      return manifest && checkManifest(manifest, check, parts);
    });
    if (result) results.push({ dispatchId, ...result });
  }
  return results;
}

/** The dispatches of the last hours whose manifest is stored, whatever the configuration has become since. */
async function storedDispatches(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<readonly { readonly dispatchId: DispatchId; readonly check: Check }[]> {
  const since = at.subtract(lookBack);
  const lists = await Promise.all(datesInLookBack(at).map((date) => store.list(scheduledPrefix(date))));
  return lists.flat().flatMap((key) => {
    const dispatchId = dispatchIdOfManifest(key);
    const time = dispatchId && timeOfDispatch(dispatchId);
    if (!time || Temporal.Instant.compare(time, since) < 0) return [];
    const check = checkDueAt(time, at);
    return check ? [{ dispatchId, check }] : [];
  });
}

/** Since when reconcile has known a schedule: before that, a missing manifest means nothing. */
async function watchedSince(store: ObjectStore, id: string, at: Temporal.Instant): Promise<Temporal.Instant> {
  const key = watchedKey(id);
  const known = await readObject(store, key, watchedSchema);
  if (known) return Temporal.Instant.from(known.since);
  await writeObject(store, key, { version: 1, since: at.toString() });
  return at;
}

/** The schedule's times of the last hours, the latest first. */
function timesBefore(schedule: Schedule, at: Temporal.Instant): readonly Temporal.Instant[] {
  const start = at.subtract(lookBack);
  const times: Temporal.Instant[] = [];
  let time = lastScheduledTime(schedule, schedule.timeZone, at);
  while (time && Temporal.Instant.compare(time, start) >= 0) {
    times.push(time);
    time = lastScheduledTime(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  }
  return times;
}

async function checkManifest(
  manifest: Manifest,
  check: Check,
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const { store } = parts;
  const key = checkKey(manifest.dispatchId, check.check);
  if (await store.get(key)) return undefined;
  const jobs = await outstandingJobs(store, manifest);
  const save = async ({ at, outstanding }: DoneCheck) => {
    await writeObject(store, key, { version: 1, at: at.toString(), outstanding });
  };
  return runCheck(check, { left: jobs, queued: jobs, save }, parts);
}
