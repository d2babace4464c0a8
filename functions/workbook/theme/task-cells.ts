/**
 * Cells that several sheets have: dates, whether a task is ready, whom to ask, and the hidden last column with its id, which sorting
 * and filtering keep with the row that people write in.
 */
import type { Day } from '#base/day.ts';
import { mailAddress } from '#base/text/mail-address.ts';
import { contactText } from '#lookahead/compare/unready-tasks.ts';
import { inOneYear } from '#lookahead/dates/day-text.ts';
import { promiseWord, readyText, readyWord } from '#lookahead/grid/grid-text.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { Named } from '#lookahead/tasks/read-task.ts';
import { maxFormulaText, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { Cell, Column, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import type { TaskRows } from './sheet-context.ts';
import { cells, heads } from './sheet-styles.ts';

type DateStyle = { readonly near: Style; readonly far: Style };

export function dateCell(day: Day | undefined, reportDay: Day, style: DateStyle): Cell {
  if (day === undefined) return { style: style.near };
  return { value: { day }, style: inOneYear(day, reportDay) ? style.near : style.far };
}

export const dateStyles = {
  short: { near: cells.date, far: cells.farDate },
  long: { near: cells.longDate, far: cells.farLongDate },
} as const satisfies Record<string, DateStyle>;

export function readyCell(task: PlannedTask, text = readyText(task)): Cell {
  return { value: text || undefined, style: readyStyles(cells)[readyWord(task) ?? 'yes'] };
}

export function promiseCell(task: PlannedTask, text: string): Cell {
  return { value: text || undefined, style: readyStyles(cells)[promiseWord(task) ?? 'yes'] };
}

type Missing = { readonly ask?: Named | undefined };

function askedOf(missing: readonly Missing[]): readonly Named[] {
  const asked = missing.flatMap(({ ask }) => (ask ? [ask] : []));
  return [...new Map(asked.map((ask) => [contactText(ask), ask])).values()];
}

export function askText(missing: readonly Missing[]): string {
  return askedOf(missing).map(contactText).join('\n');
}

/** A single person to ask opens a mail. */
export function askCell(missing: readonly Missing[], shown: string): Cell {
  const [ask, ...others] = askedOf(missing);
  const address = others.length === 0 ? mailAddress(ask?.address ?? '') : undefined;
  if (address === undefined || shown.length > maxFormulaText)
    return { value: shown || undefined, style: cells.text };
  const formula = `HYPERLINK(${quotedText(`mailto:${address}`)},${quotedText(shown)})`;
  return { value: { formula, result: shown }, style: cells.link };
}

type ReadyStyles = Readonly<Record<'ready' | 'gap' | 'notReady', Style>>;

/** A gap is not red: work can begin. */
export function readyStyles({
  ready,
  gap,
  notReady,
}: ReadyStyles): Readonly<Record<'yes' | 'gap' | 'no', Style>> {
  return { yes: ready, gap, no: notReady };
}

export function taskRefCell(id: string, text: string, { sheet, rowOf }: TaskRows): Cell {
  const row = rowOf.get(id);
  return row === undefined
    ? { value: text || undefined, style: cells.id }
    : { value: { text, sheet, cell: row }, style: cells.id };
}

export const idColumn: Column = { width: 14, hidden: true };

export function idCell(id: string): Cell {
  return { value: id, style: cells.id };
}

export function withHiddenTitle(header: readonly Row[], title = 'Task id'): readonly Row[] {
  return header.map((row, index) =>
    index === header.length - 1
      ? { ...row, cells: [...row.cells, { value: title, style: heads.oneRowLeft }] }
      : row,
  );
}
