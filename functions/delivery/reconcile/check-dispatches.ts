/**
 * Looks after every dispatch of the last hours: what is due and not done goes back to the queue, and at the
 * last look a person is told of the rest. A missing manifest is the failure that nobody else would see.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { lastScheduledTime } from '../../config/schedule.ts';
import {
  type DispatchId,
  type Schedule,
  scheduledDispatchId,
  timeOfDispatch,
} from '../dispatch/dispatch-id.ts';
import { outstandingJobs } from '../dispatch/dispatch-reports.ts';
import { schedulesOf } from '../dispatch/due-reports.ts';
import { type Manifest, readManifest } from '../dispatch/manifest.ts';
import { checkKey, dispatchIdOfManifest, scheduledPrefix, watchedKey } from '../store/keys.ts';
import { RunStoreError } from '../store/run-store-error.ts';
import { instantText } from '../store/stored-dates.ts';
import { readObject, version, writeObject } from '../store/stored-object.ts';
import {
  apart,
  type CheckedDispatch,
  type CheckResult,
  type DoneCheck,
  type ReconcileParts,
  runCheck,
  unreadable,
} from './reconcile.ts';
import { type Check, checkDueAt, datesInLookBack, lookBack } from './reconcile-times.ts';

const watchedSchema = z.object({ version, since: instantText });

/** @returns what was done; dispatches that needed nothing are left out */
export async function checkDispatches(
  at: Temporal.Instant,
  parts: ReconcileParts,
): Promise<readonly CheckedDispatch[]> {
  const swept: CheckedDispatch[] = [];
  const looked = new Set<DispatchId>();
  for (const { id, schedule } of schedulesOf(parts.configuration)) {
    const since = await watchedSince(parts.store, id, at).catch(unreadable);
    for (const time of timesBefore(schedule, at)) {
      const pass = checkDueAt(time, at);
      if (pass === undefined) continue;
      const dispatchId = scheduledDispatchId(schedule, time);
      looked.add(dispatchId);
      const done = await apart(async () => {
        const manifest = await readManifest(parts.store, dispatchId);
        if (manifest) return checkManifest(manifest, pass, parts);
        if (since instanceof RunStoreError) throw since;
        const watched = Temporal.Instant.compare(time, since) >= 0;
        return watched ? ({ kind: 'manifest missing' } as const) : undefined;
      });
      if (done) swept.push({ dispatchId, schedule, ...done });
    }
  }
  for (const { dispatchId, pass } of await standing(parts.store, at)) {
    if (looked.has(dispatchId)) continue;
    const done = await apart(async () => {
      const manifest = await readManifest(parts.store, dispatchId);
      return manifest && checkManifest(manifest, pass, parts);
    });
    if (done) swept.push({ dispatchId, ...done });
  }
  return swept;
}

/** What was written down as due in the last hours, whatever the configuration says of it since. */
async function standing(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<readonly { readonly dispatchId: DispatchId; readonly pass: Check }[]> {
  const since = at.subtract(lookBack);
  const lists = await Promise.all(datesInLookBack(at).map((date) => store.list(scheduledPrefix(date))));
  return lists.flat().flatMap((key) => {
    const dispatchId = dispatchIdOfManifest(key);
    const time = dispatchId && timeOfDispatch(dispatchId);
    if (!time || Temporal.Instant.compare(time, since) < 0) return [];
    const pass = checkDueAt(time, at);
    return pass ? [{ dispatchId, pass }] : [];
  });
}

/** Before a schedule was first seen, nothing was there to fire: its absence then means nothing. */
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
  pass: Check,
  parts: ReconcileParts,
): Promise<CheckResult | undefined> {
  const { store } = parts;
  const key = checkKey(manifest.dispatchId, pass.pass);
  if (await store.get(key)) return undefined;
  const jobs = await outstandingJobs(store, manifest);
  const keep = async (taken: DoneCheck) => {
    await writeObject(store, key, { version: 1, at: taken.at.toString(), outstanding: taken.outstanding });
  };
  return runCheck(pass, { left: jobs, queued: jobs, keep }, parts);
}
