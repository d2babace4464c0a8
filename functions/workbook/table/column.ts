/**
 * Columns of tables and how wide they are. A column gets the width that most of its texts, and its longest word, need
 * on one line, between its minimum and its maximum. If the columns then take more or less than the page, they share the
 * difference. If even their minima do not fit, some columns are dropped.
 */
import { sum } from '#base/sum.ts';
import {
  columnWidthFor,
  indentedTextRoomInColumn,
  type MeasuredText,
  maxUnbreakableWidth,
  measureText,
  textFonts,
} from '#workbook/layout/text-width.ts';
import type { ColumnHead } from '#workbook/theme/header-rows.ts';
import { styleForValue, tableCellStyles, type WholeAndDecimalStyles } from '#workbook/theme/styles.ts';
import { sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import {
  type Cell,
  type CellLink,
  type CellValidation,
  type CellValue,
  pixelsPerCharacter,
  type Style,
} from '#workbook/xlsx/sheet-plan.ts';

/** Widths in characters. A column without texts, such as one to fill in, takes its maximum if the page has room. */
export type ColumnWidthRules = {
  readonly min: number;
  readonly max: number;
  /** Its share of the width that is left once every column has what it needs; 0 by default. */
  readonly grow?: number | undefined;
  /** Columns are dropped in this order, 1 first, from a page that is too narrow; never if undefined. */
  readonly dropRank?: number | undefined;
  /** Smaller minima, each used once columns of lower ranks have been dropped. */
  readonly narrow?: readonly { readonly rank: number; readonly min: number }[] | undefined;
};

export type FormulaPosition = {
  readonly row: number;
  readonly column: number;
  /** The rows of the table, without its total. */
  readonly rows: { readonly first: number; readonly last: number };
  /** Value of the cell: a number, or the text, shortened to the column. */
  readonly shown: number | string;
};

type Formula<Item> = (item: Item, place: FormulaPosition) => string | undefined;

/** Formula of a total: `SUM(D5:D9)`. */
export function columnSumFormula(_item: unknown, { column, rows }: FormulaPosition): string {
  return `SUM(${sameSheetColumnRange(column, rows)})`;
}

/** A column of a table: its head, width, values, links, formulas, styles and choices. */
export type ItemColumn<Item> = ColumnHead & {
  readonly width: ColumnWidthRules;
  /** Number of columns of the page that it covers; 1 by default. Its texts run over all of them. */
  readonly span?: number | undefined;
  /** Its head in a table with one row of heads; by default, its title. */
  readonly head?: Cell | undefined;
  /**
   * Value of the cell of an item; a text is shortened to the column.
   * @param room width for the text, in points
   */
  readonly value?: ((item: Item, room: number) => CellValue | undefined) | undefined;
  /** Cell of the workbook that the text links to; undefined if it has no link. */
  readonly link?: ((item: Item) => Pick<CellLink, 'sheet' | 'cell'> | undefined) | undefined;
  /** Formula of a cell, with `value`, a number or a text, as its result; undefined if the cell has no formula. */
  readonly formula?: Formula<Item> | undefined;
  /** Formula in the row of totals; by default, `formula`. Its result is 0 if the total has no value. */
  readonly total?: Formula<Item> | undefined;
  /** By default, the style for the type of the value: text, number or date. */
  readonly style?:
    | Style
    | WholeAndDecimalStyles
    | ((item: Item) => Style | WholeAndDecimalStyles)
    | undefined;
  /** Draws a cell that has more than a value, such as a day. */
  readonly cell?: ((item: Item) => Cell) | undefined;
  /** Whether its texts are names, which are shortened in their middle because their last words tell them apart. */
  readonly isName?: boolean | undefined;
  /** Maximum number of lines of a text, and the mark that ends a shortened text; by default, those of the table. */
  readonly lines?: number | undefined;
  readonly mark?: string | undefined;
  /** Whether the column is left out if no item has a value. */
  readonly isOptional?: boolean | undefined;
  /** Choices and prompt of cells that people fill in. */
  readonly input?: Pick<CellValidation, 'choices' | 'prompt'> | undefined;
};

export function resolveItemCellStyle<Item>(
  style: ItemColumn<Item>['style'],
  item: Item,
  value: CellValue | undefined,
): Style | WholeAndDecimalStyles {
  if (style !== undefined) return typeof style === 'function' ? style(item) : style;
  if (typeof value === 'number') return tableCellStyles.number;
  return typeof value === 'object' && 'day' in value ? tableCellStyles.farLongDate : tableCellStyles.text;
}

type Sized<Own> = {
  readonly column: Own;
  /** Widths in characters: `min` for its longest word and most texts on the allowed lines, `ideal` for one line. */
  readonly min: number;
  readonly ideal: number;
  readonly grow: number;
  /** Heights in points of the sampled rows at a width; undefined for a column without texts. */
  readonly heightsAt?: ((width: number) => readonly number[]) | undefined;
};

/**
 * Chooses the columns that a page has room for, and their widths.
 * @param page `across`: total width in characters for n columns; `lines`: number of lines that most texts should take
 * at most; `isMeasured`: whether the texts of the item at an index count
 * @returns the chosen columns, and the width of each in characters, in whole pixels
 */
export function fitColumns<Item, Own extends ItemColumn<Item> = ItemColumn<Item>>(
  columns: readonly Own[],
  items: readonly Item[],
  page: {
    readonly across: (columns: number) => number;
    readonly lines?: number | undefined;
    readonly isMeasured?: ((index: number) => boolean) | undefined;
  },
): { readonly columns: readonly Own[]; readonly widths: readonly number[] } {
  const { isMeasured = () => true, lines } = page;
  const measured = sampleOf(
    items.filter((_item, index) => isMeasured(index)),
    maxWordRows,
  );
  const counted = new Set(sampleOf(measured, maxHeightRows));
  let kept = columns.flatMap((column): Sized<Own>[] => {
    const sized = sizedToTexts(column, { items, measured, counted }, lines);
    return sized === undefined ? [] : [{ ...sized, column }];
  });
  const hasRoom = () => sum(kept.map(({ min }) => min)) <= page.across(kept.length);
  for (const rank of ranksOf(columns)) {
    if (hasRoom()) break;
    kept = kept.flatMap((sized) => {
      const { min, dropRank, narrow = [] } = sized.column.width;
      if (dropRank === rank) return [];
      const narrower = narrow.find((step) => step.rank === rank);
      return [narrower ? { ...sized, min: narrower.min, ideal: min, grow: 0 } : sized];
    });
  }
  return { columns: kept.map(({ column }) => column), widths: shareWidth(kept, page.across(kept.length)) };
}

function ranksOf<Item>(columns: readonly ItemColumn<Item>[]): readonly number[] {
  const ranks = columns.flatMap(({ width: { dropRank, narrow = [] } }) => [
    ...(dropRank === undefined ? [] : [dropRank]),
    ...narrow.map(({ rank }) => rank),
  ]);
  return [...new Set(ranks)].sort((a, b) => a - b);
}

/** Share of a column's texts that should fit; the few longer ones may take one more line. */
const fittingShare = 0.95;
/**
 * Width that a text loses at each line break, as a share of the width of its longest word: the end of a line stays
 * empty if the next word does not fit.
 */
const wordLostPerLine = 0.5;
const maxMeasuredLength = 300;
/** Maximum number of rows that are searched for the longest word. If there are more, an even sample is searched. */
const maxWordRows = 800;
/** Maximum number of rows whose heights are compared: an even sample of the searched rows. */
const maxHeightRows = 80;
/** Lines that a text counts for beyond the maximum number of lines if it has to be shortened. */
const cutTextExtraLines = 0.45;
/** Minimum width for a title, in characters. */
const minTitle = 6;

/** Widths that the texts of a column need; undefined for an optional column without values. */
function sizedToTexts<Item>(
  column: ItemColumn<Item>,
  rowsOf: Readonly<Record<'items' | 'measured', readonly Item[]>> & { readonly counted: ReadonlySet<Item> },
  lines = Number.POSITIVE_INFINITY,
): Omit<Sized<unknown>, 'column'> | undefined {
  const { title, isOptional, lines: maxLines = Number.POSITIVE_INFINITY } = column;
  const { min, max, grow = 0 } = column.width;
  if (isOptional === true && rowsOf.items.every((item) => !hasValue(column, item))) return undefined;
  const measured = new Map<string, MeasuredText & { readonly size: number }>();
  const rows: string[] = [];
  let part = 0;
  for (const item of rowsOf.measured) {
    const value = column.value?.(item, Number.POSITIVE_INFINITY);
    const text = typeof value === 'string' ? value.slice(0, maxMeasuredLength) : '';
    const { font = textFonts.plain } = styleForValue(
      undefined,
      resolveItemCellStyle(column.style, item, value),
    );
    part = Math.max(part, maxUnbreakableWidth(text, font));
    if (!rowsOf.counted.has(item)) continue;
    rows.push(text);
    if (text !== '' && !measured.has(text))
      measured.set(text, { ...measureText(text, font), size: font.size });
  }
  if (part === 0) return { min, ideal: max, grow };
  const sizes = [...measured.values()];
  const titleWord = columnWidthFor(maxUnbreakableWidth(title, textFonts.bold));
  const wholeTitle = Math.max(minTitle, columnWidthFor(measureText(title, textFonts.bold).maxLineWidth));
  const onOneLine = Math.max(part, fittingPercentile(sizes.map(({ maxLineWidth }) => maxLineWidth)));
  const ideal = Math.max(wholeTitle, Math.min(max, columnWidthFor(onOneLine)));
  const onLines = fittingPercentile(
    sizes.map(
      ({ maxLineWidth, maxWordWidth }) =>
        maxLineWidth / lines + maxWordWidth * wordLostPerLine * (1 - 1 / lines),
    ),
  );
  const needed = Math.max(min, columnWidthFor(Math.max(part, onLines)));
  return {
    grow,
    ideal,
    min: Math.max(titleWord, Math.min(max, ideal, needed)),
    heightsAt: (width) => {
      const room = indentedTextRoomInColumn(width);
      const heights = new Map<string, number>();
      for (const [text, { size, linesIn }] of measured)
        heights.set(text, Math.min(maxLines + cutTextExtraLines, linesIn(room)) * size);
      return rows.map((text) => heights.get(text) ?? 0);
    },
  };
}

function hasValue<Item>({ value }: ItemColumn<Item>, item: Item): boolean {
  const own = value?.(item, Number.POSITIVE_INFINITY);
  return own !== undefined && own !== '';
}

function sampleOf<Item>(items: readonly Item[], maxItems: number): readonly Item[] {
  const every = Math.ceil(items.length / maxItems);
  return every <= 1 ? items : items.filter((_item, index) => index % every === 0);
}

function fittingPercentile(points: readonly number[]): number {
  return points.toSorted((a, b) => a - b)[Math.ceil(points.length * fittingShare) - 1] ?? 0;
}

/**
 * Numbers of characters by which a column may be narrowed at a time. A large step can cost less per character: once a
 * text takes another line, further characters may cost nothing. A step is skipped if half of it is enough.
 */
const steps = [8, 4, 2, 1] as const;
type NarrowingStep = { readonly index: number; readonly step: number; readonly heights: readonly number[] };

/** Tolerance in characters: sums of widths are not exact. */
const roundingError = 1e-6;
/** Cost of an additional line that does not make its row taller, relative to a line that does. */
const lineWeight = 0.05;

/**
 * Returns widths in characters that fill the page. If all columns have what they need, they share the rest by `grow`.
 * If not:
 * - columns without texts shrink toward their minimum by the same proportion;
 * - of the columns with texts, the one that adds the least height to the rows becomes narrower, step by step, until all
 *   fit;
 * - if even the minima are too wide, all columns get their minima, and the page is scaled down further.
 */
function shareWidth(columns: readonly Sized<unknown>[], characters: number): number[] {
  const total = (width: 'min' | 'ideal') => sum(columns.map((column) => column[width]));
  const share = (characters - total('min')) / (total('ideal') - total('min') || 1);
  const shared = ({ min, ideal }: Sized<unknown>) => min + (ideal - min) * Math.max(0, Math.min(1, share));
  const widths = columns.map((column) => (column.heightsAt ? column.ideal : shared(column)));
  const heightsOf = (index: number, width: number) => columns[index]?.heightsAt?.(width) ?? [];
  const now = widths.map((width, index) => heightsOf(index, width));
  const tallest = (now.find(({ length }) => length > 0) ?? []).map((_height, row) =>
    Math.max(...now.map((heights) => heights[row] ?? 0)),
  );
  const narrowerBy = (index: number): readonly NarrowingStep[] => {
    const width = widths[index] ?? 0;
    const { heightsAt, min = 0 } = columns[index] ?? {};
    if (heightsAt === undefined) return [];
    return steps
      .filter((step) => width - step >= min)
      .map((step) => ({ index, step, heights: heightsAt(width - step) }));
  };
  const costOf = ({ index, step, heights }: NarrowingStep) =>
    sum(
      heights.map(
        (height, row) =>
          Math.max(0, height - (tallest[row] ?? 0)) + lineWeight * (height - (now[index]?.[row] ?? 0)),
      ),
    ) / step;
  let excess = sum(widths) - characters;
  const candidates = excess > roundingError ? widths.map((_width, index) => narrowerBy(index)) : [];
  while (excess > roundingError) {
    let [best, least]: [NarrowingStep | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const candidate of candidates.flat()) {
      if (candidate.step > 1 && candidate.step / 2 >= excess - roundingError) continue;
      const cost = costOf(candidate);
      if (cost < least) [best, least] = [candidate, cost];
    }
    if (best === undefined) break;
    const { index, step, heights } = best;
    widths[index] = (widths[index] ?? 0) - step;
    now[index] = heights;
    candidates[index] = narrowerBy(index);
    for (const [row, height] of heights.entries()) tallest[row] = Math.max(tallest[row] ?? 0, height);
    excess -= step;
  }
  const free = sum(columns.map(({ min }, index) => (widths[index] ?? 0) - min));
  const overflowShare = excess > roundingError ? Math.min(1, excess / free) : 0;
  const growth = sum(columns.map(({ grow }) => grow));
  return columns.map(({ min, grow }, index) => {
    const width = widths[index] ?? 0;
    return roundDownToWholePixelWidth(
      width - (width - min) * overflowShare + (growth > 0 ? (grow * Math.max(0, -excess)) / growth : 0),
    );
  });
}

/** Rounds a width in characters down to whole pixels, so that rounding never makes the page wider than asked. */
export function roundDownToWholePixelWidth(width: number): number {
  return Math.floor(width * pixelsPerCharacter) / pixelsPerCharacter;
}
