import { addDays } from '#base/day.ts';
import { type Counted, type Foresight, isWeekBefore } from './compare/foresight.ts';
import { type Window, weekFrom, weeksText } from './dates/window.ts';
import type { Lookahead } from './lookahead.ts';
import { groupedText, percentText } from './text/quantity-text.ts';

/** `75%, 3 of 4`; `–` of nothing. */
export function countedText({ count, of }: Counted): string {
  return of === 0 ? '–' : `${percentText(count / of)}, ${groupedText(count)} of ${groupedText(of)}`;
}

/** Why there is no figure for n weeks before: `from week 51 on`, if that is to come. */
export function notForeseenText({ week, firstWeek, sameProgramme }: Foresight, weeks: number): string {
  if (sameProgramme.includes(weeks)) return 'programme not updated in between';
  const first = firstWeek === undefined ? undefined : addDays(firstWeek, 7 * weeks);
  if (first === undefined || first <= week.first) return 'no revision covers it';
  return `from ${weeksText(weekFrom(first))} on`;
}

/** The words before TA, between TA and TMR, and after TMR, a week before the week's plan. */
export function foresightWords(week: Window): readonly [string, string, string] {
  return [`A week before ${weeksText(week)}: foreseen `, ' (TA); made ready ', ' (TMR)'];
}

/** TA and TMR of a week before, in one line; undefined without a plan of the week. */
export function foresightText({ foresight }: Lookahead): string | undefined {
  if (foresight === undefined) return undefined;
  const before = foresight.before.find(isWeekBefore);
  if (before === undefined) {
    const tasks = `Tasks of ${weeksText(foresight.week)} foreseen (TA) and made ready (TMR)`;
    return `${tasks}: ${notForeseenText(foresight, 1)}`;
  }
  const [start, between, end] = foresightWords(foresight.week);
  return `${start}${countedText(before.anticipated)}${between}${countedText(before.madeReady)}${end}`;
}
