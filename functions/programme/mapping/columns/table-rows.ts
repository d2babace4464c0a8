/** Rows of a table that are no tasks: totals, headings of groups, signatures, summaries. */
import type { Programme } from '../../programme.ts';
import { plainText } from '../../readers/table/heading-row.ts';
import type { ChosenActivity, ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { columnsOf, resolveValue } from '../resolve-value.ts';
import { isMilestoneType } from './table-status.ts';
import { noDate, writtenDate } from './written-date.ts';

/** A row that may be a task; without an id it is none. */
type TableActivity = Omit<ChosenActivity, 'id'> & { readonly id: string | undefined };

const total =
  /^(?:(?:grand|sub|zwischen|sous)[ -]?)?(?:totals?|totale|totaal|summe|gesamt(?:summe)?|suma|razem|ogolem)\b/;
/** The words that follow `total` in a row of totals, which is one with dates too. */
const totalOf =
  /^\s*(?:(?:of|de|des|der|di|van|in)\s+)*(?:general[e]?|generaal|days?|duration|project|programme|tage|dauer|projekt|jours|duree|projet|giorni|durata|progetto|dias|duracion|proyecto|dagen|duur|dni|czas)?\s*[:=]?$/;
/** The type of a row that sums up those below it, as in MS Project's files. */
const summary = 'summary';

/**
 * The rows that may be tasks, with their type. Those that are none are in the report; summaries are left to `skip` of
 * the mapping.
 */
export function tableRows(
  rows: readonly TableActivity[],
  { format }: Pick<Programme, 'format'>,
  mapping: Mapping,
  report: ReportBuilder,
): readonly TableActivity[] {
  const { dates, title, outlineLevel } = mapping;
  const [named = ''] = [...columnsOf(title), ...columnsOf(mapping.id)];
  if ((format !== 'excel' && format !== 'csv') || dates === 'current') return rows;
  const datesOf = ({ activity }: TableActivity) =>
    [dates.start, dates.finish].map((column) => {
      const text = activity.fields.get(column);
      return text === noDate ? undefined : text;
    });
  // Without a digit it is a word, such as that before a signature.
  const isDated = (row: TableActivity) => datesOf(row).some((date) => /\d/.test(date ?? ''));
  const possible = rows.filter((row) => {
    const { id, name, activity } = row;
    const [first = ''] = activity.fields.values();
    const problem = problemOf();
    if (problem === undefined) return true;
    const shown = JSON.stringify([...activity.fields.values()].join(' | '));
    report.problem(activity.line, 'rejected', `The row ${shown} ${problem}.`, {
      group: `Rows that are left out: each ${problem}`,
      example: shown,
    });
    return false;

    function problemOf(): string | undefined {
      const plain = plainText(first);
      const [word] = total.exec(plain) ?? [];
      if (word !== undefined && (!isDated(row) || totalOf.test(plain.slice(word.length))))
        return 'is a total';
      if (isDated(row)) return undefined;
      if (activity.fields.size === 1)
        return 'has one value and no dates: it is a heading of a group or a note';
      return id !== undefined && title !== undefined && name === undefined
        ? 'has neither a name nor dates: it is a heading of a group or a note'
        : undefined;
    }
  });
  return possible.map((row, index): TableActivity => {
    const type = typeOf(row, index);
    return type === undefined
      ? row
      : { ...row, activity: { ...row.activity, type, milestone: isMilestoneType(type) } };
  });

  function typeOf(row: TableActivity, index: number): string | undefined {
    const next = possible[index + 1];
    return next !== undefined && (isSummary(row, next) || isAboveIndented(row, index))
      ? summary
      : resolveValue(row.activity, mapping.type)?.value;
  }

  /** Whether the next row is a part of this one: by its level, by its number, or as Primavera copies its WBS, without a name. */
  function isSummary(row: TableActivity, next: TableActivity): boolean {
    const level = ({ activity }: TableActivity) => Number(activity.fields.get(outlineLevel?.column ?? ''));
    if (level(next) > level(row)) return true;
    if (/^\d+(?:\.\d+)*\.?$/.test(row.id ?? '') && next.id?.startsWith(`${row.id?.replace(/\.$/, '')}.`))
      return true;
    const group = /^(\d+\.)0+$/.exec(row.id ?? '')?.[1];
    if (group !== undefined && next.id?.startsWith(group) && encloses(row, next)) return true;
    if (title === undefined || row.name !== undefined || row.id === undefined || isDescribed(row))
      return false;
    return encloses(row, next);
  }

  /** Whether the dates of `row` enclose those of `other`, which may have only one. */
  function encloses(row: TableActivity, other: TableActivity): boolean {
    const [from, to] = days(row);
    const inner = days(other).flatMap((day) => day || []);
    return !!from && !!to && inner.length > 0 && inner.every((day) => from <= day && day <= to);
  }

  /** Whether the rows below are indented more and within its dates, as Smartsheet and copies of planning tools show a summary. */
  function isAboveIndented(row: TableActivity, index: number): boolean {
    if (outlineLevel !== undefined) return false;
    const indent = indentOf(row);
    const dated: TableActivity[] = [];
    let at = index + 1;
    for (let part = possible[at]; part && indentOf(part) > indent; part = possible[++at]) {
      if (isDated(part)) dated.push(part);
    }
    if (dated.length === 0) return false;
    if (!isDated(row) || dated.every((part) => encloses(row, part))) return true;
    const example = JSON.stringify(row.name ?? row.id);
    const problem =
      'indented less than those below, but its dates do not enclose theirs: it stays a task. Where it is a summary, add a column of levels and name it in the mapping, such as outlineLevel: { column: Level }';
    report.problem(row.activity.line, 'changed', `The row ${example} is ${problem}.`, {
      group: `Rows of which each is ${problem}`,
      example,
    });
    return false;
  }

  function indentOf({ activity }: TableActivity): number {
    return activity.indents?.get(named) ?? 0;
  }

  function isDescribed({ activity }: TableActivity): boolean {
    const { subcontractor, location, package: workPackage, owner } = mapping;
    return [subcontractor, location, workPackage, owner].some(
      (rule) => resolveValue(activity, rule) !== undefined,
    );
  }

  function days(row: TableActivity): readonly (string | undefined)[] {
    const format = dates === 'current' ? undefined : dates.format;
    return datesOf(row).map((text) => text && writtenDate(text, format)?.slice(0, 10));
  }
}
