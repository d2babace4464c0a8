/**
 * Looks after every occasion of the last hours: what is due and not done goes back to the queue, and at the
 * last look a person is told of the rest. A missing manifest is the failure that nobody else would see.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration } from '../config/configuration.ts';
import { lastOccurrence } from '../config/schedule.ts';
import { outstandingJobs } from './dispatch-occasion.ts';
import { schedulesOf } from './due-reports.ts';
import type { JobQueue } from './job-queue.ts';
import { occasionOfManifest, passKey, scheduledPrefix, watchedKey } from './keys.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type Occasion, type Schedule, scheduledOccasion, timeOfOccasion } from './occasion.ts';
import { lookBack, type Pass, passAt } from './passes.ts';
import { instantText } from './register-dates.ts';
import { RegisterError } from './register-error.ts';
import { readObject, version, writeObject } from './register-object.ts';
import type { TellingParts } from './tell-contact.ts';
import { tellOutstanding } from './tell-outstanding.ts';

const watchedSchema = z.object({ version, since: instantText });

export type SweptOccasion = {
  readonly occasion: Occasion;
  /** Undefined for what a person or a program asked for, and for a schedule that is configured no more. */
  readonly schedule?: Schedule;
} & (
  | { readonly kind: 'manifest missing' }
  /** An object of it cannot be read; `reason` says which. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'queued' | 'told'; readonly pass: number; readonly outstanding: number }
  /** The contact could not be told yet; the next sweep tries again. */
  | {
      readonly kind: 'not told';
      readonly pass: number;
      readonly outstanding: number;
      readonly reason: string;
    }
);

export type SweepParts = Omit<TellingParts, 'configuration'> & {
  readonly configuration: Configuration;
  readonly queue: JobQueue;
  readonly reportFunction?: string | undefined;
};

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
  const dates = new Set([since, at].map((instant) => instant.toString().slice(0, 10)));
  const lists = await Promise.all(Array.from(dates, (date) => store.list(scheduledPrefix(date))));
  return lists.flat().flatMap((key) => {
    const occasion = occasionOfManifest(key);
    const time = occasion && timeOfOccasion(occasion);
    if (!time || Temporal.Instant.compare(time, since) < 0) return [];
    const pass = passAt(time, at);
    return pass ? [{ occasion, pass }] : [];
  });
}

/** What cannot be read of one occasion must not keep the sweep from the others. */
export async function apart<Done>(
  sweepOne: () => Promise<Done>,
): Promise<Done | { readonly kind: 'unreadable'; readonly reason: string }> {
  try {
    return await sweepOne();
  } catch (error) {
    return { kind: 'unreadable', reason: unreadable(error).message };
  }
}

function unreadable(error: unknown): RegisterError {
  if (error instanceof RegisterError) return error;
  throw error;
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

/** Each pass is recorded once it is done, so that a sweep that dies in one makes it again. */
async function takePass(manifest: Manifest, { pass, last }: Pass, parts: SweepParts) {
  const { store, queue } = parts;
  const key = passKey(manifest.occasion, pass);
  if (await store.get(key)) return undefined;
  const jobs = await outstandingJobs(store, manifest);
  const outstanding = jobs.length;
  if (last) {
    const reason = await tellOutstanding(jobs, parts);
    if (reason !== undefined) return { kind: 'not told', pass, outstanding, reason } as const;
  } else {
    await queue.send(jobs);
  }
  await writeObject(store, key, { version: 1, at: parts.now().toString(), outstanding });
  if (outstanding === 0) return undefined;
  return { kind: last ? 'told' : 'queued', pass, outstanding } as const;
}
