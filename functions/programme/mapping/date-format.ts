/** The date format of the columns of a table, by the dates that are written in them. It is proposed, never guessed. */
import type { Activity } from '../programme.ts';
import { noDate, writtenDate } from './written-date.ts';

const orders = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd/MM/yy', 'MM/dd/yy', 'yyyy/MM/dd', 'd/MMM/yyyy', 'd/MMM/yy'];
const separators = ['/', '.', '-', ' '];
const formats = [
  ...orders.flatMap((order) => separators.map((separator) => order.replaceAll('/', separator))),
  'MMM d, yyyy',
];

/** Start and finish as a row has them. */
export type WrittenPeriod = { readonly start: string | undefined; readonly finish: string | undefined };

/** Of the columns with these headings. */
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
 * The formats by which all the texts are dates: one where the dates prove it, several where day and month could be
 * exchanged in every row. An order by which a finish is before its start is not the one.
 * @returns none where no format is needed or none fits
 */
export function dateFormatsOf(periods: readonly WrittenPeriod[]): readonly string[] {
  if (readable(periods, undefined)) return [];
  const possible = formats.filter((format) => readable(periods, format));
  const inOrder = possible.filter((format) => !periods.some((period) => isReversed(period, format)));
  return inOrder.length === 0 ? possible : inOrder;
}

function readable(periods: readonly WrittenPeriod[], format: string | undefined): boolean {
  return periods
    .flatMap(({ start, finish }) => [start, finish])
    .every((text) => text === undefined || text === noDate || writtenDate(text, format) !== undefined);
}

function isReversed({ start, finish }: WrittenPeriod, format: string): boolean {
  const [first, last] = [start, finish].map((text) => text && writtenDate(text, format)?.slice(0, 10));
  return first !== undefined && last !== undefined && last < first;
}
