/** How a report names itself, on every sheet and in every message: which report, which revision, and what part of it. */

import type { Day } from '../base/day.ts';
import type { IssueReference } from './compare/earlier-issue.ts';
import type { Ppc } from './compare/ppc.ts';
import { dateText, dayText } from './dates/day-text.ts';
import { type Window, weeksText } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';

type Named = Pick<Lookahead, 'report' | 'window' | 'issue'>;

/** `Weekly lookahead · week 49 · revision 1`. */
export function revisionLabel({ report, window, issue }: Named): string {
  return `${report.name} · ${weeksText(window)} · revision ${issue.number}`;
}

/** `Only: Stonebridge Frame · night shift`; undefined for a whole report. */
export function onlyText({ limits }: Pick<Lookahead, 'limits'>): string | undefined {
  return limits.length === 0 ? undefined : `Only: ${limits.join(' · ')}`;
}

/** `No task is planned`, or that none of the selection is: a cut without work says nothing about the others. */
export function noTaskPlanned({ limits }: Pick<Lookahead, 'limits'>): string {
  return limits.length === 0 ? 'No task is planned' : 'No task of this selection is planned';
}

/** `: the programme has tasks from 3 Oct 2016 to 16 Sep 2017`; empty unless none of them is in the window. */
export function tasksElsewhere({
  programmeDates,
  reportDay,
}: Pick<Lookahead, 'programmeDates' | 'reportDay'>): string {
  if (programmeDates === undefined) return '';
  const { start, finish } = programmeDates;
  return `: the programme has tasks from ${dateText(start, reportDay)} to ${dateText(finish, reportDay)}`;
}

/** ` up to Wed 18 Nov`: how far a week is measured; empty where all its days count. */
export function measuredPart(
  { week, counted }: Pick<Extract<Ppc, { kind: 'measured' }>, 'week' | 'counted'>,
  reportDay: Day,
): string {
  return counted.last < week.last ? ` up to ${dayText(counted.last, reportDay)}` : '';
}

/** `revision 2 of week 48, Fri 20 Nov`; the week only where it is another one than the report's. */
export function earlierRevision(
  previous: IssueReference,
  { window, reportDay }: Pick<Lookahead, 'window' | 'reportDay'>,
): string {
  return `${earlierRevisionShort(previous, window)}, ${dayText(previous.reportDay, reportDay)}`;
}

/** The same without its date: `revision 2 of week 48`. */
export function earlierRevisionShort(previous: IssueReference, window: Window): string {
  const same = previous.window.first === window.first && previous.window.last === window.last;
  return `revision ${previous.number}${same ? '' : ` of ${weeksText(previous.window)}`}`;
}
