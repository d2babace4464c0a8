import { formatDay } from '#base/day.ts';
import { systemRandomSource } from '#base/system.ts';
import { createAttemptWorld } from '#runs/attempt.ts';
import { type DeliveryResult, failedMessagesOf, isFinishedOutcome } from '#runs/delivery-result.ts';
import { type AttemptFailure, failureOf, incompleteDeliveryFailure } from '#runs/failure-kind.ts';
import type { ReportRun } from '#runs/look-up-report.ts';
import { reportToMakeOf } from '#runs/report-to-make.ts';
import { runReport } from '#runs/run-report.ts';
import { readAttemptSummary, saveReportDone, saveRequestFailure } from '#runs/store/attempt-records.ts';
import { isScheduledRun, type ReportOfDispatch } from '#runs/store/names.ts';
import { failedAttempt } from '#runs/store/objects.ts';
import type { RunWorld } from '#runs/world.ts';
import { describeFailure, unfinishedCommandError } from './failure.ts';
import { type LocalRunInfo, printResult, progressText } from './result-text.ts';
import type { Progress, Terminal } from './terminal.ts';

/**
 * Runs one report after another. If one fails, the others still run.
 * @param worldOf makes the world of a run; in the demo, its clock shows the time at which the report is due
 * @throws RunFailed after all reports, if one failed or is not finished
 */
export async function runReports(
  runs: readonly ReportRun[],
  { worldOf, ...laptop }: LocalRunInfo & { readonly worldOf: (run: ReportRun) => Omit<RunWorld, 'chance'> },
  terminal: Terminal,
): Promise<void> {
  const failures: ('failed' | 'bad input')[] = [];
  const owner = systemRandomSource.id();
  // All attempts have the same owner id, so that a process that finds a message waiting knows which process began to
  // send it.
  const chance = { ...systemRandomSource, id: () => owner };
  for (const run of runs) {
    const world = { ...worldOf(run), chance };
    const progress = await terminal.progress();
    try {
      const result = await runBesideOthers(run, world, { outbox: laptop.outbox, progress, terminal });
      progress.stop();
      await recordResult(run, result, world);
      printResult(result, laptop, terminal);
      if (!isFinishedOutcome(result.outcome)) failures.push('failed');
    } catch (error) {
      progress.stop();
      await recordFailure(run, failureOf(error), world);
      const { lines, badInput } = describeFailure(error);
      for (const line of lines) terminal.warn(`${reportLabel(run)}: ${line}`);
      terminal.print([], failureJson(run, lines));
      failures.push(badInput ? 'bad input' : 'failed');
    }
  }
  if (failures.length === 0) return;
  const kind = failures.every((failure) => failure === 'bad input') ? 'input' : 'curable';
  const summary = `${failures.length} of ${runs.length} reports were not delivered to everyone.`;
  throw unfinishedCommandError(kind, runs.length === 1 ? '' : summary);
}

function failureJson({ report, project, window, runId }: ReportRun, reasons: readonly string[]) {
  return {
    report: report.key,
    project: project.key,
    window: { first: formatDay(window.first), last: formatDay(window.last) },
    runId,
    outcome: 'failed',
    issueNumber: null,
    tasksPerShift: {},
    readiness: null,
    files: [],
    messages: [],
    warnings: reasons,
  };
}

/** Seconds between checks of a message that another process of the same run began to send a moment ago. */
const secondsBetweenChecks = [1, 2, 4, 8, 15];

/**
 * Runs a report. If several processes work on one run, only one sends each message; the others wait a moment for its
 * result.
 */
async function runBesideOthers(run: ReportRun, world: RunWorld, to: ProgressTo): Promise<DeliveryResult> {
  let result = await runOne(run, world, to);
  for (const seconds of secondsBetweenChecks) {
    if (!(await isBeingSent(result, run, world))) break;
    to.progress.step(`${reportLabel(run)}: another process may be sending it; waiting to see that it did`);
    await world.clock.wait(seconds * 1_000);
    result = await runOne(run, world, to);
  }
  return result;
}

/**
 * Minutes left until it can be settled whether a send without an answer arrived, which is possible 35 minutes after it
 * began. If more are left, the send began less than a minute ago, so the process that began it is probably still
 * working.
 */
const minutesOfOneAtWork = 34;

async function isBeingSent(
  { messages }: DeliveryResult,
  run: ReportRun,
  { store, clock }: RunWorld,
): Promise<boolean> {
  const open = messages.flatMap(({ outcome }) =>
    outcome.kind === 'waiting' || outcome.kind === 'refused' ? [outcome] : [],
  );
  const others = open.flatMap((outcome) =>
    outcome.kind === 'waiting' && outcome.begunBy !== undefined
      ? [
          {
            by: outcome.begunBy,
            minutes: (Date.parse(outcome.until) - clock.now().epochMilliseconds) / 60_000,
          },
        ]
      : [],
  );
  if (others.length === 0 || others.length < open.length) return false;
  const of = reportReference(run);
  const { failed: n } = await readAttemptSummary(store, of);
  const last = n === 0 ? undefined : await failedAttempt.read(store, { ...of, n });
  return others.every(({ by, minutes }) => by !== last?.by && minutes > minutesOfOneAtWork);
}

type ProgressTo = Pick<LocalRunInfo, 'outbox'> & { readonly progress: Progress; readonly terminal: Terminal };

async function runOne(
  run: ReportRun,
  world: RunWorld,
  { outbox, progress, terminal }: ProgressTo,
): Promise<DeliveryResult> {
  const attempt = createAttemptWorld(world, {
    timeLeft: () => Number.POSITIVE_INFINITY,
    on: (event) => {
      if (event.kind === 'trying again') terminal.warn(`${run.project.key}: ${progressText(event, outbox)}`);
      else progress.step(`${reportLabel(run)}: ${progressText(event, outbox)}`);
    },
  });
  const result = await runReport(reportToMakeOf(run), attempt);
  progress.done(`${reportLabel(run)}: ${result.outcome}`);
  return result;
}

/** Records the result: `status` shows it, and a scheduled run that a person has continued is not tried again. */
async function recordResult(run: ReportRun, result: DeliveryResult, world: RunWorld): Promise<void> {
  if (run.mode !== 'send') return;
  const at = world.clock.now();
  if (result.outcome === 'incomplete') {
    return recordFailure(run, incompleteDeliveryFailure(result.messages, at.epochMilliseconds), world);
  }
  const failed = failedMessagesOf(result.messages);
  await saveReportDone(world.store, reportReference(run), { at, failed }).catch(() => undefined);
}

/**
 * Records the failure of a request. That of a scheduled run is not recorded, because its attempts have numbers of their
 * own. If storing fails, the person still sees the failure on the terminal.
 */
async function recordFailure(run: ReportRun, failure: AttemptFailure, world: RunWorld): Promise<void> {
  if (run.mode !== 'send' || isScheduledRun(run.runId)) return;
  const answer = { failure, by: world.chance.id(), at: world.clock.now() };
  await saveRequestFailure(world.store, reportReference(run), answer).catch(() => undefined);
}

function reportReference({ dispatchId, project, report }: ReportRun): ReportOfDispatch {
  return { dispatchId, project: project.key, report: report.key };
}

function reportLabel({ project, report }: ReportRun): string {
  return `${project.key} ${report.key}`;
}
