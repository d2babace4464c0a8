/** The date format of the columns of a table, by the dates that are written in them. It is proposed, never guessed. */
import type { Activity, Programme } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';
import { dayNumber, weekdayIndex } from '../../readers/local-date-time.ts';
import { type Mapping, weekdays } from '../mapping.ts';
import { yamlText } from '../propose/yaml-text.ts';
import { noDate, writtenDate, writtenWeekday } from './written-date.ts';

const orders = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd/MM/yy', 'MM/dd/yy', 'yyyy/MM/dd', 'd/MMM/yyyy', 'd/MMM/yy'];
const separators = ['/', '.', '-', ' '];
const formats = [
  ...orders.flatMap((order) => separators.map((separator) => order.replaceAll('/', separator))),
  'd. MMM yyyy',
  'MMM d, yyyy',
];

/** Start and finish as a row has them. */
export type WrittenPeriod = { readonly start: string | undefined; readonly finish: string | undefined };

/** The periods in the columns with these headings. */
export function periodsOf(
  activities: readonly Activity[],
  columns: { readonly start: string; readonly finish: string },
): readonly WrittenPeriod[] {
  return activities.map(({ fields }) => ({
    start: fields.get(columns.start),
    finish: fields.get(columns.finish),
  }));
}

/**
 * The formats by which most of the texts are dates: one where the dates prove it, several where day and month could be
 * exchanged in every row. An order by which a finish is before its start, or a date on another day of the week than is
 * written before it, is not the one.
 * @returns none where no format is needed or none fits
 */
export function dateFormatsOf(periods: readonly WrittenPeriod[]): readonly string[] {
  const written = periods.flatMap(({ start, finish }) =>
    [start, finish].flatMap((text) => (text === undefined || text === noDate ? [] : text)),
  );
  const texts = [...new Set(written)];
  const read = (format: string | undefined) =>
    texts.filter((text) => writtenDate(text, format) !== undefined).length;
  const counts = new Map(formats.map((format) => [format, read(format)]));
  const most = Math.max(...counts.values());
  // A few cells of a column may be notes or mistakes.
  if (most <= read(undefined) || most < texts.length / 2) return [];
  const possible = formats.filter((format) => counts.get(format) === most);
  const inOrder = possible.filter(
    (format) => !periods.some((period) => isReversed(period, format) || hasOtherWeekday(period, format)),
  );
  return inOrder.length === 0 ? possible : inOrder;
}

/** The weekdays of all dates that can be read. */
export function weekdaysOf(
  periods: readonly WrittenPeriod[],
  format: string | undefined,
): readonly (typeof weekdays)[number][] {
  return periods
    .flatMap(({ start, finish }) => [start, finish])
    .flatMap((text) => {
      const day = text && writtenDate(text, format)?.slice(0, 10);
      return day === undefined || day === '' ? [] : (weekdays[weekdayIndex(dayNumber(day))] ?? []);
    });
}

function isReversed({ start, finish }: WrittenPeriod, format: string): boolean {
  const [first, last] = [start, finish].map((text) => text && writtenDate(text, format)?.slice(0, 10));
  return first !== undefined && last !== undefined && last < first;
}

function hasOtherWeekday({ start, finish }: WrittenPeriod, format: string): boolean {
  return [start, finish].some((text) => {
    const [written, date] = [text && writtenWeekday(text), text && writtenDate(text, format)];
    return typeof written === 'number' && !!date && weekdayIndex(dayNumber(date.slice(0, 10))) !== written;
  });
}

/**
 * Explains how to give a table whose tasks have no date at all its dates. Other files are the planning tool's business.
 * @throws ProgrammeError with the format that would do, if any
 */
export function explainMissingDates({ activities, format }: Programme, { dates }: Mapping): void {
  if (format !== 'excel' && format !== 'csv') return;
  if (dates === 'current') {
    throw new ProgrammeError('the mapping does not say which columns of the table have the dates', {
      remedy:
        'Write dates: { start: Start, finish: Finish } in the mapping, with the headings of your table.',
    });
  }
  const possible = dateFormatsOf(periodsOf(activities, dates));
  const remedy =
    possible.length === 0
      ? 'Check dates of the mapping, and its format, such as dd/MM/yyyy; --inspect shows the columns and their dates.'
      : `Write ${possible.map((each) => `format: ${yamlText(each)}`).join(' or ')} under dates in the mapping, as the dates are meant.`;
  throw new ProgrammeError(
    `no activity has a date that can be read in the columns ${dates.start} and ${dates.finish}`,
    { remedy },
  );
}
