/**
 * Which configured reports a request asks for, and for which window each. Requests are stored by the day: reconcile can
 * compute a schedule's dispatches from the configuration, but has to look up what people and programs requested.
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { addDays, type Day, localDayOf } from '../../base/day.ts';
import { quotedName } from '../../base/text/looks-like-key.ts';
import type { Configuration, ReportConfiguration } from '../../config/configuration.ts';
import { nearest } from '../../config/nearest.ts';
import { projectsOf } from '../../config/projects-of.ts';
import { type Window, windowFor } from '../../lookahead/dates/window.ts';
import { type RequestTime, requestByHandKey, requestKey } from '../store/dispatch-keys.ts';
import type { ConfiguredReport } from '../store/due-reports.ts';
import { dispatchIdSchema, scheduledRunId } from '../store/run-id.ts';
import { instant, readObject, writeObject } from '../store/stored-object.ts';
import { parseIsoWeek, RequestError, type RequestProblem, requestSchema } from './parse-request.ts';

export type ReportSelection = {
  /** Keys as configured; empty for all. */
  readonly projects: readonly string[];
  readonly reports: readonly string[];
  /** The ISO week in which the window begins, `2026-W48`; without it, the report's own rule and the date decide. */
  readonly week?: string | undefined;
  /** Instead of today's date in each project's time zone. */
  readonly reportDay?: Day | undefined;
  /** Instead of the configured ones. */
  readonly weeks?: number | undefined;
  readonly shifts?: ReportConfiguration['shifts'] | undefined;
};

/** One report of one project, with what the request changes in it. */
export type RequestedReport = ConfiguredReport & { readonly window: Window; readonly reportDay: Day };

/** @throws RequestError for a name that is not configured, with the nearest one, and where nothing is selected */
export function requestedReports(
  selection: ReportSelection,
  { configuration, now }: { readonly configuration: Configuration; readonly now: Temporal.Instant },
): readonly RequestedReport[] {
  return selected(selection, configuration).map(({ project, report: configured }) => {
    const { weeks = configured.weeks, shifts = configured.shifts } = selection;
    const report = { ...configured, weeks, shifts };
    const monday = selection.week === undefined ? undefined : parseIsoWeek(selection.week);
    const reportDay = selection.reportDay ?? localDayOf(now, project.timeZone);
    const window = monday === undefined ? windowFor(reportDay, report) : weeksFrom(monday, weeks);
    return { project, report, window, reportDay };
  });
}

function weeksFrom(monday: Day, weeks: number): Window {
  return { first: monday, last: addDays(monday, weeks * 7 - 1), weeks };
}

function selected(
  selection: Pick<ReportSelection, 'projects' | 'reports'>,
  configuration: Configuration,
): readonly ConfiguredReport[] {
  const problems = [
    ...unknownKeys('project', selection.projects, configuration.projects),
    ...unknownKeys('report', selection.reports, configuration.reports),
  ];
  if (problems.length > 0) throw new RequestError(problems);
  const isSelected = (keys: readonly string[], key: string) => keys.length === 0 || keys.includes(key);
  const ofProjects = configuration.reports.flatMap((report) =>
    projectsOf(report, configuration.projects)
      .filter(({ key }) => isSelected(selection.projects, key))
      .map((project) => ({ project, report })),
  );
  const found = ofProjects.filter(({ report }) => isSelected(selection.reports, report.key));
  if (found.length > 0) return found;
  const others = [...new Set(ofProjects.map(({ report }) => report.key))];
  const remedy = others.length > 0 ? `Use ${others.join(', ')}.` : 'Configure one.';
  const projects = selection.projects.join(', ');
  throw new RequestError([{ property: 'report', message: `is not configured for ${projects}. ${remedy}` }]);
}

/** A problem for each key that no item has, with the nearest one that exists. */
function unknownKeys(
  property: 'project' | 'report',
  asked: readonly string[],
  items: readonly { readonly key: string }[],
): readonly RequestProblem[] {
  const known = items.map(({ key }) => key);
  return asked
    .filter((key) => !known.includes(key))
    .map((key) => {
      const [near] = nearest(key, known);
      const remedy =
        near === undefined ? `Known: ${known.slice(0, 10).join(', ')}.` : `Did you mean ${near}?`;
      return { property, message: `${quotedName(key)} is not configured. ${remedy}` };
    });
}

const savedRequestSchema = z.object({
  at: instant,
  dispatchId: dispatchIdSchema,
  /** With its run id, so that the same request continues the run. */
  request: requestSchema,
});
export type SavedRequest = z.output<typeof savedRequestSchema>;

/**
 * Saves a request before any of it begins. Each repetition is saved and checked separately, because an earlier check may
 * have found the run settled and be the last one for the earlier request.
 */
export async function saveRequest(store: ObjectStore, saved: SavedRequest): Promise<void> {
  const object = z.encode(savedRequestSchema, { ...saved });
  await writeObject(store, requestKey(requestTimeOf(saved)), object);
}

/** Records, for the log, that a person made a request who sees its answer. */
export async function saveRequestByHand(
  store: ObjectStore,
  of: Pick<SavedRequest, 'dispatchId' | 'at'>,
): Promise<void> {
  await writeObject(store, requestByHandKey(requestTimeOf(of)), { at: of.at.toString() });
}

/** @throws RunStoreError where it cannot be read */
export function readRequest(store: ObjectStore, key: string): Promise<SavedRequest | undefined> {
  return readObject(store, key, savedRequestSchema);
}

export function requestTimeOf({ dispatchId, at }: Pick<SavedRequest, 'dispatchId' | 'at'>): RequestTime {
  return { dispatchId, time: scheduledRunId(at) };
}
