/** Proposes the lines of a mapping from the headings and rows of a table. */
import type { Programme } from '../../programme.ts';
import { type HeadingKind, type HeadingVersion, plainText } from '../../readers/table/heading-row.ts';
import { splitList } from '../columns/listed-values.ts';
import { isMilestoneType } from '../columns/table-status.ts';
import {
  dateFormatsOf,
  periodsOf,
  type WrittenPeriod,
  weekdaysOf,
  writtenDate,
} from '../columns/written-date.ts';
import { unitOfHeading, writtenDuration } from '../columns/written-number.ts';
import { weekdays, yamlList, yamlText } from '../mapping.ts';
import { columnOf, type Inspection, type NamedValues, type ValueCount } from './inspect-programme.ts';
import { dataDateLine, identityLines, progressLines } from './value-lines.ts';

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
  const { fields, programme } = inspection;
  const heading = (pattern: RegExp) =>
    fields.find(({ name, activities }) => activities > 0 && pattern.test(plainText(name)))?.name;
  const [start, finish] = [columnOf(fields, 'start'), columnOf(fields, 'finish')];
  const rule = (property: string, name: string | undefined) =>
    name === undefined ? [] : [`${property}: { column: ${yamlText(name)} }`];
  const type = typeOf(fields);
  const remaining = fields.find(
    ({ meaning }) => meaning?.kind === 'duration' && meaning.version === 'remaining',
  );
  const { table } = programme;
  return [
    ...(table?.sheet === undefined ? [] : [`sheet: ${yamlText(table.sheet)}`]),
    ...identityLines(fields, { start, finish }),
    ...(start === undefined || finish === undefined
      ? [missingDates({ start, finish })]
      : datesLines(programme, { start, finish, ...progressColumns(fields, { start, finish }) })),
    ...dataDateLine(inspection),
    ...durationLines(fields, programme, { start, finish }),
    ...rule('remainingDuration', remaining?.name),
    ...progressLines(fields),
    ...(type?.lines ?? []),
    ...rule(
      'outlineLevel',
      heading(
        /^outline[ _]?level$|^gliederungsebene$|^niveau hierarchique$|^nivel de esquema$|^poziom konspektu$/,
      ),
    ),
    ...rule('notes', heading(/notes?|comments?|remarks?|bemerkung|remarque|uwagi|opmerking/)),
    ...listLines(fields),
  ];
}

type Period = { readonly start: string | undefined; readonly finish: string | undefined };

function missingDates({ start, finish }: Period): string {
  const shown = (name: string | undefined) => (name === undefined ? '…' : yamlText(name));
  const columns = `# dates: { start: ${shown(start)}, finish: ${shown(finish)} } #`;
  return start !== undefined && finish === undefined
    ? `${columns} name the column of the finishes; where the table has none, add one, in Excel such as =WORKDAY(start, days-1)`
    : `${columns} name their columns: no heading says which they are`;
}

/** The columns of the dates of progress, where start and finish are not these themselves. */
function progressColumns(fields: readonly NamedValues[], { start, finish }: Period) {
  const column = (kind: HeadingKind, version: HeadingVersion) =>
    fields.find(
      ({ name, meaning }) =>
        meaning?.kind === kind && meaning.version === version && name !== start && name !== finish,
    )?.name;
  const columns = {
    actualStart: column('start', 'actual'),
    actualFinish: column('finish', 'actual'),
    remainingStart: column('start', 'remaining'),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined));
}

/** Types that are no work of their own, as Primavera and MS Project name them. */
const noTask = /^(?:level of effort|wbs summary|hammock|summary|sammelvorgang|recapitulati(?:f|ve)|resumen)$/;

function typeOf(fields: readonly NamedValues[]) {
  const types = fields.find(
    ({ name, values }) =>
      /^(?:activity |task |vorgangs)?(?:type|art)$/.test(plainText(name)) &&
      values.some(({ value }) => noTask.test(plainText(value)) || isMilestoneType(value)),
  );
  if (types !== undefined) {
    const skipped = types.values.map(({ value }) => value).filter((value) => noTask.test(plainText(value)));
    return {
      lines: [`type: { column: ${yamlText(types.name)} }`, `skip: ${yamlList(['summary', ...skipped])}`],
    };
  }
  const flags = fields.find(({ name }) => /^(?:summary|sammelvorgang|recapitulative)$/.test(plainText(name)));
  const yes = flags?.values
    .map(({ value }) => value)
    .filter((value) => /^(?:yes|ja|oui|si|tak|true|1)$/.test(plainText(value)));
  if (flags === undefined || yes === undefined || yes.length === 0) return undefined;
  return { lines: [`type: { column: ${yamlText(flags.name)} }`, `skip: ${yamlList(['summary', ...yes])}`] };
}

/** The unit by the heading, else by the dates: durations that are as long as working hours are such. */
function durationLines(
  fields: readonly NamedValues[],
  programme: Programme,
  dates: Period,
): readonly string[] {
  const column = columnOf(fields, 'duration', ({ meaning }) => meaning?.version !== 'actual');
  if (column === undefined) return [];
  const line = (more: string) => [`duration: { column: ${yamlText(column)}${more}`];
  if (unitOfHeading(column) !== undefined) return line(' }');
  const [start, finish] = [dates.start, dates.finish];
  if (start === undefined || finish === undefined) return line(' }');
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
  return median > minHoursPerDay
    ? line(', unit: hours } # as long as the working hours from start to finish')
    : line(' }');
}

/** A duration of more than so many units per calendar day is in hours. */
const minHoursPerDay = 3;

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

type DateColumns = {
  readonly start: string;
  readonly finish: string;
  readonly actualStart?: string;
  readonly actualFinish?: string;
};

/** The line of the dates, with the format where the dates prove it; of several possible formats a person must choose. */
function datesLines({ activities }: Programme, dates: DateColumns): readonly string[] {
  const columns = Object.entries(dates)
    .map(([name, column]) => `${name}: ${yamlText(column)}`)
    .join(', ');
  const { start, finish, actualStart, actualFinish } = dates;
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

/** Headings of columns whose cells may list several values. */
const listHeadings = {
  labour:
    /^(people|labou?r|crews?|gangs?|manpower|men|workers|operatives|resources?( names?)?|personal|trupp|kolonne|ressourcennamen|effectif|ouvriers)$/,
  plant: /^(plant|equipment|machines?|machinery|gerate?|maschinen|engins|sprzet)$/,
  materials: /^(materials?|material|materiaux|materialy)$/,
  predecessors:
    /^(predecessors?|vorganger|predecesseurs?|predecesoras?|predecessori|voorgangers?|poprzedniki?)$/,
};

/** The columns of lists, with what stands between the values in most cells. */
function listLines(fields: readonly NamedValues[]): readonly string[] {
  const columns = Object.entries(listHeadings).flatMap(([property, pattern]) => {
    const found = fields.find(({ name, activities }) => activities > 0 && pattern.test(plainText(name)));
    return found === undefined ? [] : [{ ...found, property }];
  });
  const has = (sign: string) =>
    columns.some(({ values }) => values.some(({ value }) => value.includes(sign)));
  const used = ['|', ';'].find(has);
  return columns.map(({ property, name, values }) => {
    const comma = property === 'predecessors' ? /,/ : listComma;
    const separator = JSON.stringify(listSeparatorOf(values, comma, used));
    return `${property}: { column: ${yamlText(name)}, separator: ${separator} }`;
  });
}

/** Separators; of several in equally many cells, the first one counts, because names rarely contain it. */
const listSeparators = ['|', ';', '\n', ',', ' / '];
/** A comma between values, not in a decimal number. */
const listComma = /,(?!\d)|[^\d\s],/;

/** @param used a separator of any list, beside which a comma separates only parts that all have a number */
function listSeparatorOf(values: readonly ValueCount[], comma: RegExp, used: string | undefined): string {
  let best = { separator: used ?? ';', cells: 0 };
  for (const separator of listSeparators) {
    const parts = ({ value }: ValueCount) => splitList(value, separator);
    const isIn = (each: ValueCount) =>
      parts(each).length > 1 && (separator !== ',' || comma.test(each.value));
    const found = values.filter(isIn);
    const isNumbered = found.some((each) => parts(each).every((part) => /\d/.test(part)));
    const cells = found.reduce((sum, { count }) => sum + count, 0);
    const isOfNames = separator === ',' && used !== undefined && !isNumbered;
    if (cells > best.cells && !isOfNames) best = { separator, cells };
  }
  return best.separator;
}
