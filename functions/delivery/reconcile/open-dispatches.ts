/**
 * The dispatches that may have something left to do, and those that should exist. Each schedule's times are compared with
 * the manifests. A report that was configured or corrected after its schedule fired is added in a further manifest and
 * queued, if it can still be delivered in time. A report that was never dispatched gets a manifest too, from which its
 * contact is notified.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { together } from '#base/together.ts';
import type { Configuration } from '#config/configuration.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import {
  arrivals,
  type NewestVersions,
  newestVersions,
  notDispatchedByImport,
  waitingForImport,
} from '#delivery/dispatch/arrived-version.ts';
import { minutesBetweenChecks } from '#delivery/limits.ts';
import { firstJob } from '#delivery/queue/job-queue.ts';
import {
  pauseKey,
  pauseOfKey,
  pausesPrefix,
  watchedKey,
  watchedOfKey,
  watchedPrefix,
} from '#delivery/store/archive-keys.ts';
import { readAllAttempts } from '#delivery/store/attempts.ts';
import {
  dispatchIdOfManifest,
  reportName,
  scheduledPrefix,
  settledKey,
} from '#delivery/store/dispatch-keys.ts';
import { readManifests, saveManifest } from '#delivery/store/dispatch-manifest.ts';
import { type DueReport, dueAt, isDeliverable, schedulesOf } from '#delivery/store/due-reports.ts';
import { issueRecipientsSchema } from '#delivery/store/issue.ts';
import {
  type DispatchId,
  dispatchIdNamed,
  isScheduled,
  type Schedule,
  timeOfDispatch,
} from '#delivery/store/run-id.ts';
import { issueKey, issueOfKey, windowPrefix } from '#delivery/store/run-keys.ts';
import { instant, RunStoreError, readObject, writeObject } from '#delivery/store/stored-object.ts';
import type { DispatchWorld } from '#delivery/world.ts';
import { datesBetween, type LookBack } from './look-back.ts';
import {
  dispatchesAtOnce,
  isolated,
  type OpenDispatch,
  readOpenReports,
  type Unreadable,
} from './open-dispatch.ts';

/** A dispatch or report that is not there this many minutes after its schedule fired is missing; usually it takes seconds. */
const minutesForDispatch = 10;

type Expected = {
  readonly dispatchId: DispatchId;
  readonly schedule?: Schedule;
  readonly due: readonly DueReport[];
  /** Whether no check ran while it could have been dispatched: a missing manifest was then never made. */
  readonly missed: boolean;
  readonly arrival?: boolean;
};

type Known = LookBack & {
  readonly at: Temporal.Instant;
  readonly keys: Set<string>;
  readonly newest: NewestVersions;
  readonly stateAt: ScheduleState;
};

export async function openDispatches(at: Temporal.Instant, lookBack: LookBack, world: DispatchWorld) {
  const { store, configuration } = world;
  // All dispatches, even if the configuration has changed since.
  const dates = datesBetween(lookBack.from, lookBack.until);
  const keys = (await together(dates, dispatchesAtOnce, (date) => store.list(scheduledPrefix(date)))).flat();
  const stored = new Set(
    keys.flatMap((key) => dispatchIdOfManifest(key) ?? []).filter((id) => !isAhead(id, at)),
  );
  const newest = await newestVersions(waitingForImport(configuration).keys(), world);
  const stateAt = await readPauses(at, world);
  const known: Known = { ...lookBack, at, keys: new Set(keys), newest, stateAt };
  if (isAfter(lookBack.until, at)) {
    for (const key of await settledAhead(keys, at, store)) known.keys.delete(key);
  }
  const expected = new Map(
    [...(await expectedDispatches(known, world)), ...dispatchesOfArrivals(known, configuration)].map(
      (one) => [one.dispatchId, one],
    ),
  );
  const found: (OpenDispatch | Unreadable)[] = [...newest].flatMap(([{ key }, of]) =>
    of instanceof RunStoreError ? [{ of: `the versions of project ${key}`, unreadable: of.message }] : [],
  );
  const unsettled = [...new Set([...expected.keys(), ...stored])]
    .filter((dispatchId) => !known.keys.has(settledKey(dispatchId)))
    .map((dispatchId) => expected.get(dispatchId) ?? { dispatchId, due: [], missed: false })
    .filter(
      (one) => stored.has(one.dispatchId) || one.due.some((due) => one.missed || isDeliverable(due, at)),
    );
  const open = await together(unsettled, dispatchesAtOnce, (one) =>
    isolated(one.dispatchId, () => openDispatch(one, at, world)),
  );
  found.push(...open.filter((one) => one !== undefined));
  return { found, keys };
}

function isAfter(time: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(time, other) > 0;
}

/** @returns the keys of dispatches that were settled by a clock that was ahead: they count as open until then. */
async function settledAhead(
  keys: readonly string[],
  at: Temporal.Instant,
  store: ObjectStore,
): Promise<readonly string[]> {
  const settled = keys.filter((key) => key.endsWith('/settled.json'));
  const read = await together(settled, dispatchesAtOnce, async (key) => {
    const record = await isolated(key, () => readObject(store, key, settledSchema));
    return record && 'at' in record && isAfter(record.at, at) ? key : [];
  });
  return read.flat();
}

const settledSchema = z.object({ at: instant });

/** Whether a process whose clock was ahead made it: nothing in it is due yet. */
function isAhead(dispatchId: DispatchId, at: Temporal.Instant): boolean {
  const time = timeOfDispatch(dispatchId);
  return time !== undefined && isAfter(time, at);
}

async function expectedDispatches(
  { at, from, last, keys, newest, stateAt }: Known,
  { configuration, store }: DispatchWorld,
): Promise<readonly Expected[]> {
  const recent = at.subtract({ minutes: minutesForDispatch });
  const schedules = schedulesOf(configuration);
  const watched = await watchedSince(
    store,
    schedules.map(({ id }) => id),
    at,
  );
  const expected: Expected[] = [];
  for (const { id, schedule, reports } of schedules) {
    const since = watched.get(id) ?? at;
    for (const time of timesBefore(schedule, { from, at })) {
      const dispatchId = dispatchIdNamed(time, id);
      if (isAfter(since, time) || keys.has(settledKey(dispatchId))) continue;
      const state = stateAt(time);
      // Its dispatch may be writing the manifest now, so nothing is missing yet.
      const isRecent = isAfter(time, recent);
      const stillDue =
        isRecent || state === 'off'
          ? []
          : await notDispatchedByImport({ schedule, time }, reports, { newest, store });
      const due = dueAt(time, stillDue).filter((report) => state === 'on' || !isDeliverable(report, at));
      const missed = state === 'unclear' || isAfterLook(time, last ?? since);
      expected.push({ dispatchId, schedule, due, missed });
    }
  }
  return expected;
}

function dispatchesOfArrivals(
  { at, from, last, newest, stateAt }: Known,
  configuration: Configuration,
): readonly Expected[] {
  return arrivals(configuration, newest, { from, until: at }).map(({ dispatchId, due }) => ({
    dispatchId,
    due: due.filter((report) => stateAt(report.due) === 'on'),
    missed: due.some((report) => isAfterLook(report.due, last)),
    arrival: true,
  }));
}

/** Whether no check has run since a time due; false for a new archive. */
function isAfterLook(time: Temporal.Instant, last: Temporal.Instant | undefined): boolean {
  return last !== undefined && isAfter(time, last.subtract({ minutes: minutesForDispatch }));
}

/**
 * Since when checks have known each schedule: before that, a missing manifest means nothing. A record stored by a clock
 * that was ahead does not count until its time comes.
 */
async function watchedSince(
  store: ObjectStore,
  schedules: readonly string[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  const found = new Map<string, Temporal.Instant>();
  for (const key of await store.list(watchedPrefix)) {
    const { schedule = '', since = at } = watchedOfKey(key) ?? {};
    if (!found.has(schedule) && !isAfter(since, at)) found.set(schedule, since);
  }
  for (const schedule of schedules) {
    if (found.has(schedule)) continue;
    await writeObject(store, watchedKey(schedule, at), {});
    found.set(schedule, at);
  }
  return found;
}

function timesBefore(
  schedule: Schedule,
  { from, at }: { readonly from: Temporal.Instant; readonly at: Temporal.Instant },
): readonly Temporal.Instant[] {
  const times: Temporal.Instant[] = [];
  let time = lastScheduledTime(schedule, schedule.timeZone, at);
  while (time && !isAfter(from, time)) {
    times.push(time);
    time = lastScheduledTime(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  }
  return times;
}

async function openDispatch(
  { dispatchId, schedule, due: expected, missed, arrival = false }: Expected,
  at: Temporal.Instant,
  { store, queue }: DispatchWorld,
): Promise<OpenDispatch | undefined> {
  const damaged: RunStoreError[] = [];
  const manifests = await readManifests(store, dispatchId, { onDamaged: (error) => damaged.push(error) });
  const attempts = await readAllAttempts(store, dispatchId);
  const known = new Set((manifests?.due ?? []).map(reportName));
  const isLost = damaged.length > 0;
  const isNeverMade = missed && manifests === undefined;
  const missing: DueReport[] = [];
  for (const report of expected) {
    if (known.has(reportName(report))) continue;
    // Attempts prove that a lost manifest had the report.
    const hasAttempts = attempts.has(reportName(report));
    if (
      hasAttempts ||
      isLost ||
      (isDeliverable(report, at) ? !(await isMadeSince(report, dispatchId, store)) : isNeverMade)
    )
      missing.push(report);
  }
  let added: readonly DueReport[] = [];
  if (missing.length > 0) {
    const manifest = { dispatchId, at: at.toString(), due: missing };
    const saved = await saveManifest(store, manifest, { number: manifests?.next ?? 1 });
    const deliverable = saved.due.filter((report) => isDeliverable(report, at));
    await queue.send(deliverable.map((report) => firstJob(dispatchId, report)));
    added = saved.due;
  }
  const due = [...(manifests?.due ?? []), ...added];
  if (due.length === 0 && damaged[0]) throw damaged[0];
  if (due.length === 0) return undefined;
  const addedNames = new Set(added.map(reportName));
  const reports = await readOpenReports(store, dispatchId, due, attempts);
  return {
    dispatchId,
    since: timeOfDispatch(dispatchId) ?? at,
    schedule,
    // However long ago they were due, their first attempt is now.
    reports: reports.map((report) =>
      addedNames.has(reportName(report)) ? { ...report, next: at.toString() } : report,
    ),
    settle: () => writeObject(store, settledKey(dispatchId), { at: at.toString() }),
    ...(arrival ? { arrived: added.length, added: 0 } : { arrived: 0, added: added.length }),
    manifestMissing: manifests === undefined && added.length > 0 && !arrival,
    damaged: damaged.map(({ message }) => message),
  };
}

/**
 * A report that was moved to another schedule may have been made for this window already, by its later time. That does
 * not include an issue of an earlier time (a daily report makes several for one window), one that a person requested
 * (perhaps before this one was due), or one that this dispatch made itself.
 */
async function isMadeSince(report: DueReport, dispatchId: DispatchId, store: ObjectStore): Promise<boolean> {
  const made = (await store.list(windowPrefix(report))).flatMap((key) => issueOfKey(key) ?? []);
  for (const { runId, prefix } of made) {
    if (!isScheduled(runId) || runId < report.runId) continue;
    if (runId > report.runId) return true;
    const issue = await readObject(store, issueKey(prefix), issueRecipientsSchema);
    if (issue?.dispatchId !== dispatchId) return true;
  }
  return false;
}

/**
 * `unclear`: just before a check first saw the schedules off, it is not known whether a time that made nothing due was
 * missed.
 */
type ScheduleState = (time: Temporal.Instant) => 'on' | 'off' | 'unclear';

/**
 * Records when the schedules were first seen off, or on again: a check makes up for schedules that did not fire, so it must
 * know for which times nothing is to be sent.
 * @param schedules as deployed; always on without stages
 */
export async function readPauses(
  at: Temporal.Instant,
  { store, schedules = 'on' }: Pick<DispatchWorld, 'store' | 'schedules'>,
): Promise<ScheduleState> {
  const changes = (await store.list(pausesPrefix)).flatMap((key) => pauseOfKey(key) ?? []);
  const { number = 0, became = 'on' } = changes.at(-1) ?? {};
  if (became !== schedules) {
    const change = { number: number + 1, at, became: schedules };
    await writeObject(store, pauseKey(change), {});
    changes.push(change);
  }
  return (time) => {
    const isSince = (since: Temporal.Instant) => !isAfter(since, time);
    const before = (since: Temporal.Instant) => since.subtract({ minutes: minutesBetweenChecks });
    // Whoever switches them on expects the report that is due a minute later, even if EventBridge does not fire it.
    const known = changes.findLast((one) => isSince(one.became === 'on' ? before(one.at) : one.at));
    if (known?.became === 'off') return 'off';
    const isUnclear = changes.some(
      (one) => one.became === 'off' && isSince(before(one.at)) && !isSince(one.at),
    );
    return isUnclear ? 'unclear' : 'on';
  };
}
