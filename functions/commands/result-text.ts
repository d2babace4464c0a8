import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { dayFromPlainDate } from '#base/day.ts';
import { oneLine, shortListText } from '#base/text/one-line.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { RunEvent } from '#runs/attempt.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';
import type { Terminal } from './terminal.ts';

/** @param outbox the folder of messages in files; undefined if they are mailed */
export function progressText(event: RunEvent, outbox: string | undefined): string {
  const to = 'recipients' in event ? addressList(event.recipients) : '';
  switch (event.kind) {
    case 'begun':
      return 'looking up names';
    case 'trying again':
      return `the service ${event.reason}; trying again in ${event.waitMs} ms`;
    case 'pulling':
      return 'pulling tasks';
    case 'pulled':
      return `pulled ${event.tasks} tasks`;
    case 'numbered':
      return `is revision ${event.number}`;
    case 'rendering':
      return `rendering ${event.fileName}`;
    case 'stored':
      return `stored ${event.key}`;
    case 'skipped':
      return `skipped. ${event.reason}`;
    case 'sending':
      return outbox === undefined ? `sending to ${to}` : `writing the message to ${to}`;
    case 'sent':
      return `sent to ${addressList(withoutRejected(event.recipients, event.rejected))}`;
    case 'written':
      return `message to ${to} written to ${outbox}`;
    case 'refused':
      return `not sent to ${to} yet. ${oneLine(event.reason)}`;
    case 'unanswered':
      return `perhaps not sent to ${to}. ${oneLine(event.reason)}`;
    case 'not sent':
      return `could not be sent to ${to}. ${oneLine(event.reason)}`;
  }
}

const maxNamed = 5;

function addressList(addresses: readonly string[]): string {
  return shortListText(addresses, maxNamed);
}

function withoutRejected(
  addresses: readonly string[],
  rejected: readonly { readonly address: string }[] = [],
): readonly string[] {
  return addresses.filter((address) => !rejected.some((one) => one.address === address));
}

export type LocalRunInfo = {
  readonly out: string;
  /** Folder of messages in files; undefined if they are mailed. */
  readonly outbox: string | undefined;
  /** How a person continues these runs, as a part of a sentence, such as `run it again with --run-id monday`. */
  readonly again: string;
};

/** Prints the result as lines for people, or with `--json` as one JSON object. */
export function printResult(result: DeliveryResult, laptop: LocalRunInfo, terminal: Terminal): void {
  const json = resultJson(result, laptop);
  const counts = Object.entries(result.tasksPerShift).filter(([, tasks]) => tasks > 0);
  const total = counts.reduce((sum, [, tasks]) => sum + tasks, 0);
  const perShift = counts.map(([shift, tasks]) => `${shift} ${tasks}`).join(', ');
  const revision = result.issueNumber === undefined ? '' : `revision ${result.issueNumber}, `;
  const lines = [
    `${result.project} ${result.report}: ${revision}${result.window.first} to ${result.window.last}, ${countText(total, 'task')}${perShift ? ` (${perShift})` : ''}: ${outcomeText(result)}`,
    ...json.files.map(({ path }) => `  ${path}`),
    ...result.messages.map((message) => `  ${messageText(message, laptop)}`),
    ...result.warnings.map((warning) => `  note: ${warning}`),
  ];
  terminal.print(lines, json);
}

type Message = Pick<DeliveryResult['messages'][number], 'to' | 'cc' | 'outcome'>;

function messageText({ to, cc, outcome }: Message, { outbox = '', again }: LocalRunInfo): string {
  const everyone = (rejected?: readonly { readonly address: string }[]) => {
    const [reached, copied] = [withoutRejected(to, rejected), withoutRejected(cc, rejected)];
    return [...reached, ...copied.map((address) => `cc ${address}`)].join(', ');
  };
  const whom = everyone();
  switch (outcome.kind) {
    case 'sent':
      return `sent to ${everyone(outcome.rejected)} (${outcome.messageId})`;
    case 'in outbox':
      return `written to ${join(outbox, outcome.messageId)} (for ${whom}); not mailed`;
    case 'would be sent':
      return `message: ${outcome.kind} (to ${whom})`;
    case 'failed':
      return `not sent to ${whom}: ${sentence(outcome.reason)} Running it again does not send it.`;
    case 'refused': {
      const { cause, waitSeconds } = outcome;
      const when = cause === 'curable' ? 'Then' : waitSeconds ? `After ${waitSeconds} s,` : 'To send it,';
      return `not sent to ${whom}: ${sentence(outcome.reason)} ${when} ${again}.`;
    }
    case 'waiting':
      return `perhaps not sent to ${whom}: ${sentence(outcome.reason)} After ${localMinuteText(outcome.until)}, ${again}.`;
  }
}

function localMinuteText(instant: string): string {
  const minute = Temporal.Instant.from(instant).round({ smallestUnit: 'minute', roundingMode: 'ceil' });
  const local = minute.toZonedDateTimeISO(Temporal.Now.timeZoneId());
  const day = dayFromPlainDate(local.toPlainDate());
  return `${dayText(day, day)} ${local.toPlainTime().toString().slice(0, 5)}`;
}

function sentence(text: string): string {
  const line = oneLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function resultJson(result: DeliveryResult, { out, outbox }: LocalRunInfo) {
  return {
    report: result.report,
    project: result.project,
    window: result.window,
    runId: result.runId,
    outcome: result.outcome,
    issueNumber: result.issueNumber ?? null,
    tasksPerShift: result.tasksPerShift,
    readiness: result.readiness ?? null,
    files: result.files.map(({ audience, key, size, measures }) => ({
      audience,
      path: join(out, key),
      size,
      measures,
    })),
    messages: result.messages.map((message) => ({
      ...message,
      path: message.outcome.kind === 'in outbox' ? join(outbox ?? '', message.outcome.messageId) : null,
    })),
    warnings: result.warnings,
  };
}

const outcomeTexts: Readonly<Record<DeliveryResult['outcome'], string>> = {
  delivered: 'delivered',
  'already delivered': 'was delivered before; nothing was made or sent',
  'written to files': 'workbook and message are files; nothing was mailed',
  'already written to files': 'was made before; nothing was made or mailed',
  restored: 'was made before; missing files were made again, and nothing was mailed',
  damaged: 'was made before, and one of its files is missing or damaged; nothing was mailed',
  'partly delivered': 'sent, but not to everyone',
  skipped: 'skipped',
  failed: 'a message failed permanently',
  incomplete: 'not all sent yet',
  'dry run': 'would be delivered; nothing was written or sent',
  previewed: 'stored; nothing was sent',
};

/** `reason` says why the run was skipped, or would be. */
function outcomeText({ outcome, reason }: DeliveryResult): string {
  return reason ? `${outcome === 'dry run' ? 'would be ' : ''}skipped. ${reason}` : outcomeTexts[outcome];
}
