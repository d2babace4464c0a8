import { dateText } from '../../readers/table/heading-row.ts';
import { wordsBeforeDate } from '../columns/table-dates.ts';
import {
  dateFormatsOf,
  periodsOf,
  type WrittenPeriod,
  weekdaysOf,
  writtenDate,
} from '../columns/written-date.ts';
import { weekdays, yamlText } from '../mapping.ts';
import { unitOfHeading, writtenDuration } from '../written-number.ts';
import { columnOf, isOfRows, sourceLine, sourceNamed } from './find-source.ts';
import { type Inspection, isMostly } from './inspect-programme.ts';

export type Dates = {
  readonly start: string | undefined;
  readonly finish: string | undefined;
  readonly actualStart: string | undefined;
  readonly actualFinish: string | undefined;
  readonly remainingStart: string | undefined;
};

/** The date columns; the columns of actual and remaining dates too, if start and finish are not these themselves. */
export function datesOf(inspection: Inspection): Dates {
  const named = [columnOf(inspection, 'start'), columnOf(inspection, 'finish')].map((each) => each?.[1].name);
  const [start, finish] = named.some((name) => name !== undefined) ? named : twoColumnsOfDates(inspection);
  const other = (kind: 'start' | 'finish', version: 'actual' | 'remaining') =>
    columnOf(inspection, kind, {
      versions: [version],
      fits: (found) =>
        (version === 'remaining' || (found.name !== start && found.name !== finish)) &&
        isMostly(found, (text) => /\d/.test(text)),
    })?.[1].name;
  return {
    start,
    finish,
    actualStart: other('start', 'actual'),
    actualFinish: other('finish', 'actual'),
    remainingStart: other('start', 'remaining'),
  };
}

function twoColumnsOfDates({ fields }: Inspection): readonly string[] {
  const found = fields.filter((field) => isOfRows(field) && isMostly(field, (text) => dateText.test(text)));
  const areUnknown = found.every(({ meaning }) => meaning === undefined);
  return found.length === 2 && areUnknown ? found.map(({ name }) => name) : [];
}

export function datesLines({ programme: { activities } }: Inspection, dates: Dates): readonly string[] {
  const { start, finish, actualStart, actualFinish } = dates;
  const columns = Object.entries({ ...dates, start: start ?? '…', finish: finish ?? '…' })
    .flatMap(([property, name]) =>
      name === undefined ? [] : `${property}: ${name === '…' ? name : yamlText(name)}`,
    )
    .join(', ');
  if (start === undefined || finish === undefined) {
    const what =
      start === undefined || finish !== undefined
        ? 'name their columns: no heading says which they are'
        : 'name the column of the finishes; where the table has none, add one, in Excel such as =WORKDAY(start, days-1)';
    return [`# dates: { ${columns} } # ${what}`];
  }
  const periods = [
    ...periodsOf(activities, { start, finish }),
    ...(actualStart === undefined && actualFinish === undefined
      ? []
      : periodsOf(activities, { start: actualStart ?? start, finish: actualFinish ?? finish })),
  ];
  const [format, ...others] = dateFormatsOf(periods);
  if (others.length > 0) {
    const choices = [format, ...others].map((each) => `format: ${yamlText(each ?? '')}`);
    return [
      `dates: { ${columns} } # add ${choices.join(' or ')}: day and month could be exchanged in every date`,
    ];
  }
  const line =
    format === undefined
      ? `dates: { ${columns} } # with format: dd/MM/yyyy, if they are neither Excel dates nor YYYY-MM-DD`
      : `dates: { ${columns}, format: ${yamlText(format)} }`;
  return [line, ...workingDaysLine(periods, format)];
}

function workingDaysLine(periods: readonly WrittenPeriod[], format: string | undefined): readonly string[] {
  const isMidnight = (text = '') => writtenDate(text, format)?.endsWith('T00:00');
  const sure = periods.map(([start, finish]) => [start, isMidnight(finish) ? undefined : finish] as const);
  const worked = new Set(weekdaysOf(sure, format));
  if (worked.size === 0 || worked.has('sun')) return [];
  const week = weekdays.slice(0, worked.has('sat') ? 6 : 5);
  const free = worked.has('sat') ? 'Sunday' : 'Saturday or Sunday';
  return [`workingDays: [${week.join(', ')}] # no task starts or finishes on a ${free}`];
}

/** Unit from the heading, else from the dates: a duration as long as the working hours between them is in hours. */
export function durationLines(inspection: Inspection, { start, finish }: Dates): readonly string[] {
  const { programme } = inspection;
  const source = columnOf(inspection, 'duration', { versions: [undefined, 'current', 'planned', 'whole'] });
  const column = source?.[1].name ?? '';
  if (unitOfHeading(column) !== undefined || start === undefined || finish === undefined) {
    return sourceLine('duration', source);
  }
  const format = dateFormatsOf(periodsOf(programme.activities, { start, finish }))[0];
  const ratios = programme.activities.flatMap(({ fields: row }) => {
    const text = row.get(column) ?? '';
    const bare = /^\d+(?:[.,]\d+)?$/.test(text)
      ? writtenDuration(text, { hoursPerDay: 8, daysPerWeek: 5, unit: 'days', decimal: undefined })?.days
      : undefined;
    const [from, to] = [start, finish].map((name) => writtenDate(row.get(name) ?? '', format)?.slice(0, 10));
    if (bare === undefined || bare === 0 || !from || !to || to < from) return [];
    return [bare / (daysBetween(from, to) + 1)];
  });
  const median = ratios.toSorted((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? 1;
  const proposed = (unit: string) => ({
    more: `, unit: ${unit}`,
    comment: `as long as the working ${unit} from start to finish`,
  });
  if (median > minHoursPerDay) return sourceLine('duration', source, proposed('hours'));
  return sourceLine('duration', source, median < maxWeeksPerDay ? proposed('weeks') : {});
}

const minHoursPerDay = 3;
const maxWeeksPerDay = 0.22;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

const dataDates = /^(data|status|progress|report) ?date$|^stichtag$/;

export function dataDateLine(inspection: Inspection): readonly string[] {
  const source = sourceNamed(inspection, dataDates);
  if (source) return sourceLine('dataDate', source);
  const { table } = inspection.programme;
  const words = wordsBeforeDate(table?.above ?? []);
  return words === undefined ? [] : [`dataDate: { above: ${yamlText(words)} }`];
}
