import type { Day } from '#base/day.ts';
import type { ResourceLine } from '#lookahead/resources/labour-and-plant.ts';
import { groupedText } from '#lookahead/text/quantity-text.ts';
import { fitToLines, shortenName } from '#workbook/layout/shorten-text.ts';
import { indentedRoomAcross, type TextFont, textFonts, textWidth } from '#workbook/layout/text-width.ts';
import type { LastWeekPlaces } from '#workbook/sheets/last-week/last-week-sheet.ts';
import type { ListPlaces } from '#workbook/sheets/list-sheet.ts';
import type { ResourcesPlaces } from '#workbook/sheets/resources-sheet.ts';
import type { ShiftPlaces } from '#workbook/sheets/shift/shift-sheet.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { heads } from '#workbook/theme/sheet-styles.ts';
import { summary, summaryHeights } from '#workbook/theme/summary-styles.ts';
import type { Area, Cell, CellValue, Chart, ColorScale, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { fieldSpans, keptOf, type NameColumns, type Span, type SummaryGrid } from './summary-grid.ts';

export type Places = {
  readonly shifts: readonly ShiftPlaces[];
  readonly tasks: ListPlaces;
  readonly readiness: ListPlaces;
  readonly changes: ListPlaces;
  readonly lastWeek: LastWeekPlaces;
  readonly resources: ResourcesPlaces | undefined;
};

export type SummaryContext = SheetContext & {
  readonly places: Places;
  readonly grid: SummaryGrid;
  readonly names: NameColumns;
  readonly busyPlaces: readonly ResourceLine[];
};

export type Section = SectionExtras & { readonly rows: readonly Row[] };

export type SectionExtras = {
  readonly merges?: readonly Area[];
  readonly colorScales?: readonly ColorScale[];
  readonly charts?: readonly Chart[];
};

export type Draw = (firstRow: number) => Section;

export function stacked(firstRow: number, parts: readonly Draw[]): Section {
  const rows: Row[] = [];
  const sections = parts.map((draw) => {
    const section = draw(firstRow + rows.length);
    rows.push(...section.rows);
    return section;
  });
  return { rows, ...together(sections) };
}

export function beside(left: Section, right: Section): Section {
  const count = Math.max(left.rows.length, right.rows.length);
  const rows = Array.from({ length: count }, (_, index): Row => {
    const one = left.rows[index];
    const other = right.rows[index];
    const cells = Array.from(
      { length: Math.max(one?.cells.length ?? 0, other?.cells.length ?? 0) },
      (_cell, column) => one?.cells[column] ?? other?.cells[column],
    );
    return { cells, height: Math.max(one?.height ?? 0, other?.height ?? 0) };
  });
  return { rows, ...together([left, right]) };
}

export function together(sections: readonly Section[]): SectionExtras {
  return {
    merges: sections.flatMap(({ merges = [] }) => merges),
    colorScales: sections.flatMap(({ colorScales = [] }) => colorScales),
    charts: sections.flatMap(({ charts = [] }) => charts),
  };
}

export function tableRow(
  span: Span,
  cells: readonly (Cell | undefined)[],
  look: { readonly filler: Style; readonly height?: number },
): Row {
  const drawn: (Cell | undefined)[] = new Array(span.to).fill(undefined);
  for (let column = span.from; column <= span.to; column += 1) {
    drawn[column - 1] = cells[column - span.from] ?? { style: look.filler };
  }
  return { cells: drawn, height: look.height ?? summaryHeights.line };
}

type HeadTitle = {
  readonly title: CellValue;
  readonly columns: number;
  readonly isFigure?: boolean | undefined;
};

export function headRow(span: Span, titles: readonly HeadTitle[]): Row {
  const cells = titles.flatMap(({ title, columns, isFigure }): Cell[] => {
    const style = isFigure ? summary.headFigure : heads.oneRowOverflow;
    return Array.from({ length: columns }, (_, index) => ({
      value: index === 0 ? title : undefined,
      style,
    }));
  });
  return tableRow(span, cells, { filler: heads.oneRowOverflow, height: summaryHeights.head });
}

export function heading(text: string, { from }: Span): Row {
  const cells: (Cell | undefined)[] = new Array(from).fill(undefined);
  cells[from - 1] = { value: text, style: summary.section };
  return { cells, height: summaryHeights.heading };
}

export function lineRow(span: Span, cell: Cell): Row {
  return tableRow(span, [cell], { filler: summary.overflow });
}

/**
 * A text or another value in the first column of a field; text runs over the field's other columns, shortened to them.
 */
export type Field = {
  readonly value: CellValue | undefined;
  readonly style: Style;
  readonly font?: TextFont;
  /** The beginning that is lost last of all: an id, new dates. */
  readonly kept?: string | undefined;
  readonly shorter?: string | undefined;
  readonly isName?: boolean;
};

export function nameField({ name, isKey }: { readonly name: string; readonly isKey: boolean }): Field {
  return isKey
    ? { value: name, style: summary.keyOverflow, font: textFonts.bold, isName: true }
    : { value: name, style: summary.overflow, font: textFonts.plain, isName: true };
}

export function textField(value: string): Field {
  return { value, style: summary.overflow, font: textFonts.plain };
}

export function wordsField(value: string, style: Style, font: TextFont = textFonts.bold): Field {
  return { value, style, font, kept: keptOf(value) };
}

export function dateField(day: Day | undefined): Field {
  return { value: day === undefined ? undefined : { day }, style: summary.date };
}

export function fieldCells(
  { widths }: SummaryGrid,
  span: Span,
  fields: readonly (readonly [columns: number, field: Field])[],
  endShare: number,
): Cell[] {
  const places = fieldSpans(
    span,
    fields.map(([columns]) => columns),
  );
  return fields.flatMap(([columns, field], index) => {
    const { style } = field;
    const cells: Cell[] = Array.from({ length: columns }, () => ({ style }));
    const place = places[index];
    if (place !== undefined) cells[0] = { value: shortened(field, { widths, place, endShare }), style };
    return cells;
  });
}

type LinePlace = {
  readonly widths: readonly number[];
  readonly place: Span;
  /** For names: the share of the line that the end of a shortened name gets. */
  readonly endShare?: number | undefined;
};

function shortened(
  { value, font, shorter, kept, isName = false }: Field,
  { endShare, ...place }: LinePlace,
): CellValue | undefined {
  if (font === undefined || value === undefined) return value;
  const at = { ...place, font, endShare: isName ? endShare : undefined };
  if (typeof value === 'string') {
    const line = fittedLine(value, at);
    if (line === value || shorter === undefined) return line || undefined;
    const shortLine = fittedLine(shorter, at);
    return shortLine === shorter || !line.startsWith(kept ?? '') ? shortLine : line;
  }
  return typeof value === 'object' && 'sheet' in value
    ? { ...value, text: fittedLine(value.text, at) }
    : value;
}

export function fittedLine(
  text: string,
  { widths, place, font, endShare }: LinePlace & { readonly font: TextFont },
): string {
  const room = indentedRoomAcross(widths.slice(place.from - 1, place.to));
  if (endShare !== undefined) return shortenName(text, { font, room, endShare });
  const inRoom = (line: string) => line.length < maxMeasured && textWidth(line, font) <= room;
  if (inRoom(text)) return text;
  const parts = text.slice(0, maxMeasured).split(partsApart);
  const shorter = parts.slice(1).map((_part, index) => [...parts.slice(0, -1 - index), '…'].join(partsApart));
  return shorter.find(inRoom) ?? fitToLines(text, { font, room, lines: 1, mark: ' …' }).text;
}

const partsApart = ' · ';
/** Characters: no line of Summary holds more. */
const maxMeasured = 400;

export function taskLink(
  { id, ref }: { readonly id: string; readonly ref: string },
  { taskRows: { sheet, rowOf } }: SheetContext,
): Field {
  const font = textFonts.plain;
  const row = rowOf.get(id);
  return row === undefined
    ? { value: ref, style: summary.overflow, font, kept: ref }
    : { value: { text: ref, sheet, cell: row }, style: summary.link, font, kept: ref };
}

/** @param sheet where the others are; undefined if the report has no such sheet */
export function moreText(more: number, sheet?: string): Cell | undefined {
  if (more <= 0) return undefined;
  const text = `and ${groupedText(more)} more`;
  return sheet === undefined
    ? { value: text, style: summary.detail }
    : { value: { text: `${text}: see ${sheet}`, sheet, cell: 'A1' }, style: summary.link };
}

export function moreLink({ rows, sheet }: ListPlaces, more: number): Cell | undefined {
  if (rows === undefined || more > 0) return moreText(more, rows && sheet);
  return { value: { text: `See ${sheet}`, sheet, cell: 'A1' }, style: summary.link };
}
