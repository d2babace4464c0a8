/** The rows of a table: their hierarchy, and those that are no tasks, such as totals, notes, signatures and summaries. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Programme, ProgrammeFolder } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { columnsOf, resolveValue, ruleText } from '../resolve-value.ts';
import { type OutlineRow, parentsOf, type TableActivity } from './table-outline.ts';
import { isMilestoneType } from './table-status.ts';
import { writtenDay } from './written-date.ts';

const total =
  /^(?:(?:grand|sub|zwischen|sous)[ -]?)?(?:totals?|totale|totaal|summe|gesamt(?:summe)?|suma|razem|ogolem)\b/;
/** The words that follow `total` in a row of totals, which is one with dates too. */
const totalOf =
  /^\s*(?:(?:of|de|des|der|di|van|in)\s+)*(?:general[e]?|generaal|days?|duration|project|programme|tage|dauer|projekt|jours|duree|projet|giorni|durata|progetto|dias|duracion|proyecto|dagen|duur|dni|czas)?\s*[:=]?$/;
/** Notes and numbers of pages between tasks. A sentence ends with a full stop. */
const note =
  /^(?:\*|(?:notes?|nb|n\.b\.|remarks?|hinweise?|bemerkung(?:en)?|anmerkung(?:en)?|remarques?|notas?|uwagi?|opmerking(?:en)?|page|seite|strona|pagina)\b)|^(?:\S+\s+){3,}\S+[.!?]$/;
/** The type of a row that sums up those below it, as in MS Project's files. */
const summary = 'summary';

/**
 * The rows that may be tasks, with their type, their folder and, if the name is the id, the folder in the id. Those
 * that are none are in the report; summaries are left to `skip` of the mapping.
 */
export function tableRows(
  rows: readonly TableActivity[],
  programme: Programme,
  mapping: Mapping,
  report: ReportBuilder,
): { readonly rows: readonly TableActivity[]; readonly folders: readonly ProgrammeFolder[] } {
  const { table, fields: headings } = programme;
  const { dates, title, id: idRule } = mapping;
  if (table === undefined || dates === 'current') return { rows, folders: programme.folders };
  const { summaryBelow } = table;
  const toRow = outlineReader(mapping, dates, headings[0]);
  const kept = rows.map(toRow).filter((row) => isKept(row, isTotal(row) ? 'is a total' : undefined));
  // Notes go before the hierarchy is settled: they must not separate a summary from its first task.
  const bands = new Set(parentsOf(kept, summaryBelow).values());
  const possible = kept.filter((row) => isKept(row, bands.has(row) ? undefined : headingProblem(row)));
  const parents = parentsOf(possible, summaryBelow, report);
  const summaries = new Set(parents.values());
  const folders = new Map<string, ProgrammeFolder>();
  const placed = possible.map((row): TableActivity => {
    const { id, name, activity } = row;
    const path = pathOf(row);
    const type = summaries.has(row) ? summary : resolveValue(activity, mapping.type)?.value;
    // Most tables have no hierarchy, and up to 200,000 rows.
    if (type === undefined && path.length === 0) return { id, name, activity };
    const isNameId =
      title && typeof idRule !== 'string' && resolveValue(activity, idRule)?.rule === ruleText(title);
    return {
      id: isNameId && id !== undefined ? [...path, id].join(' › ') : id,
      name: summaries.has(row) ? labelOf(row) : name,
      activity: {
        ...activity,
        ...(type !== undefined && { type, milestone: isMilestoneType(type) }),
        folderKey: folderOf(path),
      },
    };
  });
  return { rows: placed, folders: [...folders.values()] };

  function headingProblem({ id, name, activity, isDated }: OutlineRow): string | undefined {
    if (isDated) return undefined;
    const what = 'it is a heading of a group or a note';
    if (activity.fields.size === 1) return `has one value and no dates: ${what}`;
    if (id === undefined || title === undefined || name !== undefined) return undefined;
    return `has neither a name nor dates: ${what}`;
  }

  /** Reports a row that has a problem. */
  function isKept({ activity }: OutlineRow, problem: string | undefined): boolean {
    if (problem === undefined) return true;
    const example = JSON.stringify([...activity.fields.values()].join(' | '));
    const like = { group: `Rows that are left out: each ${problem}`, example };
    report.problem(activity.line, 'rejected', `The row ${example} ${problem}.`, like);
    return false;
  }

  /** The names of the rows above it in the hierarchy, the outermost first. */
  function pathOf(row: OutlineRow): readonly string[] {
    const path = new Map<OutlineRow, string>();
    for (let parent = parents.get(row); parent && !path.has(parent); parent = parents.get(parent)) {
      path.set(parent, labelOf(parent));
    }
    return [...path.values()].reverse();
  }

  /** The key of the folder of a path: two parents of one name in one folder are one. */
  function folderOf(path: readonly string[]): string | undefined {
    const name = path.at(-1);
    if (name === undefined) return undefined;
    const key = JSON.stringify(path);
    const parentKey = folderOf(path.slice(0, -1));
    folders.set(key, { key, parentKey, code: undefined, name });
    return key;
  }
}

function isTotal(row: OutlineRow): boolean {
  const plain = plainText(firstText(row));
  const [word] = total.exec(plain) ?? [];
  return word !== undefined && (!row.isDated || totalOf.test(plain.slice(word.length)));
}

/** Reads what rows show of their place in the outline. */
function outlineReader(
  { title, id: idRule, outlineLevel, ...others }: Mapping,
  dates: Exclude<Mapping['dates'], 'current'>,
  firstColumn = '',
): (row: TableActivity) => OutlineRow {
  const nameColumns = [...columnsOf(title), ...columnsOf(idRule)];
  // A column of levels counts instead of groups and indents.
  const indented = outlineLevel === undefined ? nameColumns : [];
  const descriptions = [others.subcontractor, others.location, others.package, others.owner];
  const days = new Map<string, string | undefined>();
  const dayOf = (text: string) => getOrInsert(days, text, () => writtenDay(text, dates.format));
  return (row) => {
    const { fields, indents, level: group = 0 } = row.activity;
    const start = fields.get(dates.start) ?? '';
    const finish = fields.get(dates.finish) ?? '';
    return {
      ...row,
      level: Number(fields.get(outlineLevel?.column ?? '')),
      group: outlineLevel === undefined ? group : 0,
      // Primavera indents the ids, other tools the names.
      indent: indented.reduce((most, column) => Math.max(most, indents?.get(column) ?? 0), 0),
      // Without a digit it is a word, such as that before a signature.
      isDated: /\d/.test(start + finish),
      start: dayOf(start),
      finish: dayOf(finish),
      isBand: isNameOnly(row) && !note.test(plainText(labelOf(row))),
    };
  };

  /** Whether the row has only a name of a part of the programme, in the column of the ids or of the names. */
  function isNameOnly({ id, name, activity }: TableActivity): boolean {
    if (title !== undefined && (id === undefined) !== (name === undefined))
      return descriptions.every((rule) => resolveValue(activity, rule) === undefined);
    const { fields } = activity;
    return fields.size === 1 && [...nameColumns, firstColumn].some((column) => fields.has(column));
  }
}

const firstText = ({ activity: { fields } }: TableActivity) => [...fields.values()][0] ?? '';
const labelOf = (row: TableActivity) => row.name ?? row.id ?? firstText(row);
