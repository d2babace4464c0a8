/** Dates as the run store writes them: text that people can read, in the words of the plan. */

import * as z from 'zod/mini';
import type { IssueReference } from '../../lookahead/compare/earlier-issue.ts';
import type { DataDate } from '../../lookahead/dates/data-date.ts';
import { type Day, formatDay, parseDay } from '../../lookahead/dates/day.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import { positiveInt } from './stored-object.ts';

export const dayText = z
  .string()
  .check(z.refine((text) => parseDay(text) !== undefined, 'expected a date, YYYY-MM-DD'));
export const instantText = z.iso.datetime('expected an instant, such as 2026-11-20T14:00:00Z');

export const windowText = z.object({
  first: dayText,
  last: dayText,
  weeks: z.int().check(z.gte(1), z.lte(6)),
});
export const dataDateText = z.object({ instant: instantText, day: dayText, label: z.string() });
export const referenceText = z.object({
  number: positiveInt,
  window: windowText,
  dataDate: dataDateText,
});

/** @throws RangeError for text that is no date; the schemas above let none through. */
export function dayOf(text: string): Day {
  const day = parseDay(text);
  if (day === undefined) throw new RangeError(`${JSON.stringify(text)} is no date.`);
  return day;
}

export function windowOf(text: z.infer<typeof windowText>): Window {
  return { first: dayOf(text.first), last: dayOf(text.last), weeks: text.weeks };
}

export function textOfWindow(window: Window): z.infer<typeof windowText> {
  return { first: formatDay(window.first), last: formatDay(window.last), weeks: window.weeks };
}

export function referenceOf(text: z.infer<typeof referenceText>): IssueReference {
  const { number, window, dataDate } = text;
  return { number, window: windowOf(window), dataDate: { ...dataDate, day: dayOf(dataDate.day) } };
}

export function textOfReference(reference: IssueReference): z.infer<typeof referenceText> {
  const { number, window, dataDate } = reference;
  return { number, window: textOfWindow(window), dataDate: textOfDataDate(dataDate) };
}

export function textOfDataDate(dataDate: DataDate): z.infer<typeof dataDateText> {
  return { instant: dataDate.instant, day: formatDay(dataDate.day), label: dataDate.label };
}
