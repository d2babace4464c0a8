/** Below the Materials list: what each material sums up to. Beside its lines, the sums would be sorted and added up with them. */
import type { MaterialLine } from '../../lookahead/resources/material-lines.ts';
import { roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { fitToLines } from '../layout/cut-text.ts';
import { fontSizes } from '../layout/font-sizes.ts';
import { indentedRoom, rowHeight } from '../layout/text-lines.ts';
import { cells } from '../theme/sheet-styles.ts';
import { cellReference, localRange } from '../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../xlsx/sheet-plan.ts';
import { maxListLines } from './counting-formulas.ts';
import { firstBelow, type ListColumn, type ListPlaces, rowPadding, totalsHeading } from './list-sheet.ts';

const bold = { size: fontSizes.text, bold: true };
const plain = { size: fontSizes.text };

type TotalsSheet = {
  readonly materials: readonly MaterialLine[];
  /** Those of the list, of which a narrow page drops some. */
  readonly columns: readonly ListColumn<MaterialLine>[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

/** A heading, and a row for each material and unit in the columns of the list, whose header stays in view. */
export function totalsPerMaterial(sheet: TotalsSheet): readonly Row[] {
  const top = firstBelow(sheet.places) + 1;
  const kinds = [...Map.groupBy(sheet.materials, kindOf).values()];
  return [
    totalsHeading('Totals per material', 1),
    ...kinds.flatMap((lines, index) => {
      const [first] = lines;
      return first ? [totalsRow(sheet, { sums: sumOf(lines, first), lines: lines.length }, top + index)] : [];
    }),
  ];
}

/** Excel and LibreOffice compare texts without regard to case. */
function kindOf({ material, unit }: MaterialLine): string {
  return `${material.toLowerCase()}\n${unit.toLowerCase()}`;
}

function totalsRow(
  sheet: TotalsSheet,
  { sums, lines }: { readonly sums: MaterialLine; readonly lines: number },
  row: number,
): Row {
  const { widths, places } = sheet;
  const roomOf = (title: string) => indentedRoom(widths[(places.columns.get(title) ?? 1) - 1] ?? 1);
  const name = fitToLines(sums.material, { font: bold, room: roomOf('Material'), lines: maxListLines });
  const unit = fitToLines(sums.unit, { font: plain, room: roomOf('Unit'), lines: maxListLines });
  // The list's cells hold a text that is too long only in part.
  const isLive = name.text === sums.material && unit.text === sums.unit;
  const isOwn = isLive ? ownLines(places, row) : undefined;
  const drawn: (Cell | undefined)[] = widths.map(() => ({ style: cells.text }));
  for (const { column, at } of placed(sheet)) {
    const { value, style } = column.cell(sums, '');
    if (typeof value === 'number')
      drawn[at - 1] = { value: sumValue(value, isOwn, rangeOf(places, at)), style };
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

/** The columns that the sheet has, 1-based: the days come before what is planned in the window. */
function placed({ columns, places }: TotalsSheet) {
  const days = columns.filter((column) => column.day);
  const firstDay = (places.columns.get('In window') ?? 1) - days.length;
  return columns.flatMap((column) => {
    const at = column.day ? firstDay + days.indexOf(column) : places.columns.get(column.title);
    return at === undefined ? [] : [{ column, at }];
  });
}

function rangeOf({ rows }: ListPlaces, column: number): string {
  return localRange({ top: rows?.first ?? 1, left: column, bottom: rows?.last ?? 1, right: column });
}

/** 1 for each of the list's lines with the material and the unit of a row. */
function ownLines(places: ListPlaces, row: number): string {
  const isSame = (title: string) => {
    const column = places.columns.get(title) ?? 1;
    return `--(${rangeOf(places, column)}=${cellReference(row, column)})`;
  };
  return `${isSame('Material')},${isSame('Unit')}`;
}

function sumValue(result: number, isOwn: string | undefined, range: string): CellValue {
  return isOwn === undefined ? result : { formula: `SUMPRODUCT(${isOwn},${range})`, result };
}

/** The lines as one, without the figures that none of them has. */
function sumOf(lines: readonly MaterialLine[], first: MaterialLine): MaterialLine {
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
