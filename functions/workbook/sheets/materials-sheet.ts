import { addDays } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { lastDayToDate } from '#lookahead/dates/report-dates.ts';
import type { MaterialLine } from '#lookahead/resources/material-lines.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import { countText, roundQuantity } from '#lookahead/text/quantity-text.ts';
import type { ColumnSizing } from '#workbook/layout/column-widths.ts';
import { fitToLines } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedRoom, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { maxListLines } from '#workbook/limits.ts';
import { dayNumber, grid } from '#workbook/theme/day-grid-styles.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { byNumber, cells } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { cellReference, localRange } from '#workbook/xlsx/cell-references.ts';
import { type Cell, pixelsPerCharacter, type Row } from '#workbook/xlsx/sheet-plan.ts';
import { dayColumn, type ListColumn, textColumn } from './list-columns.ts';
import {
  headingHeight,
  type ListSheet,
  type ListTable,
  listSheet,
  rowPadding,
  totalsHeading,
} from './list-sheet.ts';

/** Characters of a day in a window of several weeks. */
const narrowDay = 26 / pixelsPerCharacter;

type Read = (line: MaterialLine) => number | undefined;
type Draw = (quantity: number | undefined) => Cell;
type MaterialColumn = ListColumn<MaterialLine> & {
  /** Of columns that are summed. */
  readonly summed?: { readonly read: Read; readonly draw: Draw };
};

/** Totals come first. The list below them stays whole, so that it sorts, filters and pivots without counting twice. */
export function materialsSheet(context: SheetContext): ListSheet {
  const { lookahead } = context;
  const { materials } = lookahead;
  const kinds = [...Map.groupBy(materials, materialKey).values()];
  const short = materials.filter((line) => (line.difference ?? 0) < 0).length;
  const figures = [
    countText(kinds.length, 'material'),
    `for ${countText(materials.length, 'task line')}`,
    ...(short > 0 ? [`${countText(short, 'line')} short of what was planned to ${toDate(lookahead)}`] : []),
    'left: total less actual, or less planned if no actual is reported',
  ];
  return listSheet<MaterialLine, MaterialColumn>(context, {
    name: 'Materials',
    figures: figures.join(' · '),
    items: materials,
    id: (m) => m.taskId,
    freezeAfter: 2,
    columns: materialColumns(context),
    above: {
      under: 'header',
      draw: (table, firstRow) => [
        totalsHeading('Totals per material', 1),
        ...kinds.map((lines, index) => totalsRow(table, lines, firstRow + 1 + index)),
        { cells: [{ value: 'Lines per task', style: summary.section }], height: headingHeight },
      ],
    },
  });
}

function toDate(lookahead: SheetContext['lookahead']): string {
  return dayText(lastDayToDate(lookahead), lookahead.reportDay);
}

function materialColumns({ lookahead, paper }: SheetContext): readonly MaterialColumn[] {
  const { materials, days, window, reportDay } = lookahead;
  const manyWeeks = days.length > 7;
  const dayStyles = manyWeeks ? narrowDays : wideDays;
  const crampedDays = days.length > 28 && paper === 'A4';
  const perDay = manyWeeks
    ? { min: crampedDays ? 2.6 : narrowDay, ideal: narrowDay, grow: 0.2 }
    : { min: 6.5, ideal: 7, grow: 0.5 };
  const unlessNone = (title: string, read: Read) => {
    const unlessZero: Read = (line) => read(line) || undefined;
    return materials.some(unlessZero) ? [quantityColumn(title, unlessZero, { dropRank: 6 })] : [];
  };
  return [
    textColumn('Material', (m) => m.material, { min: 14, ideal: 24, grow: 1 }),
    textColumn('Unit', (m) => m.unit, { min: 6, ideal: 7.5 }),
    textColumn('ID', (m) => m.taskRef, { min: 8, ideal: 9, style: cells.id }),
    textColumn('Task', (m) => m.taskName, { min: manyWeeks ? 20 : 24, ideal: 40, grow: 2, dropRank: 5 }),
    textColumn('Shift', (m) => shiftTitles[m.shift], { min: 9.5, ideal: 9.5, dropRank: 2 }),
    textColumn('Subcontractor', (m) => m.subcontractor, {
      isOptional: true,
      min: 14,
      ideal: 18,
      grow: 1,
      dropRank: 1,
    }),
    quantityColumn('Task total', (m) => m.quantity, { dropRank: 3 }),
    quantityColumn(`Planned to ${toDate(lookahead)}`, (m) => m.plannedToDate, { dropRank: 4 }),
    quantityColumn('Actual to date', (m) => m.actualToDate),
    quantityColumn('Difference if reported', (m) => m.difference, { min: 9 }, differenceCell),
    ...unlessNone(`Then to ${dayText(addDays(window.first, -1), reportDay)}`, (m) => m.plannedBetween),
    ...days.map((day, index): MaterialColumn => {
      const read: Read = (line) => line.plannedPerDay[index];
      const draw: Draw = (quantity) => dayNumber(quantity, day.kind, dayStyles);
      return { ...dayColumn<MaterialLine>(day, perDay, (line) => draw(read(line))), summed: { read, draw } };
    }),
    quantityColumn('In window', (m) => m.plannedInWindow),
    ...unlessNone(`After ${dayText(window.last, reportDay)}`, (m) => m.plannedAfterwards),
    ...unlessNone('Without a day', (m) => m.withoutDay),
    quantityColumn('Left', (m) => m.left),
  ];
}

function quantityColumn(
  title: string,
  read: Read,
  sizing: Partial<ColumnSizing> = {},
  draw: Draw = quantityCell,
): MaterialColumn {
  const cell = (line: MaterialLine) => draw(read(line));
  return { title, min: 7, ideal: 9, align: 'center', cell, summed: { read, draw }, ...sizing };
}

function quantityCell(quantity: number | undefined): Cell {
  if (quantity === undefined) return { style: cells.whole };
  return {
    value: quantity,
    style: byNumber(quantity, { whole: cells.quantityWhole, decimal: cells.quantity }),
  };
}

const wideDays = { whole: grid.listWhole, decimal: grid.listDecimal };
const narrowDays = { whole: grid.narrowWhole, decimal: grid.narrowDecimal };

function differenceCell(difference: number | undefined): Cell {
  if (difference === undefined) return { style: cells.whole };
  if (difference === 0) return { value: 0, style: cells.whole };
  const short = { whole: cells.shortWhole, decimal: cells.short };
  const over = { whole: cells.overWhole, decimal: cells.over };
  return { value: difference, style: byNumber(difference, difference < 0 ? short : over) };
}

/** Excel and LibreOffice compare texts without regard to case. */
function materialKey({ material, unit }: MaterialLine): string {
  return `${material.toLowerCase()}\n${unit.toLowerCase()}`;
}

function totalsRow(
  { columns, widths, places }: ListTable<MaterialColumn>,
  lines: readonly MaterialLine[],
  row: number,
): Row {
  const [line] = lines;
  const [name, unit] = [line?.material ?? '', line?.unit ?? ''].map((text, index) => {
    const room = indentedRoom(widths[index] ?? 1);
    return fitToLines(text, { font: textFonts.bold, room, lines: maxListLines });
  });
  // A formula cannot match a text that was shortened in the list's cells.
  const isLive = name?.text === line?.material && unit?.text === line?.unit;
  const { first = 1, last = 1 } = places.rows ?? {};
  const rangeOf = (column: number) => localRange({ top: first, left: column, bottom: last, right: column });
  const own = [1, 2].map((column) => `--(${rangeOf(column)}=${cellReference(row, column)})`);
  const sum = (result: number, ...of: readonly string[]) =>
    isLive ? { formula: `SUMPRODUCT(${[...own, ...of].join(',')})`, result } : result;
  const others: Readonly<Record<string, Cell>> = {
    Material: { value: name?.text, style: cells.strong },
    Unit: { value: unit?.text || undefined, style: cells.text },
    Task: { value: sum(lines.length), style: cells.lines },
  };
  return {
    cells: columns.map(({ title, summed }, index) => {
      if (summed === undefined) return others[title] ?? { style: cells.text };
      const values = lines.flatMap((each) => summed.read(each) ?? []);
      const { value, style } = summed.draw(
        values.length === 0 ? undefined : roundQuantity(values.reduce((total, each) => total + each, 0)),
      );
      return { value: typeof value === 'number' ? sum(value, rangeOf(index + 1)) : value, style };
    }),
    height: rowHeight(Math.max(name?.lines ?? 1, unit?.lines ?? 1), fontSizes.text, rowPadding),
  };
}
