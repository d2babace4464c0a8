/**
 * Where pages end. Every end is set by hand, for the program whose page holds least: so a page is the same in each,
 * and none is left with two rows because an automatic end came just before one that was set.
 */
import { maxPageBreaks } from '../xlsx/print-xml.ts';
import { defaultRowHeight, type Row } from '../xlsx/sheet-plan.ts';
import { type Paper, printableHeight, printScales } from './page-size.ts';

/** Printers set rows a hair taller than reckoned: plan for a page a little shorter than it is. */
const caution = 0.99;
/** The part of a page that may stay empty so that a block that fits a page is not parted. */
const mostEmpty = 0.07;

/** Rows that belong together. */
export type PageBlock = {
  /** Points of each row. */
  readonly heights: readonly number[];
  /** How many of the first rows stay together: a heading, its header and the first rows under it. */
  readonly together: number;
  /** How many of the last rows stay together; one where absent. */
  readonly closing?: number | undefined;
  /** Whether a page may end inside: anywhere, only where much of a page would else stay empty, or not at all. */
  readonly split: 'anywhere' | 'rather not' | 'never';
};

/** A page begins with this row of this block, both counted from 0. */
export type PageStart = { readonly block: number; readonly row: number };

type Page = {
  /** Points for rows, without those repeated on every page. */
  readonly room: number;
  /** Points of the row that names a block again on the page on which it goes on; 0 without such a row. */
  readonly naming: number;
};

export type SheetOnPaper = {
  readonly paper: Paper;
  readonly widths: readonly number[];
  /** Points of the rows repeated on every page, which are the first rows of the sheet. */
  readonly repeated: number;
  /** The row below those. */
  readonly firstRow: number;
};

/** Points of each row; one without a height of its own has the sheet's. */
export function rowPoints(rows: readonly Row[]): number[] {
  return rows.map(({ height = defaultRowHeight }) => height);
}

/** Points of what is repeated on every page: a sheet's title, and the header below it. */
export function repeatedPoints(title: { readonly height: number }, header: readonly Row[]): number {
  return title.height + sum(rowPoints(header));
}

/** Points that a page has for its own rows, in the program whose page holds least. */
export function pageRoom(sheet: Omit<SheetOnPaper, 'firstRow'>): number {
  return roomAt(printScales(sheet.widths, sheet.paper).largest, sheet);
}

function roomAt(scale: number, { paper, repeated }: Omit<SheetOnPaper, 'firstRow'>): number {
  return (printableHeight(paper) / scale) * caution - repeated;
}

/** The rows after which pages end, where nothing names a block again. */
export function breaksBetween(blocks: readonly PageBlock[], sheet: SheetOnPaper): number[] {
  const firstRows: number[] = [];
  let next = sheet.firstRow;
  for (const { heights } of blocks) {
    firstRows.push(next);
    next += heights.length;
  }
  const starts = pageStarts(blocks, { room: pageRoom(sheet), naming: 0 });
  return starts.map(({ block, row }) => (firstRows[block] ?? 1) + row - 1);
}

/** Every page but the first, by the row it begins with. A sheet of more pages than Excel takes goes on by itself. */
export function pageStarts(blocks: readonly PageBlock[], page: Page): PageStart[] {
  const starts: PageStart[] = [];
  let used = 0;
  for (const [index, block] of blocks.entries()) {
    let row = 0;
    let rest = sum(block.heights);
    while (used + rest > page.room) {
      const fitting = rowsWithin(block.heights, row, page.room - used);
      const isFresh = row > 0 || used === 0;
      const placed = isFresh ? placedOnTop(block, row, fitting) : placedBelow(block, { fitting, used }, page);
      if (row + placed >= block.heights.length) break;
      if (starts.length === maxPageBreaks) return starts;
      rest -= sum(block.heights.slice(row, row + placed));
      row += placed;
      starts.push({ block: index, row });
      used = row > 0 ? page.naming : 0;
    }
    used += rest;
  }
  return starts;
}

/**
 * The end before the rows below a list, where every program would part them: set for one alone, it would leave
 * another's page half empty. The list itself has none, so that each fills its pages, and one that is filtered few.
 */
export function breakBelowList(
  list: { readonly heights: readonly number[]; readonly below: readonly number[] },
  sheet: SheetOnPaper,
): number[] {
  if (list.below.length === 0) return [];
  const { largest, smallest } = printScales(sheet.widths, sheet.paper);
  const parted = [largest, smallest].every((scale) => {
    const room = roomAt(scale, sheet);
    const used = list.heights.reduce((page, points) => (page + points > room ? points : page + points), 0);
    return used + sum(list.below) > room;
  });
  return parted ? [sheet.firstRow + list.heights.length - 1] : [];
}

/** How many of a block's rows still go on a page that others have begun; 0 for none. */
function placedBelow(
  block: PageBlock,
  at: { readonly fitting: number; readonly used: number },
  { room }: Page,
): number {
  const fitsPage = sum(block.heights) <= room;
  const placed = Math.min(at.fitting, rowsBeforeClosing(block, 0));
  const parted = placed < block.together ? 0 : placed;
  switch (block.split) {
    case 'never':
      return fitsPage ? 0 : parted;
    case 'rather not':
      return fitsPage && room - at.used <= room * mostEmpty ? 0 : parted;
    case 'anywhere':
      return parted;
  }
}

/** How many rows go on a page of their own: all that fit where the closing ones alone are too many for a page. */
function placedOnTop(block: PageBlock, row: number, fitting: number): number {
  const before = rowsBeforeClosing(block, row);
  return Math.max(1, before > 0 ? Math.min(fitting, before) : fitting);
}

function rowsBeforeClosing({ heights, closing = 1 }: PageBlock, row: number): number {
  return Math.max(0, heights.length - row - closing);
}

/** How many rows from one of them on fit so many points. */
function rowsWithin(heights: readonly number[], first: number, points: number): number {
  let left = points;
  let row = first;
  for (; row < heights.length; row += 1) {
    left -= heights[row] ?? 0;
    if (left < 0) break;
  }
  return row - first;
}

function sum(heights: readonly number[]): number {
  return heights.reduce((total, points) => total + points, 0);
}
