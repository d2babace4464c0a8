/**
 * Looks after every occasion of the last hours: what is due and not done goes back to the queue, and at the
 * last look a person is told of the rest. A missing manifest is the failure that nobody else would see.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { lastOccurrence } from '../../config/schedule.ts';
import { type Occasion, type Schedule, scheduledOccasion, timeOfOccasion } from '../dispatch/dispatch-id.ts';
import { outstandingJobs } from '../dispatch/dispatch-reports.ts';
import { schedulesOf } from '../dispatch/due-reports.ts';
import { type Manifest, readManifest } from '../dispatch/manifest.ts';
import { occasionOfManifest, passKey, scheduledPrefix, watchedKey } from '../store/keys.ts';
import { RegisterError } from '../store/run-store-error.ts';
import { instantText } from '../store/stored-dates.ts';
import { readObject, version, writeObject } from '../store/stored-object.ts';
import {
  apart,
  makePass,
  type SweepParts,
  type Swept,
  type SweptOccasion,
  type TakenPass,
  unreadable,
} from './reconcile.ts';
import { datesLookedBackOn, lookBack, type Pass, passAt } from './reconcile-times.ts';

const watchedSchema = z.object({ version, since: instantText });

/** @returns what was done; occasions that needed nothing are left out */
export async function sweepOccasions(
  at: Temporal.Instant,
  parts: SweepParts,
): Promise<readonly SweptOccasion[]> {
  const swept: SweptOccasion[] = [];
  const looked = new Set<Occasion>();
  for (const { id, schedule } of schedulesOf(parts.configuration)) {
    const since = await watchedSince(parts.store, id, at).catch(unreadable);
    for (const time of timesBefore(schedule, at)) {
      const pass = passAt(time, at);
      if (pass === undefined) continue;
      const occasion = scheduledOccasion(schedule, time);
      looked.add(occasion);
      const done = await apart(async () => {
        const manifest = await readManifest(parts.store, occasion);
        if (manifest) return takePass(manifest, pass, parts);
        if (since instanceof RegisterError) throw since;
        const watched = Temporal.Instant.compare(time, since) >= 0;
        return watched ? ({ kind: 'manifest missing' } as const) : undefined;
      });
      if (done) swept.push({ occasion, schedule, ...done });
    }
  }
  for (const { occasion, pass } of await standing(parts.store, at)) {
    if (looked.has(occasion)) continue;
    const done = await apart(async () => {
      const manifest = await readManifest(parts.store, occasion);
      return manifest && takePass(manifest, pass, parts);
    });
    if (done) swept.push({ occasion, ...done });
  }
  return swept;
}

/** What was written down as due in the last hours, whatever the configuration says of it since. */
async function standing(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<readonly { readonly occasion: Occasion; readonly pass: Pass }[]> {
  const since = at.subtract(lookBack);
  const lists = await Promise.all(datesLookedBackOn(at).map((date) => store.list(scheduledPrefix(date))));
  return lists.flat().flatMap((key) => {
    const occasion = occasionOfManifest(key);
    const time = occasion && timeOfOccasion(occasion);
    if (!time || Temporal.Instant.compare(time, since) < 0) return [];
    const pass = passAt(time, at);
    return pass ? [{ occasion, pass }] : [];
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
  let time = lastOccurrence(schedule, schedule.timeZone, at);
  while (time && Temporal.Instant.compare(time, start) >= 0) {
    times.push(time);
    time = lastOccurrence(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  }
  return times;
}

async function takePass(manifest: Manifest, pass: Pass, parts: SweepParts): Promise<Swept | undefined> {
  const { store } = parts;
  const key = passKey(manifest.occasion, pass.pass);
  if (await store.get(key)) return undefined;
  const jobs = await outstandingJobs(store, manifest);
  const keep = async (taken: TakenPass) => {
    await writeObject(store, key, { version: 1, at: taken.at.toString(), outstanding: taken.outstanding });
  };
  return makePass(pass, { left: jobs, queued: jobs, keep }, parts);
}
