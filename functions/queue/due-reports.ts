/**
 * Decides which reports are due. A dispatch writes them into manifests before any of them begins, so that a report that
 * never ran is noticed. Its first manifest lists what was configured when the schedule fired; later ones add reports
 * that were configured later and can still be delivered in time.
 */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { localDayOf } from '#base/day.ts';
import type { Configuration } from '#config/configuration.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { filtersAsConfigured } from '#config/resolve-names.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import { listReportScope } from '#lookahead/report-words.ts';
import type { ConfiguredReport } from '#runs/look-up-report.ts';
import {
  type CronSchedule,
  type DispatchId,
  reportNameInKeys,
  scheduledRunId,
  scheduleId,
  type TestRunKind,
} from '#runs/store/names.ts';
import { type DispatchManifest, dispatchManifest } from '#runs/store/objects.ts';
import { RunStoreError } from '#runs/store/stored-object.ts';
import { deadlineOf } from './deadline.ts';

export type DueReport = DispatchManifest['due'][number];

export function schedulesOf(configuration: Configuration): readonly {
  readonly id: string;
  readonly schedule: CronSchedule;
  readonly reports: readonly ConfiguredReport[];
}[] {
  const schedules = new Map<string, { schedule: CronSchedule; reports: ConfiguredReport[] }>();
  // Thousands of projects share a few schedules, and parsing a cron expression is slow.
  const ids = new Map<string, string>();
  for (const report of configuration.reports) {
    const { when } = report;
    if (when === undefined) continue;
    for (const project of projectsOfReport(report, configuration.projects)) {
      const timeZone = when.timeZone ?? project.timeZone;
      const text = `${when.cron} ${timeZone}`;
      const id = ids.get(text) ?? scheduleId(when, timeZone);
      ids.set(text, id);
      const found = schedules.get(id) ?? { schedule: { cron: when.cron, timeZone }, reports: [] };
      found.reports.push({ project, report });
      schedules.set(id, found);
    }
  }
  return Array.from(schedules, ([id, found]) => ({ id, ...found }));
}

export function reportsOfSchedule(
  configuration: Configuration,
  schedule: CronSchedule,
): readonly ConfiguredReport[] {
  const wanted = scheduleId(schedule, schedule.timeZone);
  return schedulesOf(configuration).find(({ id }) => id === wanted)?.reports ?? [];
}

export function createDueReports(
  time: Temporal.Instant,
  reports: readonly ConfiguredReport[],
): readonly DueReport[] {
  return reports.map((configured) => {
    const reportDay = localDayOf(time, configured.project.timeZone);
    const window = windowFor(reportDay, configured.report);
    return dueReportOf(configured, { window, reportDay, runId: scheduledRunId(time), due: time });
  });
}

export type RunFieldsOfDueReport = Pick<DueReport, 'window' | 'reportDay' | 'runId' | 'due'>;

export function dueReportOf(
  { project, report }: ConfiguredReport,
  { window, runId, reportDay, due }: RunFieldsOfDueReport,
): DueReport {
  const own = { filterNames: filtersAsConfigured(report), shifts: report.shifts };
  const limits = listReportScope(own, { kind: 'everyone' });
  return {
    project: project.key,
    report: report.key,
    window,
    runId,
    projectName: project.name,
    reportName: report.name,
    ...(limits.length === 0 ? {} : { limits }),
    contact: report.contact,
    timeZone: project.timeZone,
    reportDay,
    due,
    deliverBy: deadlineOf(due, { hours: report.deliverWithin, window, project }),
  };
}

export type ReportsOfDispatch = Pick<DispatchManifest, 'dispatchId' | 'asked' | 'due'>;
type TestRunOption = { readonly testRun?: TestRunKind | undefined };

/** A test and a delivery with the same run id are two runs. */
function manifestKeyValues(dispatchId: DispatchId, { testRun }: TestRunOption) {
  return { dispatchId, tests: testRun === undefined ? '' : `test-runs/${testRun}/` };
}

/**
 * Writes the first manifest of a dispatch, unless there is one.
 * @returns the stored one, which is the first if a schedule fires twice or a dispatch begins again
 * @throws RunStoreError if the stored one cannot be read, and the schema's error for a manifest without reports
 */
export function saveFirstManifest(
  store: ObjectStore,
  first: DispatchManifest,
  tests: TestRunOption = {},
): Promise<DispatchManifest> {
  return dispatchManifest.createOrRead(store, { ...manifestKeyValues(first.dispatchId, tests), n: 1 }, first);
}

/**
 * Reads the reports of a dispatch from all its manifests.
 * @param by.onDamaged called for each damaged manifest, which is skipped; without `onDamaged`, it is an error
 * @returns undefined if there is no manifest; `latest` is the number of the last one
 * @throws RunStoreError
 */
export async function readManifests(
  store: ObjectStore,
  dispatchId: DispatchId,
  { onDamaged, ...tests }: TestRunOption & { readonly onDamaged?: (error: RunStoreError) => void } = {},
): Promise<(ReportsOfDispatch & { readonly latest: number }) | undefined> {
  let whole: ReportsOfDispatch | undefined;
  for (let n = 1; ; n += 1) {
    try {
      const found = await dispatchManifest.read(store, { ...manifestKeyValues(dispatchId, tests), n });
      if (found === undefined) return whole && { ...whole, latest: n - 1 };
      const known = new Set(whole?.due.map(reportNameInKeys));
      const added = found.due.filter((report) => !known.has(reportNameInKeys(report)));
      whole = whole ? { ...whole, due: [...whole.due, ...added] } : found;
    } catch (error) {
      if (!onDamaged || !(error instanceof RunStoreError) || !error.isDamaged) throw error;
      onDamaged(error);
      whole ??= { dispatchId, due: [] };
    }
  }
}

/** The prefix of the keys of scheduled dispatches. @param time how their ids begin, such as `2026-11-20T14` */
export function scheduledDispatchKeyPrefix(time: string): string {
  return `${dispatchManifest.under({ tests: '' })}${time}`;
}

/** The dispatches whose first manifest is among the keys. */
export function findDispatchIds(keys: Iterable<string>): readonly DispatchId[] {
  return dispatchManifest.in(keys).flatMap(({ dispatchId, n }) => (n === 1 ? dispatchId : []));
}
