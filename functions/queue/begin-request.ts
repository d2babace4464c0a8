import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { addDays, type Day, localDayOf } from '#base/day.ts';
import { quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import type { Configuration } from '#config/configuration.ts';
import { allReportsKey } from '#config/fields.ts';
import { nearestCandidates } from '#config/nearest.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { type Window, windowFor } from '#lookahead/dates/window.ts';
import { type ConfiguredReport, type ReportRun, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { attemptSummaryOf, readAttemptSummaries } from '#runs/store/attempt-records.ts';
import {
  type DispatchId,
  isScheduledRun,
  type ReportConfigurationKeys,
  type RunId,
  runIdFromText,
  timeOfRun,
  utcDate,
} from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { parseIsoWeek, type ReportRequest } from '#runs/store/request-properties.ts';
import { windowSchema } from '#runs/store/stored-object.ts';
import {
  type DueReport,
  dueReportOf,
  findDispatchIds,
  type ReportsOfDispatch,
  readManifests,
  saveFirstManifest,
  scheduledDispatchKeyPrefix,
} from './due-reports.ts';
import type { QueuedJob } from './job-queue.ts';
import { RequestError, type RequestProblem, unchangeablePropertyMessage } from './parse-report-request.ts';

export type RunRequest = ReportSelection &
  Pick<ReportRequest, 'mode' | 'dispatchId' | 'window'> & {
    readonly runId: string;
    readonly to?: readonly string[] | undefined;
    /** The request to save, so that reconcile checks it; undefined on the command line, where a person does. */
    readonly toSave?: ReportRequest | undefined;
  };

export function runRequestOf(request: ReportRequest, requestId: string): RunRequest {
  const { project, report, runId = requestId, ...options } = request;
  return {
    ...options,
    projects: [project],
    reports: report === undefined || report === allReportsKey ? [] : [report],
    runId,
    toSave: { ...request, runId },
  };
}

type RequestContext = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  readonly now: Temporal.Instant;
};

/**
 * Begins the runs of a request. A continued run keeps its window and report day, so that continuing it after midnight
 * on Sunday does not make another week's report. A new run, except a dry run, is written to a manifest before any of it
 * begins.
 *
 * @throws RequestError for a name that is not configured, a stored run that cannot be found, options that would change
 *   a stored run, and a run id that already names another request
 */
export async function beginRequest(
  request: RunRequest,
  world: RequestContext,
): Promise<readonly ReportRun[]> {
  const { store, now } = world;
  const { mode, to } = request;
  const testRun = mode === 'test' || mode === 'preview' ? mode : undefined;
  const runId = readRunId(request.runId);
  const dispatchId = request.dispatchId ?? runId;
  const identity = { runId, dispatchId, testRun, mode, to };
  const reports = requestedReports(request, world);
  if (request.window) {
    const window = z.decode(windowSchema, request.window);
    const due = timeOfRun(runId);
    return reports.map((report) => ({
      ...report,
      ...(due ? { reportDay: localDayOf(due, report.project.timeZone) } : {}),
      window,
      ...identity,
    }));
  }
  const runs = reports.map((report) => ({ ...report, ...identity }));
  if (isScheduledRun(runId) || request.dispatchId !== undefined) {
    checkNoOptions(request);
    const dispatches = request.dispatchId ? [request.dispatchId] : await scheduledDispatches(store, runId);
    return existingRuns(
      await Promise.all(dispatches.map((one) => readManifests(store, one, { testRun }))),
      runs,
    );
  }
  const stored = await readManifests(store, dispatchId, { testRun });
  const manifest = {
    dispatchId,
    at: now.toString(),
    asked: optionsText(request),
    due: runs.map((run) => ({ ...dueReportOf(run, { ...run, due: now }), ...runObjectKeyValuesOf(run) })),
  };
  if (stored) checkSameRequest(manifest, stored);
  if (mode === 'dry-run') return runsWithManifestWindows(stored ?? manifest, runs);
  const at = { date: utcDate(now), dispatchId, at: now };
  // A repeated request is saved again: reconcile may have settled the earlier copy, and does not look at it any more.
  if (request.toSave && testRun === undefined && !(await isRequestDone(store, stored))) {
    await objects.savedRequest.create(store, at, { at: now, dispatchId, request: request.toSave });
  }
  if (!request.toSave && testRun === undefined && stored === undefined) {
    await objects.requestByHand.create(store, at, { at: now });
  }
  return runsWithManifestWindows(
    stored ?? checkSameRequest(manifest, await saveFirstManifest(store, manifest, { testRun })),
    runs,
  );
}

export function runOfJob(
  job: QueuedJob,
  world: { readonly configuration: Configuration; readonly now: Temporal.Instant },
): ReportRun {
  const { project, report, window, reportDay, runId, dispatchId } = job;
  const [configured] = requestedReports({ projects: [project], reports: [report] }, world);
  if (!configured) throw unknownRunError(runId);
  return {
    ...configured,
    window,
    reportDay,
    runId,
    dispatchId,
    testRun: undefined,
    mode: 'send',
    to: undefined,
  };
}

/**
 * The reports that a request makes due, for a request whose attempt died before it wrote its manifest.
 * @throws RequestError for a name that is no longer configured
 */
export function dueReportsOfRequest(
  { at, request }: SavedRequest,
  configuration: Configuration,
): readonly DueReport[] {
  const runRequest = runRequestOf(request, '');
  const runId = readRunId(runRequest.runId);
  const reports = requestedReports(runRequest, { configuration, now: at });
  return reports.map((report) => dueReportOf(report, { ...report, runId, due: at }));
}

/** Gives runs the window and report day of the manifest; runs that are not in it keep their own. */
export function runsWithManifestWindows(
  manifest: { readonly due: readonly DueReport[] },
  runs: readonly ReportRun[],
): readonly ReportRun[] {
  return runs.map((run) => ({ ...run, ...windowInManifest(manifest, run) }));
}

async function scheduledDispatches(store: ObjectStore, runId: RunId): Promise<readonly DispatchId[]> {
  return findDispatchIds(await store.list(scheduledDispatchKeyPrefix(`${runId}-`)));
}

function existingRuns(
  manifests: readonly (ReportsOfDispatch | undefined)[],
  runs: readonly ReportRun[],
): readonly ReportRun[] {
  return runs.map((run) => {
    for (const manifest of manifests) {
      const begun = manifest && windowInManifest(manifest, run);
      if (begun) return { ...run, ...begun, dispatchId: manifest.dispatchId };
    }
    throw unknownRunError(run.runId);
  });
}

function windowInManifest(
  { due }: { readonly due: readonly DueReport[] },
  run: ReportRun,
): Pick<DueReport, 'window' | 'reportDay'> | undefined {
  const { project, report, runId } = runObjectKeyValuesOf(run);
  const found = due.find((one) => one.project === project && one.report === report && one.runId === runId);
  return found && { window: found.window, reportDay: found.reportDay };
}

async function isRequestDone(store: ObjectStore, stored: ReportsOfDispatch | undefined): Promise<boolean> {
  if (stored === undefined) return false;
  const attempts = await readAttemptSummaries(store, stored.dispatchId);
  return stored.due.every((report) => attemptSummaryOf(attempts, report).done);
}

function readRunId(text: string): RunId {
  try {
    return runIdFromText(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw runIdError(`cannot be used. ${error.message}`);
  }
}

function unknownRunError(runId: RunId): RequestError {
  return runIdError(`names a run that is not in any manifest (${runId}). Add its dispatchId or its window.`);
}

function runIdError(message: string): RequestError {
  return new RequestError([{ property: 'runId', message }]);
}

/**
 * `week 2026-W48, weeks 2`: the options of a request, without its date, because a run keeps the window and the report
 * day that it began with.
 */
function optionsText({ week, weeks, shifts, to }: RunRequest): string {
  const options = Object.entries({ week, weeks, shifts: shifts?.join(', '), to: to?.join(', ') });
  return options.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ');
}

/**
 * One run id names one run: another request under the same id would be taken for done, or made with the first one's
 * options, and nobody would notice. A request for fewer of the run's reports is the same request.
 * @returns the manifest that applies
 * @throws RequestError if the run id names something else
 */
function checkSameRequest(
  own: { readonly due: readonly DueReport[]; readonly asked: string },
  stored: ReportsOfDispatch,
): ReportsOfDispatch {
  const begun = new Set(stored.due.map(projectAndReport));
  const other = own.due.map(projectAndReport).find((name) => !begun.has(name));
  if (other !== undefined) {
    throw otherRequestError(`for ${[...begun].slice(0, 5).join(', ')} and not for ${other}`);
  }
  // A schedule's manifest has no options: its runs are checked by their run id alone.
  if (stored.asked === undefined || stored.asked === own.asked) return stored;
  throw otherRequestError(`with ${stored.asked || 'no options'} and not with ${own.asked || 'none'}`);
}

function checkNoOptions({ week, weeks, shifts, to }: RunRequest): void {
  const changed = Object.entries({ week, weeks, shifts, to }).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return;
  throw new RequestError(changed.map(([property]) => ({ property, message: unchangeablePropertyMessage })));
}

function otherRequestError(difference: string): RequestError {
  return runIdError(
    `already names another run, requested ${difference}. Use a different run id, or repeat the same request.`,
  );
}

function projectAndReport({ project, report }: ReportConfigurationKeys): string {
  return `${project} ${report}`;
}

export type ReportSelection = Pick<ReportRequest, 'week' | 'weeks' | 'shifts'> & {
  readonly projects: readonly string[];
  readonly reports: readonly string[];
  /** Today in each project's time zone by default. */
  readonly reportDay?: Day | undefined;
};

export type RequestedReport = ConfiguredReport & { readonly window: Window; readonly reportDay: Day };

/**
 * Finds the configured reports that a request asks for, and the window of each.
 * @throws RequestError for a name that is not configured, with the nearest one, and if no report is selected
 */
export function requestedReports(
  selection: ReportSelection,
  { configuration, now }: { readonly configuration: Configuration; readonly now: Temporal.Instant },
): readonly RequestedReport[] {
  return selectedReports(selection, configuration).map(({ project, report: configured }) => {
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

function selectedReports(
  selection: ReportSelection,
  configuration: Configuration,
): readonly ConfiguredReport[] {
  const problems = [
    ...unknownKeys('project', selection.projects, configuration.projects),
    ...unknownKeys('report', selection.reports, configuration.reports),
  ];
  if (problems.length > 0) throw new RequestError(problems);
  const isSelected = (keys: readonly string[], key: string) => keys.length === 0 || keys.includes(key);
  const ofProjects = configuration.reports.flatMap((report) =>
    projectsOfReport(report, configuration.projects)
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
      const [near] = nearestCandidates(key, known);
      const remedy =
        near === undefined ? `Known: ${known.slice(0, 10).join(', ')}.` : `Did you mean ${near}?`;
      return { property, message: `${quotedTextUnlessSecret(key)} is not configured. ${remedy}` };
    });
}

export type SavedRequest = ContentOf<typeof objects.savedRequest>;
