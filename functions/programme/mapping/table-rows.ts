import { comparableText } from '#base/text/comparable-text.ts';
import { conceptOfConfiguredWord, wordsPatternSource } from '#planning/contract/known-words.ts';
import type { Activity, Programme, ProgrammeFolder } from '#programme/programme.ts';
import { ancestorsAndSelf } from '#programme/readers/with-parents.ts';
import { isMilestoneType } from '#programme/recognise/values.ts';
import type { MappingReportBuilder } from './import-report.ts';
import { asRuleList, columnsOfRule, resolveValue, ruleText } from './resolve-value.ts';
import { findDateColumns, type TableContext } from './table-dates.ts';

/** A row of a table; without an id it is not a task. */
export type TableActivity = {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly activity: Activity;
};

const totalPattern = new RegExp(`^(?:${wordsPatternSource('total')})(?!\\w)(.*)`, 's');
const totalSuffixPattern = new RegExp(`^[\\s:=]*(?:(?:${wordsPatternSource('ofTotal')})[\\s:=]*)*$`);
/**
 * Notes, page numbers and dates of issue between tasks. A text of four or more words that ends like a sentence is a
 * note.
 */
const notePattern = new RegExp(
  `^(?:\\*|(?:${wordsPatternSource('note')})(?!\\w))|^(?:\\S+\\s+){3,}\\S+[.!?]$|\\d[./-]\\d{1,2}[./-]\\d{2}`,
);

const firstText = ({ activity: { fields } }: TableActivity) => fields.values().next().value ?? '';
const labelOf = (row: TableActivity) => row.name ?? row.id ?? firstText(row);

type OutlineRow = ReturnType<typeof outlineRows>[number];

/** Finds the rows that are tasks or summaries, with their types and folders; others are reported. */
export function taskAndSummaryRows(
  all: readonly TableActivity[],
  programme: Programme,
  context: TableContext,
) {
  const { table } = programme;
  const { mapping, report } = context;
  const { title, id: rule } = mapping;
  if (table === undefined || mapping.dates === 'current') return { rows: all, folders: programme.folders };
  const outlined = outlineRows(all, programme, context);
  const lastDated = outlined.findLastIndex(({ isDated }) => isDated);
  const kept = outlined.filter((row, at) => isKept(row, whyNoTask(row, lastDated >= 0 && at > lastDated)));
  // Headings and notes are removed before parents are found: a note must not separate a summary from its first task.
  const bands = new Set(kept.some(whyHeading) ? findParentRows(kept, table.summaryBelow).values() : []);
  const possible = kept.filter((row) => isKept(row, bands.has(row) ? undefined : whyHeading(row)));
  const parents = findParentRows(possible, table.summaryBelow, report);
  const folders = summaryFolders(possible, parents);
  const rows = possible.map((row): TableActivity => {
    const { id, name, activity } = row;
    const isSummary = folders.has(row);
    const above = ancestorsAndSelf(row, (each) => parents.get(each)).slice(0, -1);
    const type = isSummary ? 'summary' : resolveValue(activity, mapping.type)?.value;
    const isNameId =
      title && typeof rule !== 'string' && resolveValue(activity, rule)?.rule === ruleText(title);
    const names = isNameId && id !== undefined ? above.map((each) => folders.get(each)?.name) : [];
    if (type === undefined && above.length === 0) return { id, name, activity };
    return {
      id: id === undefined ? id : [...names, id].join(' › '),
      name: isSummary ? labelOf(row) : name,
      activity: {
        ...activity,
        ...(type !== undefined && { type, milestone: isMilestoneType(type) }),
        folderKey: parents.get(row)?.activity.key,
      },
    };
  });
  return { rows, folders: [...folders.values()] };

  function whyNoTask(row: OutlineRow, isBelowDates: boolean): string | undefined {
    const { size } = row.activity.fields;
    const text = firstText(row);
    const afterTotal = totalPattern.exec(comparableText(text))?.[1];
    const isTotal = afterTotal !== undefined && (totalSuffixPattern.test(afterTotal) || !row.isDated);
    if (isTotal || conceptOfConfiguredWord(mapping.words, ['total'], text)) return 'is a total';
    if (size === 1 && !/\p{L}/u.test(text)) return 'has only a number';
    const hasBoth = row.start !== undefined && row.finish !== undefined;
    if (text.endsWith(':') && size > 1 && !hasBoth) return 'begins with a label';
    return isBelowDates && size === 2 ? 'is below the last dates: a key or a note' : undefined;
  }

  function whyHeading({ id, name, activity, isDated }: OutlineRow): string | undefined {
    const hasOneValue = activity.fields.size === 1;
    const isUnnamed = id !== undefined && title !== undefined && name === undefined;
    if (!(hasOneValue || isUnnamed) || isDated) return undefined;
    return `has no dates and ${hasOneValue ? 'one value' : 'no name'}: it is a heading or a note`;
  }

  function isKept({ activity }: TableActivity, problem: string | undefined): boolean {
    if (problem === undefined) return true;
    report.reportRow('rejected', activity, [...activity.fields.values()].join(' | '), problem);
    return false;
  }
}

/** A folder for each summary. If two summaries below one parent have the same title, the second folder is numbered. */
function summaryFolders(rows: Rows, parents: Parents): ReadonlyMap<OutlineRow, ProgrammeFolder> {
  const summaries = new Set(parents.values());
  const counts = new Map<string, number>();
  const folders = new Map<OutlineRow, ProgrammeFolder>();
  for (const row of rows) {
    if (!summaries.has(row)) continue;
    const parentKey = parents.get(row)?.activity.key;
    const title = labelOf(row);
    const count = (counts.get(`${parentKey} ${title}`) ?? 0) + 1;
    counts.set(`${parentKey} ${title}`, count);
    const name = count === 1 ? title : `${title} (${count})`;
    folders.set(row, { key: row.activity.key, parentKey, code: undefined, name });
  }
  return folders;
}

/** The rows, each with its signs of a hierarchy. */
function outlineRows(
  rows: readonly TableActivity[],
  { fields: [firstColumn = ''] }: Programme,
  { mapping, style }: TableContext,
) {
  const { title, outlineLevel, parent, words } = mapping;
  const { start = '', finish = '' } = findDateColumns(mapping);
  const placeOf = ({ activity }: TableActivity) => activity.fields.get(outlineLevel?.column ?? '');
  const hasOutlineNumbers = rows.some((row) => /^\d+\.\d/.test(placeOf(row) ?? ''));
  const nameColumns = [...columnsOfRule(title), ...columnsOfRule(mapping.id)];
  const descriptions = [mapping.subcontractor, mapping.location, mapping.package, mapping.owner];
  const resources = [mapping.labour, mapping.plant, mapping.materials].flatMap(asRuleList);
  const dayOf = (text = '', side?: 'finish') => style.readDate(text, side)?.slice(0, 10);
  const isNameOnly = ({ id, name, activity }: TableActivity) => {
    const { fields } = activity;
    if (title !== undefined && (id === undefined) !== (name === undefined))
      return descriptions.every((rule) => resolveValue(activity, rule) === undefined);
    return fields.size === 1 && [...nameColumns, firstColumn].some((column) => fields.has(column));
  };
  const isNote = (label: string) =>
    notePattern.test(comparableText(label)) || conceptOfConfiguredWord(words, ['note'], label) !== undefined;
  return rows.map((row) => {
    const { fields, indents, level: group = 0, isBold = false } = row.activity;
    const [from, to] = [fields.get(start), fields.get(finish)];
    const label = labelOf(row);
    return {
      ...row,
      /**
       * Outline level, if the mapped column has levels. NaN if it has outline numbers such as 1.2, or the row has none.
       */
      level: hasOutlineNumbers ? Number.NaN : Number(placeOf(row)),
      number: hasOutlineNumbers ? placeOf(row) : row.id,
      group: outlineLevel === undefined ? group : 0,
      indent:
        outlineLevel === undefined
          ? Math.max(0, ...nameColumns.map((column) => indents?.get(column) ?? 0))
          : 0,
      /** 0 if the first text is bold, else 1: the parent of a row with 1 may be a row with 0. */
      weight: isBold ? 0 : 1,
      /** Id or title of the parent, empty at the top, if the mapping names a column of these. */
      parent: parent && (fields.get(parent.column) ?? ''),
      /**
       * Whether the start or finish has a digit. A text without one is not a date, but for example a label beside a
       * signature.
       */
      isDated: /\d/.test(`${from}${to}`),
      start: dayOf(from),
      finish: dayOf(to, 'finish'),
      /** Whether the row has only a name, like a band above the tasks of a part of the programme. */
      isBand: isNameOnly(row) && /\p{L}/u.test(label) && !isNote(label),
      hasResources: resources.some(({ column }) => fields.has(column)),
    };
  });
}

type Rows = readonly OutlineRow[];
type Parents = ReadonlyMap<OutlineRow, OutlineRow>;
type ContainsRow = (part: OutlineRow, next: OutlineRow | undefined) => boolean;
type DepthSign = 'group' | 'indent' | 'weight';

/**
 * Finds the parent of each row: the one that the row names. If no row names one, the parent is the last row above that
 * contains the row, or in Excel the row below its group. Which rows a row contains is decided by the first sign that it
 * shows: level, numbered id, group, bold type, indent, band.
 * @param summaryBelow whether Excel is set to summaries below their groups; used if the rows do not show where they are
 */
function findParentRows(rows: Rows, summaryBelow: boolean, report?: MappingReportBuilder): Parents {
  if (rows.some(({ parent }) => parent)) return namedParents(rows, report);
  const [upper, bolds] = [upperBands(rows), boldParents(rows)];
  const reversed = rows.toReversed();
  const scoreAbove = (list: Rows) => list.reduce((sum, _, index) => sum + parentFit(list, index, 'group'), 0);
  const difference = scoreAbove(reversed) - scoreAbove(rows);
  const isBelow = difference === 0 ? summaryBelow : difference > 0;
  const below = nestRows(isBelow ? reversed : [], (index) => deeperParts(reversed, index, 'group'));
  const parentsBelow = new Set(below.values());
  const found = nestRows(rows, partsOf);
  for (const [part, parent] of below) {
    if ((found.get(part)?.group ?? 0) < part.group) found.set(part, parent);
  }
  return found;

  function partsOf(index: number, parents: Parents): ContainsRow | undefined {
    const [row, next] = [rows[index], rows[index + 1]];
    if (row === undefined || next === undefined) return undefined;
    if (next.level > row.level) return (part) => part.level > row.level;
    // `1` always contains `1.1`. `1.00` contains `1.01` only if `1.00` has no dates, or its dates enclose those of
    // `1.01`.
    const group = /^(\d+\.)0+$/.exec(row.number ?? '')?.[1];
    const number = /^\d+(?:\.\d+)*(?=\.?$)/.exec(row.number ?? '')?.[0];
    const above = [group && (!row.isDated || encloses(row, next)) && group, number && `${number}.`];
    const prefix = above.find((each) => each && next.number?.startsWith(each));
    // A row without a number, such as a note, belongs with the row after it.
    if (prefix) return (part, after) => (part.number ?? after?.number)?.startsWith(prefix) === true;
    if (!isBelow && next.group > row.group) return deeperParts(rows, index, 'group');
    if (parentsBelow.has(row)) return undefined;
    // In tables copied from Primavera, a WBS row lacks an id or a name. The task before it ends another part, and is
    // not its parent.
    const isAboveWbs = row.id && row.name && !(next.id && next.name);
    if (bolds.has(row)) return (part) => part.weight > row.weight;
    return (
      (isAboveWbs ? undefined : deeperParts(rows, index, 'indent')) ??
      rowsBelowBand(rows, index, parents, upper)
    );
  }

  function deeperParts(list: Rows, index: number, by: DepthSign): ContainsRow | undefined {
    const [before, row] = [list[index - 1], list[index]];
    const fit = parentFit(list, index, by);
    if (row === undefined || fit === 0) return undefined;
    const holds: ContainsRow = (part) => part[by] > row[by];
    if (fit > 2) return holds;
    const isTask = fit === 1 || row.hasResources || (before?.isDated && before[by] === row[by]);
    const side =
      by === 'group' ? 'is grouped less than the rows beside it' : 'is indented less than the rows below it';
    const problem = isTask
      ? `${side}, ${staysTask}`
      : `${side}, and counts as their summary: its dates do not enclose theirs and are not used. If it is a task, put it on their level`;
    report?.reportRow('changed', row.activity, labelOf(row), problem);
    return isTask ? undefined : holds;
  }
}

const staysTask =
  'but its dates do not enclose theirs: it stays a task. If it is a summary, add a column of levels (outlineLevel in the mapping)';

function nestRows(rows: Rows, partsOf: (index: number, parents: Parents) => ContainsRow | undefined) {
  const parents = new Map<OutlineRow, OutlineRow>();
  const above: { readonly row: OutlineRow; readonly holds: ContainsRow }[] = [];
  for (const [index, row] of rows.entries()) {
    while (above.at(-1)?.holds(row, rows[index + 1]) === false) above.pop();
    const parent = above.at(-1)?.row;
    if (parent) parents.set(row, parent);
    const holds = partsOf(index, parents);
    if (holds) above.push({ row, holds });
  }
  return parents;
}

/**
 * How well a row fits as parent of the deeper dated rows below it: 0 if there are none, 1 to 2 by the share of their
 * starts and finishes within its dates, 3 if it has no dates, 4 if its dates enclose all of theirs.
 */
function parentFit(rows: Rows, index: number, by: DepthSign): number {
  const row = rows[index];
  const dated: OutlineRow[] = [];
  for (let at = index + 1, part = rows[at]; row && part && part[by] > row[by]; part = rows[++at]) {
    if (part.isDated) dated.push(part);
  }
  if (row === undefined || dated.length === 0) return 0;
  const share = shareWithin(row, dated);
  return row.isDated && share < 1 ? 1 + share : 3 + share;
}

/**
 * Returns a function that tells whether a later row belongs to the band at `index`. A band ends at the next one, as in
 * a WBS copied from Primavera.
 * @returns undefined if the row at `index` is not a band, or has no rows below it, such as a note
 */
function rowsBelowBand(
  rows: Rows,
  index: number,
  parents: Parents,
  upper: ReadonlySet<OutlineRow>,
): ContainsRow | undefined {
  const [before, row, next] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!row?.isBand || next === undefined) return undefined;
  const first = row.id === undefined ? rows.slice(index + 1, index + 3) : [next];
  const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
  // A band with the same parent and indent as the row before it is a note, not the parent of the rows below it.
  const isNote =
    before?.indent === row.indent && parents.has(row) && parents.get(before) === parents.get(row);
  if (upper.has(row)) return (part) => !upper.has(part);
  if (row.isDated ? !isAround : isNote || !hasTaskBelow(rows, index, row.indent)) return undefined;
  return (part) =>
    part.isBand
      ? part.indent > row.indent || (next.isBand && encloses(row, part))
      : part.indent >= next.indent && part.group >= row.group;
}

function hasTaskBelow(rows: Rows, index: number, indent: number): boolean {
  for (let at = index + 1, part = rows[at]; part; part = rows[++at]) {
    if (part.isDated ? !part.isBand : part.isBand && part.indent <= indent) return part.isDated;
  }
  return false;
}

const encloses = (row: OutlineRow, other: OutlineRow) => shareWithin(row, [other]) === 1;

/** Share of the starts and finishes of other rows that lie from the start to the finish of a row. */
function shareWithin({ start, finish }: OutlineRow, others: Rows): number {
  const days = others.flatMap((other) => [other.start, other.finish]).filter((day) => day !== undefined);
  const within = days.filter((day) => start && finish && start <= day && day <= finish);
  return within.length / Math.max(1, days.length);
}

/**
 * Upper headings: each contains the lower headings that follow, down to the next upper one. A heading is upper if a
 * heading with tasks directly follows it, or if it is as bold as a heading for which that is so. If bold type does not
 * distinguish upper from lower headings, a single upper one is ignored, because it may be a part without tasks.
 */
function upperBands(rows: Rows): ReadonlySet<OutlineRow> {
  const headings = new Set(rows.filter(({ isBand, isDated }) => isBand && !isDated));
  const lower = new Set<OutlineRow>();
  const upper = new Set<OutlineRow>();
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (!headings.has(row) || lower.has(row) || next?.indent !== row.indent) continue;
    if (!headings.has(next) || !hasTaskBelow(rows, index + 1, next.indent)) continue;
    upper.add(row);
    lower.add(next);
  }
  const weights = new Set(Array.from(upper, ({ weight }) => weight));
  if ([...lower].some(({ weight }) => weights.has(weight))) return upper.size > 1 ? upper : new Set();
  return new Set(
    [...headings].filter((row) => upper.has(row) || (!lower.has(row) && weights.has(row.weight))),
  );
}

/**
 * Bold rows that are parents: there are several, and the dates of each enclose those of the rows below it. Otherwise,
 * bold type means something else.
 */
function boldParents(rows: Rows): ReadonlySet<OutlineRow> {
  const bold = [...rows.entries()].filter(
    ([index, row]) => row.weight === 0 && row.isDated && parentFit(rows, index, 'weight') > 0,
  );
  const areParents = bold.length > 1 && bold.every(([index]) => parentFit(rows, index, 'weight') === 4);
  return new Set(areParents ? bold.map(([, row]) => row) : []);
}

/** The id in the name of a row: `1201` in `Phase #1201: Basement`. A name without one is returned whole. */
export function idInName(name: string): string {
  return /#([\w-]+)/.exec(name)?.[1] ?? name;
}

/** Finds parents by the column that names them. A parent whose dates do not enclose those of its parts stays a task. */
function namedParents(rows: Rows, report?: MappingReportBuilder): Parents {
  const byName = new Map(rows.toReversed().map((row) => [row.name, row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parts = Map.groupBy(rows, ({ parent = '' }) => byId.get(idInName(parent)) ?? byName.get(parent));
  const found = new Map<OutlineRow, OutlineRow>();
  for (const [row, itsParts] of parts) {
    if (row === undefined) continue;
    const dated = itsParts.filter(({ isDated }) => isDated);
    if (row.isDated && shareWithin(row, dated) < 1)
      report?.reportRow(
        'changed',
        row.activity,
        labelOf(row),
        `is named as the parent of others, ${staysTask}`,
      );
    else for (const part of itsParts) if (part !== row) found.set(part, row);
  }
  return found;
}
