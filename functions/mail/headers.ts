/**
 * The subject of a report's message, and how mail programs recognise a report as one list, whatever its subject, and let
 * a reader leave it: by a mail to the contact, because recipients are configured by a person.
 */

import { mailtoLink } from '../base/text/mail-address.ts';
import { oneLine } from '../base/text/one-line.ts';
import { weeksText } from '../lookahead/dates/window.ts';
import type { Lookahead } from '../lookahead/lookahead.ts';
import { noTaskPlanned } from '../lookahead/report-words.ts';
import { countText, groupedText, percentText } from '../lookahead/text/quantity-text.ts';
import { plainText } from './blocks/mail-body.ts';

/** Maximum characters of the filters named in the subject; the message names them in full. */
const maxLimits = 60;

/**
 * The news, then which report it is: `Riverside Tower W48: 93 tasks, 44 not ready, PPC 67% (Weekly lookahead rev 2)`.
 * A report of a part of the project names its filters after the figures: a phone shows only the beginning of a subject.
 * `Riverside Tower W48: 11 tasks, all ready; only night shift (Night work rev 1)`.
 */
export function subjectOf(lookahead: Lookahead): string {
  const { project, report, window, issue, limits } = lookahead;
  const week = weeksText(window).replace(/^weeks? /, 'W');
  const only = limits.length === 0 ? '' : `; only ${shortened(plainText(limits.join(', ')))}`;
  const which = `${plainText(report.name)} rev ${issue.number}`;
  return `${plainText(project.name)} ${week}: ${newsOf(lookahead)}${only} (${which})`;
}

function newsOf({ tasks, readiness, ppc, limits }: Lookahead): string {
  const share = ppc.kind === 'measured' ? (ppc.taskDay ?? ppc.task) : undefined;
  const measured = share === undefined ? [] : [`PPC ${percentText(share)}`];
  if (tasks.length === 0) return [noTaskPlanned({ limits }).toLowerCase(), ...measured].join(', ');
  const { of, notReady } = readiness;
  const ready = of === 0 ? [] : [notReady === 0 ? 'all ready' : `${groupedText(notReady)} not ready`];
  return [countText(tasks.length, 'task'), ...ready, ...measured].join(', ');
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= maxLimits ? text : `${characters.slice(0, maxLimits - 1).join('')}…`;
}

/** The subject of a resent copy. Marking a marked subject changes nothing. */
export function markResent(subject: string): string {
  const mark = ' (resent)';
  return subject.endsWith(mark) ? subject : `${subject}${mark}`;
}

export type ReportList = {
  /** Stays the same for all issues of a report of a project: `weekly.riverside.lookahead.example.com`. */
  readonly id: string;
  readonly unsubscribe: string;
};

/** A link cannot be folded, and RFC 5322 2.1.1 allows lines of 998 octets. A name of 120 letters can take 1,440 in a link. */
const maxLink = 900;

type Named = { readonly key: string; readonly name: string };

export function reportList(of: {
  readonly project: Named;
  readonly report: Named;
  readonly from: string;
  readonly contact: string;
}): ReportList {
  const { project, report, from, contact } = of;
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
  const leave = (subject: string) =>
    `${mailtoLink(contact)}?subject=${encodeURIComponent(oneLine(`Unsubscribe: ${subject}`.toWellFormed()))}`;
  const byName = leave(`${report.name}, ${project.name}`);
  return {
    id: `${report.key}.${project.key}.lookahead.${domain}`,
    unsubscribe: byName.length <= maxLink ? byName : leave(`${report.key}, ${project.key}`),
  };
}

/** RFC 2919 and RFC 2369. */
export function listHeaders({ id, unsubscribe }: ReportList): Record<'List-Id' | 'List-Unsubscribe', string> {
  return { 'List-Id': `<${id}>`, 'List-Unsubscribe': `<${unsubscribe}>` };
}
