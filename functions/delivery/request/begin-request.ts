import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { localDayOf } from '#base/day.ts';
import type { Configuration } from '#config/configuration.ts';
import { allReports } from '#config/fields.ts';
import type { QueuedJob } from '#delivery/queue/job-queue.ts';
import { type ReportRun, runAddress } from '#delivery/report/report-job.ts';
import { attemptsOf, readAllAttempts } from '#delivery/store/attempts.ts';
import { dispatchesAtPrefix, dispatchIdOfManifest, type ReportKeys } from '#delivery/store/dispatch-keys.ts';
import { type Manifests, readManifests, saveManifest } from '#delivery/store/dispatch-manifest.ts';
import { type DueReport, dueReport } from '#delivery/store/due-reports.ts';
import { type DispatchId, isScheduled, type RunId, runIdOf, timeOfRun } from '#delivery/store/run-id.ts';
import { window as windowSchema } from '#delivery/store/stored-object.ts';
import { type ReportRequest, RequestError, unchangeable } from './parse-report-request.ts';
import {
  type ReportSelection,
  requestedReports,
  type SavedRequest,
  saveRequest,
  saveRequestByHand,
} from './requested-reports.ts';

export type RunRequest = ReportSelection &
  Pick<ReportRequest, 'mode' | 'dispatchId' | 'window'> & {
    readonly runId: string;
    readonly to?: readonly string[] | undefined;
    /** The request as it is saved for reconcile; undefined if nothing checks it. */
    readonly toSave?: ReportRequest | undefined;
  };

export function runRequestOf(request: ReportRequest, requestId: string): RunRequest {
  const { project, report, runId = requestId, ...options } = request;
  return {
    ...options,
    projects: [project],
    reports: report === undefined || report === allReports ? [] : [report],
    runId,
    toSave: { ...request, runId },
  };
}

type RequestWorld = {
  readonly configuration: Configuration;
  readonly store: ObjectStore;
  readonly now: Temporal.Instant;
};

/**
 * A continued run keeps its window and report day, so that continuing it after midnight on Sunday does not make another
 * week's report. A new run is written to a manifest before any of it begins.
 *
 * @throws RequestError for a name that is not configured, a stored run that cannot be found, and a run id that already
 *   names another request
 */
export async function beginRequest(request: RunRequest, world: RequestWorld): Promise<readonly ReportRun[]> {
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
  if (isScheduled(runId) || request.dispatchId !== undefined) {
    checkUnchanged(request);
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
    due: runs.map((run) => ({ ...dueReport(run, { ...run, due: now }), ...runAddress(run) })),
  };
  if (stored) checkSameRequest(manifest, stored);
  if (mode === 'dry-run') return withStoredWindows(stored ?? manifest, runs);
  if (request.toSave && testRun === undefined && !(await isDone(store, stored))) {
    await saveRequest(store, { dispatchId, at: now, request: request.toSave });
  }
  if (!request.toSave && testRun === undefined && stored === undefined) {
    await saveRequestByHand(store, { dispatchId, at: now });
  }
  return withStoredWindows(
    stored ?? checkSameRequest(manifest, await saveManifest(store, manifest, { testRun })),
    runs,
  );
}

export function runOfJob(
  job: QueuedJob,
  world: { readonly configuration: Configuration; readonly now: Temporal.Instant },
): ReportRun {
  const { project, report, window, reportDay, runId, dispatchId } = job;
  const [configured] = requestedReports({ projects: [project], reports: [report] }, world);
  if (!configured) throw unknownRun(runId);
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
export function dueByRequest(
  { at, request }: SavedRequest,
  configuration: Configuration,
): readonly DueReport[] {
  const runRequest = runRequestOf(request, '');
  const runId = readRunId(runRequest.runId);
  const reports = requestedReports(runRequest, { configuration, now: at });
  return reports.map((report) => dueReport(report, { ...report, runId, due: at }));
}

/** Runs that are not in the manifest keep their own window and report day. */
export function withStoredWindows(
  manifest: { readonly due: readonly DueReport[] },
  runs: readonly ReportRun[],
): readonly ReportRun[] {
  return runs.map((run) => ({ ...run, ...begunIn(manifest, run) }));
}

async function scheduledDispatches(store: ObjectStore, runId: RunId): Promise<readonly DispatchId[]> {
  const keys = await store.list(dispatchesAtPrefix(runId));
  return keys.flatMap((key) => dispatchIdOfManifest(key) ?? []);
}

function existingRuns(
  manifests: readonly (Manifests | undefined)[],
  runs: readonly ReportRun[],
): readonly ReportRun[] {
  return runs.map((run) => {
    for (const manifest of manifests) {
      const begun = manifest && begunIn(manifest, run);
      if (begun) return { ...run, ...begun, dispatchId: manifest.dispatchId };
    }
    throw unknownRun(run.runId);
  });
}

function begunIn(
  { due }: { readonly due: readonly DueReport[] },
  run: ReportRun,
): Pick<DueReport, 'window' | 'reportDay'> | undefined {
  const { project, report, runId } = runAddress(run);
  const found = due.find((one) => one.project === project && one.report === report && one.runId === runId);
  return found && { window: found.window, reportDay: found.reportDay };
}

async function isDone(store: ObjectStore, stored: Manifests | undefined): Promise<boolean> {
  if (stored === undefined) return false;
  const attempts = await readAllAttempts(store, stored.dispatchId);
  return stored.due.every((report) => attemptsOf(attempts, report).done);
}

function readRunId(text: string): RunId {
  try {
    return runIdOf(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw runIdError(`cannot be used. ${error.message}`);
  }
}

function unknownRun(runId: RunId): RequestError {
  return runIdError(`names a run that is not in any manifest (${runId}). Add its dispatchId or its window.`);
}

function runIdError(message: string): RequestError {
  return new RequestError([{ property: 'runId', message }]);
}

/** Without the date, because a run keeps the window and the report day that it began with. */
function optionsText({ week, weeks, shifts, to }: RunRequest): string {
  const options = Object.entries({ week, weeks, shifts: shifts?.join(', '), to: to?.join(', ') });
  return options.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ');
}

/**
 * One run id names one run: another request under the same id would be taken for done, or made with the first one's
 * options, and nobody would notice. Fewer of the run's reports count as the same request.
 * @returns the manifest that applies
 * @throws RequestError if the run id names something else
 */
function checkSameRequest(
  own: { readonly due: readonly DueReport[]; readonly asked: string },
  stored: Manifests,
): Manifests {
  const begun = new Set(stored.due.map(projectAndReport));
  const other = own.due.map(projectAndReport).find((name) => !begun.has(name));
  if (other !== undefined) {
    throw otherRequest(`for ${[...begun].slice(0, 5).join(', ')} and not for ${other}`);
  }
  // A schedule's manifest has no options: its runs are checked by their run id alone.
  if (stored.asked === undefined || stored.asked === own.asked) return stored;
  throw otherRequest(`with ${stored.asked || 'no options'} and not with ${own.asked || 'none'}`);
}

function checkUnchanged({ week, weeks, shifts, to }: RunRequest): void {
  const changed = Object.entries({ week, weeks, shifts, to }).filter(([, value]) => value !== undefined);
  if (changed.length === 0) return;
  throw new RequestError(changed.map(([property]) => ({ property, message: unchangeable })));
}

function otherRequest(difference: string): RequestError {
  return runIdError(
    `already names another run, requested ${difference}. Use a different run id, or repeat the same request.`,
  );
}

function projectAndReport({ project, report }: ReportKeys): string {
  return `${project} ${report}`;
}
