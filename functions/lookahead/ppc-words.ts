/**
 * PPC in words, with promises and what was foreseen. A percentage of few tasks says more than is known: below five due
 * tasks it is n of m.
 */

import { addDays, type Day } from '#base/day.ts';
import { shortList } from '#base/text/one-line.ts';
import { type CountedShare, type Foresight, isOneWeekBefore } from './compare/foresight.ts';
import type { PromiseResult } from './compare/judge-promises.ts';
import { isNotReportedYet } from './compare/last-week.ts';
import { isPpcProvisional, isWeekProvisional, type MeasuredPpc, type PpcWeek } from './compare/ppc.ts';
import { dayText } from './dates/day-text.ts';
import { type Window, weeksText, weekWindow } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';
import type { Answer } from './promises/answer.ts';
import type { PromisePpc } from './promises/promises.ts';
import { capitalised } from './text/clean-text.ts';
import { countText, groupedNumberText, percentText } from './text/quantity-text.ts';

/**
 * Minimum number of due tasks for a PPC in per cent. With fewer, it is given as n of m.
 * @tunable
 */
export const minDueForShare = 5;

/** Tasks that a sentence names; the others are counted. */
const maxListedTasks = 3;

const maxNotAnsweredNames = 3;

type FinishedAndDue = { readonly finished?: number | undefined; readonly dueToFinish?: number | undefined };

/** PPC by task, 0 to 1; undefined if too few tasks were due for a percentage. */
export function ppcShare({ finished, dueToFinish }: FinishedAndDue): number | undefined {
  if (finished === undefined || dueToFinish === undefined || dueToFinish < minDueForShare) return undefined;
  return finished / dueToFinish;
}

export function finishedOfDue({ finished = 0, dueToFinish = 0 }: FinishedAndDue): string {
  return `${groupedNumberText(finished)} of ${groupedNumberText(dueToFinish)}`;
}

/** `71%`; `2 of 3` of few tasks; undefined if none was due. */
export function ppcFigure(due: FinishedAndDue): string | undefined {
  if (!due.dueToFinish) return undefined;
  const share = ppcShare(due);
  return share === undefined ? finishedOfDue(due) : percentText(share);
}

export function ppcLabel(ppc: MeasuredPpc): string {
  return isPpcProvisional(ppc) ? 'PPC so far' : 'PPC';
}

/** `week 47: 71%`: the last final figure, beside one that is not final; undefined if there is none. */
export function lastFinalText({ ppc, ppcWeeks }: Lookahead): string | undefined {
  if (ppc.kind !== 'measured' || !isPpcProvisional(ppc)) return undefined;
  const isFinal = (week: PpcWeek) =>
    week.week.first < ppc.week.first && !isWeekProvisional(week) && ppcFigure(week) !== undefined;
  const last = ppcWeeks.findLast(isFinal);
  return last && `${weeksText(last.week)}: ${ppcFigure(last)}`;
}

/** `PPC so far 78% (week 47: 71%)`; undefined if no task was due. */
export function ppcText(lookahead: Lookahead): string | undefined {
  const { ppc } = lookahead;
  const figure = ppc.kind === 'measured' ? ppcFigure(ppc) : undefined;
  if (ppc.kind !== 'measured' || figure === undefined) return undefined;
  const final = lastFinalText(lookahead);
  return `${ppcLabel(ppc)} ${figure}${final === undefined ? '' : ` (${final})`}`;
}

/**
 * `Week 46 final 71%, 20 of 28; said 75% on Fri 13 Nov; missed since: A1010 Pour slab and 2 more`, for each week that has
 * become final.
 */
export function finalPpcTexts({ finals, reportDay }: Lookahead): readonly string[] {
  return finals.flatMap((final) => {
    const { week, earlierPpc } = final;
    const figure = ppcFigure(final);
    if (figure === undefined) return [];
    const share = ppcShare(final) === undefined ? figure : `${figure}, ${finishedOfDue(final)}`;
    // Where both read the same, the counts tell them apart.
    const then =
      earlierPpc && (ppcFigure(earlierPpc) === figure ? finishedOfDue(earlierPpc) : ppcFigure(earlierPpc));
    const before =
      earlierPpc === undefined ? [] : [`said ${then} on ${dayText(earlierPpc.reportDay, reportDay)}`];
    const { result, tasks = [] } = earlierPpc?.since ?? {};
    const names = tasks.map(({ ref, name }) => `${ref} ${name}`);
    const since = names.length === 0 ? [] : [`${result} since: ${shortList(names, maxListedTasks)}`];
    return [[`${capitalised(weeksText(week))} final ${share}`, ...before, ...since].join('; ')];
  });
}

/** `6 tasks due on days that are not reported yet, 2 done`; undefined if there are none. */
export function notReportedYetText({ lastWeek }: Lookahead): string | undefined {
  const due = lastWeek.filter(isNotReportedYet);
  if (due.length === 0) return undefined;
  const words = `${countText(due.length, 'task')} due on days that are not reported yet`;
  const done = due.filter(({ result }) => result === 'done since').length;
  return done === 0 ? words : `${words}, ${groupedNumberText(done)} done`;
}

/** `75%, 3 of 4`; `–` of nothing. */
export function countedShareText({ count, of }: CountedShare): string {
  return of === 0
    ? '–'
    : `${percentText(count / of)}, ${groupedNumberText(count)} of ${groupedNumberText(of)}`;
}

/** Why there is no figure for n weeks before: `from week 51 on`, if that is to come. */
export function notForeseenText({ week, firstWeek, sameProgramme }: Foresight, weeks: number): string {
  if (sameProgramme.includes(weeks)) return 'programme not updated in between';
  const first = firstWeek === undefined ? undefined : addDays(firstWeek, 7 * weeks);
  if (first === undefined || first <= week.first) return 'no revision covers it';
  return `from ${weeksText(weekWindow(first))} on`;
}

/** The words before TA, between TA and TMR, and after TMR, a week before the week's plan. */
export function foresightTextParts(week: Window): readonly [string, string, string] {
  return [`A week before ${weeksText(week)}: foreseen `, ' (TA); made ready ', ' (TMR)'];
}

/** TA and TMR of a week before, in one line; undefined without a plan of the week. */
export function foresightText({ foresight }: Lookahead): string | undefined {
  if (foresight === undefined) return undefined;
  const before = foresight.weeksBefore.find(isOneWeekBefore);
  if (before === undefined) {
    const tasks = `Tasks of ${weeksText(foresight.week)} foreseen (TA) and made ready (TMR)`;
    return `${tasks}: ${notForeseenText(foresight, 1)}`;
  }
  const [start, between, end] = foresightTextParts(foresight.week);
  return `${start}${countedShareText(before.anticipated)}${between}${countedShareText(before.madeReady)}${end}`;
}

const sayingWords: Readonly<Record<Answer['says'], string>> = {
  promise: 'promised',
  decline: 'declined',
  done: 'done',
  undone: 'not done',
};

/** `done Thu 26 Nov`, `not done Thu 26 Nov: Materials`, `declined Sat 21 Nov: Labour`; empty if nothing was said. */
export function promiseAnswerText(
  { outcomeAnswer, promiseAnswer, state }: PromiseResult,
  reportDay: Day,
): string {
  const { answer } = outcomeAnswer ?? (state === 'declined' ? promiseAnswer : undefined) ?? {};
  if (answer === undefined) return '';
  const { says, day, reason } = answer;
  return `${sayingWords[says]} ${dayText(day, reportDay)}${reason === '' ? '' : `: ${reason}`}`;
}

export function promiseShare(promises: PromisePpc | undefined): number | undefined {
  return promises === undefined || promises.counted === 0 ? undefined : promises.kept / promises.counted;
}

/** `PPC of promises 82%: 31 of 38 kept, 3 of them only said done; 38 of 51 asked tasks promised`, never 0% of nothing. */
export function promisePpcText({ ppc }: Pick<Lookahead, 'ppc'>): string | undefined {
  const promises = ppc.kind === 'measured' ? ppc.promises : undefined;
  if (promises === undefined || promises.asked === 0) return undefined;
  const { promised, counted, kept, saidDone } = promises;
  const asked = groupedNumberText(promises.asked);
  if (promised === 0) return `PPC of promises: none promised of ${asked} asked`;
  const coverage = `${groupedNumberText(promised)} of ${asked} asked tasks promised`;
  const share = promiseShare(promises);
  if (share === undefined) return `PPC of promises: ${coverage}`;
  const said = saidDone === 0 ? '' : `, ${groupedNumberText(saidDone)} of them only said done`;
  return `PPC of promises ${percentText(share)}: ${groupedNumberText(kept)} of ${groupedNumberText(counted)} kept${said}; ${coverage}`;
}

/** `Not answered for week 48: Keller Piling (6), Steelfix (2), Glaze Ltd (1) and 2 more`; undefined if all have. */
export function notAnsweredText(
  { answers }: Pick<Lookahead, 'answers'>,
  nameText: (name: string) => string = (name) => name,
): string | undefined {
  if (answers === undefined || answers.missing.length === 0) return undefined;
  const { week, missing } = answers;
  const names = missing.map(({ name, tasks }) => `${nameText(name)} (${groupedNumberText(tasks)})`);
  return `Not answered for ${weeksText(week)}: ${shortList(names, maxNotAnsweredNames)}`;
}
