/** Start and finish of a task from the columns of a table. */
import type { Activity, LocalDateTime, Programme } from '../../programme.ts';
import { serialDate } from '../../readers/table/number-format.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import type { TableStyle } from './table-style.ts';
import { isActual, noDate, writtenDate } from './written-date.ts';

export type TableDates = {
  readonly start: LocalDateTime | undefined;
  readonly finish: LocalDateTime | undefined;
  /** Whether the table says that the task has really begun, or is finished. */
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
};

/** A row of which the report speaks. */
export type Row = { readonly id: string; readonly activity: Activity };

/** The activity's own dates, or those of the columns: the actual ones where there are. Cells that are not dates are in the report. */
export function tableDates(
  { id, activity }: Row,
  {
    dates,
    style,
    report,
  }: { readonly dates: Mapping['dates']; readonly style: TableStyle; readonly report: ReportBuilder },
): TableDates {
  if (dates === 'current') {
    return { start: activity.start, finish: activity.finish, hasStarted: false, hasFinished: false };
  }
  const actualStart = read(dates.actualStart);
  const actualFinish = read(dates.actualFinish);
  const marked = (column: string) => isActual(activity.fields.get(column) ?? '');
  const [start, finish] = [read(dates.start), read(dates.finish)];
  return {
    start: actualStart ?? start,
    finish: actualFinish ?? finish,
    hasStarted: actualStart !== undefined || marked(dates.start),
    hasFinished: actualFinish !== undefined || marked(dates.finish),
  };

  function read(column: string | undefined): LocalDateTime | undefined {
    const written = column === undefined ? undefined : activity.fields.get(column);
    if (column === undefined || dates === 'current' || written === undefined || written === noDate)
      return undefined;
    const date = writtenDate(written, dates.format);
    if (date !== undefined) return style.hasTimes ? date : date.slice(0, 10);
    const example = JSON.stringify(written);
    const serial = style.format === 'excel' ? serialDate(written, style.from1904) : undefined;
    const problem =
      serial === undefined
        ? `is not a date as ${dates.format ?? 'YYYY-MM-DD; name another one under dates: format'}`
        : 'is a number without the format of a date, and counts as the day that it is in Excel';
    report.add({
      line: activity.line,
      kind: 'changed',
      text: `Activity ${id}: ${column} ${example} ${problem}.`,
      like: { group: `${column} ${problem}`, example },
    });
    return serial;
  }
}

/**
 * Excel that opens a text with dates in the order of another country makes dates of those until the 12th, with day and
 * month exchanged, and leaves the others as text. Nobody can tell from one cell, so the report says it of the table.
 */
export function reportExchangedDates(
  { format, activities }: Pick<Programme, 'format' | 'activities'>,
  { dates }: Pick<Mapping, 'dates'>,
  report: ReportBuilder,
): void {
  if (format !== 'excel' || dates === 'current' || !/^(?:dd?.MM?|MM?.dd?)(?!M)/.test(dates.format ?? ''))
    return;
  const columns = [dates.start, dates.finish];
  const cells = activities.flatMap(({ fields }) => columns.flatMap((column) => fields.get(column) ?? []));
  const isOfExcel = (cell: string) => writtenDate(cell, undefined) !== undefined;
  const ofExcel = cells.filter(isOfExcel);
  const day = (cell: string) => Number(writtenDate(cell, dates.format)?.slice(8, 10) ?? 0);
  const read = cells.filter((cell) => !isOfExcel(cell) && day(cell) > 0);
  if (ofExcel.length === 0 || read.length === 0) return;
  if (ofExcel.some((cell) => day(cell) > 12) || read.some((cell) => day(cell) <= 12)) return;
  report.add({
    line: undefined,
    kind: 'changed',
    text: `Every date after the 12th is a text and every other one a date of Excel (${ofExcel.length}, such as ${JSON.stringify(ofExcel[0])}): Excel probably exchanged their day and month when it opened a text file. Import that file itself, or correct the dates.`,
  });
}
