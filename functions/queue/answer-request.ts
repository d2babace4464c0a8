/** A request by a person or a program: carried out at once, and always answered with JSON. */

import type { Temporal } from 'temporal-polyfill';
import { failureFields, type Log } from '#base/log.ts';
import { windowKey } from '#lookahead/dates/window.ts';
import type { Timings } from '#runs/attempt.ts';
import { type DeliveryResult, failedMessagesOf, isFinished } from '#runs/delivery-result.ts';
import { failureOf } from '#runs/failure-kind.ts';
import { type ReportRun, runAddress } from '#runs/look-up-report.ts';
import type { MessageOutcome } from '#runs/messages/deliver-message.ts';
import { orderOf } from '#runs/order.ts';
import { type Invocation, runFields, runLogged } from '#runs/run-logged.ts';
import { saveDone, saveRequestFailure } from '#runs/store/attempt-records.ts';
import { isScheduled, type ReportOfDispatch } from '#runs/store/names.ts';
import type { ReportRequest } from '#runs/store/request-properties.ts';
import type { RunWorld } from '#runs/world.ts';
import { beginRequest, runRequestOf } from './begin-request.ts';
import { parseRequest, RequestError, type RequestProblem } from './parse-report-request.ts';

type ReportOutcome = DeliveryResult & { readonly timings: Timings };

type RequestParts = RunWorld & {
  readonly log: Log;
  /** Domains that requests may name addresses of; any by default. The mailer keeps to them too. */
  readonly allowedDomains?: readonly string[] | undefined;
};

type Failure = {
  readonly name: string;
  readonly message: string;
  readonly problems?: readonly RequestProblem[];
};

type AnsweredReport =
  | (Omit<ReportOutcome, 'issueNumber'> & {
      readonly issueNumber: number | null;
      readonly counts: Readonly<Record<'tasks' | 'files' | 'messages' | 'keys', number>> &
        Readonly<Record<string, number>>;
    })
  | {
      readonly project: string;
      readonly report: string;
      readonly outcome: 'error';
      readonly error: Failure;
    };

export type RequestAnswer = {
  readonly ok: boolean;
  readonly mode?: ReportRequest['mode'];
  /** The same request with this id continues the run, and never makes or sends anything twice. */
  readonly runId?: string | undefined;
  readonly reports: readonly AnsweredReport[];
  readonly error?: Failure;
};

/** One report after the other; one that fails does not stop the others. Never throws. */
export async function answerRequest(
  payload: unknown,
  by: Invocation,
  world: RequestParts,
): Promise<RequestAnswer> {
  try {
    const request = parseRequest(payload, world.allowedDomains);
    const { configuration, store } = world;
    const runRequest = runRequestOf(request, by.id);
    const runs = await beginRequest(runRequest, { configuration, store, now: world.clock.now() });
    const reports: AnsweredReport[] = [];
    for (const run of runs) reports.push(await answerOne(run, by, world));
    return {
      ok: reports.every(({ outcome }) => outcome !== 'error' && isFinished(outcome)),
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
    const result = await runLogged(orderOf(run), { ...by, dispatchId, world });
    if (run.mode === 'send' && result.outcome !== 'incomplete') {
      await saveQuietly(run, world, (of, at) =>
        saveDone(world.store, of, {
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
      ...runFields(runToLog(run)),
      window: windowKey(window),
      ...failureFields(error),
    });
    // A scheduled run is retried by its queued job, whose attempts have these numbers.
    if (mode === 'send' && !isScheduled(run.runId)) {
      await saveQuietly(run, world, (of, at) =>
        saveRequestFailure(world.store, of, { failure: failureOf(error), by: by.id, at }),
      );
    }
    return { project: project.key, report: report.key, outcome: 'error', error: requestFailure(error) };
  }
}

function runToLog(run: ReportRun) {
  return { ...runAddress(run), dispatchId: run.dispatchId, mode: run.mode };
}

/** Only logs a failure: the caller has the answer, and the record only tells reconcile so. */
async function saveQuietly(
  run: ReportRun,
  world: RequestParts,
  save: (of: ReportOfDispatch, at: Temporal.Instant) => Promise<unknown>,
): Promise<void> {
  const of = { dispatchId: run.dispatchId, project: run.project.key, report: run.report.key };
  try {
    await save(of, world.clock.now());
  } catch (failure) {
    world.log.warn('the outcome could not be saved', {
      ...runFields(runToLog(run)),
      ...failureFields(failure),
    });
  }
}

function countResult({ tasksPerShift, files, messages, keys }: ReportOutcome) {
  const byKind = Map.groupBy(messages, (message): MessageOutcome['kind'] => message.outcome.kind);
  return {
    tasks: Object.values(tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
    files: files.length,
    messages: messages.length,
    keys: keys.length,
    ...Object.fromEntries(Array.from(byKind, ([kind, some]) => [kind, some.length])),
  };
}

function requestFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'unknown', message: String(error) };
  const { name, message } = error;
  return { name, message, ...(error instanceof RequestError ? { problems: error.problems } : {}) };
}
