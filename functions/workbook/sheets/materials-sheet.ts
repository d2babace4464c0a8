import type { DayKind } from '../../lookahead/grid/day-columns.ts';
import type { MaterialLine } from '../../lookahead/resources/material-lines.ts';
import { shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText, roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { fitToLines } from '../layout/cut-text.ts';
import { fontSizes, indentedRoom, rowHeight, textFonts } from '../layout/text-width.ts';
import { maxListLines } from '../limits.ts';
import { grid } from '../theme/day-grid-styles.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { byNumber, cells } from '../theme/sheet-styles.ts';
import { cellReference, localRange } from '../xlsx/cell-references.ts';
import { type Cell, type CellValue, pixelsPerCharacter, type Row } from '../xlsx/sheet-plan.ts';
import {
  dayColumn,
  firstBelow,
  type ListColumn,
  type ListPlaces,
  type ListSheet,
  listSheet,
  rowPadding,
  textColumn,
  totalsHeading,
} from './list-sheet.ts';

/** Characters of a day in a window of several weeks. */
const narrowDay = 26 / pixelsPerCharacter;

export function materialsSheet(context: SheetContext): ListSheet {
  const { materials, days } = context.lookahead;
  const manyWeeks = days.length > 7;
  const short = materials.filter((line) => (line.difference ?? 0) < 0).length;
  const names = new Set(materials.map((line) => line.material)).size;
  const dayStyles = manyWeeks ? narrowDays : wideDays;
  const crampedDays = days.length > 28 && context.paper === 'A4';
  const perDay = manyWeeks
    ? { min: crampedDays ? 2.6 : narrowDay, ideal: narrowDay, grow: 0.2 }
    : { min: 6.5, ideal: 8, grow: 0.5 };
  const columns: ListColumn<MaterialLine>[] = [
    textColumn('Material', (m) => m.material, { min: 16, ideal: 24, grow: 1 }),
    textColumn('Unit', (m) => m.unit, { min: 6, ideal: 7.5 }),
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
  figures.push('totals below the list');
  return listSheet<MaterialLine>(context, {
    name: 'Materials',
    figures: materials.length === 0 ? 'No material' : figures.join(' · '),
    items: materials,
    id: (m) => m.taskId,
    freezeAfter: 2,
    columns,
    below: (widths, places) =>
      places.rows === undefined ? [] : [totalsPerMaterial({ materials, columns, widths, places })],
  });
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

function differenceCell(difference: number | undefined): Cell {
  if (difference === undefined) return { style: cells.whole };
  if (difference === 0) return { value: 0, style: cells.whole };
  const short = { whole: cells.shortWhole, decimal: cells.short };
  const over = { whole: cells.overWhole, decimal: cells.over };
  return { value: difference, style: byNumber(difference, difference < 0 ? short : over) };
}

type TotalsSheet = {
  readonly materials: readonly MaterialLine[];
  readonly columns: readonly ListColumn<MaterialLine>[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

/**
 * Totals are below the list, because among its lines they would be sorted and added up with them. They use its
 * columns: its header stays in view.
 */
function totalsPerMaterial(sheet: TotalsSheet): readonly Row[] {
  const top = firstBelow(sheet.places) + 1;
  const kinds = [...Map.groupBy(sheet.materials, materialKey).values()];
  return [
    totalsHeading('Totals per material', 1),
    ...kinds.flatMap((lines, index) => {
      const [first] = lines;
      return first
        ? [totalsRow(sheet, { sums: sumOfLines(lines, first), lines: lines.length }, top + index)]
        : [];
    }),
  ];
}

/** Excel and LibreOffice compare texts without regard to case. */
function materialKey({ material, unit }: MaterialLine): string {
  return `${material.toLowerCase()}\n${unit.toLowerCase()}`;
}

function totalsRow(
  sheet: TotalsSheet,
  { sums, lines }: { readonly sums: MaterialLine; readonly lines: number },
  row: number,
): Row {
  const { widths, places } = sheet;
  const roomOf = (title: string) => indentedRoom(widths[(places.columns.get(title) ?? 1) - 1] ?? 1);
  const name = fitToLines(sums.material, {
    font: textFonts.bold,
    room: roomOf('Material'),
    lines: maxListLines,
  });
  const unit = fitToLines(sums.unit, { font: textFonts.plain, room: roomOf('Unit'), lines: maxListLines });
  // A formula cannot match a text that was cut in the list's cells.
  const isLive = name.text === sums.material && unit.text === sums.unit;
  const isOwn = isLive ? ownLines(places, row) : undefined;
  const drawn: (Cell | undefined)[] = widths.map(() => ({ style: cells.text }));
  for (const { column, at } of placed(sheet)) {
    const { value, style } = column.cell(sums, '');
    if (typeof value === 'number')
      drawn[at - 1] = { value: sumValue(value, isOwn, columnCells(places, at)), style };
    else if (column.day) drawn[at - 1] = { style };
  }
  const draw = (title: string, cell: Cell) => {
    const at = places.columns.get(title);
    if (at !== undefined) drawn[at - 1] = cell;
  };
  draw('Material', { value: name.text, style: cells.strong });
  draw('Unit', { value: unit.text || undefined, style: cells.text });
  draw('Task', {
    value: isOwn === undefined ? lines : { formula: `SUMPRODUCT(${isOwn})`, result: lines },
    style: cells.lines,
  });
  return { cells: drawn, height: rowHeight(Math.max(name.lines, unit.lines), fontSizes.text, rowPadding) };
}

function placed({ columns, places }: TotalsSheet) {
  const days = columns.filter((column) => column.day);
  const firstDay = (places.columns.get('In window') ?? 1) - days.length;
  return columns.flatMap((column) => {
    const at = column.day ? firstDay + days.indexOf(column) : places.columns.get(column.title);
    return at === undefined ? [] : [{ column, at }];
  });
}

function columnCells({ rows }: ListPlaces, column: number): string {
  return localRange({ top: rows?.first ?? 1, left: column, bottom: rows?.last ?? 1, right: column });
}

function ownLines(places: ListPlaces, row: number): string {
  const isSame = (title: string) => {
    const column = places.columns.get(title) ?? 1;
    return `--(${columnCells(places, column)}=${cellReference(row, column)})`;
  };
  return `${isSame('Material')},${isSame('Unit')}`;
}

function sumValue(result: number, isOwn: string | undefined, range: string): CellValue {
  return isOwn === undefined ? result : { formula: `SUMPRODUCT(${isOwn},${range})`, result };
}

function sumOfLines(lines: readonly MaterialLine[], first: MaterialLine): MaterialLine {
  const total = (read: (line: MaterialLine) => number | undefined): number | undefined => {
    const values = lines.flatMap((line) => read(line) ?? []);
    return values.length === 0 ? undefined : roundQuantity(values.reduce((sum, value) => sum + value, 0));
  };
  return {
    ...first,
    quantity: total(({ quantity }) => quantity),
    plannedPerDay: first.plannedPerDay.map((_planned, index) => total((line) => line.plannedPerDay[index])),
    plannedInWindow: total(({ plannedInWindow }) => plannedInWindow) ?? 0,
    plannedToDate: total(({ plannedToDate }) => plannedToDate) ?? 0,
    actualToDate: total(({ actualToDate }) => actualToDate),
    difference: total(({ difference }) => difference),
  };
}
