/** What the command line prints about a run: its progress and its result. */
import { join } from 'node:path';
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

/** Prints a result: lines for people, or one JSON object. */
export function tellResult(
  result: RunResult,
  folders: { readonly out: string; readonly outbox: string },
  terminal: Terminal,
): void {
  const json = resultJson(result, folders);
  terminal.json(json);
  const counts = Object.entries(result.tasksPerShift).filter(([, tasks]) => tasks > 0);
  const total = counts.reduce((sum, [, tasks]) => sum + tasks, 0);
  const perShift = counts.map(([shift, tasks]) => `${shift} ${tasks}`).join(', ');
  const issue = result.issueNumber === undefined ? '' : `issue ${result.issueNumber}, `;
  terminal.line(
    `${result.project} ${result.report}: ${issue}${result.window.first} to ${result.window.last}, ${countText(total, 'task')}${perShift ? ` (${perShift})` : ''}: ${outcomeText(result)}`,
  );
  for (const { path } of json.files) terminal.line(`  ${path}`);
  for (const { to, path, outcome } of json.messages) {
    terminal.line(`  ${path ?? `message: ${outcome.kind}`} (to ${to.join(', ')})`);
  }
  for (const warning of result.warnings) terminal.line(`  note: ${warning}`);
}

/** Paths are those of files that can be opened from the current folder. */
function resultJson(result: RunResult, { out, outbox }: { readonly out: string; readonly outbox: string }) {
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
      path: message.outcome.kind === 'sent' ? join(outbox, message.outcome.messageId) : null,
    })),
    warnings: result.warnings,
  };
}

function outcomeText({ outcome }: RunResult): string {
  switch (outcome) {
    case 'delivered':
      return 'delivered';
    case 'already delivered':
      return 'was delivered before; nothing was made or sent';
    case 'skipped':
      return 'skipped, because the window is empty';
    case 'failed':
      return 'a message failed permanently';
    case 'incomplete':
      return 'not all sent yet; run it again';
    case 'dry run':
      return 'would be delivered; nothing was written or sent';
    case 'previewed':
      return 'stored; nothing was sent';
  }
}
