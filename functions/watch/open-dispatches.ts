/**
 * Finds the dispatches that may have something left to do, and creates those that are missing: it compares the times of
 * each schedule with the manifests. A report that was configured or corrected after its schedule fired is added in a
 * further manifest and queued, if it can still be delivered in time. A report that was never dispatched gets a manifest
 * too, so that its contact is notified.
 */

import { Temporal } from 'temporal-polyfill';
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { Configuration } from '#config/configuration.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import { dueReportsOfRequest, type SavedRequest } from '#queue/begin-request.ts';
import { isBeforeDeadline } from '#queue/deadline.ts';
import type { DispatchDependencies } from '#queue/dispatch.ts';
import {
  createDueReports,
  type DueReport,
  findDispatchIds,
  readManifests,
  scheduledDispatchKeyPrefix,
  schedulesOf,
} from '#queue/due-reports.ts';
import { createFirstJob } from '#queue/job-queue.ts';
import {
  makeImportDispatches,
  type NewestImportTimes,
  readNewestImportTimes,
  reportsDueOnImport,
  reportsNotDispatchedByImport,
} from '#queue/on-import.ts';
import { RequestError } from '#queue/parse-report-request.ts';
import { readAttemptSummaries } from '#runs/store/attempt-records.ts';
import {
  type CronSchedule,
  type DispatchId,
  dispatchIdFromScheduleId,
  isScheduledRun,
  issueRunPrefixTemplate,
  reportNameInKeys,
  runPrefix,
  timeOfDispatch,
  windowPrefix,
} from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { catchUnreadable, RunStoreError, type UnreadableObject } from '#runs/store/stored-object.ts';
import { datesBetween, type LookBackPeriod } from './look-back.ts';
import {
  maxConcurrentDispatchReads,
  type OpenDispatch,
  type OpenReport,
  readOpenReports,
} from './open-reports.ts';
import type { CheckDependencies } from './world.ts';

/**
 * A request without an answer after this many minutes counts as failed: its function must have been killed.
 * @tunable
 */
export const minutesUntilUnansweredRequestFails = 60;

/**
 * Minutes between two runs of `reconcile`, which compares what was due with what was done.
 * @tunable
 */
export const minutesBetweenChecks = 10;

/**
 * A dispatch or report that does not exist this many minutes after its schedule fired is missing. It usually takes
 * seconds.
 * @tunable
 */
const minutesForDispatch = 10;

type ExpectedDispatch = {
  readonly dispatchId: DispatchId;
  readonly schedule?: CronSchedule;
  readonly due: readonly DueReport[];
  /**
   * Whether no check has run since the dispatch was due, or the schedules may have been off when it was due: without a
   * manifest, it was then never dispatched.
   */
  readonly missed: boolean;
  readonly arrival?: boolean;
};

type DispatchSearch = LookBackPeriod & {
  readonly at: Temporal.Instant;
  readonly keys: Set<string>;
  readonly newest: NewestImportTimes;
  readonly stateAt: ScheduleState;
};

export async function recoverAndFindOpenDispatches(
  at: Temporal.Instant,
  lookBack: LookBackPeriod,
  world: DispatchDependencies & Pick<CheckDependencies, 'schedules'>,
) {
  const { store, configuration } = world;
  // Includes dispatches of schedules that are no longer configured.
  const dates = datesBetween(lookBack.from, lookBack.until);
  const keys = (
    await mapConcurrently(dates, maxConcurrentDispatchReads, (date) =>
      store.list(scheduledDispatchKeyPrefix(`${date}T`)),
    )
  ).flat();
  const stored = new Set(findDispatchIds(keys).filter((id) => !isFromFutureClock(id, at)));
  const newest = await readNewestImportTimes(reportsDueOnImport(configuration).keys(), world);
  const stateAt = await recordAndReadScheduleStates(at, world);
  const known: DispatchSearch = { ...lookBack, at, keys: new Set(keys), newest, stateAt };
  if (isAfter(lookBack.until, at)) {
    for (const key of await settledByFutureClock(keys, at, store)) known.keys.delete(key);
  }
  const expected = new Map(
    [...(await expectedDispatches(known, world)), ...dispatchesOfImports(known, configuration)].map((one) => [
      one.dispatchId,
      one,
    ]),
  );
  const found: (OpenDispatch | UnreadableObject)[] = [...newest].flatMap(([{ key }, of]) =>
    of instanceof RunStoreError ? [{ of: `the versions of project ${key}`, unreadable: of.message }] : [],
  );
  const unsettled = [...new Set([...expected.keys(), ...stored])]
    .filter((dispatchId) => !known.keys.has(objects.dispatchSettled.key({ dispatchId })))
    .map((dispatchId) => expected.get(dispatchId) ?? { dispatchId, due: [], missed: false })
    .filter(
      (one) => stored.has(one.dispatchId) || one.due.some((due) => one.missed || isBeforeDeadline(due, at)),
    );
  const open = await mapConcurrently(unsettled, maxConcurrentDispatchReads, (one) =>
    catchUnreadable(one.dispatchId, () => openDispatch(one, at, world)),
  );
  found.push(...open.filter((one) => one !== undefined));
  return found;
}

function isAfter(time: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(time, other) > 0;
}

/**
 * @returns keys of dispatches that are recorded as settled later than `at`, by a process whose clock was ahead: until
 * the recorded time, they count as open
 */
async function settledByFutureClock(
  keys: readonly string[],
  at: Temporal.Instant,
  store: ObjectStore,
): Promise<readonly string[]> {
  const read = await mapConcurrently(
    objects.dispatchSettled.in(keys),
    maxConcurrentDispatchReads,
    async (of) => {
      const record = await catchUnreadable(of.dispatchId, () => objects.dispatchSettled.read(store, of));
      return record && 'at' in record && isAfter(record.at, at) ? objects.dispatchSettled.key(of) : [];
    },
  );
  return read.flat();
}

/** Whether a process whose clock was ahead made the dispatch: nothing in it is due yet. */
function isFromFutureClock(dispatchId: DispatchId, at: Temporal.Instant): boolean {
  const time = timeOfDispatch(dispatchId);
  return time !== undefined && isAfter(time, at);
}

async function expectedDispatches(
  { at, from, last, keys, newest, stateAt }: DispatchSearch,
  { configuration, store }: DispatchDependencies,
): Promise<readonly ExpectedDispatch[]> {
  const recent = at.subtract({ minutes: minutesForDispatch });
  const schedules = schedulesOf(configuration);
  const watched = await schedulesKnownSince(
    store,
    schedules.map(({ id }) => id),
    at,
  );
  const expected: ExpectedDispatch[] = [];
  for (const { id, schedule, reports } of schedules) {
    const since = watched.get(id) ?? at;
    for (const time of timesBefore(schedule, { from, at })) {
      const dispatchId = dispatchIdFromScheduleId(time, id);
      if (isAfter(since, time) || keys.has(objects.dispatchSettled.key({ dispatchId }))) continue;
      const state = stateAt(time);
      // The dispatch may be writing the manifest now, so nothing is missing yet.
      const isRecent = isAfter(time, recent);
      const stillDue =
        isRecent || state === 'off'
          ? []
          : await reportsNotDispatchedByImport({ schedule, time }, reports, { newest, store });
      const due = createDueReports(time, stillDue).filter(
        (report) => state === 'on' || !isBeforeDeadline(report, at),
      );
      const missed = state === 'unclear' || isAfterLastCheck(time, last ?? since);
      expected.push({ dispatchId, schedule, due, missed });
    }
  }
  return expected;
}

function dispatchesOfImports(
  { at, from, last, newest, stateAt }: DispatchSearch,
  configuration: Configuration,
): readonly ExpectedDispatch[] {
  return makeImportDispatches(configuration, newest, { from, until: at }).map(({ dispatchId, due }) => ({
    dispatchId,
    due: due.filter((report) => stateAt(report.due) === 'on'),
    missed: due.some((report) => isAfterLastCheck(report.due, last)),
    arrival: true,
  }));
}

/** Whether no check has run since a report was due; false for a new archive. */
function isAfterLastCheck(time: Temporal.Instant, last: Temporal.Instant | undefined): boolean {
  return last !== undefined && isAfter(time, last.subtract({ minutes: minutesForDispatch }));
}

/**
 * When a check first saw each schedule: before that time, a missing manifest means nothing. A record from a process
 * whose clock was ahead does not count until its time comes.
 */
async function schedulesKnownSince(
  store: ObjectStore,
  schedules: readonly string[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<string, Temporal.Instant>> {
  const found = new Map<string, Temporal.Instant>();
  for (const { schedule, at: since } of await objects.scheduleFirstSeen.list(store, {})) {
    if (!found.has(schedule) && !isAfter(since, at)) found.set(schedule, since);
  }
  for (const schedule of schedules) {
    if (found.has(schedule)) continue;
    await objects.scheduleFirstSeen.create(store, { schedule, at }, {});
    found.set(schedule, at);
  }
  return found;
}

function timesBefore(
  schedule: CronSchedule,
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
  { dispatchId, schedule, due: expected, missed, arrival = false }: ExpectedDispatch,
  at: Temporal.Instant,
  { store, queue }: DispatchDependencies,
): Promise<OpenDispatch | undefined> {
  const read = async () => {
    const damaged: RunStoreError[] = [];
    const onDamaged = (error: RunStoreError) => void damaged.push(error);
    const { due = [], latest = 0 } = (await readManifests(store, dispatchId, { onDamaged })) ?? {};
    return { due, latest, damaged, known: new Set(due.map(reportNameInKeys)) };
  };
  const attempts = await readAttemptSummaries(store, dispatchId);
  const isMissing = async (report: DueReport, { known, latest, damaged: lost }: typeof found) => {
    if (known.has(reportNameInKeys(report))) return false;
    // An attempt proves that a lost manifest listed the report, and a damaged manifest may have listed it.
    if (attempts.has(reportNameInKeys(report)) || lost.length > 0) return true;
    return isBeforeDeadline(report, at)
      ? !(await isIssueMadeSince(report, dispatchId, store))
      : missed && latest === 0;
  };
  let found = await read();
  let added: DueReport[] = [];
  await appendNumberedObject(
    objects.dispatchManifest,
    store,
    { tests: '', dispatchId },
    async (latest) => {
      if (latest !== found.latest) found = await read();
      added = [];
      for (const report of expected) if (await isMissing(report, found)) added.push(report);
      return added.length > 0 ? { dispatchId, at: at.toString(), due: added } : undefined;
    },
    found.latest,
  );
  const { damaged, latest } = found;
  await queue.send(
    added
      .filter((report) => isBeforeDeadline(report, at))
      .map((report) => createFirstJob(dispatchId, report)),
  );
  const due = [...found.due, ...added];
  if (due.length === 0 && damaged[0]) throw damaged[0];
  if (due.length === 0) return undefined;
  const addedNames = new Set(added.map(reportNameInKeys));
  const reports = await readOpenReports(store, dispatchId, due, attempts);
  return {
    dispatchId,
    since: timeOfDispatch(dispatchId) ?? at,
    schedule,
    // The first attempt at the added reports is now, even if they were due long ago.
    reports: reports.map((report) =>
      addedNames.has(reportNameInKeys(report)) ? { ...report, next: at.toString() } : report,
    ),
    settle: () => objects.dispatchSettled.create(store, { dispatchId }, { at }),
    ...(arrival ? { arrived: added.length, added: 0 } : { arrived: 0, added: added.length }),
    manifestMissing: latest === 0 && added.length > 0 && !arrival,
    damaged: damaged.map(({ message }) => message),
  };
}

/**
 * Whether another dispatch, at this time or later, has already made the issue for this window: the report may have
 * moved to another schedule. Ignores issues of earlier times (a daily report makes several for one window), issues that
 * a person requested (perhaps before this one was due), and the issue of this dispatch.
 */
async function isIssueMadeSince(
  report: DueReport,
  dispatchId: DispatchId,
  store: ObjectStore,
): Promise<boolean> {
  for (const made of objects.issue.in(await store.list(windowPrefix(report)))) {
    const runId = issueRunPrefixTemplate.of(made.run)?.runId;
    if (runId === undefined || !isScheduledRun(runId) || runId < report.runId) continue;
    if (runId > report.runId) return true;
    const issue = await objects.issue.read(store, made);
    if (issue?.dispatchId !== dispatchId) return true;
  }
  return false;
}

/**
 * `unclear`: between the last check that saw the schedules on and the first that saw them off, a missing dispatch may
 * be intended.
 */
type ScheduleState = (time: Temporal.Instant) => 'on' | 'off' | 'unclear';

/**
 * Stores when a check first sees the schedules off, or on again. A check makes up for schedules that did not fire, so
 * it must know at which times they were off.
 * @param schedules the setting of the deployed stage; always `on` on one machine, which has no stage
 */
export async function recordAndReadScheduleStates(
  at: Temporal.Instant,
  { store, schedules = 'on' }: Pick<CheckDependencies, 'store' | 'schedules'>,
): Promise<ScheduleState> {
  const listed = await objects.schedulesSwitched.list(store, {});
  const { number: last = 0, became = 'on' } = listed.at(-1) ?? {};
  const change = { at, became: schedules };
  const isNew = became !== schedules;
  if (isNew) {
    await appendNumberedObject(
      objects.schedulesSwitched,
      store,
      change,
      async (latest) => (latest === last ? {} : undefined),
      last,
    );
  }
  const changes = isNew ? [...listed, change] : listed;
  return (time) => {
    const isSince = (since: Temporal.Instant) => !isAfter(since, time);
    const before = (since: Temporal.Instant) => since.subtract({ minutes: minutesBetweenChecks });
    // An engineer who switches them on expects a report that is due a minute later, even if EventBridge does not fire.
    const known = changes.findLast((one) => isSince(one.became === 'on' ? before(one.at) : one.at));
    if (known?.became === 'off') return 'off';
    const isUnclear = changes.some(
      (one) => one.became === 'off' && isSince(before(one.at)) && !isSince(one.at),
    );
    return isUnclear ? 'unclear' : 'on';
  };
}

/**
 * Finds the requests since `from` that may have something left to do. A caller is answered immediately, so only two
 * cases remain: messages that may have gone out, and a run that was killed before it could answer. A request that was
 * answered with a failure is left to the caller: if a check repeated it too, two reports would be delivered.
 */
export async function findOpenRequests(
  at: Temporal.Instant,
  { from }: LookBackPeriod,
  world: DispatchDependencies & Pick<CheckDependencies, 'schedules'>,
): Promise<readonly (OpenDispatch | UnreadableObject)[]> {
  const found: (OpenDispatch | UnreadableObject)[] = [];
  for (const date of datesBetween(from, at)) {
    const keys = new Set(await world.store.list(objects.savedRequest.under({ date })));
    for (const request of objects.savedRequest.in(keys)) {
      if (keys.has(objects.requestSettled.key(request))) continue;
      const open = await catchUnreadable(request.dispatchId, () => openRequest(request, { at, from }, world));
      if (open) found.push(open);
    }
  }
  return found;
}

async function openRequest(
  request: Parameters<typeof objects.savedRequest.key>[0],
  { at, from }: { readonly at: Temporal.Instant; readonly from: Temporal.Instant },
  { store, configuration }: DispatchDependencies,
): Promise<OpenDispatch | undefined> {
  const saved = await objects.savedRequest.read(store, request);
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
  const settle = () => objects.requestSettled.create(store, request, { at });
  const open = { dispatchId, since: saved.at, reports, awaitsAnswer, settle };
  return { ...open, added: 0, arrived: 0, manifestMissing: false, damaged };
}

/**
 * @returns undefined if the caller was answered with a failure; 'awaits answer' if the answer may still come: such a
 *   request has no job that could be lost
 */
async function stateOfRequested(
  report: OpenReport,
  saved: SavedRequest,
  { store, at }: { readonly store: ObjectStore; readonly at: Temporal.Instant },
): Promise<Pick<OpenReport, 'state' | 'failure'> | 'awaits answer' | undefined> {
  if (report.state === 'done' || report.state === 'stopped') return report;
  if (await store.get(objects.issue.key({ run: runPrefix(report) }))) return report;
  const n = report.attempts.failed;
  const last = n > 0 ? await objects.failedAttempt.read(store, { ...report, n }) : undefined;
  // A failure older than this request was the answer to an earlier request with the same run id.
  if (last && Temporal.Instant.compare(last.at, saved.at) >= 0) return undefined;
  return at.since(saved.at).total('minutes') < minutesUntilUnansweredRequestFails
    ? 'awaits answer'
    : { state: 'stopped', failure: killedRequestFailure };
}

export const killedRequestFailure = {
  kind: 'poison',
  message:
    'The function was ended before it could answer the request. Its log says why; it may have run out of time or memory.',
} as const;

/** The reports of a request that was killed before it wrote its manifest; empty if they are no longer configured. */
function dueWithoutManifest(saved: SavedRequest, configuration: Configuration): readonly DueReport[] {
  try {
    return dueReportsOfRequest(saved, configuration);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [];
  }
}
