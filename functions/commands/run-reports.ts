/** Runs reports on a laptop: over a folder and an outbox, with progress and results on the terminal. */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import { formatDay } from '../base/day.ts';
import type { Configuration, ProjectConfiguration } from '../config/configuration.ts';
import type { RequestedRun } from '../delivery/request/begin-request.ts';
import { type Renderer, type RunResult, runReport } from '../delivery/request/run-report.ts';
import { startStopwatch } from '../delivery/request/stopwatch.ts';
import { failedMessagesOf } from '../delivery/retry/failed-messages.ts';
import { type Failure, failureOf, failureOfMessages } from '../delivery/retry/failure.ts';
import { isFinished } from '../delivery/run/delivery-result.ts';
import { readAttempts, readFailedAttempt, saveAnswer, saveDone } from '../delivery/store/attempts.ts';
import type { ReportOfDispatch } from '../delivery/store/dispatch-keys.ts';
import { isScheduled } from '../delivery/store/run-id.ts';
import { openOutbox, outboxFolder } from '../machine/local-mailer.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import type { PlanningClient } from '../planning/client/planning-client.ts';
import { describeFailure } from './describe-failure.ts';
import { progressText, tellResult } from './result-text.ts';
import { RunFailed } from './run-failed.ts';
import type { Progress, Terminal } from './terminal.ts';

export type LaptopAdapters = {
  readonly configuration: Configuration;
  readonly renderer: Renderer;
  /** The output folder as the caller named it: paths are printed below it. */
  readonly out: string;
  readonly store: ObjectStore;
  readonly clientFor: (project: ProjectConfiguration) => Promise<PlanningClient>;
  readonly now: (run: RequestedRun) => Temporal.Instant;
  /** Absent where messages go to files: the outbox, below the output folder. */
  readonly mailer?: Mailer | undefined;
  /** How a person continues these runs, as part of a sentence: `run it again with --run-id monday`. */
  readonly again: string;
  /** This attempt's id, drawn at random. */
  readonly owner: string;
};

/**
 * Runs one report after the other. One that fails does not stop the others.
 * @throws RunFailed once all have run, where one failed or has something left to do
 */
export async function runReports(
  runs: readonly RequestedRun[],
  adapters: LaptopAdapters,
  terminal: Terminal,
): Promise<void> {
  const failures: ('failed' | 'bad input')[] = [];
  const { out, again } = adapters;
  const laptop = { out, outbox: adapters.mailer ? undefined : join(out, outboxFolder), again };
  for (const run of runs) {
    const progress = await terminal.progress();
    try {
      const result = await runBeside(run, { ...adapters, outbox: laptop.outbox }, progress);
      progress.stop();
      await record(run, result, adapters);
      tellResult(result, laptop, terminal);
      if (!isFinished(result.outcome)) failures.push('failed');
    } catch (error) {
      progress.stop();
      await recordFailure(run, failureOf(error), adapters);
      const { lines, badInput } = describeFailure(error);
      for (const line of lines) terminal.warn(`${labelOf(run)}: ${line}`);
      terminal.json(failureJson(run, lines));
      failures.push(badInput ? 'bad input' : 'failed');
    }
  }
  if (failures.length === 0) return;
  const kind = failures.every((failure) => failure === 'bad input') ? 'input' : 'curable';
  const summary = `${failures.length} of ${runs.length} reports were not delivered to everyone.`;
  throw new RunFailed(kind, runs.length === 1 ? '' : summary);
}

/** The JSON line of a report that could not be made, with the reasons under `warnings`. */
function failureJson({ report, project, window, runId }: RequestedRun, reasons: readonly string[]) {
  return {
    report: report.key,
    project: project.key,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
    runId,
    outcome: 'failed',
    issueNumber: null,
    tasksPerShift: {},
    files: [],
    messages: [],
    warnings: reasons,
  };
}

/** Seconds between two looks at a message that another process of the run began to send a moment ago. */
const looks = [1, 2, 4, 8, 15];

/** Where several processes work on one run, one sends each message; the others wait a moment to see that it did. */
async function runBeside(...of: Parameters<typeof runOne>): Promise<RunResult> {
  const [run, adapters, progress] = of;
  let result = await runOne(...of);
  for (const seconds of looks) {
    if (!(await isBeingSent(result, run, adapters))) break;
    progress.step(`${labelOf(run)}: another process may be sending it; waiting to see that it did`);
    await pause(seconds * 1_000);
    result = await runOne(...of);
  }
  return result;
}

/** Minutes before a send without an answer is looked at; less than a minute ago, its process may well be at work. */
const minutesOfOneAtWork = 34;

async function isBeingSent(
  { messages }: RunResult,
  run: RequestedRun,
  { store, now }: LaptopAdapters,
): Promise<boolean> {
  const open = messages.flatMap(({ outcome }) =>
    outcome.kind === 'waiting' || outcome.kind === 'refused' ? [outcome] : [],
  );
  const others = open.flatMap((outcome) =>
    outcome.kind === 'waiting' && outcome.begunBy !== undefined
      ? [{ by: outcome.begunBy, minutes: (Date.parse(outcome.until) - now(run).epochMilliseconds) / 60_000 }]
      : [],
  );
  if (others.length === 0 || others.length < open.length) return false;
  const { failed } = await readAttempts(store, reportOf(run));
  const last = failed === 0 ? undefined : await readFailedAttempt(store, reportOf(run), failed);
  return others.every(({ by, minutes }) => by !== last?.by && minutes > minutesOfOneAtWork);
}

async function runOne(
  run: RequestedRun,
  adapters: LaptopAdapters & { readonly outbox: string | undefined },
  progress: Progress,
): Promise<RunResult> {
  const { configuration, renderer, store, owner } = adapters;
  const result = await runReport(run, {
    configuration,
    renderer,
    store,
    owner,
    mailer: adapters.mailer ?? openOutbox(store),
    clientFor: () => adapters.clientFor(run.project),
    now: () => adapters.now(run),
    pause,
    timeLeft: () => Number.POSITIVE_INFINITY,
    stopwatch: startStopwatch(() => performance.now()),
    onProgress: (event) => progress.step(`${labelOf(run)}: ${progressText(event, adapters.outbox)}`),
  });
  progress.done(`${labelOf(run)}: ${result.outcome}`);
  return result;
}

/** For `status`, and so that a schedule's run that a person continued is not tried again. */
async function record(run: RequestedRun, result: RunResult, adapters: LaptopAdapters): Promise<void> {
  if (run.mode !== 'send') return;
  const at = adapters.now(run);
  if (result.outcome === 'incomplete') {
    return recordFailure(run, failureOfMessages(result.messages, at.epochMilliseconds), adapters);
  }
  const failed = failedMessagesOf(result.messages);
  await saveDone(adapters.store, reportOf(run), { at, failed }).catch(() => undefined);
}

/** Not of a schedule's run, whose own attempts have these numbers. Where it cannot be stored, the person still sees it. */
async function recordFailure(run: RequestedRun, failure: Failure, adapters: LaptopAdapters): Promise<void> {
  if (run.mode !== 'send' || isScheduled(run.runId)) return;
  const answer = { failure, by: adapters.owner, at: adapters.now(run) };
  await saveAnswer(adapters.store, reportOf(run), answer).catch(() => undefined);
}

function reportOf({ dispatchId, project, report }: RequestedRun): ReportOfDispatch {
  return { dispatchId, project: project.key, report: report.key };
}

function labelOf({ project, report }: RequestedRun): string {
  return `${project.key} ${report.key}`;
}
