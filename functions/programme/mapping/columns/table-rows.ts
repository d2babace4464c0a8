import { getOrInsert } from '../../../base/get-or-insert.ts';
import { plainText } from '../../../base/text/plain-text.ts';
import { wordsPattern } from '../../../planning/contract/known-words.ts';
import type { Programme, ProgrammeFolder } from '../../programme.ts';
import { dateReader } from '../../readers/table/written-date.ts';
import { isMilestoneType } from '../../recognise/values.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { DateColumns, Mapping } from '../mapping.ts';
import { columnsOf, resolveValue, ruleText } from '../resolve-value.ts';
import { type OutlineRow, parentsOf, type TableActivity } from './table-outline.ts';

const total = new RegExp(`^(?:${wordsPattern('total')})(?!\\w)(.*)`, 's');
const totalOf = new RegExp(`^[\\s:=]*(?:(?:${wordsPattern('ofTotal')})[\\s:=]*)*$`);
/** Notes, numbers of pages and dates of issues between tasks. A sentence ends with a full stop. */
const note = new RegExp(
  `^(?:\\*|(?:${wordsPattern('note')})(?!\\w))|^(?:\\S+\\s+){3,}\\S+[.!?]$|\\d[./-]\\d{1,2}[./-]\\d{2}`,
);

export type TableRows = {
  readonly rows: readonly TableActivity[];
  readonly folders: readonly ProgrammeFolder[];
};

export function tableRows(
  rows: readonly TableActivity[],
  programme: Programme,
  mapping: Mapping,
  report: ReportBuilder,
): TableRows {
  const { table, fields: headings } = programme;
  const { dates, title, id: rule } = mapping;
  if (table === undefined || dates === 'current') return { rows, folders: programme.folders };
  const { isDated, showsPlace, toRow } = outlineReader(rows, mapping, dates, headings[0]);
  const kept = rows.filter((row) => isKept(row, isTotal(row) ? 'is a total' : labelProblem(row)));
  // Most tables have no hierarchy, and up to 200,000 rows: then nothing is kept of each.
  const parentsIn = (list: readonly TableActivity[], to?: ReportBuilder) =>
    parentsOf(list.some(showsPlace) ? list.map(toRow) : [], table.summaryBelow, to);
  // Before the hierarchy is settled: a note must not separate a summary from its first task.
  const bands = new Set(kept.some(headingProblem) ? parentsIn(kept).values() : []);
  const possible = kept.filter((row) => isKept(row, bands.has(row) ? undefined : headingProblem(row)));
  const parents = parentsIn(possible, report);
  const summaries = new Set(parents.values());
  const titles = summaryTitles(possible, parents);
  const titleOf = (row: TableActivity) => titles.get(row) ?? labelOf(row);
  const placed = possible.map((row): TableActivity => {
    const { id, name, activity } = row;
    const path = parentNames(row);
    const type = summaries.has(row) ? 'summary' : resolveValue(activity, mapping.type)?.value;
    if (type === undefined && path.length === 0) return row;
    const isNameId =
      title && typeof rule !== 'string' && resolveValue(activity, rule)?.rule === ruleText(title);
    return {
      id: isNameId && id !== undefined ? [...path, id].join(' › ') : id,
      name: summaries.has(row) ? labelOf(row) : name,
      activity: {
        ...activity,
        ...(type !== undefined && { type, milestone: isMilestoneType(type) }),
        folderKey: parents.get(row)?.activity.key,
      },
    };
  });
  const folders = possible.flatMap((row) =>
    summaries.has(row)
      ? [
          {
            key: row.activity.key,
            parentKey: parents.get(row)?.activity.key,
            code: undefined,
            name: titleOf(row),
          },
        ]
      : [],
  );
  return { rows: placed, folders };

  function isTotal(row: TableActivity): boolean {
    const rest = total.exec(plainText(firstText(row)))?.[1];
    return rest !== undefined && (totalOf.test(rest) || !isDated(row));
  }

  function labelProblem(row: TableActivity): string | undefined {
    if (row.activity.fields.size === 1 && !/\p{L}/u.test(firstText(row))) return 'has a number alone';
    const isLabel = firstText(row).endsWith(':') && row.activity.fields.size > 1 && !isDated(row, 'every');
    return isLabel ? 'begins with a label, such as that of a signature' : undefined;
  }

  function headingProblem(row: TableActivity): string | undefined {
    const hasOneValue = row.activity.fields.size === 1;
    const isUnnamed = row.id !== undefined && title !== undefined && row.name === undefined;
    if (!(hasOneValue || isUnnamed) || isDated(row)) return undefined;
    return `has ${hasOneValue ? 'one value and no' : 'neither a name nor'} dates: it is a heading of a group or a note`;
  }

  function isKept({ activity }: TableActivity, problem: string | undefined): boolean {
    if (problem === undefined) return true;
    const example = JSON.stringify([...activity.fields.values()].join(' | '));
    const like = { group: `Rows that are left out: each ${problem}`, example };
    report.rejected(activity.line, `The row ${example} ${problem}.`, like);
    return false;
  }

  function parentNames(row: TableActivity): readonly string[] {
    const path: TableActivity[] = [];
    for (let parent = parents.get(row); parent && !path.includes(parent); parent = parents.get(parent)) {
      path.unshift(parent);
    }
    return path.map(titleOf);
  }
}

/** Titles of summaries. Two of one title below the same parent are two folders: the second is numbered. */
function summaryTitles(rows: readonly TableActivity[], parents: ReadonlyMap<TableActivity, TableActivity>) {
  const titles = new Map<TableActivity, string>();
  const counts = new Map<TableActivity | undefined, Map<string, number>>();
  const summaries = new Set(parents.values());
  for (const row of rows) {
    if (!summaries.has(row)) continue;
    const known = getOrInsert(counts, parents.get(row), () => new Map<string, number>());
    const count = (known.get(labelOf(row)) ?? 0) + 1;
    known.set(labelOf(row), count);
    titles.set(row, count === 1 ? labelOf(row) : `${labelOf(row)} (${count})`);
  }
  return titles;
}

function outlineReader(
  rows: readonly TableActivity[],
  mapping: Mapping,
  dates: DateColumns,
  firstColumn = '',
) {
  const { title, outlineLevel, parent, labour, plant, materials } = mapping;
  const placeOf = ({ activity }: TableActivity) => activity.fields.get(outlineLevel?.column ?? '');
  const areNumbers = rows.some((row) => /^\d+\.\d/.test(placeOf(row) ?? ''));
  const nameColumns = [...columnsOf(title), ...columnsOf(mapping.id)];
  const indented = outlineLevel === undefined ? nameColumns : [];
  const descriptions = [mapping.subcontractor, mapping.location, mapping.package, mapping.owner];
  const resources = [labour, plant, materials].flatMap((rules = []) => rules).flatMap(columnsOf);
  const read = dateReader(dates);
  const dayOf = (text = '', side?: 'finish') => read(text, side)?.slice(0, 10);
  // Without a digit it is a word, such as one before a signature.
  const isDated = ({ activity: { fields } }: TableActivity, which: 'some' | 'every' = 'some') =>
    [dates.start, dates.finish][which]((column = '') => /\d/.test(fields.get(column) ?? ''));
  const showsPlace = (row: TableActivity) => {
    const { level, indents, isBold } = row.activity;
    const isMarked = !!(outlineLevel ?? parent ?? level ?? indents ?? isBold);
    return isMarked || /^\d+\./.test(row.id ?? '') || isNameOnly(row);
  };
  const toRow = (row: TableActivity): OutlineRow => {
    const { fields, indents, level: group = 0, isBold = false } = row.activity;
    return {
      ...row,
      source: row,
      level: areNumbers ? Number.NaN : Number(placeOf(row)),
      number: areNumbers ? placeOf(row) : row.id,
      group: outlineLevel === undefined ? group : 0,
      weight: isBold ? 0 : 1,
      parent: parent && (fields.get(parent.column) ?? ''),
      indent: indented.reduce((most, column) => Math.max(most, indents?.get(column) ?? 0), 0),
      isDated: isDated(row),
      start: dayOf(fields.get(dates.start ?? '')),
      finish: dayOf(fields.get(dates.finish ?? ''), 'finish'),
      isBand: isNameOnly(row) && /\p{L}/u.test(labelOf(row)) && !note.test(plainText(labelOf(row))),
      hasResources: resources.some((column) => fields.has(column)),
    };
  };
  return { isDated, showsPlace, toRow };

  function isNameOnly({ id, name, activity }: TableActivity): boolean {
    if (title !== undefined && (id === undefined) !== (name === undefined))
      return descriptions.every((rule) => resolveValue(activity, rule) === undefined);
    const { fields } = activity;
    return fields.size === 1 && [...nameColumns, firstColumn].some((column) => fields.has(column));
  }
}

const firstText = ({ activity: { fields } }: TableActivity) => fields.values().next().value ?? '';
const labelOf = (row: TableActivity) => row.name ?? row.id ?? firstText(row);
