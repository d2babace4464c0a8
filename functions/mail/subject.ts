/** The subject of a report's message. */

import { weeksText } from '../lookahead/dates/window.ts';
import type { Lookahead } from '../lookahead/lookahead.ts';
import { plainText } from './blocks/mail-body.ts';

/** `Riverside Tower: Weekly lookahead, week 48, issue 2`, and for a cut, for whom. */
export function subjectOf({ project, report, window, issue, audience }: Lookahead): string {
  const cut = audience.kind === 'everyone' ? '' : `, for ${plainText(audience.name)}`;
  return `${plainText(project.name)}: ${plainText(report.name)}, ${weeksText(window)}, issue ${issue.number}${cut}`;
}

/** The subject of a resent copy. Marking a marked subject changes nothing. */
export function markResent(subject: string): string {
  const mark = ' (resent)';
  return subject.endsWith(mark) ? subject : `${subject}${mark}`;
}
