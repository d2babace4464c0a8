/** The call-off list: how much of which material is needed when, and how much has arrived. */

import type { DayColumn, DayKind } from '../../lookahead/grid/day-columns.ts';
import type { MaterialLine } from '../../lookahead/resources/material-lines.ts';
import { shiftTitles } from '../../lookahead/tasks/shift-of-task.ts';
import { countText, roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { grid } from '../theme/day-grid-styles.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { byNumber, cells, groups, repeated } from '../theme/sheet-styles.ts';
import { localRange } from '../xlsx/cell-references.ts';
import type { Cell } from '../xlsx/sheet-plan.ts';
import type { ListGroup } from './list-groups.ts';
import { dayColumn, type ListColumn, type ListSheet, listSheet, textColumn } from './list-sheet.ts';

export function materialsSheet(context: SheetContext): ListSheet {
  const { materials, days } = context.lookahead;
  const manyWeeks = days.length > 7;
  const short = materials.filter((line) => (line.difference ?? 0) < 0).length;
  const names = new Set(materials.map((line) => line.material)).size;
  const dayStyles = manyWeeks ? narrowDays : wideDays;
  const crampedDays = days.length > 28 && context.paper === 'A4';
  const perDay = manyWeeks
    ? { min: crampedDays ? 2.6 : 26 / 7, ideal: 26 / 7, grow: 0.2 }
    : { min: 6.5, ideal: 8, grow: 0.5 };
  const lastOfKinds = new Set([...Map.groupBy(materials, kindOf).values()].map((lines) => lines.at(-1)));
  const repeatedName = (line: MaterialLine) => (lastOfKinds.has(line) ? repeated.last : repeated.inner);
  const columns: ListColumn<MaterialLine>[] = [
    textColumn('Material', (m) => m.material, {
      min: 16,
      ideal: 24,
      grow: 1,
      style: repeatedName,
    }),
    textColumn('Unit', (m) => m.unit, {
      min: 6,
      ideal: 7.5,
      style: repeatedName,
    }),
    textColumn('ID', (m) => m.taskRef, { min: 8, ideal: 9, style: cells.id }),
    textColumn('Task', (m) => m.taskName, { min: manyWeeks ? 20 : 24, ideal: 40, grow: 2, dropRank: 5 }),
    textColumn('Shift', (m) => shiftTitles[m.shift], {
      min: 8,
      ideal: 9.5,
      dropRank: 2,
    }),
    textColumn('Subcontractor', (m) => m.subcontractor, {
      isOptional: true,
      min: 14,
      ideal: 18,
      grow: 1,
      dropRank: 1,
    }),
    { ...quantityColumn('Task total', (m) => m.quantity), dropRank: 3 },
    ...days.map((day, index) =>
      dayColumn<MaterialLine>(day, perDay, (line) =>
        dailyCell(line.plannedPerDay[index], day.kind, dayStyles),
      ),
    ),
    quantityColumn('In window', (m) => m.plannedInWindow),
    { ...quantityColumn('Planned to date', (m) => m.plannedToDate), dropRank: 4 },
    quantityColumn('Actual to date', (m) => m.actualToDate),
    { title: 'Difference', min: 9, ideal: 10, align: 'center', cell: (m) => differenceCell(m.difference) },
  ];
  const figures = [countText(names, 'material'), `for ${countText(materials.length, 'task line')}`];
  if (short > 0) figures.push(`${countText(short, 'line')} short of plan`);
  return listSheet<MaterialLine>(context, {
    name: 'Materials',
    figures: materials.length === 0 ? 'No material' : figures.join(' · '),
    items: materials,
    id: (m) => m.taskId,
    freezeAfter: 2,
    columns,
    groups: subtotals(materials, days),
  });
}

/** The columns of quantities, for their sums; days have none. */
const summedColumns: ReadonlyMap<string, (line: MaterialLine) => number | undefined> = new Map([
  ['Task total', (line) => line.quantity],
  ['In window', (line) => line.plannedInWindow],
  ['Planned to date', (line) => line.plannedToDate],
  ['Actual to date', (line) => line.actualToDate],
  ['Difference', (line) => line.difference],
]);

type MaterialGroup = ListGroup<ListColumn<MaterialLine>>;

/** A row over the lines of each material and unit, with sums that follow a filter; function 9, so that they ignore folding. */
function subtotals(materials: readonly MaterialLine[], days: readonly DayColumn[]): readonly MaterialGroup[] {
  const indexOf = new Map(days.map((day, index) => [day, index]));
  let first = 0;
  return [...Map.groupBy(materials, kindOf).values()].map((lines): MaterialGroup => {
    const group = { first, items: lines.length, folded: false };
    first += lines.length;
    return {
      ...group,
      cell: (column, at) => {
        const index = column.day && indexOf.get(column.day);
        const isNarrow = index !== undefined && days.length > 7;
        const perDay = (line: MaterialLine) => line.plannedPerDay[index ?? 0];
        const read = index === undefined ? summedColumns.get(column.title) : perDay;
        return read
          ? sumCell(lines, read, { ...at, title: column.title, isNarrow })
          : groupCell(lines, column.title);
      },
    };
  });
}

function groupCell(lines: readonly MaterialLine[], title: string): Cell {
  const [line] = lines;
  if (title === 'Material') return { value: line?.material, style: groups.name };
  if (title === 'Unit') return { value: line?.unit || undefined, style: groups.name };
  if (title === 'Task') return { value: countText(lines.length, 'line'), style: groups.note };
  return { style: groups.band };
}

const sumStyles = {
  usual: { whole: groups.quantityWhole, decimal: groups.quantity },
  narrow: { whole: groups.narrowWhole, decimal: groups.narrow },
  signed: { whole: groups.signedWhole, decimal: groups.signed },
} as const;

function sumCell(
  lines: readonly MaterialLine[],
  read: (line: MaterialLine) => number | undefined,
  {
    title,
    column,
    rows,
    isNarrow,
  }: Parameters<MaterialGroup['cell']>[1] & { readonly title: string; readonly isNarrow: boolean },
): Cell {
  const values = lines.flatMap((line) => read(line) ?? []);
  if (values.length === 0) return { style: groups.band };
  const result = roundQuantity(values.reduce((sum, value) => sum + value, 0));
  const range = localRange({ top: rows.first, left: column, bottom: rows.last, right: column });
  const look = sumStyles[title === 'Difference' ? 'signed' : isNarrow ? 'narrow' : 'usual'];
  return { value: { formula: `SUBTOTAL(9,${range})`, result }, style: byNumber(result, look) };
}

function kindOf({ material, unit }: MaterialLine): string {
  return `${material.toLowerCase()}\n${unit.toLowerCase()}`;
}

function quantityColumn(
  title: string,
  read: (line: MaterialLine) => number | undefined,
): ListColumn<MaterialLine> {
  return {
    title,
    min: 8,
    ideal: 10,
    align: 'center',
    cell: (line) => {
      const value = read(line);
      return value === undefined
        ? { style: cells.whole }
        : { value, style: byNumber(value, { whole: cells.quantityWhole, decimal: cells.quantity }) };
    },
  };
}

const wideDays = { whole: grid.listWhole, decimal: grid.listDecimal };
const narrowDays = { whole: grid.narrowWhole, decimal: grid.narrowDecimal };

function dailyCell(quantity: number | undefined, kind: DayKind, styles: typeof wideDays): Cell {
  if (quantity === undefined || quantity === 0) return { style: grid.empty[kind] };
  return {
    value: quantity,
    style: byNumber(quantity, { whole: styles.whole[kind], decimal: styles.decimal[kind] }),
  };
}

/** The sign says whether it is short or over; the colour repeats it. */
function differenceCell(difference: number | undefined): Cell {
  if (difference === undefined) return { style: cells.whole };
  if (difference === 0) return { value: 0, style: cells.whole };
  const short = { whole: cells.shortWhole, decimal: cells.short };
  const over = { whole: cells.overWhole, decimal: cells.over };
  return { value: difference, style: byNumber(difference, difference < 0 ? short : over) };
}
