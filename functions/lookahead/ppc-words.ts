/** PPC in words. A percentage of few tasks says more than is known: below five due tasks it is n of m. */
import { shortList } from '#base/text/one-line.ts';
import { isNotCounted } from './compare/last-week.ts';
import { isSoFar, isWeekSoFar, type MeasuredPpc, type PpcWeek } from './compare/ppc.ts';
import { dayText } from './dates/day-text.ts';
import { weeksText } from './dates/window.ts';
import { minDueForShare } from './limits.ts';
import type { Lookahead } from './lookahead.ts';
import { capitalised } from './text/clean-text.ts';
import { countText, groupedText, percentText } from './text/quantity-text.ts';

/** Tasks that a sentence names; the others are counted. */
const maxListedTasks = 3;

type Due = { readonly finished?: number | undefined; readonly dueToFinish?: number | undefined };

/** PPC by task, 0 to 1; undefined if too few tasks were due for a percentage. */
export function shareOfDue({ finished, dueToFinish }: Due): number | undefined {
  if (finished === undefined || dueToFinish === undefined || dueToFinish < minDueForShare) return undefined;
  return finished / dueToFinish;
}

export function finishedOfDue({ finished = 0, dueToFinish = 0 }: Due): string {
  return `${groupedText(finished)} of ${groupedText(dueToFinish)}`;
}

/** `71%`; `2 of 3` of few tasks; undefined if none was due. */
export function ppcFigure(due: Due): string | undefined {
  if (!due.dueToFinish) return undefined;
  const share = shareOfDue(due);
  return share === undefined ? finishedOfDue(due) : percentText(share);
}

export function ppcLabel(ppc: MeasuredPpc): string {
  return isSoFar(ppc) ? 'PPC so far' : 'PPC';
}

/** `week 47: 71%`: the last final figure, beside one that is not final; undefined if there is none. */
export function lastFinalText({ ppc, ppcWeeks }: Lookahead): string | undefined {
  if (ppc.kind !== 'measured' || !isSoFar(ppc)) return undefined;
  const isFinal = (week: PpcWeek) =>
    week.week.first < ppc.week.first && !isWeekSoFar(week) && ppcFigure(week) !== undefined;
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
    const { week, said } = final;
    const figure = ppcFigure(final);
    if (figure === undefined) return [];
    const share = shareOfDue(final) === undefined ? figure : `${figure}, ${finishedOfDue(final)}`;
    // Where both read the same, the counts tell them apart.
    const then = said && (ppcFigure(said) === figure ? finishedOfDue(said) : ppcFigure(said));
    const before = said === undefined ? [] : [`said ${then} on ${dayText(said.reportDay, reportDay)}`];
    const { result, tasks = [] } = said?.since ?? {};
    const names = tasks.map(({ ref, name }) => `${ref} ${name}`);
    const since = names.length === 0 ? [] : [`${result} since: ${shortList(names, maxListedTasks)}`];
    return [[`${capitalised(weeksText(week))} final ${share}`, ...before, ...since].join('; ')];
  });
}

/** `6 tasks due on days that are not reported yet, 2 done`; undefined if there are none. */
export function notCountedText({ lastWeek }: Lookahead): string | undefined {
  const due = lastWeek.filter(isNotCounted);
  if (due.length === 0) return undefined;
  const words = `${countText(due.length, 'task')} due on days that are not reported yet`;
  const done = due.filter(({ result }) => result === 'done since').length;
  return done === 0 ? words : `${words}, ${groupedText(done)} done`;
}
