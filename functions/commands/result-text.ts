/** What the command line prints about a run: its progress and its result. */
import { join } from 'node:path';
import { oneLine } from '../base/one-line.ts';
import type { RunEvent, RunResult } from '../delivery/request/run-report.ts';
import { countText } from '../lookahead/text/quantity-text.ts';
import type { Terminal } from './terminal.ts';

export function progressText(event: RunEvent): string {
  switch (event.kind) {
    case 'begun':
      return 'looking up names';
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
      return `sending to ${event.message}`;
    case 'sent':
      return `sent to ${event.message}`;
    case 'not sent':
      return `could not be sent to ${event.message}`;
  }
}

/** The folder of the archive; that of messages in files, undefined where they are mailed. */
type Laptop = { readonly out: string; readonly outbox: string | undefined };

/**
 * Prints a result: lines for people, or one JSON object.
 * @param laptop where files and messages are, and how a person continues this run, as part of a sentence
 */
export function tellResult(
  result: RunResult,
  laptop: Laptop & { readonly again: string },
  terminal: Terminal,
): void {
  const json = resultJson(result, laptop);
  terminal.json(json);
  const counts = Object.entries(result.tasksPerShift).filter(([, tasks]) => tasks > 0);
  const total = counts.reduce((sum, [, tasks]) => sum + tasks, 0);
  const perShift = counts.map(([shift, tasks]) => `${shift} ${tasks}`).join(', ');
  const revision = result.issueNumber === undefined ? '' : `revision ${result.issueNumber}, `;
  terminal.line(
    `${result.project} ${result.report}: ${revision}${result.window.first} to ${result.window.last}, ${countText(total, 'task')}${perShift ? ` (${perShift})` : ''}: ${outcomeText(result)}`,
  );
  for (const { path } of json.files) terminal.line(`  ${path}`);
  for (const message of json.messages) {
    const { path, to } = message;
    terminal.line(`  ${path === null ? unsentText(message, laptop.again) : `${path} (to ${to.join(', ')})`}`);
  }
  for (const warning of result.warnings) terminal.line(`  note: ${warning}`);
}

type Message = Pick<RunResult['messages'][number], 'to' | 'outcome'>;

/** What became of a message that is not in a file: why it was not sent, and what the person can do about it. */
function unsentText({ to, outcome }: Message, again: string): string {
  const whom = to.join(', ');
  switch (outcome.kind) {
    case 'sent':
      return `sent to ${whom} (${outcome.messageId})`;
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
      return `perhaps not sent to ${whom}: ${sentence(outcome.reason)} After ${outcome.until}, ${again}.`;
  }
}

function sentence(text: string): string {
  const line = oneLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Paths are those of files that can be opened from the current folder. */
function resultJson(result: RunResult, { out, outbox }: Laptop) {
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
      size,
    })),
    messages: result.messages.map((message) => ({
      ...message,
      path:
        message.outcome.kind === 'sent' && outbox !== undefined
          ? join(outbox, message.outcome.messageId)
          : null,
    })),
    warnings: result.warnings,
  };
}

function outcomeText({ outcome, reason = '' }: RunResult): string {
  switch (outcome) {
    case 'delivered':
      return 'delivered';
    case 'already delivered':
      return 'was delivered before; nothing was made or sent';
    case 'skipped':
      return `skipped. ${reason}`;
    case 'failed':
      return 'a message failed permanently';
    case 'incomplete':
      return 'not all sent yet';
    case 'dry run':
      return reason === ''
        ? 'would be delivered; nothing was written or sent'
        : `would be skipped. ${reason}`;
    case 'previewed':
      return 'stored; nothing was sent';
  }
}
