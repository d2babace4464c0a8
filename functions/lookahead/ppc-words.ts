/**
 * Texts about PPC, promises and foresight. A percentage of few tasks suggests more precision than there is, so with
 * fewer than five due tasks PPC reads `2 of 3`.
 */

import { addDays, type Day } from '#base/day.ts';
import { shortListText } from '#base/text/one-line.ts';
import { type CountedShare, type Foresight, isOneWeekBefore } from './compare/foresight.ts';
import type { JudgedPromise } from './compare/judge-promises.ts';
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
 * Minimum number of due tasks for a PPC as a percentage. With fewer, it is shown as n of m.
 * @tunable
 */
export const minDueTasksForPercentage = 5;

/** Maximum number of tasks that a sentence names; the others are counted. */
const maxListedTasks = 3;

const maxNotAnsweredNames = 3;

type FinishedAndDue = { readonly finished?: number | undefined; readonly dueToFinish?: number | undefined };

/** PPC by task, 0 to 1; undefined if too few tasks were due for a percentage. */
export function ppcShare({ finished, dueToFinish }: FinishedAndDue): number | undefined {
  if (finished === undefined || dueToFinish === undefined || dueToFinish < minDueTasksForPercentage)
    return undefined;
  return finished / dueToFinish;
}

export function finishedOfDueText({ finished = 0, dueToFinish = 0 }: FinishedAndDue): string {
  return `${groupedNumberText(finished)} of ${groupedNumberText(dueToFinish)}`;
}

/** `71%`; `2 of 3` if few tasks were due; undefined if none was. */
export function ppcFigureText(due: FinishedAndDue): string | undefined {
  if (!due.dueToFinish) return undefined;
  const share = ppcShare(due);
  return share === undefined ? finishedOfDueText(due) : percentText(share);
}

export function ppcLabel(ppc: MeasuredPpc): string {
  return isPpcProvisional(ppc) ? 'PPC so far' : 'PPC';
}

/**
 * `week 47: 71%`: the last final PPC, shown beside a PPC that is not final yet; undefined if no earlier PPC is
 * final, or if this one is.
 */
export function lastFinalPpcText({ ppc, ppcWeeks }: Lookahead): string | undefined {
  if (ppc.kind !== 'measured' || !isPpcProvisional(ppc)) return undefined;
  const isFinal = (week: PpcWeek) =>
    week.week.first < ppc.week.first && !isWeekProvisional(week) && ppcFigureText(week) !== undefined;
  const last = ppcWeeks.findLast(isFinal);
  return last && `${weeksText(last.week)}: ${ppcFigureText(last)}`;
}

/** `PPC so far 78% (week 47: 71%)`; undefined if PPC is not measured, or no task was due. */
export function ppcText(lookahead: Lookahead): string | undefined {
  const { ppc } = lookahead;
  const figure = ppc.kind === 'measured' ? ppcFigureText(ppc) : undefined;
  if (ppc.kind !== 'measured' || figure === undefined) return undefined;
  const final = lastFinalPpcText(lookahead);
  return `${ppcLabel(ppc)} ${figure}${final === undefined ? '' : ` (${final})`}`;
}

/**
 * `Week 46 final 71%, 20 of 28; was 75% on Fri 13 Nov; missed since: A1010 Pour slab and 2 more`, for each week in
 * `finals`.
 */
export function finalPpcTexts({ finals, reportDay }: Lookahead): readonly string[] {
  return finals.flatMap((final) => {
    const { week, earlierPpc } = final;
    const figure = ppcFigureText(final);
    if (figure === undefined) return [];
    const share = ppcShare(final) === undefined ? figure : `${figure}, ${finishedOfDueText(final)}`;
    // If both percentages are equal, the counts show the difference.
    const then =
      earlierPpc &&
      (ppcFigureText(earlierPpc) === figure ? finishedOfDueText(earlierPpc) : ppcFigureText(earlierPpc));
    const before =
      earlierPpc === undefined ? [] : [`was ${then} on ${dayText(earlierPpc.reportDay, reportDay)}`];
    const { result, tasks = [] } = earlierPpc?.since ?? {};
    const names = tasks.map(({ ref, name }) => `${ref} ${name}`);
    const since = names.length === 0 ? [] : [`${result} since: ${shortListText(names, maxListedTasks)}`];
    return [[`${capitalised(weeksText(week))} final ${share}`, ...before, ...since].join('; ')];
  });
}

/** `6 tasks due on days that are not reported yet, 2 done`; undefined if there are none. */
export function tasksNotReportedText({ lastWeek }: Lookahead): string | undefined {
  const due = lastWeek.filter(isNotReportedYet);
  if (due.length === 0) return undefined;
  const words = `${countText(due.length, 'task')} due on days that are not reported yet`;
  const done = due.filter(({ result }) => result === 'done since').length;
  return done === 0 ? words : `${words}, ${groupedNumberText(done)} done`;
}

/** `75%, 3 of 4`; `–` if there is nothing to count. */
export function countedShareText({ count, of }: CountedShare): string {
  return of === 0
    ? '–'
    : `${percentText(count / of)}, ${groupedNumberText(count)} of ${groupedNumberText(of)}`;
}

/** Why there is no figure for n weeks before the plan: `from week 51 on` if later weeks will have one. */
export function noForesightFigureText({ week, firstWeek, sameProgramme }: Foresight, weeks: number): string {
  if (sameProgramme.includes(weeks)) return 'programme not updated in between';
  const first = firstWeek === undefined ? undefined : addDays(firstWeek, 7 * weeks);
  if (first === undefined || first <= week.first) return 'no revision covers it';
  return `from ${weeksText(weekWindow(first))} on`;
}

/** The words before TA, between TA and TMR, and after TMR, in the sentence about one week before the plan. */
export function foresightTextParts(week: Window): readonly [string, string, string] {
  return [`A week before ${weeksText(week)}: foreseen `, ' (TA); made ready ', ' (TMR)'];
}

/** TA and TMR one week before the plan, in one line; undefined if last week has no plan. */
export function foresightText({ foresight }: Lookahead): string | undefined {
  if (foresight === undefined) return undefined;
  const before = foresight.weeksBefore.find(isOneWeekBefore);
  if (before === undefined) {
    const tasks = `Tasks of ${weeksText(foresight.week)} foreseen (TA) and made ready (TMR)`;
    return `${tasks}: ${noForesightFigureText(foresight, 1)}`;
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

/**
 * `done Thu 26 Nov`, `not done Thu 26 Nov: Materials`, `declined Sat 21 Nov: Labour`; empty without such an answer,
 * also if the task was only promised.
 */
export function promiseAnswerText(
  { outcomeAnswer, promiseAnswer, state }: JudgedPromise,
  reportDay: Day,
): string {
  const { answer } = outcomeAnswer ?? (state === 'declined' ? promiseAnswer : undefined) ?? {};
  if (answer === undefined) return '';
  const { says, day, reason } = answer;
  return `${sayingWords[says]} ${dayText(day, reportDay)}${reason === '' ? '' : `: ${reason}`}`;
}

export function promisePpcShare(promises: PromisePpc | undefined): number | undefined {
  return promises === undefined || promises.counted === 0 ? undefined : promises.kept / promises.counted;
}

/**
 * `PPC of promises 82%: 31 of 38 kept, 3 of them only said to be done; 38 of 51 tasks asked about were promised`. There
 * is no percentage if no promised task can be measured yet. Undefined if PPC is not measured, or nobody was asked.
 */
export function promisePpcText({ ppc }: Pick<Lookahead, 'ppc'>): string | undefined {
  const promises = ppc.kind === 'measured' ? ppc.promises : undefined;
  if (promises === undefined || promises.asked === 0) return undefined;
  const { promised, counted, kept, saidDone } = promises;
  const asked = groupedNumberText(promises.asked);
  if (promised === 0) return `PPC of promises: none of ${asked} tasks asked about was promised`;
  const coverage = `${groupedNumberText(promised)} of ${asked} tasks asked about were promised`;
  const share = promisePpcShare(promises);
  if (share === undefined) return `PPC of promises: ${coverage}`;
  const said = saidDone === 0 ? '' : `, ${groupedNumberText(saidDone)} of them only said to be done`;
  return `PPC of promises ${percentText(share)}: ${groupedNumberText(kept)} of ${groupedNumberText(counted)} kept${said}; ${coverage}`;
}

/**
 * `Not answered for week 48: Keller Piling (6), Steelfix (2), Glaze Ltd (1) and 2 more`; undefined if everybody has
 * answered.
 */
export function notAnsweredText(
  { answers }: Pick<Lookahead, 'answers'>,
  nameText: (name: string) => string = (name) => name,
): string | undefined {
  if (answers === undefined || answers.missing.length === 0) return undefined;
  const { week, missing } = answers;
  const names = missing.map(({ name, tasks }) => `${nameText(name)} (${groupedNumberText(tasks)})`);
  return `Not answered for ${weeksText(week)}: ${shortListText(names, maxNotAnsweredNames)}`;
}
