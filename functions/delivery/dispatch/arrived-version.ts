/**
 * A report with `when.onImport` is due when a new version of its programme arrives, and at its latest time if none did
 * since the time before. The versions lie in the archive of the planning service, which may be that of the reports.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { parseJson } from '../../base/parse-json.ts';
import {
  type Configuration,
  type ProjectConfiguration,
  projectsOf,
  type ReportConfiguration,
} from '../../config/configuration.ts';
import { lastScheduledTime } from '../../config/schedule.ts';
import { manifestKey, numberOfManifest, versionsPrefix } from '../../planning/contract/version-keys.ts';
import { arrivalDispatchId, type DispatchId, type Schedule } from '../store/dispatch-id.ts';
import { reportName } from '../store/dispatch-keys.ts';
import { corrupt, instantText } from '../store/stored-object.ts';
import { type ConfiguredReport, type DueReport, dueAt } from './due-reports.ts';
import { readManifests } from './manifest.ts';

export type Archives = {
  readonly store: ObjectStore;
  /** That of the planning service, where it is another one. */
  readonly programmes?: ObjectStore | undefined;
};

/** What the arrival of a project's newest version makes due. */
export type Arrival = { readonly dispatchId: DispatchId; readonly due: readonly DueReport[] };

// The only property that matters here; `planning-server/versions/` has the rest.
const manifestSchema = z.object({ importedAt: instantText });

/**
 * The dispatch of each project whose newest version came within the look-back, with the reports that wait for it. Those
 * whose latest time has come since are due by that one.
 * @throws what the archive throws, and RunStoreError for a manifest of a version that cannot be read
 */
export async function arrivals(
  configuration: Configuration,
  { store, programmes = store }: Archives,
  within: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): Promise<readonly Arrival[]> {
  const found: Arrival[] = [];
  for (const [project, reports] of waitingForImport(configuration)) {
    const at = await newestArrival(programmes, project);
    if (at === undefined || Temporal.Instant.compare(at, within.from) < 0) continue;
    const early = reports.filter(({ when }) => {
      const latest = when && lastScheduledTime(when, project.timeZone, within.until);
      return latest === undefined || Temporal.Instant.compare(latest, at) < 0;
    });
    const due = dueAt(
      at,
      early.map((report) => ({ project, report })),
    );
    found.push({ dispatchId: arrivalDispatchId(project, at), due });
  }
  return found;
}

function waitingForImport(
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
 * Of what a schedule makes due, the reports that no import has brought forward: since the schedule fired before, no
 * version has arrived whose dispatch has the report.
 */
export async function notDispatchedByImport(
  fired: { readonly schedule: Schedule; readonly time: Temporal.Instant },
  reports: readonly ConfiguredReport[],
  { store, programmes = store }: Archives,
): Promise<readonly ConfiguredReport[]> {
  const { schedule, time } = fired;
  const before = lastScheduledTime(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  const left: ConfiguredReport[] = [];
  for (const each of reports) {
    const at = each.report.when?.onImport ? await newestArrival(programmes, each.project) : undefined;
    const isOfThisPeriod =
      at !== undefined &&
      Temporal.Instant.compare(at, time) <= 0 &&
      (before === undefined || Temporal.Instant.compare(at, before) > 0);
    if (!isOfThisPeriod || !(await hasDispatched(arrivalDispatchId(each.project, at), each, store)))
      left.push(each);
  }
  return left;
}

/** Whether a dispatch has the report, which is then delivered, or its contact notified, by that one. */
async function hasDispatched(
  dispatchId: DispatchId,
  { project, report }: ConfiguredReport,
  store: ObjectStore,
): Promise<boolean> {
  const name = reportName({ project: project.key, report: report.key });
  return (await readManifests(store, dispatchId))?.due.some((due) => reportName(due) === name) ?? false;
}

/** When the newest version of a project was imported; undefined for a project that has none. */
async function newestArrival(
  programmes: ObjectStore,
  project: ProjectConfiguration,
): Promise<Temporal.Instant | undefined> {
  const keys = await programmes.list(versionsPrefix(project));
  const numbers = keys.flatMap((key) => numberOfManifest(key) ?? []);
  if (numbers.length === 0) return undefined;
  const key = manifestKey(project, Math.max(...numbers));
  const content = await programmes.get(key);
  const read = manifestSchema.safeParse(content && parseJson(Buffer.from(content).toString('utf8')));
  if (read.success) return Temporal.Instant.from(read.data.importedAt);
  throw corrupt(key, 'it does not say when it was imported', read.error);
}
