/** One report in the cloud: its key and clients, a log line and a metric for each step. */
import { setTimeout as pause } from 'node:timers/promises';
import { once } from '../base/once.ts';
import { firstAlone } from '../planning/client/first-alone.ts';
import { clientInTime } from './client-in-time.ts';
import type { Invocation, ReportServices } from './report-services.ts';
import type { RequestedRun } from './request/begin-request.ts';
import { type RunEvent, type RunResult, runReport } from './request/run-report.ts';
import { startStopwatch, type Timings } from './request/stopwatch.ts';
import { type OutageBrake, serviceId } from './retry/outage.ts';
import { isFinished } from './run/delivery-result.ts';
import { type Fields, masked, maskedAddress, withoutAddresses } from './step-log.ts';

export type ReportOutcome = RunResult & { readonly timings: Timings };

/** @throws as `runReport`, and SecretError where the project's key cannot be read */
export async function runLoggedReport(
  run: RequestedRun,
  invocation: Invocation,
  services: ReportServices & {
    /** Called before the planning service is asked; what it throws ends the run. */
    readonly beforePlanning?: OutageBrake['admit'];
  },
): Promise<ReportOutcome> {
  const { log, metrics } = services;
  const stopwatch = startStopwatch(services.elapsed);
  const key = once(() => stopwatch.time('secrets', () => services.keyOf(run.project)));
  const onProgress = progressLog(run, invocation, services);
  try {
    const result = await runReport(run, {
      ...services,
      clientFor: async (purpose) => {
        const asked = await services.beforePlanning?.(serviceId(run.project));
        const client = clientInTime(run.project, await key(), { ...services, invocation, purpose });
        return asked === 'probe' ? firstAlone(client) : client;
      },
      pause: services.pause ?? pause,
      owner: services.drawId(),
      timeLeft: () => invocation.getRemainingTimeInMillis(),
      stopwatch,
      onProgress,
    });
    countOutcome(result, services);
    const timings = stopwatch.timings();
    const { tasksPerShift, files, messages, warnings } = result;
    const say = isFinished(result.outcome) ? log.info : log.warn;
    say(result.outcome, {
      ...fieldsOf(run),
      tasks: Object.values(tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
      files: files.length,
      messages: messages.length,
      warnings: warnings.length,
      ...timings,
    });
    return { ...result, timings };
  } finally {
    for (const [step, milliseconds] of Object.entries(stopwatch.timings())) metrics.took(step, milliseconds);
  }
}

export function countOutcome(
  { outcome, messages }: RunResult,
  { metrics }: Pick<ReportServices, 'metrics'>,
): void {
  if (outcome === 'delivered' || outcome === 'partly delivered') metrics.count('ReportsSent', 1);
  const waiting = messages.filter((message) => message.outcome.kind === 'waiting').length;
  if (waiting > 0) metrics.count('MessagesAmbiguous', waiting);
}

/** The fields of every log line of a run. */
export function fieldsOf({ project, report, runId, dispatchId, mode }: RequestedRun): Fields {
  return { project: project.key, report: report.key, runId, dispatchId, mode };
}

function progressLog(
  run: RequestedRun,
  { awsRequestId }: Invocation,
  { log, metrics }: ReportServices,
): (event: RunEvent) => void {
  return (event) => {
    if (event.kind === 'pulled') metrics.count('Tasks', event.tasks);
    if (event.kind === 'stored') metrics.bytes(event.size);
    if (event.kind === 'sending' && event.marked) metrics.count('MessagesResent', 1);
    const say = goesWrong(event) ? log.warn : log.info;
    say(event.kind, { ...fieldsOf(run), ...detailsOf(event, awsRequestId) });
  };
}

function goesWrong(event: RunEvent): boolean {
  if (event.kind === 'sent') return event.rejected.length > 0;
  return event.kind === 'refused' || event.kind === 'unanswered' || event.kind === 'not sent';
}

/** File names and addresses belong to people, so a log line has neither; of an address that failed, enough to know it. */
function detailsOf(event: RunEvent, request: string): Fields {
  switch (event.kind) {
    case 'begun':
      return { request };
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
    case 'sent': {
      const { rejected } = event;
      const reason = rejected.map((one) => `${maskedAddress(one.address)}: ${one.reason}`).join('; ');
      return {
        to: kindOf(event.message),
        ...(rejected.length > 0 ? { refused: withoutAddresses(reason) } : {}),
      };
    }
    case 'written':
      return { to: kindOf(event.message) };
    case 'refused':
    case 'unanswered':
    case 'not sent':
      return {
        to: kindOf(event.message),
        recipients: event.recipients.map(maskedAddress).join(', '),
        reason: withoutAddresses(masked(event.reason, event.recipients)),
      };
  }
}

/** `subcontractor` of `subcontractor-s1`: a person's id may be an address. */
function kindOf(message: string): string {
  return message.replace(/-.*$/, '');
}
