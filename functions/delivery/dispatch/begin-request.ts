/** From a request to the runs it means: which reports, which window, under which name. */

import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Configuration, ReportConfiguration } from '../../config/configuration.ts';
import { addDays, localDayOf } from '../../lookahead/dates/day.ts';
import { type Window, windowFor } from '../../lookahead/dates/window.ts';
import type { DispatchId } from '../store/dispatch-id.ts';
import type { RunAddress, TestRun } from '../store/keys.ts';
import { type Due, outstandingRuns } from '../store/outstanding.ts';
import { isScheduled, type RunId, runIdOf } from '../store/run-id.ts';
import { windowOf } from '../store/stored-object.ts';
import { type ConfiguredReport, requestedReports } from './due-reports.ts';
import { parseIsoWeek } from './iso-week.ts';
import type { ReportRequest } from './job-request.ts';
import { JobRequestError } from './job-request-error.ts';
import { differenceFrom, type Manifest, readManifest, saveManifest, windowIn } from './manifest.ts';
import { type SavedRequest, saveRequest } from './request-log.ts';

/** One report to make, send, or only look at. */
export type RequestedRun = ConfiguredReport & {
  readonly window: Window;
  readonly runId: RunId;
  readonly dispatchId: DispatchId;
  readonly testRun: TestRun | undefined;
  readonly mode: ReportRequest['mode'];
  /** Instead of everybody configured. */
  readonly to: readonly string[] | undefined;
};

/**
 * The runs of a request. A run that was begun before keeps the window it had then, so that going on with it
 * after midnight on Sunday does not make another week's report; what a request begins is written down first.
 *
 * @throws JobRequestError for a name that is none, for a scheduled run that nobody knows the window of, and for a
 *   run's name that something else was asked for with
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
  const { mode, to } = request;
  const testRun = mode === 'test' || mode === 'preview' ? mode : undefined;
  const runId = nameOf(request.runId ?? means.requestId);
  const dispatchId = request.dispatchId ?? runId;
  const named = { runId, dispatchId, testRun, mode, to };
  if (request.window) {
    const window = windowOf(request.window);
    return requestedReports(configuration, request).map((one) => ({ ...one, window, ...named }));
  }
  const asked = reportsAsked(request, { configuration, now });
  const manifest: RequestManifest = {
    dispatchId,
    ...(testRun === undefined ? {} : { testRun }),
    at: now.toString(),
    asked: askedText(request),
    due: asked.map((one) => addressOf(one, runId)),
  };
  const standing = await readManifest(store, dispatchId, testRun);
  if (isScheduled(runId) || request.dispatchId !== undefined) return runsOf(asked, standing, named);
  if (standing) checkSame(manifest, standing);
  if (mode === 'dry-run') return runsOf(asked, standing ?? manifest, named);
  if (testRun === undefined && !(await isDone(store, standing))) {
    const kept = { ...request, runId: request.runId ?? means.requestId };
    await saveRequest(store, { dispatchId, at: now, request: kept });
  }
  return runsOf(asked, standing ?? checkSame(manifest, await saveManifest(store, manifest)), named);
}

/**
 * What a request makes due, reckoned from it alone: for a look at one that was begun and died before that stood
 * anywhere.
 * @throws JobRequestError for a name that is configured no more
 */
export function dueByRequest({ dispatchId, at, request }: SavedRequest, configuration: Configuration): Due {
  const runId = nameOf(request.runId ?? '');
  const due = reportsAsked(request, { configuration, now: at }).map((one) => addressOf(one, runId));
  return { dispatchId, due };
}

type RequestManifest = Manifest & { readonly asked: string };
type AskedReport = ConfiguredReport & { readonly window: Window };

function reportsAsked(
  request: ReportRequest,
  at: { readonly configuration: Configuration; readonly now: Temporal.Instant },
): readonly AskedReport[] {
  return requestedReports(at.configuration, request).map(({ project, report: configured }) => {
    const report = overridden(configured, request);
    return { project, report, window: requestedWindow(request, report, { now: at.now, project }) };
  });
}

function addressOf({ project, report, window }: AskedReport, runId: RunId): RunAddress {
  return { project: project.key, report: report.key, window, runId };
}

/** Each report with the window that the manifest has for it. @throws JobRequestError where it has none */
function runsOf(
  asked: readonly AskedReport[],
  manifest: Manifest | undefined,
  named: Omit<RequestedRun, keyof AskedReport>,
): readonly RequestedRun[] {
  return asked.map((one) => {
    const window = windowIn(manifest, { project: one.project.key, report: one.report.key });
    if (window === undefined) throw unknownRun(named.runId);
    return { ...one, window, ...named };
  });
}

/** Nothing of the run is left to do. */
async function isDone(store: ObjectStore, standing: Manifest | undefined): Promise<boolean> {
  return standing !== undefined && (await outstandingRuns(store, standing)).length === 0;
}

/** What a request asks for besides its reports, in one form. */
function askedText({ week, weeks, shifts, to }: ReportRequest): string {
  return JSON.stringify({ week, weeks, shifts, to });
}

/** @throws JobRequestError where something else stands under the run's name */
function checkSame(own: RequestManifest, standing: Manifest): Manifest {
  const difference = differenceFrom(standing, own);
  if (difference === undefined) return standing;
  const { of, begun, asked } = difference;
  const word = of === 'reports' ? 'for' : 'with';
  const message = `is the name of another run, begun ${word} ${begun} and not ${word} ${asked}. Give this one a name of its own, or ask for the same again.`;
  throw new JobRequestError([{ property: 'runId', message }]);
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

function nameOf(runId: string): RunId {
  try {
    return runIdOf(runId);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new JobRequestError([{ property: 'runId', message: `cannot be used. ${error.message}` }]);
  }
}

function unknownRun(runId: RunId): JobRequestError {
  const message = `is a run that no manifest names (${runId}). Give its dispatchId, or its window too.`;
  return new JobRequestError([{ property: 'runId', message }]);
}
