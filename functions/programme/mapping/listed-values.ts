/** Reads columns of tables that hold several values in one cell, such as `Carpenter 4; Labourer 2`. */

import {
  parseRelationType,
  relationTypePatternSource,
  wordsPatternSource,
} from '#planning/contract/known-words.ts';
import type { Activity, ActivityLink, Assignment } from '#programme/programme.ts';
import { isNotKnownYet, isYesOrNo } from '#programme/recognise/values.ts';
import {
  type DecimalSign,
  type DurationParseOptions,
  numberPatternSource,
  parseWrittenDuration,
  parseWrittenNumber,
} from '#programme/recognise/written-number.ts';
import type { ActivityToImport } from './import-report.ts';
import { idFromValue } from './named-items.ts';
import { asRuleList } from './resolve-value.ts';
import type { TableContext } from './table-dates.ts';
import type { TableActivity } from './table-rows.ts';

export function readListedValues({ fields }: Activity, rules: Parameters<typeof asRuleList>[0]) {
  return asRuleList(rules).flatMap(({ column, separator = ';' }) =>
    splitList(fields.get(column) ?? '', separator).map((value) => ({ column, value })),
  );
}

/**
 * Splits a cell into its values. A comma does not separate a company from its legal form, nor parts within brackets, as
 * in `Concrete[36,5 m3]`.
 */
export function splitList(cell: string, separator: string): readonly string[] {
  const values: string[] = [];
  for (const part of cell.split(separator)) {
    const value = part.trim();
    const before = values.at(-1) ?? '';
    const isInBrackets = before.lastIndexOf('[') > before.lastIndexOf(']');
    if (isInBrackets) values[values.length - 1] = `${before}${separator}${part}`;
    else if (
      separator.trim() === ',' &&
      companyForm.test(value.replace(/^\D*/, (form) => form.replaceAll('.', ''))) &&
      endsLikeCompany(before)
    ) {
      values[values.length - 1] = `${before}, ${value}`;
    } else if (value !== '') values.push(value);
  }
  return values;
}

const companyForm = new RegExp(`^(?:${wordsPatternSource('companyForm')})\\.?(?:\\s*\\[.*|\\s+\\d.*)?$`, 'i');

const endsLikeCompany = (value: string) => /\p{L}{3}/u.test(value) && !/[\]\d]$/.test(value);

const quantityPattern = `(?<quantity>${numberPatternSource})`;
const onlyNumber = new RegExp(`^${quantityPattern}\\s*(?<percent>%?)$`);
/**
 * MS Project writes `Carpenter[200%]` for two carpenters, `Concrete[36.5 m3]` for a material and `Permit[$500]` for a
 * cost.
 */
const quantityInBrackets = new RegExp(
  `^(?<name>[^[]*\\S)\\s*\\[${quantityPattern}\\s*(?:(?<percent>%)|(?<unit>[^\\]\\d\\s][^\\]]*))?\\]$`,
);
const moneyInBrackets = /\[(?:\p{Sc}[\d.,\s]+|[\d.,\s]+\p{Sc})\]$/u;
const nameBefore = '(?<name>.*?[^\\s:=&+,/–-])(?:\\s*[:=]\\s*|\\s+(?:[x×–-]\\s*)?)';
const nameAndNumber = new RegExp(`^${nameBefore}${quantityPattern}(?:\\s*(?!mm$)(?<unit>[^\\d\\s]\\S*))?$`);
const pieces = `(?:${wordsPatternSource('pieces')})\\.?`;
/** A name with a number of pieces or people. If another unit follows, as in `Excavator 13t`, the number is a size. */
const nameAndCount = new RegExp(
  `^${nameBefore}${quantityPattern}(?:\\s*(?:${wordsPatternSource('pieces', 'people')})\\.?)?$`,
  'iu',
);
const countAndName = new RegExp(
  `^${quantityPattern}(?:\\s*${pieces}\\s+(?<name>.*\\p{L}.*)|\\s+(?!(?:k?g|to?|[cm]?m|m?h|hrs?|days?|kva|kw)(?:\\s|$))(?<name>[^\\d+&]+))$`,
  'iu',
);
/**
 * Values in which a number is not a quantity: the number of a crew or machine, a time, a date, a sum of money, a size,
 * grouped thousands. A `360 excavator` turns through 360 degrees.
 */
const numbersThatAreNoCount = [
  new RegExp(`^(?:${wordsPatternSource('crew')}) ?#?\\d+$`, 'iu'),
  /(?:\bn[or]\.?|#) ?\d+$/iu,
  /\d:\d|\d[/x×]\d+$|^\d+ ?[x×] ?\d|^\d+ \p{L}+ (?:of|de|à|zu) \d+$/iu,
  /\d\S{0,20} ?[+&]|[+&] ?\d|(?:^|\s)\d{1,3} \d{3}(?!\d)|^360 /u,
];
const ambiguousNumber = /(?:^|\s|\[)\d{1,3}[.,]\d{3}\b/;

/**
 * Reads the resources in the cells of a row: a name, then a quantity and, for materials, the unit, as in `Concrete C40
 * 36.5 m3`; or the quantity first, as in `4 x Carpenter`. A number alone counts the resource that the heading names. MS
 * Project lists people, plant, materials and costs in one column. Reports values that are left out or look like several
 * values, materials without a quantity, and unclear numbers.
 */
export function readListedAssignments(
  row: ActivityToImport,
  { mapping, style, report }: TableContext,
): readonly Assignment[] {
  return (['labour', 'plant', 'materials'] as const).flatMap((kind) =>
    readListedValues(row.activity, mapping[kind]).flatMap(({ column, value }) => {
      const why = reasonLeftOut(value);
      const assignment = listedAssignment(value, column, kind, style.decimalOf(value));
      const problem = why ?? quantityProblem(value, assignment);
      if (problem !== undefined) report.changedValue(row, column, value, problem);
      return why === undefined ? assignment : [];
    }),
  );
}

function reasonLeftOut(value: string): string | undefined {
  if (moneyInBrackets.test(value)) return 'is a sum of money, and is left out';
  const isNothing = !/\d/.test(value) && (isNotKnownYet(value) || isYesOrNo(value));
  return isNothing ? 'names no resource, and is left out' : undefined;
}

function listedAssignment(value: string, heading: string, kind: string, decimal: DecimalSign): Assignment {
  const named = kind === 'materials' ? nameAndNumber : nameAndCount;
  const patterns = numbersThatAreNoCount.some((each) => each.test(value))
    ? []
    : [onlyNumber, named, countAndName];
  const found = [quantityInBrackets, ...patterns].find((each) => each.test(value));
  const { name = heading, quantity: written, percent, unit } = found?.exec(value)?.groups ?? { name: value };
  const number = written === undefined ? undefined : parseWrittenNumber(written, decimal);
  const quantity = number !== undefined && percent === '%' ? number / 100 : number;
  const resourceType = unit === undefined ? kind : 'materials';
  return { resourceKey: idFromValue(name), name, resourceType, quantity, countAtOnce: quantity, unit };
}

function quantityProblem(
  value: string,
  { quantity, name = '', resourceType }: Assignment,
): string | undefined {
  const parts = value.split(otherSeparators);
  const isPart = (part: string) =>
    [nameAndNumber, quantityInBrackets, countAndName].some((each) => each.test(part));
  if (parts.length > 1 && parts.every(isPart))
    return 'counts as one, but looks like several; name their separator in the mapping';
  if (quantity !== undefined) return undefined;
  if (ambiguousNumber.test(value))
    return 'has a number that can be read in two ways, and is used without it; add decimal: "." or "," to the mapping';
  if (resourceType === 'materials') return 'has no quantity, such as "Concrete C40 36.5 m3"';
  return /\d/.test(name) ? 'has a number that counts as part of the name; write "Carpenter 4"' : undefined;
}

const otherSeparators = /\s*[|;\n]\s*|,\s*(?!\d)|\s+[/+]\s+/;

/**
 * A predecessor: `A1010FS+2d` in MS Project, `A1010: FS 2` in Primavera, `1-FS=P-2D` in GanttProject, or `A1010+2d` as
 * people write it.
 */
const predecessorPattern = new RegExp(
  `^(.+?)\\s*(?:[:=-]?\\s*(${relationTypePatternSource})(?:\\s*=?P?([+-]?)\\s*(\\d.*))?|\\+\\s*(\\d.*))$`,
  'i',
);

const rowNumberHint =
  '; if it is the number of a row, export ids instead, or map the column of these numbers as the id';

/**
 * Returns a function that reads the predecessors of a task. In a column that the mapping names, they are listed by id
 * or title; one that is not another task of the file is left out and reported. If no id is a number, numbers are row
 * numbers, as Smartsheet and MS Project write them.
 */
export function predecessorReader(
  tasks: readonly ActivityToImport[],
  rows: readonly TableActivity[],
  hoursPerDay: number,
  { mapping: { predecessors: rule, workingDays, decimal }, report }: TableContext,
): (task: ActivityToImport) => readonly ActivityLink[] {
  if (rule === undefined) return ({ activity }) => activity.predecessors;
  const keyOf = rowKeyFinder(tasks, rows);
  const lag = { hoursPerDay, daysPerWeek: workingDays?.length ?? 5, unit: 'days', decimal } as const;
  return (task) =>
    readListedValues(task.activity, rule).flatMap(({ value }): ActivityLink[] => {
      const { problem: parsingProblem, link } = parsePredecessor(value, keyOf, lag);
      const isItself = link?.predecessorKey === task.activity.key;
      const example = JSON.stringify(value);
      const problem = isItself ? 'is the task itself, and is left out' : parsingProblem;
      if (problem !== undefined)
        report.changedActivity(
          task,
          `the predecessor ${example} ${problem}`,
          `Each of these predecessors ${problem}`,
          example,
        );
      return link === undefined || isItself ? [] : [link];
    });
}

/** Key of a row that is not a task. */
const keyOfNoTask = '';

function rowKeyFinder(tasks: readonly ActivityToImport[], rows: readonly TableActivity[]) {
  const keys = new Map(rows.map(({ id = '' }) => [id, keyOfNoTask]));
  for (const { id, activity } of tasks) keys.set(id, activity.key);
  const isTask = new Set(tasks.map(({ activity }) => activity.key));
  const hasNumbers = rows.some(({ id }) => /^\d+$/.test(id ?? ''));
  const keyOf = ({ activity: { key } }: TableActivity) => (isTask.has(key) ? key : keyOfNoTask);
  let byTitle: ReadonlyMap<string, readonly TableActivity[]> | undefined;
  let byNumber: ReadonlyMap<string, string> | undefined;
  return (written: string): string | undefined => {
    const known = keys.get(written);
    if (known !== undefined) return known;
    byTitle ??= Map.groupBy(rows, ({ name = '' }) => name.toLowerCase());
    const [named, another] = byTitle.get(written.toLowerCase()) ?? [];
    if (named !== undefined) return another === undefined ? keyOf(named) : undefined;
    if (hasNumbers) return undefined;
    byNumber ??= new Map(rows.map((row) => [String(row.activity.row), keyOf(row)]));
    return byNumber.get(written);
  };
}

/** @returns the link if it is used; a problem if the link is left out, or used with a changed lag */
function parsePredecessor(
  value: string,
  keyOf: (written: string) => string | undefined,
  format: DurationParseOptions,
): { readonly link?: ActivityLink; readonly problem?: string | undefined } {
  // An id may end like a link type, such as GLASS.
  const whole = keyOf(value);
  const [, id = '', word = 'FS', sign, lagOfType, written = lagOfType ?? '0'] =
    (whole === undefined && predecessorPattern.exec(value)) || [];
  const predecessorKey = whole ?? keyOf(id);
  const type = parseRelationType(word);
  if (predecessorKey === undefined || type === undefined) {
    const way = /^\d+(?![.\d-])/.test(value) ? rowNumberHint : '';
    return { problem: `is not a task of the file, and is left out${way}` };
  }
  if (predecessorKey === keyOfNoTask)
    return {
      problem: 'is a row that does not become a task, and is left out; link the tasks below a summary',
    };
  const lag = parseWrittenDuration(written, format);
  const days = lag?.elapsed ? (lag.days * format.daysPerWeek) / 7 : (lag?.days ?? 0);
  const link = { predecessorKey, type, lagHours: days * format.hoursPerDay * (sign === '-' ? -1 : 1) };
  if (lag === undefined) return { link, problem: 'has a lag that cannot be read, and counts as none' };
  return lag.elapsed
    ? { link, problem: 'has an elapsed lag, which counts as the working days of as many weeks' }
    : { link };
}
