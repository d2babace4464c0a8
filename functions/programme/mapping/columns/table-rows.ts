/** The rows of a table: their hierarchy, and those that are no tasks, such as totals, notes, signatures and summaries. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Programme, ProgrammeFolder } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { columnsOf, resolveValue, ruleText } from '../resolve-value.ts';
import { isMilestoneType } from './table-status.ts';
import { noDate, writtenDate } from './written-date.ts';

/** A row that may be a task; without an id it is none. */
export type TableActivity = Omit<ChosenActivity, 'id'> & { readonly id: string | undefined };

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

/** Whether a later row is a part of this one. */
type Holds = (part: TableActivity) => boolean;

/**
 * The rows that may be tasks, with their type, their folder and, where the name is the id, the folder in the id. Those
 * that are none are in the report; summaries are left to `skip` of the mapping.
 */
export function tableRows(
  rows: readonly TableActivity[],
  { format, folders: ownFolders, table, fields: [firstColumn = ''] }: Programme,
  mapping: Mapping,
  report: ReportBuilder,
): { readonly rows: readonly TableActivity[]; readonly folders: readonly ProgrammeFolder[] } {
  const { dates, title, outlineLevel, id: idRule } = mapping;
  if ((format !== 'excel' && format !== 'csv') || dates === 'current') return { rows, folders: ownFolders };
  const nameColumns = [...columnsOf(title), ...columnsOf(idRule)];
  const known = new Map<TableActivity, readonly (string | undefined)[]>();
  const kept = rows.filter((row) => !isTotal(row) || !leaveOut(row, 'is a total'));
  // Notes go before the hierarchy is settled: they must not separate a summary from its first task.
  const bands = new Set(parentsOf(kept).values());
  const possible = kept.filter((row) => {
    const problem = bands.has(row) ? undefined : headingProblem(row);
    return problem === undefined || !leaveOut(row, problem);
  });
  const parents = parentsOf(possible, report);
  const summaries = new Set(parents.values());
  const folders = new Map<string, ProgrammeFolder>();
  const placed = possible.map((row): TableActivity => {
    const { id, name, activity } = row;
    const path = pathOf(row);
    const type = summaries.has(row) ? summary : resolveValue(activity, mapping.type)?.value;
    // Most tables have no hierarchy, and up to 200,000 rows.
    if (type === undefined && path.length === 0) return row;
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

  function isTotal(row: TableActivity): boolean {
    const plain = plainText(firstOf(row));
    const [word] = total.exec(plain) ?? [];
    return word !== undefined && (!isDated(row) || totalOf.test(plain.slice(word.length)));
  }

  function headingProblem(row: TableActivity): string | undefined {
    if (isDated(row)) return undefined;
    const what = 'it is a heading of a group or a note';
    if (row.activity.fields.size === 1) return `has one value and no dates: ${what}`;
    const isNameless = row.id !== undefined && title !== undefined && row.name === undefined;
    return isNameless ? `has neither a name nor dates: ${what}` : undefined;
  }

  /** @returns true */
  function leaveOut({ activity }: TableActivity, problem: string): boolean {
    const example = JSON.stringify([...activity.fields.values()].join(' | '));
    const like = { group: `Rows that are left out: each ${problem}`, example };
    report.problem(activity.line, 'rejected', `The row ${example} ${problem}.`, like);
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
    const parentKey = folderOf(path.slice(0, -1));
    folders.set(key, { key, parentKey, code: undefined, name });
    return key;
  }

  /** The parent of each row that has one. @param problems gets the rows that look like parents and stay tasks */
  function parentsOf(ordered: readonly TableActivity[], problems?: ReportBuilder) {
    const reversed = ordered.toReversed();
    const difference = scoreOf(reversed) - scoreOf(ordered);
    const isBelow = difference === 0 ? table?.summaryBelow === true : difference > 0;
    const below = nested(isBelow ? reversed : [], (index) => deeper(reversed, index, levelOf));
    const parentsBelow = new Set(below.values());
    const found = nested(ordered, partsOf);
    for (const [part, parent] of below) {
      if (levelOf(found.get(part)) < levelOf(part)) found.set(part, parent);
    }
    return found;

    /** How much speaks for the parents being above their groups: dates around theirs most, other dates least. */
    function scoreOf(list: readonly TableActivity[]): number {
      return list.reduce((sum, row, index) => {
        const dated = deeperRows(list, index, levelOf);
        if (dated.length === 0) return sum;
        return sum + (isDated(row) ? (dated.every((part) => encloses(row, part)) ? 3 : 1) : 2);
      }, 0);
    }

    function partsOf(index: number): Holds | undefined {
      const [row, next] = ordered.slice(index, index + 2);
      if (row === undefined || next === undefined) return undefined;
      const level = ({ activity }: TableActivity) => Number(activity.fields.get(outlineLevel?.column ?? ''));
      if (level(next) > level(row)) return (part) => level(part) > level(row);
      const { id = '' } = row;
      const group = /^(\d+\.)0+$/.exec(id)?.[1] ?? '-';
      const isGroup = next.id?.startsWith(group) && encloses(row, next);
      const prefix = isGroup ? group : /^\d+(?:\.\d+)*\.?$/.test(id) ? `${id.replace(/\.$/, '')}.` : '-';
      if (next.id?.startsWith(prefix)) return (part) => part.id?.startsWith(prefix) === true;
      if (!isBelow && levelOf(next) > levelOf(row)) return deeper(ordered, index, levelOf);
      if (parentsBelow.has(row)) return undefined;
      // A task of Primavera is no parent: its WBS follows below the last task of another one.
      const isAboveWbs = row.id && row.name && !(next.id && next.name);
      return (isAboveWbs ? undefined : deeper(ordered, index, indentOf)) ?? bandParts(row, next, index);
    }

    /** Rows that are indented or grouped more are parts of a row if its dates enclose theirs, as in exports of Smartsheet. */
    function deeper(list: readonly TableActivity[], index: number, depth: Depth): Holds | undefined {
      const row = list[index];
      const dated = deeperRows(list, index, depth);
      if (row === undefined || dated.length === 0 || outlineLevel !== undefined) return undefined;
      if (!isDated(row) || dated.every((part) => encloses(row, part)))
        return (part) => depth(part) > depth(row);
      const example = JSON.stringify(row.name ?? row.id);
      const side = depth === levelOf ? 'grouped less than those beside it' : 'indented less than those below';
      const problem = `${side}, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }`;
      const like = { group: `Rows of which each is ${problem}`, example };
      problems?.problem(row.activity.line, 'changed', `The row ${example} is ${problem}.`, like);
      return undefined;
    }

    /** The rows below a band, which has only a name, as Primavera copies its WBS, and tasks before the next band. */
    function bandParts(row: TableActivity, next: TableActivity, index: number): Holds | undefined {
      if (!isNameOnly(row) || note.test(plainText(labelOf(row)))) return undefined;
      // Without an id, a row with dates may as well be a task that nobody gave one.
      const first = row.id === undefined ? ordered.slice(index + 1, index + 3) : [next];
      const isAround = first.every((part) => part.id !== undefined && encloses(row, part));
      if (isDated(row) ? !isAround : !hasTaskBelow(row, index)) return undefined;
      return (part) => {
        if (!isNameOnly(part)) return indentOf(part) >= indentOf(next);
        // Bands that are not indented are told apart by what is directly below them.
        return indentOf(part) > indentOf(row) || (isNameOnly(next) && encloses(row, part));
      };
    }

    function hasTaskBelow(row: TableActivity, index: number): boolean {
      for (let at = index + 1, part = ordered[at]; part; part = ordered[++at]) {
        if (isDated(part) && !isNameOnly(part)) return true;
        if (!isDated(part) && isNameOnly(part) && indentOf(part) <= indentOf(row)) return false;
      }
      return false;
    }
  }

  /** The rows with dates directly below that are indented or grouped more. */
  function deeperRows(list: readonly TableActivity[], index: number, depth: Depth): readonly TableActivity[] {
    const dated: TableActivity[] = [];
    const row = list[index];
    for (let at = index + 1, part = list[at]; row && part && depth(part) > depth(row); part = list[++at]) {
      if (isDated(part)) dated.push(part);
    }
    return dated;
  }

  /** Primavera indents the ids, other tools the names. */
  function indentOf({ activity }: TableActivity): number {
    return nameColumns.reduce((most, column) => Math.max(most, activity.indents?.get(column) ?? 0), 0);
  }

  /** Whether the row has only a name of a part of the programme, in the column of the ids or of the names. */
  function isNameOnly({ id, name, activity }: TableActivity): boolean {
    const { subcontractor, location, package: workPackage, owner } = mapping;
    const described = [subcontractor, location, workPackage, owner];
    if (title !== undefined && (id === undefined) !== (name === undefined))
      return described.every((rule) => resolveValue(activity, rule) === undefined);
    const { fields } = activity;
    return fields.size === 1 && [...nameColumns, firstColumn].some((column) => fields.has(column));
  }

  /** Whether the dates of `row` enclose those of `other`, which may have only one. */
  function encloses(row: TableActivity, other: TableActivity): boolean {
    const [from, to] = days(row);
    const inner = days(other).flatMap((day) => day || []);
    return !!from && !!to && inner.length > 0 && inner.every((day) => from <= day && day <= to);
  }

  function days(row: TableActivity): readonly (string | undefined)[] {
    const format = dates === 'current' ? undefined : dates.format;
    const read = (text: string | undefined) => text && writtenDate(text, format)?.slice(0, 10);
    return getOrInsert(known, row, () => datesOf(row).map(read));
  }

  function isDated(row: TableActivity): boolean {
    // Without a digit it is a word, such as that before a signature.
    return datesOf(row).some((date) => /\d/.test(date ?? ''));
  }

  function datesOf({ activity }: TableActivity): readonly (string | undefined)[] {
    const columns = dates === 'current' ? [] : [dates.start, dates.finish];
    const texts = columns.map((column) => activity.fields.get(column));
    return texts.map((text) => (text === noDate ? undefined : text));
  }
}

type Depth = (row: TableActivity) => number;
const levelOf = (row: TableActivity | undefined) => row?.activity.level ?? 0;

/** The parent of each row: the last one before it that holds it. */
function nested(rows: readonly TableActivity[], holdsOf: (index: number) => Holds | undefined) {
  const parents = new Map<TableActivity, TableActivity>();
  const above: { readonly row: TableActivity; readonly holds: Holds }[] = [];
  for (const [index, row] of rows.entries()) {
    while (above.at(-1)?.holds(row) === false) above.pop();
    const parent = above.at(-1)?.row;
    if (parent) parents.set(row, parent);
    const holds = holdsOf(index);
    if (holds) above.push({ row, holds });
  }
  return parents;
}

const firstOf = ({ activity: { fields } }: TableActivity) => [...fields.values()][0] ?? '';
const labelOf = (row: TableActivity) => row.name ?? row.id ?? firstOf(row);
