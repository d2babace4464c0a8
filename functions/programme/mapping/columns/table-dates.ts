/** Start, finish and duration of a task from the columns of a table, and the data date of the table. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { type DurationUnit, wordsPattern } from '../../../planning/contract/known-words.ts';
import { type Activity, type LocalDateTime, type Programme, ProgrammeError } from '../../programme.ts';
import { dayNumber, localDateTime } from '../../readers/local-date-time.ts';
import { serialDate } from '../../readers/table/workbook-parts.ts';
import {
  type DateForm,
  dateFormatsOf,
  dateReader,
  dateWithin,
  isActual,
  monthOf,
  noDate,
  type WrittenPeriod,
  writtenDate,
} from '../../readers/table/written-date.ts';
import {
  type DecimalSign,
  type PercentScale,
  percentScaleOf,
  unitOfHeading,
  type WrittenDuration,
  writtenDuration,
} from '../../recognise/written-number.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import { type Mapping, weekdays, yamlText } from '../mapping.ts';
import { columnsOf, resolveValue, ruleText } from '../resolve-value.ts';
import { type WorksOn, workingDayFrom } from '../task-days.ts';

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
  const read = (column: string | undefined, side?: 'finish'): LocalDateTime | undefined => {
    const written = column === undefined ? undefined : activity.fields.get(column);
    if (column === undefined || written === undefined || written === noDate) return undefined;
    const date = style.readDate(written, side);
    if (date !== undefined) {
      report.readDate(column);
      return style.timed.has(column) ? date : date.slice(0, 10);
    }
    const serial = style.format === 'excel' ? serialDate(written, style.from1904) : undefined;
    // A word alone, such as TBC, says that there is no date yet.
    if (serial === undefined && (/\d/.test(written) || monthOf(written) !== undefined))
      report.readDate(column, { line: activity.line, text: written });
    const problem =
      serial === undefined
        ? `is not a date as ${dates.format ?? 'YYYY-MM-DD; name another one under dates: format'}`
        : 'is a number without the format of a date, and counts as the day that it is in Excel';
    report.changedValue(row, { name: column, value: written, problem });
    return serial;
  };
  const actualStart = read(dates.actualStart);
  const actualFinish = read(dates.actualFinish, 'finish');
  const marked = (column = '') => isActual(activity.fields.get(column) ?? '');
  const [start, finish] = [read(dates.start), read(dates.finish, 'finish')];
  return {
    start: actualStart ?? start,
    finish: actualFinish ?? finish,
    hasStarted: actualStart !== undefined || marked(dates.start),
    hasFinished: actualFinish !== undefined || marked(dates.finish),
    remainingStart: read(dates.remainingStart),
  };
}

/** Distinct start and finish pairs: tables of many rows have few. */
export function periodsOf(
  activities: readonly Activity[],
  { start = '', finish = '' }: { readonly start?: string | undefined; readonly finish?: string | undefined },
): readonly WrittenPeriod[] {
  const byStart = new Map<string | undefined, Set<string | undefined>>();
  for (const { fields } of activities) {
    getOrInsert(byStart, fields.get(start), () => new Set()).add(fields.get(finish));
  }
  return [...byStart].flatMap(([first, lasts]) => Array.from(lasts, (last): WrittenPeriod => [first, last]));
}

/**
 * If no task of a table has a date: explains how to read its dates. Other formats need no date format.
 * @throws ProgrammeError with the format that would work, if any
 */
export function explainMissingDates(
  { activities, format }: Programme,
  { dates }: Mapping,
  near?: string,
): void {
  if (format !== 'excel' && format !== 'csv') return;
  if (dates === 'current') {
    throw new ProgrammeError('the mapping does not say which columns of the table have the dates', {
      remedy:
        'Write dates: { start: Start, finish: Finish } in the mapping, with the headings of your table.',
    });
  }
  const possible = dateFormatsOf(periodsOf(activities, dates), near);
  const remedy =
    possible.length === 0
      ? 'Check dates of the mapping, and its format, such as dd/MM/yyyy; --inspect shows the columns and their dates.'
      : `Write ${possible.map((each) => `format: ${yamlText(each)}`).join(' or ')} under dates in the mapping, as the dates are meant.`;
  const columns = [dates.start, dates.finish].filter((name) => name !== undefined).join(' and ');
  throw new ProgrammeError(`no activity has a date that can be read in the columns ${columns}`, { remedy });
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
  const cells = activities.flatMap(({ fields }) =>
    columns.flatMap((column = '') => fields.get(column) ?? []),
  );
  const isOfExcel = (cell: string) => localDateTime(cell) !== undefined;
  const ofExcel = cells.filter(isOfExcel);
  const day = (cell: string) => Number(writtenDate(cell, dates)?.slice(8, 10) ?? 0);
  const read = cells.filter((cell) => !isOfExcel(cell) && day(cell) > 0);
  if (ofExcel.length === 0 || read.length === 0) return;
  if (ofExcel.some((cell) => day(cell) > 12) || read.some((cell) => day(cell) <= 12)) return;
  const text = `Every date after the 12th is a text and every other one a date of Excel (${ofExcel.length}, such as ${JSON.stringify(ofExcel[0])}): Excel probably exchanged their day and month when it opened a text file. Import that file itself, or correct the dates.`;
  report.changed(undefined, text);
}

function dateAfter(words: string, rows: readonly string[], form: DateForm): LocalDateTime | undefined {
  for (const row of rows) {
    const at = row.toLowerCase().indexOf(words.toLowerCase());
    const [text] = at === -1 ? [] : (dateWithin.exec(row.slice(at + words.length)) ?? []);
    if (text === undefined) continue;
    const [format, ...others] = dateFormatsOf([[text, undefined]]);
    const date = writtenDate(text, form) ?? (others.length === 0 ? writtenDate(text, { format }) : undefined);
    if (date !== undefined) return date;
  }
  return undefined;
}

const dataDateWords = new RegExp(`(?<!\\w)(?:${wordsPattern('dataDate')})(?!\\w)`);

export function wordsBeforeDate(rows: readonly string[]): string | undefined {
  for (const row of rows) {
    const found = dataDateWords.exec(plainText(row));
    const words = found && row.slice(found.index, found.index + found[0].length);
    if (words && dateWithin.test(row.slice(found.index + words.length))) return words;
  }
  return undefined;
}

/** The file's own data date, else the one that the mapping names. Texts that are not dates are reported. */
export function dataDateOf(
  { dataDate, activities, table }: Programme,
  { dataDate: rule, dates }: Mapping,
  report: ReportBuilder,
): LocalDateTime | undefined {
  if (dataDate !== undefined || rule === undefined) return dataDate;
  const form = typeof dates === 'string' ? {} : { format: dates.format };
  if ('above' in rule) {
    const date = dateAfter(rule.above, table?.above ?? [], form);
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
    const date = writtenDate(text, form);
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
  /** Columns whose dates have times, or those of the other end; in others 00:00 is no time. */
  readonly timed: ReadonlySet<string>;
  readonly tracksProgress: boolean;
  readonly decimalOf: (cell: string) => DecimalSign;
  readonly readDate: ReturnType<typeof dateReader>;
};

/** @param near a day near which dates without a year lie */
export function tableStyle(
  { format, table, activities }: Programme,
  mapping: Mapping,
  near: string | undefined,
): TableStyle {
  const { dates, duration, remainingDuration, percentComplete, decimal, workingDays } = mapping;
  const {
    start,
    finish,
    actualStart,
    actualFinish,
    remainingStart,
    format: dateFormat,
  } = dates === 'current' ? {} : dates;
  const lastWeekday = workingDays && Math.max(...workingDays.map((day) => weekdays.indexOf(day)));
  const readDate = dateReader({ format: dateFormat, near, lastWeekday });
  const columns = [start, finish, actualStart, actualFinish].filter((name) => name !== undefined);
  const written = (activity: Activity) => columns.flatMap((column) => activity.fields.get(column) ?? []);
  const isTimed = (column = '') =>
    activities.some(({ fields }) => /T(?!00:00)/.test(readDate(fields.get(column) ?? '') ?? ''));
  const pairs = [
    [start, finish],
    [actualStart, actualFinish],
  ].filter((pair) => pair.some(isTimed));
  const percents = activities.flatMap((activity) => resolveValue(activity, percentComplete)?.value ?? []);
  const unitOf = (rule: Mapping['duration']) => rule?.unit ?? unitOfHeading(columnsOf(rule)[0] ?? '');
  const unit = unitOf(duration) ?? 'days';
  return {
    format,
    from1904: table?.from1904 ?? false,
    units: { duration: unit, remainingDuration: unitOf(remainingDuration) ?? unit },
    percentScale: percentScaleOf(percents),
    timed: new Set([...pairs.flat(), remainingStart].filter((column) => column !== undefined)),
    tracksProgress:
      percentComplete !== undefined ||
      columns.length > 2 ||
      activities.some((activity) => written(activity).some(isActual)),
    decimalOf: (cell) => (format === 'excel' && /^\d+\.\d+$/.test(cell) ? '.' : decimal),
    readDate,
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
 * The dates, with the start or finish that the row lacks from the other one and the duration, and the duration in working
 * days; 0 is a milestone, undefined if the days from start to finish count. A duration that cannot be used, or does not
 * fit the dates, is reported.
 */
export function withDuration(
  row: ChosenActivity,
  dates: TableDates,
  { worksOn, ...context }: DurationContext & { readonly worksOn: WorksOn | undefined },
): { readonly dates: TableDates; readonly duration: number | undefined } {
  const days = calendarDays(dates);
  const unit = context.style.units.duration;
  const found = rowDuration(row, 'duration', context, (...read) => durationProblem(...read, { days, unit }));
  // A finish before the start is no milestone: both dates stay.
  if (found?.days === 0) return { dates, duration: (days ?? 1) === 1 ? 0 : undefined };
  const duration = found?.elapsed ? undefined : found?.days;
  const { start, finish } = dates;
  const known = start ?? finish;
  if (found === undefined || days !== undefined || known === undefined) return { dates, duration };
  const count = start === undefined ? -found.days : found.days;
  const other = workingDayFrom(known, count, found.elapsed ? undefined : worksOn);
  const missing = start === undefined ? 'start' : 'finish';
  const group = `Activities without a ${missing}: it is computed from the duration`;
  const text = `Activity ${row.id}: its ${missing}, ${other}, is computed from the duration.`;
  context.report.changed(row.activity.line, text, { group, example: `${row.id} ${other}` });
  return { dates: { ...dates, [missing]: other }, duration };
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
