/**
 * Which configured reports a request asks for, and for which window. Requests are stored by date, because reconcile cannot
 * compute them from the configuration like the dispatches of schedules.
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { addDays, type Day, localDayOf } from '#base/day.ts';
import { quotedName } from '#base/text/looks-like-key.ts';
import type { Configuration } from '#config/configuration.ts';
import { nearest } from '#config/nearest.ts';
import { projectsOf } from '#config/projects-of.ts';
import { type RequestTime, requestKey } from '#delivery/store/dispatch-keys.ts';
import type { ConfiguredReport } from '#delivery/store/due-reports.ts';
import { type DispatchId, dispatchIdSchema, scheduledRunId } from '#delivery/store/run-id.ts';
import { instant, readObject, writeObject } from '#delivery/store/stored-object.ts';
import { type Window, windowFor } from '#lookahead/dates/window.ts';
import {
  parseIsoWeek,
  type ReportRequest,
  RequestError,
  type RequestProblem,
  requestSchema,
} from './parse-report-request.ts';

export type ReportSelection = Pick<ReportRequest, 'week' | 'weeks' | 'shifts'> & {
  readonly projects: readonly string[];
  readonly reports: readonly string[];
  /** Today in each project's time zone by default. */
  readonly reportDay?: Day | undefined;
};

export type RequestedReport = ConfiguredReport & { readonly window: Window; readonly reportDay: Day };

/** @throws RequestError for a name that is not configured, with the nearest one, and if no report is selected */
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

function selected(selection: ReportSelection, configuration: Configuration): readonly ConfiguredReport[] {
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

function unknownKeys(
  property: 'project' | 'report',
  requested: readonly string[],
  items: readonly { readonly key: string }[],
): readonly RequestProblem[] {
  const known = items.map(({ key }) => key);
  return requested
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
  /** Includes its run id, so that the same request continues the run. */
  request: requestSchema,
});
export type SavedRequest = z.output<typeof savedRequestSchema>;

/**
 * Saves a request before any of it begins. Each repetition is saved and checked separately, because an earlier check may
 * have settled the run and be the last one for the earlier request.
 */
export async function saveRequest(store: ObjectStore, saved: SavedRequest): Promise<void> {
  const object = z.encode(savedRequestSchema, saved);
  await writeObject(store, requestKey(requestTimeOf(saved), 'request'), object);
}

/** Records, for the log, a request at the command line, where a person sees the answer. */
export async function saveRequestByHand(store: ObjectStore, of: RequestedAt): Promise<void> {
  await writeObject(store, requestKey(requestTimeOf(of), 'by-hand'), { at: of.at.toString() });
}

export function readRequest(store: ObjectStore, key: string): Promise<SavedRequest | undefined> {
  return readObject(store, key, savedRequestSchema);
}

type RequestedAt = { readonly dispatchId: DispatchId; readonly at: Temporal.Instant };

export function requestTimeOf({ dispatchId, at }: RequestedAt): RequestTime {
  return { dispatchId, time: scheduledRunId(at) };
}
