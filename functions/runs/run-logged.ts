import { type Log, type LogFields, maskAddresses, maskedAddress, withoutAddresses } from '#base/log.ts';
import { type AdmitQuery, createAttemptWorld, type RunEvent, type StepTimings } from './attempt.ts';
import { type DeliveryResult, isFinishedOutcome } from './delivery-result.ts';
import type { ReportToMake } from './report-to-make.ts';
import { runReport } from './run-report.ts';
import type { DispatchId, ReportConfigurationKeys, RunId } from './store/names.ts';
import type { RunMode } from './store/request-properties.ts';
import type { RunWorld } from './world.ts';

export type Invocation = {
  readonly id: string;
  /** Milliseconds until the process is ended. */
  readonly timeLeft: () => number;
};

type RunInLog = ReportConfigurationKeys & {
  readonly runId: RunId;
  readonly mode: RunMode;
  readonly dispatchId: DispatchId;
};

/**
 * @param by.admit called before a query to the planning service; if it throws, the attempt ends
 * @throws as `runReport`
 */
export async function runReportAndLog(
  order: ReportToMake,
  {
    world,
    dispatchId,
    ...by
  }: Invocation & {
    readonly dispatchId: DispatchId;
    readonly world: RunWorld & { readonly log: Log };
    readonly admit?: AdmitQuery;
  },
): Promise<DeliveryResult & { readonly timings: StepTimings }> {
  const { log } = world;
  const run = { ...order.address, mode: order.mode, dispatchId };
  const attempt = createAttemptWorld(world, { ...by, on: (event) => logEvent(event, run, by.id, log) });
  try {
    const result = await runReport(order, attempt);
    const { outcome, tasksPerShift, files, messages, warnings } = result;
    if (outcome === 'delivered' || outcome === 'partly delivered') log.count('ReportsSent', 1);
    const waiting = messages.filter((message) => message.outcome.kind === 'waiting').length;
    if (waiting > 0) log.count('MessagesAmbiguous', waiting);
    const timings = attempt.timings();
    const say = isFinishedOutcome(outcome) ? log.info : log.warn;
    say(outcome, {
      ...runLogFields(run),
      tasks: Object.values(tasksPerShift).reduce((sum, tasks) => sum + tasks, 0),
      files: files.length,
      messages: messages.length,
      warnings: warnings.length,
      ...timings,
    });
    return { ...result, timings };
  } finally {
    for (const [step, milliseconds] of Object.entries(attempt.timings()))
      log.recordDuration(step, milliseconds);
  }
}

export function runLogFields({ project, report, runId, dispatchId, mode }: RunInLog): LogFields {
  return { project, report, runId, dispatchId, mode };
}

function logEvent(event: RunEvent, run: RunInLog, request: string, log: Log): void {
  if (event.kind === 'pulled') log.count('Tasks', event.tasks);
  if (event.kind === 'stored') log.count('Bytes', event.size);
  if (event.kind === 'sending' && event.marked) log.count('MessagesResent', 1);
  const say = isProblem(event) ? log.warn : log.info;
  say(event.kind, { ...runLogFields(run), ...eventFields(event, request) });
}

function isProblem(event: RunEvent): boolean {
  if (event.kind === 'sent') return event.rejected.length > 0;
  return ['trying again', 'refused', 'unanswered', 'not sent'].includes(event.kind);
}

/** Leaves out file names and addresses, because they identify people, and masks the address of a refused recipient. */
function eventFields(event: RunEvent, request: string): LogFields {
  switch (event.kind) {
    case 'begun':
      return { request };
    case 'trying again': {
      const { operation, reason, waitMs } = event;
      return { operation, reason: withoutAddresses(reason), waitMs };
    }
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
      return { to: audienceKindOfMessage(event.message), marked: event.marked };
    case 'sent': {
      const { rejected } = event;
      const reason = rejected.map((one) => `${maskedAddress(one.address)}: ${one.reason}`).join('; ');
      return {
        to: audienceKindOfMessage(event.message),
        refused: rejected.length > 0 ? withoutAddresses(reason) : undefined,
      };
    }
    case 'written':
      return { to: audienceKindOfMessage(event.message) };
    case 'refused':
    case 'unanswered':
    case 'not sent':
      return {
        to: audienceKindOfMessage(event.message),
        recipients: event.recipients.map(maskedAddress).join(', '),
        reason: withoutAddresses(maskAddresses(event.reason, event.recipients)),
      };
  }
}

/** `subcontractor` for `subcontractor-s1`, because a person's id may be an address. */
function audienceKindOfMessage(message: string): string {
  return message.replace(/-.*$/, '');
}
