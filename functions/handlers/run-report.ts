/** One report of one project, whoever asked for it: looks up names, then delivers, previews or rehearses. */
import type { RequestedRun } from '../delivery/dispatch/begin-request.ts';
import type { PendingNotice } from '../delivery/notify/notify-contact.ts';
import { notifyFailures } from '../delivery/notify/notify-failures.ts';
import { deliverReport, type PreviewResult, previewReport } from '../delivery/run/deliver-report.ts';
import type { DeliveryEvent, DeliveryParts } from '../delivery/run/delivery-parts.ts';
import type { DeliveryResult } from '../delivery/run/delivery-result.ts';
import { dryRunReport } from '../delivery/run/dry-run-report.ts';
import type { ReportJob } from '../delivery/run/report-job.ts';
import { prepareJob, readLists } from '../delivery/run/report-job.ts';
import { type Fields, withoutAddresses } from './log/step-log.ts';
import { type Stopwatch, startStopwatch, type Timings } from './log/stopwatch.ts';
import { clientInTime, type Invocation, type ReportServices, reportParts } from './report-parts.ts';

type Made = (DeliveryResult | PreviewResult) & {
  /** The notice that messages failed, where it could not be sent yet: a later attempt tries again. */
  readonly pendingNotice?: PendingNotice;
};
export type ReportOutcome = Made & { readonly timings: Timings };

/**
 * @throws NoTimeLeftError where there is no time left for the next step, and what the pull, the plan, the renderer,
 *   the store and the secrets throw. What is stored stays, and the next attempt goes on from it
 */
export async function runReport(
  run: RequestedRun,
  invocation: Invocation,
  services: ReportServices,
): Promise<ReportOutcome> {
  const watch = startStopwatch(services.elapsed);
  const fields = fieldsOf(run);
  services.log.info('begun', { ...fields, request: invocation.awsRequestId });
  try {
    const result = await make(run, { invocation, watch, services });
    const timings = watch.timings();
    const { tasksPerShift, files, messages, warnings } = result;
    services.log.info(result.outcome, {
      ...fields,
      tasks: Object.values(tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
      files: files.length,
      messages: messages.length,
      warnings: warnings.length,
      ...timings,
    });
    return { ...result, timings };
  } finally {
    for (const [step, milliseconds] of Object.entries(watch.timings()))
      services.metrics.took(step, milliseconds);
  }
}

type Making = {
  readonly invocation: Invocation;
  readonly watch: Stopwatch;
  readonly services: ReportServices;
};

async function make(run: RequestedRun, making: Making): Promise<Made> {
  const { invocation, watch, services } = making;
  const { project, report, mode } = run;
  const { configuration, log, answerBytes } = services;
  const key = await watch.time('secrets', () => services.keyOf(project));
  const lists = await watch.time('lists', async () =>
    readLists(clientInTime(project, key, { invocation, log, answerBytes, asking: 'lists' }), report),
  );
  const job = addressed(prepareJob({ configuration, ...run }, lists), run);
  let failures = 0;
  const onProgress = (event: DeliveryEvent) => {
    tell(event, run, services);
    // One report, however many of its messages fail; and only by the attempt that writes it down.
    if (event.kind !== 'not sent' || run.testRun !== undefined) return;
    failures += 1;
    if (failures === 1) services.metrics.count('ReportsFailed', 1);
  };
  const parts = await reportParts(project, services, { key, invocation, watch, onProgress });
  switch (mode) {
    case 'dry-run':
      return dryRunReport(job, { ...parts, measure: parts.render });
    case 'preview':
      return previewReport(job, parts);
    case 'test':
      return deliverReport(job, parts);
    case 'send':
      return deliverAndNotify(job, run, { parts, services });
  }
}

async function deliverAndNotify(
  job: ReportJob,
  { dispatchId }: RequestedRun,
  { parts, services }: { readonly parts: DeliveryParts; readonly services: ReportServices },
): Promise<Made> {
  const result = await deliverReport(job, parts);
  const { configuration, log } = services;
  const of = { dispatchId, contact: job.contact };
  const pendingNotice = await notifyFailures(result, of, { ...parts, configuration });
  if (pendingNotice === undefined) return result;
  log.warn('the contact could not be notified yet', {
    run: result.runId,
    reason: withoutAddresses(pendingNotice.reason),
  });
  return { ...result, outcome: 'incomplete', pendingNotice };
}

/** A testRun says in its own name what it is: on every sheet, in the subject, in the mail. */
function addressed(job: ReportJob, { testRun, to }: RequestedRun): ReportJob {
  const everyone = to ? { ...job.everyone, to, cc: [] } : job.everyone;
  if (testRun === undefined) return to ? { ...job, everyone, audiences: [] } : job;
  const audiences = job.audiences.map((one) => (to && one.to.length > 0 ? { ...one, to, cc: [] } : one));
  const report = { ...job.report, name: `${job.report.name} (${testRun})` };
  return { ...job, testRun, report, everyone, audiences };
}

/** What every line of a run's log bears. */
export function fieldsOf({ project, report, runId, dispatchId, mode }: RequestedRun): Fields {
  return { project: project.key, report: report.key, runId, dispatchId, mode };
}

function tell(event: DeliveryEvent, run: RequestedRun, { log, metrics }: ReportServices): void {
  if (event.kind === 'pulled') metrics.count('Tasks', event.tasks);
  if (event.kind === 'stored') metrics.bytes(event.size);
  if (event.kind === 'sending' && event.marked) metrics.count('MessagesResent', 1);
  log.info(event.kind, { ...fieldsOf(run), ...detailsOf(event) });
}

/** File names and addresses are people's, so a line has neither. */
function detailsOf(event: DeliveryEvent): Fields {
  switch (event.kind) {
    case 'pulling':
    case 'skipped':
    case 'rendering':
      return {};
    case 'pulled':
      return { tasks: event.tasks, rejected: event.rejected };
    case 'numbered':
      return { number: event.number };
    case 'stored':
      return { bytes: event.size };
    case 'sending':
      return { to: kindOf(event.message), marked: event.marked };
    case 'sent':
    case 'not sent':
      return { to: kindOf(event.message) };
  }
}

/** `subcontractor` of `subcontractor-s1`: a person's id may be an address. */
function kindOf(message: string): string {
  return message.replace(/-.*$/, '');
}
