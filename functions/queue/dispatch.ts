/**
 * Makes reports due when a schedule fires. A report with `when.onImport` is due when a new version of its programme arrives, or
 * at its latest time if none has arrived since the previous latest time. The versions lie in the archive of the planning
 * service.
 */

import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { parseJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import { InputError } from '#base/lookahead-error.ts';
import type { Clock } from '#base/system.ts';
import { together } from '#base/together.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { projectsOf } from '#config/projects-of.ts';
import { lastScheduledTime, nextScheduledTime, type When } from '#config/schedule/schedule.ts';
import { manifestKeys } from '#planning/contract/version-keys.ts';
import type { ConfiguredReport } from '#runs/look-up-report.ts';
import {
  arrivalDispatchId,
  type DispatchId,
  reportName,
  type Schedule,
  scheduledDispatchId,
} from '#runs/store/names.ts';
import { corrupt, instant, type RunStoreError } from '#runs/store/stored-object.ts';
import {
  type DueReport,
  dueAt,
  isDeliverable,
  readManifests,
  reportsOf,
  saveManifest,
} from './due-reports.ts';
import { firstJob, type JobQueue } from './job-queue.ts';
import { maxClockSkew } from './limits.ts';

export type DispatchParts = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  /** The archive of the planning service; `store` by default. */
  readonly programmes?: ObjectStore | undefined;
  readonly queue: JobQueue;
};

export type Dispatched = {
  readonly dispatchId: DispatchId;
  readonly due: number;
  /** 'brought forward': an import had dispatched all reports of this firing. */
  readonly manifest: 'written' | 'found' | 'none' | 'brought forward';
};

export class DispatchTimeError extends InputError {
  override readonly name = 'DispatchTimeError';
}

/** `time` is the time the schedule names, even if it is fired late. */
export type Fired = { readonly schedule: Schedule; readonly time: Temporal.Instant };

export async function dispatch(
  fired: Fired,
  world: DispatchParts & { readonly clock: Clock; readonly log: Log },
): Promise<Dispatched> {
  const { log } = world;
  const dispatched = await dispatchDue(fired, world);
  if (dispatched.manifest === 'written') log.count('ReportsDue', dispatched.due);
  if (dispatched.manifest === 'none') log.count('NothingDue', 1);
  const say = dispatched.manifest === 'none' ? log.error : log.info;
  say(dispatched.manifest === 'none' ? 'nothing is due' : 'dispatched', {
    ...dispatched,
    ...fired.schedule,
    runId: fired.time.toString(),
  });
  return dispatched;
}

/**
 * Writes the dispatch's manifest, unless there is one, and queues what it lists. Nothing is lost if a schedule fires
 * twice or a dispatch is killed half-way: of two jobs for one report, one is dropped.
 *
 * @throws DispatchTimeError for a time at which the schedule does not fire, or that is too long ago to deliver
 *   anything, what the store throws, RangeError for a schedule that is not valid, and JobQueueError
 */
export async function dispatchDue(
  fired: Fired,
  world: DispatchParts & { readonly clock: Clock },
): Promise<Dispatched> {
  const { store, queue } = world;
  const now = world.clock.now();
  checkFires(fired, now);
  const dispatchId = scheduledDispatchId(fired.schedule, fired.time);
  const reports = reportsOf(world.configuration, fired.schedule);
  if (reports.length === 0) return { dispatchId, due: 0, manifest: 'none' };
  const waiting = reports.filter(({ report }) => report.when?.onImport);
  const newest = await newestVersions(
    waiting.map(({ project }) => project),
    world,
  );
  const due = dueAt(fired.time, await notDispatchedByImport(fired, reports, { newest, store }));
  if (due.length === 0) return { dispatchId, due: 0, manifest: 'brought forward' };
  if (!due.some((report) => isDeliverable(report, now))) {
    throw new DispatchTimeError(
      `What was due at ${fired.time} can no longer be delivered in time`,
      'The next check tells its contact, unless it was delivered or told before; that mail has the command that sends it.',
    );
  }
  const at = now.toString();
  const stored = await saveManifest(store, { dispatchId, at, due });
  await queue.send(stored.due.map((report) => firstJob(dispatchId, report)));
  return { dispatchId, due: stored.due.length, manifest: stored.at === at ? 'written' : 'found' };
}

/** Refuses any other time: it would be another run of the same reports, and mail everyone again. */
function checkFires({ schedule, time }: Fired, now: Temporal.Instant): void {
  const { cron, timeZone } = schedule;
  const last = lastScheduledTime({ cron }, timeZone, time);
  // The scheduler's clock may be ahead of this one's.
  if (last?.equals(time) && time.epochMilliseconds <= now.epochMilliseconds + maxClockSkew) return;
  throw new DispatchTimeError(
    last?.equals(time)
      ? `The schedule ${cron} in ${timeZone} fires at ${time}, which has not come yet`
      : `The schedule ${cron} in ${timeZone} does not fire at ${time}`,
    `Give a time at which it fires and that has passed${nearestText({ cron }, timeZone, { time, now })}.`,
  );
}

function nearestText(
  when: When,
  timeZone: string,
  { time, now }: { readonly time: Temporal.Instant; readonly now: Temporal.Instant },
): string {
  const around = [lastScheduledTime(when, timeZone, time), nextScheduledTime(when, timeZone, time)];
  const passed = around.filter((near) => near && near.epochMilliseconds <= now.epochMilliseconds);
  const [first, second] = passed.length > 0 ? passed : [lastScheduledTime(when, timeZone, now)];
  if (!first) return '';
  return second ? `; the nearest are ${first} and ${second}` : `; the nearest is ${first}`;
}

export type Arrival = { readonly dispatchId: DispatchId; readonly due: readonly DueReport[] };

const manifestSchema = z.object({ importedAt: instant });

/** When each project's newest version was imported: undefined if it has none, the error if it cannot be read. */
export type NewestVersions = ReadonlyMap<ProjectConfiguration, Temporal.Instant | RunStoreError | undefined>;

const readAtOnce = 20;

export async function newestVersions(
  projects: Iterable<ProjectConfiguration>,
  {
    store,
    programmes = store,
  }: { readonly store: ObjectStore; readonly programmes?: ObjectStore | undefined },
): Promise<NewestVersions> {
  const read = async (project: ProjectConfiguration) =>
    [project, await newestVersion(programmes, project)] as const;
  return new Map(await together(new Set(projects), readAtOnce, read));
}

/**
 * The dispatch of each project whose newest version arrived within the look-back, with the reports that wait for it. A
 * report whose latest time has passed since is due by that time instead.
 */
export function arrivals(
  configuration: Configuration,
  newest: NewestVersions,
  within: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): readonly Arrival[] {
  return [...waitingForImport(configuration)].flatMap(([project, reports]) => {
    const at = newest.get(project);
    if (!(at instanceof Temporal.Instant) || Temporal.Instant.compare(at, within.from) < 0) return [];
    const early = reports.filter(({ when }) => {
      const latest = when && lastScheduledTime(when, project.timeZone, within.until);
      return latest === undefined || Temporal.Instant.compare(latest, at) < 0;
    });
    const due = dueAt(
      at,
      early.map((report) => ({ project, report })),
    );
    return { dispatchId: arrivalDispatchId(project, at), due };
  });
}

export function waitingForImport(
  configuration: Configuration,
): ReadonlyMap<ProjectConfiguration, readonly ReportConfiguration[]> {
  const found = new Map<ProjectConfiguration, ReportConfiguration[]>();
  for (const report of configuration.reports) {
    if (report.when?.onImport !== true) continue;
    for (const project of projectsOf(report, configuration.projects)) {
      found.set(project, [...(found.get(project) ?? []), report]);
    }
  }
  return found;
}

/**
 * The reports of a schedule that no import has dispatched since the schedule last fired. A report is also due if that
 * cannot be read.
 * @throws what the archive throws
 */
export async function notDispatchedByImport(
  fired: { readonly schedule: Schedule; readonly time: Temporal.Instant },
  reports: readonly ConfiguredReport[],
  { newest, store }: { readonly newest: NewestVersions; readonly store: ObjectStore },
): Promise<readonly ConfiguredReport[]> {
  const { schedule, time } = fired;
  if (!reports.some(({ report }) => report.when?.onImport)) return reports;
  const before = lastScheduledTime(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  const left: ConfiguredReport[] = [];
  for (const each of reports) {
    const at = each.report.when?.onImport ? newest.get(each.project) : undefined;
    const isOfThisPeriod =
      at instanceof Temporal.Instant &&
      Temporal.Instant.compare(at, time) <= 0 &&
      (before === undefined || Temporal.Instant.compare(at, before) > 0);
    if (!isOfThisPeriod || !(await hasDispatched(arrivalDispatchId(each.project, at), each, store)))
      left.push(each);
  }
  return left;
}

async function hasDispatched(
  dispatchId: DispatchId,
  { project, report }: ConfiguredReport,
  store: ObjectStore,
): Promise<boolean> {
  const name = reportName({ project: project.key, report: report.key });
  return (await readManifests(store, dispatchId))?.due.some((due) => reportName(due) === name) ?? false;
}

async function newestVersion(programmes: ObjectStore, project: ProjectConfiguration) {
  const versions = manifestKeys.in(await programmes.list(manifestKeys.under(project)));
  if (versions.length === 0) return undefined;
  const version = Math.max(...versions.map((each) => each.version));
  const key = manifestKeys.key({ ...project, version });
  const content = await programmes.get(key);
  const read = manifestSchema.safeParse(content && parseJson(Buffer.from(content).toString('utf8')));
  if (read.success) return read.data.importedAt;
  return corrupt(key, 'it does not say when it was imported', read.error);
}
