/** From a request to the runs it means: which reports, which window, under which name. */
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration, ReportConfiguration } from '../config/configuration.ts';
import { addDays, localDayOf } from '../lookahead/day.ts';
import { type Window, windowFor } from '../lookahead/window.ts';
import { type ConfiguredReport, requestedReports } from './due-reports.ts';
import { parseIsoWeek } from './iso-week.ts';
import type { ReportRequest } from './job-request.ts';
import { JobRequestError } from './job-request-error.ts';
import type { Trial } from './keys.ts';
import { keepManifest, type Manifest, outstanding, readDue, readManifest } from './manifest.ts';
import type { Occasion } from './occasion.ts';
import { type Occurrence, requestedOccurrence } from './occurrence.ts';
import { windowOf } from './register-dates.ts';
import { keepRequest } from './request-log.ts';

/** One report to make, send, or only look at. */
export type RequestedRun = ConfiguredReport & {
  readonly window: Window;
  readonly occurrence: Occurrence;
  readonly occasion: Occasion;
  readonly trial: Trial | undefined;
  readonly mode: ReportRequest['mode'];
  /** Instead of everybody configured. */
  readonly to: readonly string[] | undefined;
};

/**
 * The runs of a request. A run that was begun before keeps the window it had then, so that going on with it
 * after midnight on Sunday does not make another week's report; what a request begins is written down first.
 *
 * @throws JobRequestError for a name that is none, and for a scheduled run that nobody knows the window of
 */
export async function beginRequest(
  request: ReportRequest,
  means: {
    readonly configuration: Configuration;
    readonly store: ObjectStore;
    readonly now: Temporal.Instant;
    /** Names the run of a request that brings no name. */
    readonly requestId: string;
  },
): Promise<readonly RequestedRun[]> {
  const { configuration, store, now } = means;
  const reports = requestedReports(configuration, request);
  const { mode, to } = request;
  const trial = mode === 'test' || mode === 'preview' ? mode : undefined;
  const occurrence = request.occurrence ?? nameOf(request.runId ?? means.requestId);
  const occasion = request.occasion ?? occurrence;
  const named = { occurrence, occasion, trial, mode, to };
  if (request.window) {
    const window = windowOf(request.window);
    return reports.map((one) => ({ ...one, window, ...named }));
  }
  const standing = await readManifest(store, occasion, trial);
  const runs = reports.map(({ project, report: configured }) => {
    const report = overridden(configured, request);
    const begun = windowIn(standing, { project: project.key, report: report.key });
    if (!begun && request.occurrence !== undefined) throw unknownRun(request.occurrence);
    return { project, report, window: begun ?? requestedWindow(request, report, { now, project }), ...named };
  });
  if (mode === 'dry-run' || request.occurrence !== undefined) return runs;
  const due = runs.map(({ project, report, window }) => ({
    project: project.key,
    report: report.key,
    window,
    occurrence,
  }));
  const manifest: Manifest = { occasion, ...(trial === undefined ? {} : { trial }), at: now.toString(), due };
  const isDone = standing && outstanding(await readDue(store, standing)).length === 0;
  if (trial === undefined && !isDone) {
    const named = { ...request, runId: request.runId ?? means.requestId };
    await keepRequest(store, { occasion, at: now, request: named });
  }
  const kept = standing ?? (await keepManifest(store, manifest));
  return runs.map((run) => ({
    ...run,
    window: windowIn(kept, { project: run.project.key, report: run.report.key }) ?? run.window,
  }));
}

function windowIn(
  manifest: Manifest | undefined,
  of: { readonly project: string; readonly report: string },
): Window | undefined {
  return manifest?.due.find(({ project, report }) => project === of.project && report === of.report)?.window;
}

function requestedWindow(
  request: Pick<ReportRequest, 'week'>,
  report: ReportConfiguration,
  at: { readonly now: Temporal.Instant; readonly project: { readonly timeZone: string } },
): Window {
  const monday = request.week === undefined ? undefined : parseIsoWeek(request.week);
  if (monday === undefined) return windowFor(localDayOf(at.now, at.project.timeZone), report);
  return { first: monday, last: addDays(monday, report.weeks * 7 - 1), weeks: report.weeks };
}

function overridden(report: ReportConfiguration, request: ReportRequest): ReportConfiguration {
  const { weeks = report.weeks, shifts = report.shifts } = request;
  return { ...report, weeks, shifts };
}

function nameOf(runId: string): Occurrence {
  try {
    return requestedOccurrence(runId);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JobRequestError([{ property: 'runId', message: `cannot be used. ${error.message}` }]);
  }
}

function unknownRun(occurrence: Occurrence): JobRequestError {
  const message = `is a run that no manifest names (${occurrence}). Give its occasion, or its window too.`;
  return new JobRequestError([{ property: 'occurrence', message }]);
}
