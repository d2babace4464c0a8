/** Rows of a table that are no tasks: totals, headings of groups, signatures, summaries. */
import type { Programme, ProgrammeFolder } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { resolveValue, ruleText } from '../resolve-value.ts';
import { parentsOf, rowReader, type TableActivity } from './table-outline.ts';
import { isMilestoneType } from './table-status.ts';

const total =
  /^(?:(?:grand|sub|zwischen|sous)[ -]?)?(?:totals?|totale|totaal|summe|gesamt(?:summe)?|suma|razem|ogolem)\b/;
/** The words that follow `total` in a row of totals, which is one with dates too. */
const totalOf =
  /^\s*(?:(?:of|de|des|der|di|van|in)\s+)*(?:general[e]?|generaal|days?|duration|project|programme|tage|dauer|projekt|jours|duree|projet|giorni|durata|progetto|dias|duracion|proyecto|dagen|duur|dni|czas)?\s*[:=]?$/;
/** The type of a row that sums up those below it, as in MS Project's files. */
const summary = 'summary';

type TableRows = { readonly rows: readonly TableActivity[]; readonly folders: readonly ProgrammeFolder[] };

/**
 * The rows that may be tasks, with their type, their folder, and an id that no row of another folder has. Those that are
 * none are in the report; summaries are left to `skip` of the mapping.
 */
export function tableRows(
  rows: readonly TableActivity[],
  programme: Programme,
  mapping: Mapping,
  report: ReportBuilder,
): TableRows {
  const { dates, title, id: idRule } = mapping;
  const { format } = programme;
  if ((format !== 'excel' && format !== 'csv') || dates === 'current') {
    return { rows, folders: programme.folders };
  }
  const read = rowReader(programme, mapping);
  const kept = rows.filter((row) => !isTotal(row) || !leaveOut(row, 'is a total'));
  // Notes must not separate a summary from its first task, so that they go before the hierarchy is settled.
  const bands = new Set(parentsOf(kept, { read, mapping }).values());
  const possible = kept.filter((row) => {
    const problem = bands.has(row) ? undefined : headingProblem(row);
    return problem === undefined || !leaveOut(row, problem);
  });
  const parents = parentsOf(possible, { read, mapping, report });
  const summaries = new Set(parents.values());
  const folders = new Map<string, ProgrammeFolder>();
  const placed = possible.map((row): TableActivity => {
    const { id, activity } = row;
    const path = pathOf(row);
    const type = summaries.has(row) ? summary : resolveValue(activity, mapping.type)?.value;
    const isNameId =
      title !== undefined &&
      typeof idRule !== 'string' &&
      resolveValue(activity, idRule)?.rule === ruleText(title);
    return {
      id: isNameId && id !== undefined ? [...path, id].join(' › ') : id,
      name: summaries.has(row) ? labelOf(row) : row.name,
      activity: {
        ...activity,
        ...(type !== undefined && { type, milestone: isMilestoneType(type) }),
        folderKey: folderOf(path),
      },
    };
  });
  return { rows: placed, folders: [...folders.values()] };

  function isTotal(row: TableActivity): boolean {
    const [first = ''] = row.activity.fields.values();
    const plain = plainText(first);
    const [word] = total.exec(plain) ?? [];
    return word !== undefined && (!read.isDated(row) || totalOf.test(plain.slice(word.length)));
  }

  function headingProblem(row: TableActivity): string | undefined {
    if (read.isDated(row)) return undefined;
    if (row.activity.fields.size === 1)
      return 'has one value and no dates: it is a heading of a group or a note';
    return row.id !== undefined && title !== undefined && row.name === undefined
      ? 'has neither a name nor dates: it is a heading of a group or a note'
      : undefined;
  }

  /** @returns true */
  function leaveOut({ activity }: TableActivity, problem: string): boolean {
    const shown = JSON.stringify([...activity.fields.values()].join(' | '));
    report.problem(activity.line, 'rejected', `The row ${shown} ${problem}.`, {
      group: `Rows that are left out: each ${problem}`,
      example: shown,
    });
    return true;
  }

  /** The names of the rows above it in the hierarchy, the outermost first. */
  function pathOf(row: TableActivity): readonly string[] {
    const path = new Map<TableActivity, string>();
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
    if (!folders.has(key)) {
      folders.set(key, { key, parentKey: folderOf(path.slice(0, -1)), code: undefined, name });
    }
    return key;
  }
}

function labelOf({ id, name, activity }: TableActivity): string {
  const [first = ''] = activity.fields.values();
  return name ?? id ?? first;
}
