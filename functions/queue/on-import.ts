/**
 * Reports with `when.onImport` are due when a new version of their programme arrives, or at their latest time if none
 * has arrived since the previous latest time. Versions are stored in the archive of the planning service.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { parseJson } from '#base/json.ts';
import { mapConcurrently } from '#base/map-concurrently.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import { versionManifestKeyTemplate } from '#planning/contract/version-keys.ts';
import type { ConfiguredReport } from '#runs/look-up-report.ts';
import { type CronSchedule, type DispatchId, importDispatchId, reportNameInKeys } from '#runs/store/names.ts';
import { corruptObjectError, instantSchema, type RunStoreError } from '#runs/store/stored-object.ts';
import { createDueReports, type DueReport, readManifests } from './due-reports.ts';

export type ImportDispatch = { readonly dispatchId: DispatchId; readonly due: readonly DueReport[] };

const manifestSchema = z.object({ importedAt: instantSchema });

/** When each project's newest version was imported: undefined if it has none, the error if it cannot be read. */
export type NewestImportTimes = ReadonlyMap<
  ProjectConfiguration,
  Temporal.Instant | RunStoreError | undefined
>;

const readAtOnce = 20;

export async function readNewestImportTimes(
  projects: Iterable<ProjectConfiguration>,
  {
    store,
    programmes = store,
  }: { readonly store: ObjectStore; readonly programmes?: ObjectStore | undefined },
): Promise<NewestImportTimes> {
  const read = async (project: ProjectConfiguration) =>
    [project, await readNewestImportTime(programmes, project)] as const;
  return new Map(await mapConcurrently(new Set(projects), readAtOnce, read));
}

/**
 * Makes a dispatch for each project whose newest version arrived within the look-back, with the reports that wait for
 * it. A report whose latest time has passed since then is due at that time instead.
 */
export function makeImportDispatches(
  configuration: Configuration,
  newest: NewestImportTimes,
  within: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
): readonly ImportDispatch[] {
  return [...reportsDueOnImport(configuration)].flatMap(([project, reports]) => {
    const at = newest.get(project);
    if (!(at instanceof Temporal.Instant) || Temporal.Instant.compare(at, within.from) < 0) return [];
    const early = reports.filter(({ when }) => {
      const latest = when && lastScheduledTime(when, project.timeZone, within.until);
      return latest === undefined || Temporal.Instant.compare(latest, at) < 0;
    });
    const due = createDueReports(
      at,
      early.map((report) => ({ project, report })),
    );
    return { dispatchId: importDispatchId(project, at), due };
  });
}

export function reportsDueOnImport(
  configuration: Configuration,
): ReadonlyMap<ProjectConfiguration, readonly ReportConfiguration[]> {
  const found = new Map<ProjectConfiguration, ReportConfiguration[]>();
  for (const report of configuration.reports) {
    if (report.when?.onImport !== true) continue;
    for (const project of projectsOfReport(report, configuration.projects)) {
      found.set(project, [...(found.get(project) ?? []), report]);
    }
  }
  return found;
}

/**
 * The reports of a schedule that no import has dispatched between its previous firing and this one. A report is also
 * returned if the time of its import cannot be read.
 * @throws what the archive throws
 */
export async function reportsNotDispatchedByImport(
  fired: { readonly schedule: CronSchedule; readonly time: Temporal.Instant },
  reports: readonly ConfiguredReport[],
  { newest, store }: { readonly newest: NewestImportTimes; readonly store: ObjectStore },
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
    if (!isOfThisPeriod || !(await isReportDispatched(importDispatchId(each.project, at), each, store)))
      left.push(each);
  }
  return left;
}

async function isReportDispatched(
  dispatchId: DispatchId,
  { project, report }: ConfiguredReport,
  store: ObjectStore,
): Promise<boolean> {
  const name = reportNameInKeys({ project: project.key, report: report.key });
  return (await readManifests(store, dispatchId))?.due.some((due) => reportNameInKeys(due) === name) ?? false;
}

async function readNewestImportTime(programmes: ObjectStore, project: ProjectConfiguration) {
  const versions = versionManifestKeyTemplate.in(
    await programmes.list(versionManifestKeyTemplate.under(project)),
  );
  if (versions.length === 0) return undefined;
  const version = Math.max(...versions.map((each) => each.version));
  const key = versionManifestKeyTemplate.key({ ...project, version });
  const content = await programmes.get(key);
  const read = manifestSchema.safeParse(content && parseJson(Buffer.from(content).toString('utf8')));
  if (read.success) return read.data.importedAt;
  return corruptObjectError(key, 'it does not say when it was imported', read.error);
}
