/** Proposes the lines of a mapping from the headings and rows of a table. */
import type { Programme } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import { wordsBeforeDate } from '../columns/table-dates.ts';
import { isMilestoneType } from '../columns/table-status.ts';
import {
  dateFormatsOf,
  periodsOf,
  type WrittenPeriod,
  weekdaysOf,
  writtenDate,
} from '../columns/written-date.ts';
import { unitOfHeading, writtenDuration, writtenPercent } from '../columns/written-number.ts';
import { knownStatus, type StatusWord, statusKey, writtenAnswer } from '../columns/written-status.ts';
import { weekdays, yamlList, yamlText } from '../mapping.ts';
import { columnOf, isOfRows, type Source, sourceLine, sourceNamed } from './find-source.ts';
import { type Inspection, isMostly, type NamedValues } from './inspect-programme.ts';
import { listLines } from './list-lines.ts';
import { hasWords, whyEmpty } from './unfit-values.ts';

/** Comments about how the file was read: its other projects, row of headings, worksheet, separator and what stands around the rows. */
export function fileNotes({ table, problems }: Programme): readonly string[] {
  const notes = problems.filter(({ line }) => line === undefined).map(({ text }) => text);
  const first =
    table === undefined || table.above.length > 0
      ? []
      : [
          `The headings are taken from row ${table.headerRow}. If they are in another row, name it, such as headerRow: ${table.headerRow + 1}.`,
        ];
  return [...first, ...notes];
}

/** The lines of a mapping for a table. Only id and dates have to be right for a first import. */
export function tableLines(inspection: Inspection): readonly string[] {
  const { programme } = inspection;
  const dates = datesOf(inspection);
  const identity = identityLines(inspection, dates);
  const { table } = programme;
  return [
    ...(table?.sheet === undefined ? [] : [`sheet: ${yamlText(table.sheet)}`]),
    ...identity,
    ...datesLines(inspection, dates),
    ...dataDateLine(inspection),
    ...durationLines(inspection, dates),
    ...sourceLine(
      'remainingDuration',
      columnOf(inspection, 'duration', { versions: ['remaining'], fits: () => true }),
    ),
    ...progressLines(inspection),
    ...typeLines(inspection),
    ...sourceLine('outlineLevel', outlineOf(inspection, identity)),
    ...sourceLine('notes', sourceNamed(inspection, notes, hasWords) ?? sourceNamed(inspection, notes)),
    ...listLines(inspection),
  ];
}

/** The column of levels; else one of outline numbers, a different one in each row, that is not the id. */
function outlineOf(inspection: Inspection, identity: readonly string[]): Source | undefined {
  return (
    sourceNamed(
      inspection,
      /^outline ?level$|^gliederungsebene$|^niveau hierarchique$|^nivel de esquema$|^poziom konspektu$/,
    ) ??
    sourceNamed(
      inspection,
      /^(?:wbs|psp)(?:[ -]?code)?$|^outline number$|^gliederungsnummer$|^numero hierarchique$|^numero de esquema$/,
      ({ name, values, activities }) =>
        values.length === activities &&
        values.some(({ value }) => /^\d+\.\d/.test(value)) &&
        values.every(({ value }) => /^\d+(?:\.\d+)*\.?$/.test(value)) &&
        !identity[0]?.startsWith(`id: { column: ${yamlText(name)} `),
    )
  );
}

const notes = /notes?|comments?|remarks?|bemerkung|remarque|uwagi|opmerking/;

type Dates = {
  readonly start: string | undefined;
  readonly finish: string | undefined;
  readonly actualStart: string | undefined;
  readonly actualFinish: string | undefined;
  readonly remainingStart: string | undefined;
};

/** The columns of the dates; those of progress where start and finish are not these themselves. */
function datesOf(inspection: Inspection): Dates {
  const start = columnOf(inspection, 'start')?.[1].name;
  const finish = columnOf(inspection, 'finish')?.[1].name;
  const other = (kind: 'start' | 'finish', version: 'actual' | 'remaining') =>
    columnOf(inspection, kind, {
      versions: [version],
      fits: ({ name }) => version === 'remaining' || (name !== start && name !== finish),
    })?.[1].name;
  return {
    start,
    finish,
    actualStart: other('start', 'actual'),
    actualFinish: other('finish', 'actual'),
    remainingStart: other('start', 'remaining'),
  };
}

/** The line of the dates, with the format where the dates prove it; of several possible formats a person must choose. */
function datesLines({ programme: { activities } }: Inspection, dates: Dates): readonly string[] {
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

/** The working days of a table, which has no calendar: weekends without any date are days off. */
function workingDaysLine(periods: readonly WrittenPeriod[], format: string | undefined): readonly string[] {
  const worked = new Set(weekdaysOf(periods, format));
  if (worked.size === 0 || worked.has('sun')) return [];
  const days = weekdays.slice(0, worked.has('sat') ? 6 : 5);
  const free = worked.has('sat') ? 'Sunday' : 'Saturday or Sunday';
  return [`workingDays: [${days.join(', ')}] # no task starts or finishes on a ${free}`];
}

/** The unit by the heading, else by the dates: durations that are as long as working hours are such. */
function durationLines(inspection: Inspection, { start, finish }: Dates): readonly string[] {
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
    if (bare === undefined || bare === 0 || !from || !to) return [];
    return [bare / (daysBetween(from, to) + 1)];
  });
  const median = ratios.toSorted((left, right) => left - right)[Math.floor(ratios.length / 2)] ?? 1;
  const comment = 'as long as the working hours from start to finish';
  return sourceLine('duration', source, median > minHoursPerDay ? { more: ', unit: hours', comment } : {});
}

/** A duration of more than so many units per calendar day is in hours. */
const minHoursPerDay = 3;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/** Whether the column tells rows apart: almost all that have dates have a value, and none has that of another. */
function tellsApart({ activities, values }: NamedValues, rows: number): boolean {
  return activities >= rows * 0.9 && values.length >= activities * 0.95;
}

/** Fewer ids may be 1, 2 and 3 by chance. */
const minCounted = 5;

/** The id, which has to be right, and the title. */
function identityLines({ fields }: Inspection, dates: Dates): readonly string[] {
  const rows = Math.max(
    0,
    ...fields.filter(({ name }) => name === dates.start).map((field) => field.activities),
  );
  const isWhole = ({ meaning }: NamedValues) => Number(meaning?.version === 'whole');
  const having = fields.filter(isOfRows).toSorted((one, other) => isWhole(one) - isWhole(other));
  const titles = having.filter((field) => field.meaning?.kind === 'title' && whyEmpty(field) === undefined);
  const named = titles.filter((field) => !isNumbered(field));
  // A name or description says more than a word such as Work.
  const title =
    named.find(({ name }) => /name|nom|desc|libell|bezeichn|beschreib|nazwa|opis|title/i.test(name)) ??
    named[0];
  const titleLines = title
    ? sourceLine('title', ['column', title])
    : ['# title: { column: … } # name the column of the titles: no heading says which it is'];
  // A heading such as Item may stand above numbers.
  const ids = [
    ...having.filter(({ meaning }) => meaning?.kind === 'id'),
    ...titles.filter((field) => isNumbered(field) && tellsApart(field, rows)),
  ];
  const apart = ids.filter((field) => tellsApart(field, rows));
  const lasting = apart.find(({ name }) => /unique|uid|code|activity|task|kennung/i.test(name));
  const id = lasting ?? apart[0] ?? ids[0];
  const other = id ?? title ?? fields.find(({ name }) => name !== dates.start && name !== dates.finish);
  if (other === undefined) return [];
  // Those of a file in the order of its rows.
  const isCount =
    other.values.length >= minCounted && other.values.every(({ value }, at) => value === `${at + 1}`);
  const comment =
    id === undefined
      ? 'no heading says that it is of ids'
      : isCount
        ? 'numbers of rows: an inserted row changes those below it; name a column that stays, if there is one'
        : '';
  return [...sourceLine('id', ['column', other], { comment }), ...titleLines];
}

/** Whether most of its values are numbers, such as 3, 1.2 or A1.10. */
function isNumbered(found: NamedValues): boolean {
  return isMostly(found, (value) => /^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i.test(value));
}

function isPercent(found: NamedValues): boolean {
  return isMostly(found, (value) => writtenPercent(value, 100) !== undefined);
}

/** Where there is no status, a column such as "Done (Y/N)" is one. */
function progressLines(inspection: Inspection): readonly string[] {
  const percent = columnOf(inspection, 'percentComplete', {
    fits: (found) => isOfRows(found) && isPercent(found),
  });
  const status = columnOf(inspection, 'status');
  const isAnswer = (found: NamedValues) =>
    isOfRows(found) && isMostly(found, (value) => writtenAnswer(value) !== undefined);
  const answer = columnOf(inspection, 'percentComplete', { fits: isAnswer });
  return [
    ...sourceLine('percentComplete', percent),
    ...(status === undefined ? statusLine(answer, statusOfAnswer) : statusLine(status, knownStatus)),
  ];
}

function statusOfAnswer(value: string): StatusWord | undefined {
  const isDone = writtenAnswer(value);
  return isDone === undefined ? undefined : isDone ? 'complete' : 'planned';
}

/** The line of the status; unknown words are listed for a person to complete. */
function statusLine(
  source: Source | undefined,
  wordOf: (value: string) => StatusWord | undefined,
): readonly string[] {
  const values = source?.[1].values.map(({ value }) => value) ?? [];
  const words = [...new Map(values.map((value) => [statusKey(value), value])).values()];
  const known = words.filter((value) => wordOf(value) !== undefined);
  const unknown = words.filter((value) => !known.includes(value) && writtenPercent(value, 100) === undefined);
  const listed = known.map((value) => `${yamlText(value)}: ${wordOf(value)}`).join(', ');
  return sourceLine('status', source, {
    ...(listed !== '' && { more: `, values: { ${listed} }` }),
    ...(unknown.length > 0 && {
      comment: `add to values what these words mean: ${unknown.slice(0, 12).join(', ')}`,
    }),
  });
}

const dataDates = /^(data|status|progress|report) ?date$|^stichtag$/;

function dataDateLine(inspection: Inspection): readonly string[] {
  const source = sourceNamed(inspection, dataDates);
  if (source) return sourceLine('dataDate', source);
  const { table } = inspection.programme;
  const words = wordsBeforeDate(table?.above ?? []);
  return words === undefined ? [] : [`dataDate: { above: ${yamlText(words)} }`];
}

/** Types that are no work of their own, as Primavera and MS Project name them. */
const noTask = /^(?:level of effort|wbs summary|hammock|summary|sammelvorgang|recapitulati(?:f|ve)|resumen)$/;

/** The column of types; else the one that marks summaries by yes. */
function typeLines(inspection: Inspection): readonly string[] {
  const isNoTask = (value: string) => noTask.test(plainText(value));
  const isYes = (value: string) => value === '1' || writtenAnswer(value) === true;
  const lines = (pattern: RegExp, isSkipped: (value: string) => boolean, isKnown = isSkipped) => {
    const source = sourceNamed(inspection, pattern, (found) =>
      found.values.some(({ value }) => isKnown(value)),
    );
    const skipped = source?.[1].values.map(({ value }) => value).filter(isSkipped) ?? [];
    return source === undefined
      ? undefined
      : [...sourceLine('type', source), `skip: ${yamlList(['summary', ...skipped])}`];
  };
  return (
    lines(
      /^(?:activity |task |vorgangs)?(?:type|art)$/,
      isNoTask,
      (value) => isNoTask(value) || isMilestoneType(value),
    ) ??
    lines(/^(?:summary|sammelvorgang|recapitulative)$/, isYes) ??
    // MS Project schedules no inactive tasks.
    lines(/^(?:active|aktiv|actif|activa|attiva)$/, (value) => writtenAnswer(value) === false) ??
    []
  );
}
