import { plainText } from '#display/plain-text.ts';
import { projectAndWeekText } from '#display/task-words.ts';
import { readinessText } from '#lookahead/compare/unready-tasks.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { ppcText } from '#lookahead/ppc-words.ts';
import { noTaskPlannedText } from '#lookahead/report-words.ts';
import { tasksReadText } from '#lookahead/tasks/pull-misfits.ts';
import { countText } from '#lookahead/text/quantity-text.ts';

/** Maximum characters of the filters in a subject. The message names them in full. */
const maxLimitsLength = 60;

/**
 * The figures, then the report: `Riverside Tower W48: 93 tasks, 44 not ready, PPC 67% (Weekly lookahead rev 2)`.
 * A report with filters names them after the figures, because a phone shows only the beginning of a subject:
 * `Riverside Tower W48: 11 tasks, all ready; only night shift (Night work rev 1)`.
 */
export function reportSubject(lookahead: Lookahead): string {
  const { report, issue, limits, tasksRead } = lookahead;
  const only = limits.length === 0 ? '' : `; only ${shortenedLimits(plainText(limits.join(', ')))}`;
  const which = `${plainText(report.name)} rev ${issue.number}`;
  const read = tasksReadText(tasksRead);
  return `${projectAndWeekText(lookahead)}: ${read === undefined ? '' : `${read}; `}${figuresText(lookahead)}${only} (${which})`;
}

function figuresText(lookahead: Lookahead): string {
  const { tasks, readiness, limits } = lookahead;
  const measured = ppcText(lookahead) ?? [];
  if (tasks.length === 0) return [noTaskPlannedText({ limits }).toLowerCase()].concat(measured).join(', ');
  const ready = readiness.of === 0 ? [] : [readinessText(readiness)];
  return [countText(tasks.length, 'task'), ...ready].concat(measured).join(', ');
}

function shortenedLimits(text: string): string {
  const characters = [...text];
  return characters.length <= maxLimitsLength
    ? text
    : `${characters.slice(0, maxLimitsLength - 1).join('')}…`;
}

/** The subject of a resent copy: appends ` (resent)`, but only once. */
export function resentSubject(subject: string): string {
  const mark = ' (resent)';
  return subject.endsWith(mark) ? subject : `${subject}${mark}`;
}
