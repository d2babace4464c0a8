/** Finds out how a table writes dates, numbers and units, and reads its data date. */
import { getOrInsert } from '#base/get-or-insert.ts';
import { comparableText } from '#base/text/comparable-text.ts';
import { type DurationUnit, wordsPatternSource } from '#planning/contract/known-words.ts';
import { type Activity, type LocalDateTime, type Programme, ProgrammeError } from '#programme/programme.ts';
import { parseLocalDateTime } from '#programme/readers/local-date-time.ts';
import { parseSerialDate } from '#programme/readers/table/workbook-parts.ts';
import {
  dateInTextPattern,
  hasActualDateSuffix,
  noDateText,
  parseWrittenDate,
  possibleDateFormats,
  type WrittenPeriod,
  writtenDateReader,
} from '#programme/readers/table/written-date.ts';
import {
  type DecimalSign,
  durationUnitOfHeading,
  percentScaleOf,
} from '#programme/recognise/written-number.ts';
import type { MappingReportBuilder } from './import-report.ts';
import { type DateColumns, daysOfWeek, type Mapping, yamlText } from './mapping.ts';
import { columnsOfRule, resolveValue } from './resolve-value.ts';

export type TableContext = {
  readonly mapping: Mapping;
  readonly style: ReturnType<typeof detectTableFormats>;
  readonly report: MappingReportBuilder;
};

export type DurationProperty = 'duration' | 'remainingDuration';

/** The date columns of a table; empty if the activities have their own dates. */
export function findDateColumns({ dates }: Pick<Mapping, 'dates'>): DateColumns {
  return dates === 'current' ? {} : dates;
}

/** The distinct pairs of start and finish; even a table with many rows has few. */
export function writtenPeriodsOf(
  activities: readonly Activity[],
  { start = '', finish = '' }: Pick<DateColumns, 'start' | 'finish'>,
): readonly WrittenPeriod[] {
  const byStart = new Map<string | undefined, Set<string | undefined>>();
  for (const { fields } of activities) {
    getOrInsert(byStart, fields.get(start), () => new Set()).add(fields.get(finish));
  }
  return [...byStart].flatMap(([first, lasts]) => Array.from(lasts, (last): WrittenPeriod => [first, last]));
}

/**
 * Throws an error that says how to read the dates of a table in which no task has a date. It does nothing for a file
 * without a table, because only tables need a date format.
 * @throws ProgrammeError with the format that would work, if any
 */
export function throwMissingDatesError(
  { activities, table }: Programme,
  mapping: Mapping,
  near?: string,
): void {
  if (table === undefined) return;
  if (mapping.dates === 'current') {
    throw new ProgrammeError('the mapping does not say which columns of the table have the dates', {
      remedy:
        'Write dates: { start: Start, finish: Finish } in the mapping, with the headings of your table.',
    });
  }
  const { start, finish } = mapping.dates;
  const possible = possibleDateFormats(writtenPeriodsOf(activities, mapping.dates), near);
  const remedy =
    possible.length === 0
      ? 'Check dates and their format in the mapping, such as dd/MM/yyyy; --inspect shows the columns.'
      : `Write ${possible.map((each) => `format: ${yamlText(each)}`).join(' or ')} under dates in the mapping, whichever is right.`;
  const columns = [start, finish].filter((name) => name !== undefined).join(' and ');
  throw new ProgrammeError(`no activity has a date that can be read in the columns ${columns}`, { remedy });
}

/**
 * Reports dates in which Excel probably swapped day and month. When Excel opens a text file with dates in the order of
 * another country, it swaps day and month up to the 12th, and leaves the other dates as text. A single cell does not
 * show this, so the report is about the whole table.
 */
export function reportSwappedDayAndMonth(
  { format, activities }: Programme,
  mapping: Mapping,
  report: MappingReportBuilder,
): void {
  const dates = findDateColumns(mapping);
  if (format !== 'excel' || !/^(?:dd?.MM?|MM?.dd?)(?!M)/.test(dates.format ?? '')) return;
  const cells = [...new Set(writtenPeriodsOf(activities, dates).flat())].filter((cell) => cell !== undefined);
  const day = (cell: string) => Number(parseWrittenDate(cell, dates)?.slice(8, 10) ?? 0);
  const [ofExcel = [], texts = []] = [true, false].map((isDate) =>
    cells.filter((cell) => (parseLocalDateTime(cell) !== undefined) === isDate && day(cell) > 0),
  );
  if (ofExcel.length === 0 || texts.length === 0) return;
  if (ofExcel.some((cell) => day(cell) > 12) || texts.some((cell) => day(cell) <= 12)) return;
  const text = `Only the dates up to the 12th, such as ${JSON.stringify(ofExcel[0])}, are dates of Excel: it probably exchanged their day and month when it opened a text file. Import that file itself, or correct the dates.`;
  report.changed(undefined, text);
}

const dataDateWords = new RegExp(`(?<!\\w)(?:${wordsPatternSource('dataDate')})(?!\\w)`);

/**
 * Finds the first date above the headings that follows `words`, such as "Data date". Returns the words as written, and
 * the date.
 */
export function findDataDateAboveHeadings(rows: readonly string[], words = dataDateWords) {
  for (const row of rows) {
    const found = words.exec(comparableText(row));
    const end = found ? found.index + found[0].length : row.length;
    const [date] = dateInTextPattern.exec(row.slice(end)) ?? [];
    if (date !== undefined) return { words: row.slice(found?.index, end), date };
  }
  return undefined;
}

/**
 * The file's own data date; else, as the mapping says, the latest date in a column, or a date above the headings. Texts
 * that are not dates are reported.
 */
export function dataDateOf(
  { dataDate, activities, table }: Programme,
  mapping: Mapping,
  report: MappingReportBuilder,
): LocalDateTime | undefined {
  const { dataDate: rule } = mapping;
  if (dataDate !== undefined || rule === undefined) return dataDate;
  const form = { format: findDateColumns(mapping).format };
  if ('above' in rule) {
    const { date: text = '' } =
      findDataDateAboveHeadings(
        table?.above ?? [],
        new RegExp(comparableText(rule.above).replaceAll(/[^\w\s]/g, '\\$&')),
      ) ?? {};
    const [format, ...others] = possibleDateFormats([[text, undefined]]);
    const date =
      parseWrittenDate(text, form) ?? (others.length === 0 ? parseWrittenDate(text, { format }) : undefined);
    if (date === undefined) {
      const words = JSON.stringify(rule.above);
      report.changed(undefined, `No row above the headings has ${words} before a date that can be read.`);
    }
    return date;
  }
  const found = new Set<LocalDateTime>();
  for (const { line, fields } of activities) {
    const text = fields.get(rule.column);
    if (text === undefined || text === noDateText) continue;
    const date = parseWrittenDate(text, form);
    if (date !== undefined) found.add(date);
    else report.changed(line, `The data date (column ${rule.column}) cannot be read`, JSON.stringify(text));
  }
  const latest = [...found].sort().at(-1);
  if (found.size > 1) {
    const text = `The column ${rule.column} has ${found.size} dates; the latest, ${latest}, is the data date.`;
    report.changed(undefined, text);
  }
  return latest;
}

/** @param near dates without a year are taken to be near this day */
export function detectTableFormats(
  { format, table, activities }: Programme,
  mapping: Mapping,
  near: string | undefined,
) {
  const { duration, remainingDuration, percentComplete, decimal, workingDays } = mapping;
  const {
    start,
    finish,
    actualStart,
    actualFinish,
    remainingStart,
    format: dateFormat,
  } = findDateColumns(mapping);
  const lastWeekday = workingDays && Math.max(...workingDays.map((day) => daysOfWeek.indexOf(day)));
  const readDate = writtenDateReader({ format: dateFormat, near, lastWeekday });
  const some = (column: string | undefined, fits: (cell: string) => boolean) =>
    column !== undefined && activities.some(({ fields }) => fits(fields.get(column) ?? ''));
  const isTimed = (column: string | undefined) =>
    some(column, (cell) => /T(?!00:00)/.test(readDate(cell) ?? ''));
  const pairs = [
    [start, finish],
    [actualStart, actualFinish],
  ];
  const unitOf = (rule: Mapping['duration']) =>
    rule?.unit ?? durationUnitOfHeading(columnsOfRule(rule)[0] ?? '');
  const unit = unitOf(duration) ?? 'days';
  const units: Readonly<Record<DurationProperty, DurationUnit>> = {
    duration: unit,
    remainingDuration: unitOf(remainingDuration) ?? unit,
  };
  return {
    /** Reads a date that a worksheet shows as a plain number. */
    readSerial: (cell: string) =>
      format === 'excel' ? parseSerialDate(cell, table?.from1904 ?? false) : undefined,
    units,
    percentScale: percentScaleOf(
      activities.flatMap((activity) => resolveValue(activity, percentComplete)?.value ?? []),
    ),
    /**
     * Columns in which 00:00 is a time: a start column and its finish column if either has other times, and the column
     * of the remaining start.
     */
    timed: new Set([...pairs.filter((pair) => pair.some(isTimed)).flat(), remainingStart]),
    tracksProgress:
      percentComplete !== undefined ||
      pairs.flat().filter((column) => column !== undefined).length > 2 ||
      pairs.flat().some((column) => some(column, hasActualDateSuffix)),
    /** The decimal sign for numbers that do not show it: a point in numbers of Excel, else the mapping's. */
    decimalOf: (cell: string): DecimalSign => (format === 'excel' && /^\d+\.\d+$/.test(cell) ? '.' : decimal),
    readDate,
  };
}
