/** Requests by a person or a program: carried out immediately, and always answered with JSON. */

import type { Temporal } from 'temporal-polyfill';
import { failureFields, type Log } from '#base/log.ts';
import { windowKey } from '#lookahead/dates/window.ts';
import type { StepTimings } from '#runs/attempt.ts';
import { type DeliveryResult, failedMessagesOf, isFinishedOutcome } from '#runs/delivery-result.ts';
import { failureOf } from '#runs/failure-kind.ts';
import { type ReportRun, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import type { MessageOutcome } from '#runs/messages/deliver-message.ts';
import { reportToMakeOf } from '#runs/report-to-make.ts';
import { type Invocation, runLogFields, runReportAndLog } from '#runs/run-logged.ts';
import { saveReportDone, saveRequestFailure } from '#runs/store/attempt-records.ts';
import { isScheduledRun, type ReportOfDispatch } from '#runs/store/names.ts';
import type { ReportRequest } from '#runs/store/request-properties.ts';
import type { RunWorld } from '#runs/world.ts';
import { beginRequest, runRequestOf } from './begin-request.ts';
import { parseReportRequest, RequestError, type RequestProblem } from './parse-report-request.ts';

type TimedDeliveryResult = DeliveryResult & { readonly timings: StepTimings };

type RequestParts = RunWorld & {
  readonly log: Log;
  /** Domains that requests may send to; any by default. The mailer enforces them too. */
  readonly allowedDomains?: readonly string[] | undefined;
};

type RequestFailure = {
  readonly name: string;
  readonly message: string;
  readonly problems?: readonly RequestProblem[];
};

type AnsweredReport =
  | (Omit<TimedDeliveryResult, 'issueNumber'> & {
      readonly issueNumber: number | null;
      readonly counts: Readonly<Record<'tasks' | 'files' | 'messages' | 'keys', number>> &
        Readonly<Record<string, number>>;
    })
  | {
      readonly project: string;
      readonly report: string;
      readonly outcome: 'error';
      readonly error: RequestFailure;
    };

export type ReportRequestResult = {
  readonly ok: boolean;
  readonly mode?: ReportRequest['mode'];
  /** Repeating the request with this id continues the run, and never makes or sends anything twice. */
  readonly runId?: string | undefined;
  readonly reports: readonly AnsweredReport[];
  readonly error?: RequestFailure;
};

/**
 * Carries out a request, one report after the other; a report that fails does not stop the others. Never throws.
 * @example
 * await carryOutReportRequest({ project: 'riverside', report: 'weekly', mode: 'preview' }, by, world);
 * // { ok: true, mode: 'preview', runId: 'run-7f3a', reports: [{ outcome: 'previewed', … }] }
 */
export async function carryOutReportRequest(
  payload: unknown,
  by: Invocation,
  world: RequestParts,
): Promise<ReportRequestResult> {
  try {
    const request = parseReportRequest(payload, world.allowedDomains);
    const { configuration, store } = world;
    const runRequest = runRequestOf(request, by.id);
    const runs = await beginRequest(runRequest, { configuration, store, now: world.clock.now() });
    const reports: AnsweredReport[] = [];
    for (const run of runs) reports.push(await answerOne(run, by, world));
    return {
      ok: reports.every(({ outcome }) => outcome !== 'error' && isFinishedOutcome(outcome)),
      mode: request.mode,
      runId: runs[0]?.runId,
      reports,
    };
  } catch (error) {
    world.log.error('not done', { request: by.id, ...failureFields(error) });
    return { ok: false, reports: [], error: requestFailure(error) };
  }
}

async function answerOne(run: ReportRun, by: Invocation, world: RequestParts): Promise<AnsweredReport> {
  try {
    const { dispatchId } = run;
    const result = await runReportAndLog(reportToMakeOf(run), { ...by, dispatchId, world });
    if (run.mode === 'send' && result.outcome !== 'incomplete') {
      await saveOrLog(run, world, (of, at) =>
        saveReportDone(world.store, of, {
          at,
          failed: failedMessagesOf(result.messages),
          dataProblem: result.dataProblem,
        }),
      );
    }
    return { ...result, issueNumber: result.issueNumber ?? null, counts: countResult(result) };
  } catch (error) {
    const { project, report, mode, window } = run;
    world.log.error('failed', {
      ...runLogFields(loggedRunOf(run)),
      window: windowKey(window),
      ...failureFields(error),
    });
    // A scheduled run is retried by its queued job, which numbers its own failed attempts.
    if (mode === 'send' && !isScheduledRun(run.runId)) {
      await saveOrLog(run, world, (of, at) =>
        saveRequestFailure(world.store, of, { failure: failureOf(error), by: by.id, at }),
      );
    }
    return { project: project.key, report: report.key, outcome: 'error', error: requestFailure(error) };
  }
}

function loggedRunOf(run: ReportRun) {
  return { ...runObjectKeyValuesOf(run), dispatchId: run.dispatchId, mode: run.mode };
}

/** If saving fails, only logs that: the caller has the answer, and the record is only for reconcile. */
async function saveOrLog(
  run: ReportRun,
  world: RequestParts,
  save: (of: ReportOfDispatch, at: Temporal.Instant) => Promise<unknown>,
): Promise<void> {
  const of = { dispatchId: run.dispatchId, project: run.project.key, report: run.report.key };
  try {
    await save(of, world.clock.now());
  } catch (failure) {
    world.log.warn('the outcome could not be saved', {
      ...runLogFields(loggedRunOf(run)),
      ...failureFields(failure),
    });
  }
}

function countResult({ tasksPerShift, files, messages, keys }: TimedDeliveryResult) {
  const byKind = Map.groupBy(messages, (message): MessageOutcome['kind'] => message.outcome.kind);
  return {
    tasks: Object.values(tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
    files: files.length,
    messages: messages.length,
    keys: keys.length,
    ...Object.fromEntries(Array.from(byKind, ([kind, some]) => [kind, some.length])),
  };
}

function requestFailure(error: unknown): RequestFailure {
  if (!(error instanceof Error)) return { name: 'unknown', message: String(error) };
  const { name, message } = error;
  return { name, message, ...(error instanceof RequestError ? { problems: error.problems } : {}) };
}
