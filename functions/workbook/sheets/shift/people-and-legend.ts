import { type HoursOfShifts, needsNightRule, nightRuleText } from '#lookahead/dates/shift-hours.ts';
import { daysOnlyLegend, gridLegend, movedLegend, promiseLegend } from '#lookahead/grid/grid-text.ts';
import { type ShiftTasks, tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { type Status, statusesOf, statusLabel } from '#lookahead/tasks/status.ts';
import {
  fontSizes,
  indentedTextRoomAcross,
  textFonts,
  textRoomInColumn,
  textWidth,
} from '#workbook/layout/text-width.ts';
import { allRowsText, sumFormula } from '#workbook/sheets/counting-formulas.ts';
import {
  asTotalStyle,
  legendSignatureAndWallStyles,
  statusSwatchStyleOf,
  styleForValue,
  tableCellStyles,
} from '#workbook/theme/styles.ts';
import { sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, CellArea, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import type { ShiftLayout } from './shift-columns.ts';
import type { ShiftSheetContent } from './shift-pages.ts';
import { peopleLabel } from './shift-texts.ts';

const heights = { legend: 13.5, people: 16.5, gap: 36, signatures: 20 } as const;

const totalLabel = asTotalStyle(tableCellStyles.text);

export type Legend = { readonly rows: readonly SheetRow[]; readonly merges: readonly CellArea[] };

/**
 * Row of the people per day. It is above the header, so that it is on every page and no filter hides it. Its sums
 * follow filters but not the folding of rows (function 9, not 109), and ignore the sums in the rows of groups, which
 * are subtotals.
 * @param body numbers of the rows of groups and tasks
 */
export function peoplePerDayRow(
  shift: ShiftSheetContent,
  layout: ShiftLayout,
  body: { readonly first: number; readonly last: number },
): SheetRow {
  const { columns, firstDay, taskColumn, widths } = layout;
  const room = indentedTextRoomAcross(widths.slice(taskColumn - 1, firstDay - 1));
  const label = peopleLabel(shift, { size: fontSizes.note, bold: true }, room);
  const cells = columns.map((column, index): Cell => {
    if (index + 1 === taskColumn) return { value: label, style: totalLabel };
    if (!column.day) return { style: totalLabel };
    const people = shift.peoplePerDay[index + 1 - firstDay] ?? 0;
    const style = asTotalStyle(styleForValue(people, tableCellStyles.people));
    const range = sameSheetColumnRange(index + 1, body);
    return { value: { formula: `SUBTOTAL(9,${range})`, result: people }, style };
  });
  return { cells, height: heights.people };
}

/**
 * Hidden rows with the people per day of each shift, from which Summary reads: SUBTOTAL would leave out rows that a
 * filter hides. Their formulas use the hidden last column, which has the shift of each task and is empty in the rows of
 * groups.
 */
export function hiddenPeopleRows(
  { shifts }: ShiftSheetContent,
  { columns, firstDay, taskColumn }: ShiftLayout,
  rows: { readonly first: number; readonly last: number },
): readonly SheetRow[] {
  return shifts.map(({ shift, peoplePerDay: people }): SheetRow => {
    const title = shiftTitles[shift];
    const drawn = columns.map(({ day }, index): Cell | undefined => {
      if (index + 1 === taskColumn) return { value: `People, ${title}, ${allRowsText}`, style: totalLabel };
      if (!day) return undefined;
      const result = people[index + 1 - firstDay] ?? 0;
      const formula = sumFormula(
        [[sameSheetColumnRange(columns.length + 1, rows), title]],
        sameSheetColumnRange(index + 1, rows),
      );
      return {
        value: { formula, result },
        style: asTotalStyle(styleForValue(result, tableCellStyles.people)),
      };
    });
    return { cells: drawn, hidden: true };
  });
}

/**
 * The legend: the marks at the left, and swatches of the sheet's statuses from the first day on, or after the marks if
 * these are longer. It takes as few lines as possible, because every page repeats them.
 */
export function legendRows(
  shift: ShiftTasks,
  layout: ShiftLayout,
  { firstRow, hours }: { readonly firstRow: number; readonly hours: HoursOfShifts | undefined },
): Legend {
  const marks = layout.isFull ? gridLegend : daysOnlyLegend;
  const tasks = tasksOfShift(shift);
  const shifts = tasks.map((task) => task.shift);
  const nights = needsNightRule(shifts, hours) ? [nightRuleText] : [];
  const words = [...marks, ...occasionalMarkLegendTexts(shift), ...nights];
  const statuses = layout.isFull ? statusesOf(tasks) : [];
  const [legend] = [5, 4, 3, 2]
    .map((blanks) => words.join(' '.repeat(blanks)))
    .map((text) => ({ text, placed: placedSwatches(statuses, layout, firstColumnAfterText(text, layout)) }))
    .sort((a, b) => swatchLines(a.placed) - swatchLines(b.placed));
  const placed = legend?.placed ?? [];
  const rows = Array.from({ length: swatchLines(placed) }, (_, line): SheetRow => {
    const cells: (Cell | undefined)[] = new Array(layout.columns.length).fill(undefined);
    if (line === 0) cells[0] = { value: legend?.text, style: legendSignatureAndWallStyles.legend };
    for (const { status, first, last } of placed.filter((swatch) => swatch.line === line)) {
      const style = statusSwatchStyleOf(status.kind);
      cells.fill({ style }, first - 1, last);
      cells[first - 1] = { value: statusLabel(status), style };
    }
    return { cells, height: heights.legend };
  });
  const merges = placed.flatMap(({ line, first, last }) => {
    const row = firstRow + line;
    return last > first ? [{ top: row, left: first, bottom: row, right: last }] : [];
  });
  return { rows, merges };
}

type Swatch = {
  readonly status: Status;
  readonly line: number;
  readonly first: number;
  readonly last: number;
};

function swatchLines(placed: readonly Swatch[]): number {
  return (placed.at(-1)?.line ?? 0) + 1;
}

function firstColumnAfterText(text: string, { widths, firstDay }: ShiftLayout): number {
  const needed = textWidth(text, textFonts.plain);
  let column = firstDay;
  while (column <= widths.length && indentedTextRoomAcross(widths.slice(0, column - 1)) < needed) column += 1;
  return column;
}

function placedSwatches(
  statuses: readonly Status[],
  { widths, firstDay }: ShiftLayout,
  from: number,
): readonly Swatch[] {
  const placed: Swatch[] = [];
  let [line, first] = [0, from];
  for (const status of statuses) {
    const needed = textWidth(statusLabel(status), textFonts.bold);
    let last = lastColumnOf(widths, first, needed);
    if (last > widths.length) {
      [line, first] = [line + 1, firstDay];
      last = Math.min(lastColumnOf(widths, first, needed), widths.length);
    }
    placed.push({ status, line, first, last });
    first = last + 1;
  }
  return placed;
}

function lastColumnOf(widths: readonly number[], first: number, points: number): number {
  let left = points;
  for (let column = first; column <= widths.length; column += 1) {
    left -= textRoomInColumn(widths[column - 1] ?? 1);
    if (left <= 0) return column;
  }
  return widths.length + 1;
}

/** Legend of the marks that only some weeks have. */
export function occasionalMarkLegendTexts(shift: ShiftTasks): readonly string[] {
  const tasks = tasksOfShift(shift);
  const hasMoved = tasks.some(({ cells }) => cells.some(({ kind }) => kind === 'was'));
  const hasPromises = tasks.some(({ promise }) => promise !== undefined);
  return [...(hasMoved ? [movedLegend] : []), ...(hasPromises ? [promiseLegend] : [])];
}

export function signatureRows(layout: ShiftLayout): readonly SheetRow[] {
  const room = { cells: layout.columns.map((): Cell => ({ style: totalLabel })), height: heights.gap };
  return [room, signatureRow(layout)];
}

function signatureRow({ columns, taskColumn, firstDay, days }: ShiftLayout): SheetRow {
  const cells: (Cell | undefined)[] = new Array(columns.length).fill(undefined);
  const line = (label: string, first: number, last: number) => {
    for (let column = first; column <= last; column += 1)
      cells[column - 1] = { style: legendSignatureAndWallStyles.signLine };
    cells[first - 1] = { value: label, style: legendSignatureAndWallStyles.signLabel };
  };
  const half = Math.floor(days.length / 2);
  const end = firstDay + days.length - 1;
  line('Shift supervisor', taskColumn, taskColumn);
  line('Signature', taskColumn + 2, Math.max(taskColumn + 2, firstDay - 2));
  line('Date', firstDay, firstDay + half - 1);
  // Narrow days leave no room to sign, so this line goes on over the columns after them.
  line('Received by', firstDay + half + 1, Math.max(end, columns.length - 3));
  if (columns.length > end + 1) line('Date', Math.max(end + 2, columns.length - 1), columns.length);
  return { cells, height: heights.signatures };
}
