/** Start, finish and duration of a task from the columns of a table, and the data date of the table. */
import type { DurationUnit } from '../../../planning/contract/words.ts';
import type { Activity, LocalDateTime, Programme } from '../../programme.ts';
import { dayNumber } from '../../readers/local-date-time.ts';
import { serialDate } from '../../readers/table/workbook-parts.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { columnsOf, resolveValue, ruleText } from '../resolve-value.ts';
import {
  type DecimalSign,
  type PercentScale,
  percentScaleOf,
  unitOfHeading,
  type WrittenDuration,
  writtenDuration,
} from '../written-number.ts';
import { isActual, noDate, writtenDate } from './written-date.ts';

export type TableDates = {
  readonly start: LocalDateTime | undefined;
  readonly finish: LocalDateTime | undefined;
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
  readonly remainingStart?: LocalDateTime | undefined;
};

export type TableContext = {
  readonly mapping: Mapping;
  readonly style: TableStyle;
  readonly report: ReportBuilder;
};

/** The dates of the columns, actual ones first, else those of the activity. Cells that are not dates are reported. */
export function tableDates(
  row: ChosenActivity,
  { mapping: { dates }, style, report }: TableContext,
): TableDates {
  const { activity } = row;
  if (dates === 'current') {
    return { start: activity.start, finish: activity.finish, hasStarted: false, hasFinished: false };
  }
  const read = (column: string | undefined): LocalDateTime | undefined => {
    const written = column === undefined ? undefined : activity.fields.get(column);
    if (column === undefined || written === undefined || written === noDate) return undefined;
    const date = writtenDate(written, dates.format);
    if (date !== undefined) return style.hasTimes ? date : date.slice(0, 10);
    const serial = style.format === 'excel' ? serialDate(written, style.from1904) : undefined;
    const problem =
      serial === undefined
        ? `is not a date as ${dates.format ?? 'YYYY-MM-DD; name another one under dates: format'}`
        : 'is a number without the format of a date, and counts as the day that it is in Excel';
    report.changedValue(row, { name: column, value: written, problem });
    return serial;
  };
  const actualStart = read(dates.actualStart);
  const actualFinish = read(dates.actualFinish);
  const marked = (column: string) => isActual(activity.fields.get(column) ?? '');
  const [start, finish] = [read(dates.start), read(dates.finish)];
  return {
    start: actualStart ?? start,
    finish: actualFinish ?? finish,
    hasStarted: actualStart !== undefined || marked(dates.start),
    hasFinished: actualFinish !== undefined || marked(dates.finish),
    remainingStart: read(dates.remainingStart),
  };
}

/**
 * If the dates of a text file are in the order of another country, Excel swaps day and month up to the 12th, and leaves
 * the other dates as text. One cell does not show this, so the report says it about the whole table.
 */
export function reportExchangedDates(
  { format, activities }: Programme,
  { dates }: Mapping,
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
  const text = `Every date after the 12th is a text and every other one a date of Excel (${ofExcel.length}, such as ${JSON.stringify(ofExcel[0])}): Excel probably exchanged their day and month when it opened a text file. Import that file itself, or correct the dates.`;
  report.changed(undefined, text);
}

const dates =
  /\d{1,4}([./ -]+)(?:\d{1,2}|\p{L}{3,9}\.?)\1\d{2,4}(?:[T ]\d{1,2}:\d{2})?|\p{L}{3,9} \d{1,2}, \d{4}/u;

function dateAfter(
  words: string,
  rows: readonly string[],
  format: string | undefined,
): LocalDateTime | undefined {
  for (const row of rows) {
    const at = row.toLowerCase().indexOf(words.toLowerCase());
    const [text] = at === -1 ? [] : (dates.exec(row.slice(at + words.length)) ?? []);
    const date = text === undefined ? undefined : writtenDate(text, format);
    if (date !== undefined) return date;
  }
  return undefined;
}

const names =
  /\b(?:data|status|progress|report(?:ing)?|update) date\b|\bas (?:of|at)\b|\b(?:stichtag|datenstand|statusdatum)\b|\bdate (?:de mise à jour|d['’]état|des données)|\bdata (?:statusu|aktualizacji)\b/iu;

export function wordsBeforeDate(rows: readonly string[]): string | undefined {
  return rows
    .map((row) => names.exec(row))
    .find((found) => found && dates.test(found.input.slice(found.index + found[0].length)))?.[0];
}

/** The file's own data date, else the one that the mapping names. Texts that are not dates are reported. */
export function dataDateOf(
  { dataDate, activities, table }: Programme,
  { dataDate: rule, dates }: Mapping,
  report: ReportBuilder,
): LocalDateTime | undefined {
  if (dataDate !== undefined || rule === undefined) return dataDate;
  const format = typeof dates === 'string' ? undefined : dates.format;
  if ('above' in rule) {
    const date = dateAfter(rule.above, table?.above ?? [], format);
    if (date === undefined) {
      const text = `No row above the headings has ${JSON.stringify(rule.above)} before a date that can be read: there is no data date.`;
      report.changed(undefined, text);
    }
    return date;
  }
  const found = new Set<LocalDateTime>();
  for (const { line, fields } of activities) {
    const text = fields.get(rule.column);
    if (text === undefined || text === noDate) continue;
    const date = writtenDate(text, format);
    if (date === undefined) {
      const example = JSON.stringify(text);
      const problem = 'is not a date that can be read';
      const group = `The data date (column ${rule.column}) ${problem}`;
      report.changed(line, `The data date ${example} ${problem}.`, { group, example });
    } else found.add(date);
  }
  const latest = [...found].sort().at(-1);
  if (found.size > 1) {
    const text = `The column ${rule.column} has ${found.size} dates; the latest, ${latest}, is the data date.`;
    report.changed(undefined, text);
  }
  return latest;
}

type DurationProperty = 'duration' | 'remainingDuration';

export type TableStyle = {
  readonly format: Programme['format'];
  readonly from1904: boolean;
  readonly units: Readonly<Record<DurationProperty, DurationUnit>>;
  readonly percentScale: PercentScale;
  /** Whether dates have times; if so, a finish at 00:00 belongs to its own day, like a date without a time. */
  readonly hasTimes: boolean;
  readonly tracksProgress: boolean;
  readonly decimalOf: (cell: string) => DecimalSign;
};

export function tableStyle({ format, table, activities }: Programme, mapping: Mapping): TableStyle {
  const { dates, duration, remainingDuration, percentComplete, decimal } = mapping;
  const { start, finish, actualStart, actualFinish, format: dateFormat } = dates === 'current' ? {} : dates;
  const columns = [start, finish, actualStart, actualFinish].filter((name) => name !== undefined);
  const written = (activity: Activity) => columns.flatMap((column) => activity.fields.get(column) ?? []);
  const hasTime = (text: string) => /T(?!00:00)/.test(writtenDate(text, dateFormat) ?? '');
  const percents = activities.flatMap((activity) => resolveValue(activity, percentComplete)?.value ?? []);
  const unitOf = (rule: Mapping['duration']) => rule?.unit ?? unitOfHeading(columnsOf(rule)[0] ?? '');
  const unit = unitOf(duration) ?? 'days';
  return {
    format,
    from1904: table?.from1904 ?? false,
    units: { duration: unit, remainingDuration: unitOf(remainingDuration) ?? unit },
    percentScale: percentScaleOf(percents),
    hasTimes: activities.some((activity) => written(activity).some(hasTime)),
    tracksProgress:
      percentComplete !== undefined ||
      columns.length > 2 ||
      activities.some((activity) => written(activity).some(isActual)),
    decimalOf: (cell) => (format === 'excel' && /^\d+\.\d+$/.test(cell) ? '.' : decimal),
  };
}

export type DurationContext = TableContext & {
  readonly time: { readonly hoursPerDay: number; readonly daysPerWeek: number };
};

export function rowDuration(
  row: ChosenActivity,
  property: DurationProperty,
  { mapping, style, time, report }: DurationContext,
  findProblem: (value: string, found: WrittenDuration | undefined) => string | undefined,
): WrittenDuration | undefined {
  const rule = mapping[property];
  const unit = style.units[property];
  const value = resolveValue(row.activity, rule)?.value;
  if (rule === undefined || value === undefined) return undefined;
  const found = writtenDuration(value, { ...time, unit, decimal: style.decimalOf(value) });
  const problem = findProblem(value, found);
  const group = `${property === 'duration' ? 'Duration' : 'Remaining duration'} (${ruleText(rule)})`;
  if (problem !== undefined) report.changedValue(row, { name: ruleText(rule), value, problem, group });
  return found;
}

/**
 * Working days; 0 is a milestone. A duration that cannot be used, or does not fit the dates, is reported.
 * @returns undefined if the days from start to finish count
 */
export function tableDuration(
  row: ChosenActivity,
  dates: TableDates,
  context: DurationContext,
): number | undefined {
  const days = calendarDays(dates);
  const unit = context.style.units.duration;
  const found = rowDuration(row, 'duration', context, (...read) => durationProblem(...read, { days, unit }));
  // A finish before the start is no milestone: both dates stay.
  if (found?.days === 0) return (days ?? 1) === 1 ? 0 : undefined;
  return found?.elapsed ? undefined : found?.days;
}

function calendarDays({ start, finish }: TableDates): number | undefined {
  return start === undefined || finish === undefined
    ? undefined
    : dayNumber(finish.slice(0, 10)) - dayNumber(start.slice(0, 10)) + 1;
}

const counted = 'the working days from start to finish count';

function durationProblem(
  written: string,
  found: WrittenDuration | undefined,
  { days, unit }: { readonly days: number | undefined; readonly unit: DurationUnit },
): string | undefined {
  if (found === undefined) {
    return `is not a duration that can be read, such as "5 d", "40 hrs" or "2 wks" (decimal: in the mapping says what 1,200 is); ${counted}`;
  }
  if (found.days === 0) {
    const dates = (days ?? 1) > 1 ? 'takes several days' : 'has two dates';
    return (days ?? 1) === 1 ? undefined : `is nothing although the task ${dates}; ${counted}`;
  }
  if (found.elapsed) return `is elapsed time, by day and night without days off; ${counted}`;
  if (days !== undefined && days > 0 && found.days > days) {
    const longer = 'is longer than from start to finish, and is used as written';
    return /[a-z]/i.test(written) || unit !== 'days'
      ? longer
      : `${longer}; where it is in hours, say so in the mapping, such as duration: { column: Duration, unit: hours }`;
  }
  return undefined;
}
