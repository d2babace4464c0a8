/** The rows below a shift's tasks: people per day, the legend, lines to sign. */

import { gridLegend, movedLegend } from '../../../lookahead/grid/grid-text.ts';
import { rowsOf, type ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import { type StatusKind, statusKinds, statusLabel } from '../../../lookahead/tasks/status.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { columnPoints } from '../../layout/paper-and-margins.ts';
import { textWidth } from '../../layout/text-width.ts';
import { styleOf, swatches } from '../../theme/day-grid-styles.ts';
import { byNumber, notes, totals } from '../../theme/sheet-styles.ts';
import { localRange } from '../../xlsx/cell-references.ts';
import type { Area, Cell, Row } from '../../xlsx/sheet-plan.ts';
import type { ShiftLayout } from './fit-shift-columns.ts';
import { peopleText } from './shift-texts.ts';

export type RowsBelow = { readonly rows: readonly Row[]; readonly merges: readonly Area[] };

/** The text of the legend where bars have moved, which is the longest. */
const wholeLegend = legendOf([...gridLegend, movedLegend]);

function legendOf(items: readonly string[]): string {
  return items.join('     ');
}

/** @param body numbers of the rows of groups and tasks */
export function rowsBelow(
  shift: ShiftPlan,
  layout: ShiftLayout,
  body: { readonly first: number; readonly last: number },
): RowsBelow {
  const peopleRow = body.last + 1;
  const legend = legendRows(shift, layout, peopleRow + 2);
  return {
    rows: [
      peoplePerDay(shift, layout, body),
      { cells: [], height: 8 },
      ...legend.rows,
      { cells: [], height: 40 },
      signatureRow(layout),
    ],
    merges: legend.merges,
  };
}

/** Follows a filter, but not the folding of rows: function 9, not 109. The people in the groups' rows are subtotals, which it ignores. */
function peoplePerDay(
  shift: ShiftPlan,
  layout: ShiftLayout,
  body: { readonly first: number; readonly last: number },
): Row {
  const { columns, firstDay, taskColumn } = layout;
  const cells = columns.map((column, index): Cell => {
    if (index + 1 === taskColumn) return { value: peopleText(shift), style: totals.label };
    if (!column.day) return { style: totals.band };
    const people = shift.peoplePerDay[index + 1 - firstDay] ?? 0;
    const style = byNumber(people, { whole: totals.number, decimal: totals.decimal });
    const range = localRange({ top: body.first, left: index + 1, bottom: body.last, right: index + 1 });
    return { value: { formula: `SUBTOTAL(9,${range})`, result: people }, style };
  });
  return { cells, height: 22 };
}

/** The part of a text's width by which it may shrink before its swatch takes another column. */
const shrinkable = 0.15;

/** Swatches of the statuses on this page under the days, as many columns wide as their labels need. */
function legendRows(shift: ShiftPlan, layout: ShiftLayout, firstRow: number): RowsBelow {
  const kinds = statusesOn(shift);
  const text = hasMovedBars(shift) ? wholeLegend : legendOf(gridLegend);
  const { columns, widths, taskColumn, firstDay, days } = layout;
  const room = columnPoints(widths[firstDay - 1] ?? 1) - 3;
  const font = { size: fontSizes.text, bold: true };
  const widest = Math.max(0, ...kinds.map((kind) => textWidth(statusLabel(kind), font)));
  const span = Math.max(1, Math.ceil(widest / room - shrinkable));
  const perRow = Math.max(1, Math.floor(days.length / span));
  const textRow = legendFits(layout) ? 0 : 1;
  const rowCount = textRow + Math.max(1, Math.ceil(kinds.length / perRow));
  const merges: Area[] = [];
  const rows = Array.from({ length: rowCount }, (_, line): Row => {
    const cells: (Cell | undefined)[] = new Array(columns.length).fill(undefined);
    if (line === 0) cells[taskColumn - 1] = { value: text, style: notes.legend };
    const swatchLine = line - textRow;
    const own = swatchLine < 0 ? [] : kinds.slice(swatchLine * perRow, (swatchLine + 1) * perRow);
    own.forEach((kind, index) => {
      const column = firstDay + index * span;
      const style = styleOf(swatches, kind);
      for (let part = 0; part < span; part += 1) cells[column - 1 + part] = { style };
      cells[column - 1] = { value: statusLabel(kind), style };
      if (span > 1)
        merges.push({
          top: firstRow + line,
          left: column,
          bottom: firstRow + line,
          right: column + span - 1,
        });
    });
    return { cells, height: 18 };
  });
  return { rows, merges };
}

/** Whether a dotted outline says where a bar stood. */
export function hasMovedBars(shift: ShiftPlan): boolean {
  return rowsOf(shift).some(({ cells }) => cells.some(({ kind }) => kind === 'was'));
}

/** The statuses that the legend explains. */
export function statusesOn(shift: ShiftPlan): readonly StatusKind[] {
  const seen = new Set(rowsOf(shift).map(({ task }) => task.status.kind));
  return statusKinds.filter((kind) => seen.has(kind));
}

/** Whether the text of the legend ends before the days; otherwise it has a row to itself. */
function legendFits({ widths, taskColumn, firstDay }: ShiftLayout): boolean {
  const room = widths
    .slice(taskColumn - 1, firstDay - 1)
    .reduce((sum, width) => sum + columnPoints(width), 0);
  return textWidth(wholeLegend, { size: fontSizes.text }) <= room;
}

/** Lines to sign: left for whoever hands the sheet out, right for whoever receives it. */
function signatureRow({ columns, taskColumn, firstDay, days }: ShiftLayout): Row {
  const cells: (Cell | undefined)[] = new Array(columns.length).fill(undefined);
  const line = (label: string, first: number, last: number) => {
    for (let column = first; column <= last; column += 1) cells[column - 1] = { style: notes.signLine };
    cells[first - 1] = { value: label, style: notes.signLabel };
  };
  const half = Math.floor(days.length / 2);
  const end = firstDay + days.length - 1;
  line('Shift supervisor', taskColumn, taskColumn);
  line('Signature', taskColumn + 2, Math.max(taskColumn + 2, firstDay - 2));
  line('Date', firstDay, firstDay + half - 1);
  // Narrow days alone leave no room to sign.
  line('Received by', firstDay + half + 1, Math.max(end, columns.length - 3));
  if (columns.length > end + 1) line('Date', Math.max(end + 2, columns.length - 1), columns.length);
  return { cells, height: 20 };
}
