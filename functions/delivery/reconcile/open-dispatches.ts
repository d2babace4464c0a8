/**
 * The dispatches of the last days of which something may be left to do. What schedules should have made due is compared
 * with the manifests: a report that was configured, or corrected, after its schedule fired is added in a further
 * manifest and queued, while it can be delivered in time.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration } from '../../config/configuration.ts';
import { lastScheduledTime } from '../../config/schedule.ts';
import {
  arrivals,
  type NewestVersions,
  newestVersions,
  notDispatchedByImport,
  waitingForImport,
} from '../dispatch/arrived-version.ts';
import { type DueReport, dueAt, schedulesOf } from '../dispatch/due-reports.ts';
import { firstJob } from '../dispatch/job-queue.ts';
import { readManifests, saveManifest } from '../dispatch/manifest.ts';
import {
  dispatchIdOfManifest,
  reportName,
  scheduledPrefix,
  settledKey,
  watchedKey,
} from '../store/dispatch-keys.ts';
import { issueOfKey, windowPrefix } from '../store/keys.ts';
import {
  type DispatchId,
  isScheduled,
  type Schedule,
  scheduledDispatchId,
  timeOfDispatch,
} from '../store/run-id.ts';
import { instantText, RunStoreError, readObject, version, writeObject } from '../store/stored-object.ts';
import type { World } from '../world.ts';
import {
  datesInLookBack,
  isolated,
  lookBack,
  type OpenDispatch,
  readOpenReports,
  type Unreadable,
} from './open-dispatch.ts';
import { type IsPaused, readPauses } from './pauses.ts';

/** A schedule that fires starts its dispatch within seconds; so long after it, a missing report is missing. */
const minutesForDispatch = 10;

const watchedSchema = z.object({ version, since: instantText });

type Parts = Pick<World, 'configuration' | 'store' | 'programmes' | 'queue' | 'schedules'>;

type Expected = {
  readonly dispatchId: DispatchId;
  readonly schedule?: Schedule;
  readonly due: readonly DueReport[];
  /** Whether a version of a programme makes them due, and no schedule. */
  readonly arrival?: boolean;
};

/** What decides which dispatches there should be, besides the configuration. */
type Known = { readonly newest: NewestVersions; readonly isPaused: IsPaused };

export async function openDispatches(
  at: Temporal.Instant,
  parts: Parts,
): Promise<readonly (OpenDispatch | Unreadable)[]> {
  const { store, configuration } = parts;
  const stored = await storedDispatches(store, at);
  const newest = await newestVersions(waitingForImport(configuration).keys(), parts);
  const isPaused = await readPauses(at, parts);
  const { expected, unreadable } = await expectedDispatches(at, { newest, isPaused }, parts);
  for (const one of dispatchesOfArrivals(at, { newest, isPaused }, configuration)) {
    expected.set(one.dispatchId, one);
  }
  for (const [{ key }, of] of newest) {
    if (of instanceof RunStoreError) {
      unreadable.push({ of: `the versions of project ${key}`, unreadable: of.message });
    }
  }
  const ids = new Set([...expected.keys(), ...stored.keys()]);
  const found: (OpenDispatch | Unreadable)[] = [...unreadable];
  for (const dispatchId of ids) {
    if (stored.get(dispatchId) === 'settled') continue;
    const one = expected.get(dispatchId) ?? { dispatchId, due: [] };
    if (one.due.length === 0 && !stored.has(dispatchId)) continue;
    const open = await isolated(dispatchId, () => openDispatch(one, at, parts));
    if (open) found.push(open);
  }
  return found;
}

/** Whatever the configuration has become since. */
async function storedDispatches(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<ReadonlyMap<DispatchId, 'open' | 'settled'>> {
  const since = at.subtract(lookBack);
  const found = new Map<DispatchId, 'open' | 'settled'>();
  for (const date of datesInLookBack(at)) {
    const keys = new Set(await store.list(scheduledPrefix(date)));
    for (const key of keys) {
      const dispatchId = dispatchIdOfManifest(key);
      const time = dispatchId && timeOfDispatch(dispatchId);
      if (!time || Temporal.Instant.compare(time, since) < 0) continue;
      found.set(dispatchId, keys.has(settledKey(dispatchId)) ? 'settled' : 'open');
    }
  }
  return found;
}

/** The dispatches of the configured schedules in the last days, with what can still be delivered of each. */
async function expectedDispatches(
  at: Temporal.Instant,
  { newest, isPaused }: Known,
  { configuration, store }: Parts,
): Promise<{
  readonly expected: Map<DispatchId, Expected>;
  readonly unreadable: Unreadable[];
}> {
  const before = at.subtract({ minutes: minutesForDispatch });
  const expected = new Map<DispatchId, Expected>();
  const unreadable: Unreadable[] = [];
  for (const { id, schedule, reports } of schedulesOf(configuration)) {
    const since = await isolated(`${schedule.cron} ${schedule.timeZone}`, () => watchedSince(store, id, at));
    if ('unreadable' in since) {
      unreadable.push(since);
      continue;
    }
    for (const time of timesBefore(schedule, at)) {
      if (Temporal.Instant.compare(time, since) < 0) continue;
      // Its dispatch may be writing the manifest just now, so nothing is missing yet.
      const isRecent = Temporal.Instant.compare(time, before) > 0;
      const left =
        isRecent || isPaused(time)
          ? []
          : await notDispatchedByImport({ schedule, time }, reports, { newest, store });
      const due = dueAt(time, left).filter(isDeliverable(at));
      const dispatchId = scheduledDispatchId(schedule, time);
      expected.set(dispatchId, { dispatchId, schedule, due });
    }
  }
  return { expected, unreadable };
}

/** The reports that an import makes due, for as long as they can be delivered. */
function dispatchesOfArrivals(
  at: Temporal.Instant,
  { newest, isPaused }: Known,
  configuration: Configuration,
): readonly Expected[] {
  const within = { from: at.subtract(lookBack), until: at };
  return arrivals(configuration, newest, within).map(({ dispatchId, due }) => ({
    dispatchId,
    due: due.filter((report) => isDeliverable(at)(report) && !isPaused(report.due)),
    arrival: true,
  }));
}

function isDeliverable(at: Temporal.Instant): (report: DueReport) => boolean {
  return ({ deliverBy }) => Temporal.Instant.compare(at, deliverBy) < 0;
}

/** Since when reconcile has known a schedule: before that, a missing manifest means nothing. */
async function watchedSince(store: ObjectStore, id: string, at: Temporal.Instant): Promise<Temporal.Instant> {
  const key = watchedKey(id);
  const known = await readObject(store, key, watchedSchema);
  if (known) return Temporal.Instant.from(known.since);
  await writeObject(store, key, { version: 1, since: at.toString() });
  return at;
}

/** The schedule's times of the last days, the latest first. */
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

async function openDispatch(
  { dispatchId, schedule, due: expected, arrival = false }: Expected,
  at: Temporal.Instant,
  { store, queue }: Parts,
): Promise<OpenDispatch | undefined> {
  const manifests = await readManifests(store, dispatchId);
  const known = new Set((manifests?.due ?? []).map(reportName));
  const missing = await notMadeYet(
    expected.filter((report) => !known.has(reportName(report))),
    store,
  );
  let added: readonly DueReport[] = [];
  if (missing.length > 0) {
    const manifest = { dispatchId, at: at.toString(), due: missing };
    const saved = await saveManifest(store, manifest, manifests?.next ?? 1);
    await queue.send(saved.due.map((report) => firstJob(dispatchId, report)));
    added = saved.due;
  }
  const due = [...(manifests?.due ?? []), ...added];
  if (due.length === 0) return undefined;
  const addedNames = new Set(added.map(reportName));
  const reports = await readOpenReports(store, dispatchId, due);
  return {
    dispatchId,
    schedule,
    // However long ago they were due, their first attempt begins now.
    reports: reports.map((report) =>
      addedNames.has(reportName(report)) ? { ...report, next: at.toString() } : report,
    ),
    settle: () => writeObject(store, settledKey(dispatchId), { version: 1, at: at.toString() }),
    ...(arrival ? { arrived: added.length, added: 0 } : { arrived: 0, added: added.length }),
    manifestMissing: manifests === undefined && added.length > 0 && !arrival,
  };
}

/**
 * A report that was moved from one schedule to another may have been made for this window already, by its later time.
 * An issue of an earlier time is not this one: a daily report makes several for the same window. Nor is one that a
 * person requested: it may have been made before this one was due, and would hide that this one is missing.
 */
async function notMadeYet(reports: readonly DueReport[], store: ObjectStore): Promise<readonly DueReport[]> {
  const missing: DueReport[] = [];
  for (const report of reports) {
    const made = (await store.list(windowPrefix(report))).flatMap((key) => issueOfKey(key) ?? []);
    if (!made.some(({ runId }) => isScheduled(runId) && runId >= report.runId)) missing.push(report);
  }
  return missing;
}
