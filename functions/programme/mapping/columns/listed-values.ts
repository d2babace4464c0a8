/** Columns of tables that hold several values in one cell, such as `Carpenter 4; Labourer 2`. */

import { getOrInsert } from '../../../base/get-or-insert.ts';
import {
  knownRelationType,
  relationTypePattern,
  wordsPattern,
} from '../../../planning/contract/known-words.ts';
import type { Activity, Link } from '../../programme.ts';
import { isUnknown, writtenAnswer } from '../../recognise/values.ts';
import {
  type DecimalSign,
  type DurationFormat,
  numberPattern,
  writtenDuration,
  writtenNumber,
} from '../../recognise/written-number.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import type { ListRule, Mapping } from '../mapping.ts';
import { idOf, type ResourceItem } from '../named-items.ts';
import type { TableActivity } from './table-rows.ts';

export function listedValues({ fields }: Activity, { column, separator = ';' }: ListRule): readonly string[] {
  return splitList(fields.get(column) ?? '', separator);
}

/** A comma does not separate a company from its legal form, nor parts within brackets, as in `Concrete[36,5 m3]`. */
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
      isCompany(before)
    ) {
      values[values.length - 1] = `${before}, ${value}`;
    } else if (value !== '') values.push(value);
  }
  return values;
}

const companyForm = new RegExp(`^(?:${wordsPattern('companyForm')})\\.?(?:\\s*\\[.*|\\s+\\d.*)?$`, 'i');

const isCompany = (value: string) => /\p{L}{3}/u.test(value) && !/[\]\d]$/.test(value);

type ListedKind = 'labour' | 'plant' | 'materials';

/**
 * Resources listed in cells: a name, then a quantity and for materials the unit, as in `Concrete C40 36.5 m3`; or the
 * quantity first, as in `4 x Carpenter`. A number alone counts the resource that the heading names. Quantities of one
 * name are added up. MS Project lists people, plant, materials and costs in one column.
 * @param unclear is called with each value that is left out, lacks its quantity, or reads like several values
 */
export function listedResources(
  activity: Activity,
  mapping: Mapping,
  {
    decimalOf,
    unclear,
  }: {
    readonly decimalOf: (cell: string) => DecimalSign;
    readonly unclear: (column: string, value: string, problem: string) => void;
  },
): Partial<Record<ListedKind, readonly ResourceItem[]>> {
  const found = new Map<ListedKind, Map<string, ResourceItem>>();
  for (const listedAs of ['labour', 'plant', 'materials'] as const) {
    for (const rule of rulesOf(mapping[listedAs])) {
      for (const value of listedValues(activity, rule)) {
        if (money.test(value)) unclear(rule.column, value, 'is a sum of money, and is left out');
        else if (!/\d/.test(value) && (isUnknown(value) || writtenAnswer(value) !== undefined))
          unclear(rule.column, value, 'names nothing, and is left out');
        else add(value, rule.column, materialInBrackets.test(value) ? 'materials' : listedAs);
      }
    }
  }
  return Object.fromEntries([...found].map(([kind, items]) => [kind, [...items.values()]]));

  function add(value: string, column: string, kind: ListedKind): void {
    const item = listedItem(value, { heading: column, decimal: decimalOf(value), kind });
    const problem = quantityProblem(value, item, kind);
    if (problem !== undefined) unclear(column, value, problem);
    const items = getOrInsert(found, kind, () => new Map());
    const known = items.get(item.id);
    const quantity = known?.quantity === undefined ? item.quantity : known.quantity + (item.quantity ?? 0);
    items.set(item.id, { ...item, ...(quantity !== undefined && { quantity }) });
  }
}

function quantityProblem(
  value: string,
  { quantity, name }: ResourceItem,
  kind: ListedKind,
): string | undefined {
  if (readsLikeSeveral(value)) {
    return 'counts as one and reads like several; name their separator in the mapping';
  }
  if (quantity !== undefined) return undefined;
  if (unreadNumber.test(value)) {
    return 'has a number that can be read in two ways, and counts without it; add decimal: "." or decimal: "," to the mapping';
  }
  if (kind === 'materials') return 'has no quantity, such as "Concrete C40 36.5 m3"';
  return /^\D*$/.test(name)
    ? undefined
    : 'has a number that is taken for a part of the name; write it as "Carpenter 4"';
}

const otherSeparators = /\s*[|;\n]\s*|,\s*(?!\d)|\s+[/+]\s+/;

function readsLikeSeveral(value: string): boolean {
  const parts = value.split(otherSeparators);
  return (
    parts.length > 1 &&
    parts.every((part) => [nameAndNumber, inBrackets, countAndName].some((each) => each.test(part)))
  );
}

export function rulesOf(rules: ListRule | readonly ListRule[] | undefined): readonly ListRule[] {
  if (rules === undefined) return [];
  return 'column' in rules ? [rules] : rules;
}

const count = `(?<quantity>${numberPattern})`;
const onlyNumber = new RegExp(`^${count}\\s*(?<percent>%?)$`);
/** MS Project writes `Carpenter[200%]` for two carpenters, `Concrete[36.5 m3]` for a material and `Permit[$500]` for a cost. */
const inBrackets = new RegExp(
  `^(?<name>[^[]*\\S)\\s*\\[${count}\\s*(?:(?<percent>%)|(?<unit>[^\\]\\d\\s][^\\]]*))?\\]$`,
);
const materialInBrackets = /\[[\d.,]+\s*[^\]\d\s%.,][^\]]*\]$/;
const money = /\[(?:\p{Sc}[\d.,\s]+|[\d.,\s]+\p{Sc})\]$/u;
const nameBefore = '(?<name>.*?[^\\s:=&+,/–-])(?:\\s*[:=]\\s*|\\s+(?:[x×–-]\\s*)?)';
const nameAndNumber = new RegExp(`^${nameBefore}${count}(?:\\s*(?!mm$)(?<unit>[^\\d\\s]\\S*))?$`);
const pieces = '(?:[x×]|nr\\.?|nos?\\.?|st(?:k|ck|ück)?\\.?|pcs|szt\\.?|ea|off)';
const people = '(?:men|man|people|persons?|pax|pers\\.?|mann|hommes|hombres|osób)';
/** With another unit, as in `Excavator 13t`, the number is a size. */
const nameAndCount = new RegExp(`^${nameBefore}${count}(?:\\s*(?:${pieces}|${people}))?$`, 'iu');
const countAndName = new RegExp(
  `^${count}(?:\\s*${pieces}\\s+(?<name>.*\\p{L}.*)|\\s+(?!(?:k?g|to?|[cm]?m|m?h|hrs?|days?|kva|kw)(?:\\s|$))(?<name>[^\\d+&]+))$`,
  'iu',
);
/**
 * Values in which a number is not a quantity: the number of a crew or machine, a time, a date, a sum of money, a size,
 * grouped thousands. A `360 excavator` turns through 360 degrees.
 */
const noCount = [
  /^(?:crew|gang|team|squad|kolonne|trupp|partie|équipe|brygada|zespół|ploeg|squadra|cuadrilla) ?#?\d+$/iu,
  /(?:\bn[or]\.?|#) ?\d+$/iu,
  /\d:\d|\d[/x×]\d+$|^\d+ ?[x×] ?\d|^\d+ \p{L}+ (?:of|de|à|zu) \d+$/iu,
  /\d\S{0,20} ?[+&]|[+&] ?\d|(?:^|\s)\d{1,3} \d{3}(?!\d)|^360 /u,
];
const unreadNumber = /(?:^|\s|\[)\d{1,3}[.,]\d{3}\b/;

function listedItem(
  value: string,
  of: { readonly heading: string; readonly decimal: DecimalSign; readonly kind: ListedKind },
): ResourceItem {
  const named = of.kind === 'materials' ? nameAndNumber : nameAndCount;
  const patterns = noCount.some((each) => each.test(value))
    ? []
    : [onlyNumber, inBrackets, named, countAndName];
  const parts = patterns.find((each) => each.test(value))?.exec(value)?.groups ?? { name: value };
  const { name = of.heading, quantity: written, percent, unit } = parts;
  const number = written === undefined ? undefined : writtenNumber(written, of.decimal);
  return {
    id: idOf(name),
    name,
    ...(number !== undefined && { quantity: percent === '%' ? number / 100 : number }),
    ...(unit !== undefined && { unit }),
  };
}

/** `A1010FS+2d` of MS Project, `A1010: FS 2` of Primavera, `1-FS=P-2D` of GanttProject, and `A1010+2d` of people. */
const withType = new RegExp(
  `^(.+?)\\s*(?:[:=-]?\\s*(${relationTypePattern})(?:\\s*=?P?([+-]?)\\s*(\\d.*))?|\\+\\s*(\\d.*))$`,
  'i',
);

const rowNumbers =
  '; where numbers of rows or lines are meant, export the ids instead, or map the column of these numbers as the id';

/**
 * Adds the predecessors listed in cells, by ids or titles; one that is not a task of the file is left out and reported.
 * If no id is a number, numbers are row numbers, as Smartsheet and MS Project write them.
 */
export function withListedLinks(
  tasks: readonly ChosenActivity[],
  {
    mapping: { predecessors: rule, workingDays, decimal },
    hoursPerDay,
    rows,
  }: {
    readonly mapping: Mapping;
    readonly hoursPerDay: number;
    readonly rows: readonly TableActivity[];
  },
  report: ReportBuilder,
): readonly ChosenActivity[] {
  if (rule === undefined) return tasks;
  const keyOf = keysOfRows(tasks, rows);
  const daysPerWeek = workingDays?.length ?? 5;
  const lag = { hoursPerDay, daysPerWeek, unit: 'days', decimal } as const;
  return tasks.map((task) => {
    const written = rulesOf(rule).flatMap((each) => listedValues(task.activity, each));
    const predecessors = written.flatMap((value): Link[] => {
      const { link, lostLag } = listedLink(value, keyOf, lag);
      const example = JSON.stringify(value);
      const say = (problem: string) => {
        const text = `Activity ${task.id}: the predecessor ${example} ${problem}.`;
        report.changed(task.activity.line, text, { group: `Predecessors: each ${problem}`, example });
      };
      if (link === undefined || link.predecessorKey === noTask) say(linkProblem(value, link));
      else if (link.predecessorKey === task.activity.key) say('is the task itself, and is left out');
      else {
        if (lostLag !== undefined) say(`has a lag that ${lostLag}`);
        return [link];
      }
      return [];
    });
    return { ...task, activity: { ...task.activity, predecessors } };
  });
}

function linkProblem(value: string, link: Link | undefined): string {
  if (link)
    return 'is a row that becomes no task, and is left out; if it is a summary, link the tasks below it';
  const way = /^\d+(?![.\d-])/.test(value) ? rowNumbers : '';
  return `is not a task of the file, and is left out${way}`;
}

const noTask = '';

function keysOfRows(tasks: readonly ChosenActivity[], rows: readonly TableActivity[]) {
  const keys = new Map(rows.map(({ id = '' }) => [id, noTask]));
  for (const { id, activity } of tasks) keys.set(id, activity.key);
  const isTask = new Set(tasks.map(({ activity }) => activity.key));
  const hasNumbers = rows.some(({ id }) => /^\d+$/.test(id ?? ''));
  const keyOf = ({ activity: { key } }: TableActivity) => (isTask.has(key) ? key : noTask);
  let byNumber: ReadonlyMap<string, string> | undefined;
  let byTitle: ReadonlyMap<string, readonly TableActivity[]> | undefined;
  return (written: string): string | undefined => {
    const known = keys.get(written);
    if (known !== undefined) return known;
    byTitle ??= Map.groupBy(rows, ({ name = '' }) => name.toLowerCase());
    const [named, another] = byTitle.get(written.toLowerCase()) ?? [];
    if (named !== undefined) return another === undefined ? keyOf(named) : undefined;
    if (hasNumbers || !/^\d+$/.test(written)) return undefined;
    byNumber ??= new Map(rows.map((row) => [String(row.activity.row), keyOf(row)]));
    return byNumber.get(written);
  };
}

type ListedLink = {
  readonly link?: Link;
  /** What happens to a lag that is not in working days. */
  readonly lostLag?: string | undefined;
};

function listedLink(
  value: string,
  keyOf: (written: string) => string | undefined,
  format: DurationFormat,
): ListedLink {
  // An id may end like a link type, such as GLASS.
  const whole = keyOf(value);
  if (whole !== undefined) return { link: { predecessorKey: whole, type: 'finish-start', lagHours: 0 } };
  const [, id = '', word = 'FS', sign, lagOfType, written = lagOfType ?? '0'] = withType.exec(value) ?? [];
  const predecessorKey = keyOf(id);
  const type = knownRelationType(word);
  if (predecessorKey === undefined || type === undefined) return {};
  const found = writtenDuration(written, format);
  const { days = 0, elapsed = false } = found ?? {};
  const workingDays = elapsed ? (days * format.daysPerWeek) / 7 : days;
  const lagHours = workingDays * format.hoursPerDay * (sign === '-' ? -1 : 1);
  const lostLag =
    found === undefined
      ? 'is not in working time, and counts as none'
      : elapsed
        ? 'is elapsed time, and counts as the working days of as many weeks'
        : undefined;
  return { link: { predecessorKey, type, lagHours }, lostLag };
}
