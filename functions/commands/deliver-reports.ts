/** The run on a laptop: the same rooms as in the cloud, over a folder, an outbox and the environment. */

import { join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../archive/object-store.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '../config/configuration.ts';
import { differenceFrom, type Manifest, saveManifest, windowIn } from '../delivery/dispatch/manifest.ts';
import { deliverReport } from '../delivery/run/deliver-report.ts';
import type { DeliveryEvent } from '../delivery/run/delivery-parts.ts';
import type { DeliveryResult } from '../delivery/run/delivery-result.ts';
import { dryRunReport } from '../delivery/run/dry-run-report.ts';
import { prepareJob, readLists } from '../delivery/run/report-job.ts';
import type { RunAddress } from '../delivery/store/keys.ts';
import type { RunId } from '../delivery/store/run-id.ts';
import type { Window } from '../lookahead/dates/window.ts';
import { countText } from '../lookahead/text/quantity-text.ts';
import type { PlanningClient } from '../planning/client/planning-client.ts';
import { BadInput } from './bad-input.ts';
import { describeFailure } from './describe-failure.ts';
import { laptopParts, outboxFolder } from './laptop-parts.ts';
import { RunFailed } from './run-failed.ts';
import type { Progress, Terminal } from './terminal.ts';

/** One report of one project, and which run of it. */
export type DueReport = {
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
  readonly window: Window;
  readonly runId: RunId;
  /** The dispatch it belongs to: reports of one dispatch share a manifest. */
  readonly dispatchId: RunId;
};

export type LaptopRun = {
  readonly configuration: Configuration;
  /** Folder of the configuration file: where logos are. */
  readonly configurationFolder: string;
  readonly due: readonly DueReport[];
  /** What a named run is asked for besides its reports, as one text; without it, the name is a schedule's. */
  readonly asked?: string | undefined;
  /** The output folder as the caller named it: paths are printed below it. */
  readonly out: string;
  readonly store: ObjectStore;
  readonly mode: 'deliver' | 'dry-run';
  readonly clientOf: (project: ProjectConfiguration) => PlanningClient;
  readonly now: (due: DueReport) => Temporal.Instant;
  /** This run's id, drawn at random. */
  readonly owner: string;
};

/**
 * Runs every due report, one after the other. One that fails stops no other.
 * @throws RunFailed once all have run, where one failed or has something left to do, and BadInput, before any has,
 *   for the name of a run that was begun with something else
 */
export async function deliverReports(run: LaptopRun, terminal: Terminal): Promise<void> {
  const reports = run.mode === 'deliver' ? await saveManifests(run) : run.due;
  const failures: ('failed' | 'bad input')[] = [];
  for (const due of reports) {
    const progress = terminal.progress();
    try {
      const result = await runOne(run, due, progress);
      progress.stop();
      tell(result, run, terminal);
      if (result.outcome === 'failed' || result.outcome === 'incomplete') failures.push('failed');
    } catch (error) {
      progress.stop();
      const { lines, badInput } = describeFailure(error);
      for (const line of lines) terminal.warn(`${due.project.key} ${due.report.key}: ${line}`);
      failures.push(badInput ? 'bad input' : 'failed');
    }
  }
  if (failures.length === 0) return;
  const kind = failures.every((failure) => failure === 'bad input') ? 'input' : 'curable';
  const summary = `${failures.length} of ${run.due.length} reports were not delivered.`;
  throw new RunFailed(kind, run.due.length === 1 ? '' : summary);
}

/**
 * What is due is written down before any of it is begun. A run that was begun before keeps the windows it had
 * then, so that going on with it after midnight on Sunday does not make another week's report.
 */
async function saveManifests(run: LaptopRun): Promise<readonly DueReport[]> {
  const kept: DueReport[] = [];
  for (const [dispatchId, reports] of Map.groupBy(run.due, (due) => due.dispatchId)) {
    const [first] = reports;
    if (!first) continue;
    const { asked } = run;
    const own = { dispatchId, at: run.now(first).toString(), asked, due: reports.map(addressOfDue) };
    const standing = await saveManifest(run.store, own);
    if (asked !== undefined) checkSame(standing, { ...own, asked });
    for (const due of reports) {
      kept.push({ ...due, window: windowIn(standing, addressOfDue(due)) ?? due.window });
    }
  }
  return kept;
}

/** @throws BadInput where something else stands under the run's name */
function checkSame(
  standing: Manifest,
  own: { readonly asked: string; readonly due: readonly RunAddress[] },
): void {
  const difference = differenceFrom(standing, own);
  if (difference === undefined) return;
  const { of, begun, asked } = difference;
  const found =
    of === 'reports'
      ? `for ${begun} and not for ${asked}`
      : `with ${begun || 'no options'} and not with ${asked || 'none'}`;
  throw new BadInput(
    `--run-id: that run was begun ${found}`,
    'Give this one a name of its own, or ask for the same again.',
  );
}

function addressOfDue({ project, report, window, runId }: DueReport): RunAddress {
  return { project: project.key, report: report.key, window, runId };
}

async function runOne(run: LaptopRun, due: DueReport, progress: Progress): Promise<DeliveryResult> {
  const { project, report } = due;
  const label = `${project.key} ${report.key}`;
  progress.step(`${label}: looking up names`);
  const client = run.clientOf(project);
  const job = prepareJob({ ...due, configuration: run.configuration }, await readLists(client, report));
  const parts = await laptopParts(run, due, {
    client,
    onProgress: (event) => progress.step(`${label}: ${sayEvent(event)}`),
  });
  const result = run.mode === 'dry-run' ? await dryRunReport(job, parts) : await deliverReport(job, parts);
  progress.done(`${label}: ${result.outcome}`);
  return result;
}

function sayEvent(event: DeliveryEvent): string {
  switch (event.kind) {
    case 'pulling':
      return 'pulling tasks';
    case 'pulled':
      return `pulled ${event.tasks} tasks`;
    case 'numbered':
      return `is issue ${event.number}`;
    case 'rendering':
      return `rendering ${event.fileName}`;
    case 'stored':
      return `stored ${event.key}`;
    case 'skipped':
      return 'skipped, because the window is empty';
    case 'sending':
      return `sending to ${event.message}`;
    case 'sent':
      return `sent to ${event.message}`;
    case 'not sent':
      return `could not be sent to ${event.message}`;
  }
}

/** The result in the words of machines; paths as they can be opened from here. */
function resultForMachines(result: DeliveryResult, out: string) {
  return {
    report: result.report,
    project: result.project,
    window: result.window,
    runId: result.runId,
    outcome: result.outcome,
    issueNumber: result.issueNumber ?? null,
    tasksPerShift: result.tasksPerShift,
    files: result.files.map(({ audience, key, size }) => ({
      audience,
      path: join(out, key),
      size: size ?? null,
    })),
    messages: result.messages.map((message) => ({
      ...message,
      path: message.outcome.kind === 'sent' ? join(out, outboxFolder, message.outcome.messageId) : null,
    })),
    warnings: result.warnings,
  };
}

function tell(result: DeliveryResult, run: LaptopRun, terminal: Terminal): void {
  const machine = resultForMachines(result, run.out);
  terminal.json(machine);
  const counts = Object.entries(result.tasksPerShift).filter(([, tasks]) => tasks > 0);
  const total = counts.reduce((sum, [, tasks]) => sum + tasks, 0);
  const perShift = counts.map(([shift, tasks]) => `${shift} ${tasks}`).join(', ');
  const issue = result.issueNumber === undefined ? '' : `issue ${result.issueNumber}, `;
  terminal.line(
    `${result.project} ${result.report}: ${issue}${result.window.first} to ${result.window.last}, ${countText(total, 'task')}${perShift ? ` (${perShift})` : ''}: ${sayOutcome(result)}`,
  );
  for (const { path } of machine.files) terminal.line(`  ${path}`);
  for (const { to, path, outcome } of machine.messages) {
    terminal.line(`  ${path ?? `message: ${outcome.kind}`} (to ${to.join(', ')})`);
  }
  for (const warning of result.warnings) terminal.line(`  note: ${warning}`);
}

function sayOutcome({ outcome }: DeliveryResult): string {
  switch (outcome) {
    case 'delivered':
      return 'delivered';
    case 'already delivered':
      return 'was delivered before; nothing was made or sent';
    case 'skipped':
      return 'skipped, because the window is empty';
    case 'failed':
      return 'a message failed for good';
    case 'incomplete':
      return 'not all sent yet; run it again';
    case 'dry run':
      return 'would be delivered; nothing was written or sent';
  }
}
