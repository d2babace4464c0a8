/**
 * Sets every page break, for the spreadsheet program that fits the fewest rows on a page. Pages are then the same in
 * all programs, and no automatic break comes just before a set break and leaves a page of two rows.
 */

import { sum } from '#base/sum.ts';
import type { Paper } from '#workbook/papers.ts';
import { defaultRowHeight, maxPageBreaks, type SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { printableHeight, printScales } from './paper-and-margins.ts';

/** Share of the page height that is planned for: printers set rows slightly taller than calculated. */
const pageHeightSafety = 0.99;
/** Maximum share of a page that stays empty so that a block that fits on one page is not split. */
const maxEmptyShare = 0.07;

export type PageBlock = {
  readonly heights: readonly number[];
  /** Number of first rows that stay together: a heading, its header and the first rows under it. */
  readonly firstTogether: number;
  readonly lastTogether?: number | undefined;
  /** Number of last rows that do not count toward how full the last page is, such as rows for signatures. */
  readonly trailingRowCount?: number | undefined;
  /**
   * Whether a page may break inside the block: anywhere; only if much of the page would otherwise stay empty; or never,
   * unless the block is longer than a page.
   */
  readonly split: 'anywhere' | 'avoid' | 'never';
};

export type PageStart = { readonly block: number; readonly row: number };

type Page = {
  /** Height for rows in points, without the rows repeated on every page. */
  readonly room: number;
  /** Height in points of rows that repeat a block's name or heads on each page that continues it; 0 without them. */
  readonly continuedHeight: number;
};

type RepeatedRowsOnPaper = {
  readonly paper: Paper;
  readonly widths: readonly number[];
  readonly repeated: number;
};

export type SheetToPaginate = RepeatedRowsOnPaper & {
  readonly firstRow: number;
  readonly continuedHeight?: Page['continuedHeight'];
};

export function rowHeightsInPoints(rows: readonly SheetRow[]): number[] {
  return rows.map(({ height = defaultRowHeight, hidden = false }) => (hidden ? 0 : height));
}

export function repeatedRowsHeight(title: { readonly height: number }, header: readonly SheetRow[]): number {
  return title.height + sum(rowHeightsInPoints(header));
}

/** Height in points for rows that are not repeated, in the spreadsheet program that fits the fewest on a page. */
export function heightLeftForRows(sheet: RepeatedRowsOnPaper): number {
  const { largest } = printScales(sheet.widths, sheet.paper);
  return (printableHeight(sheet.paper) / largest) * pageHeightSafety - sheet.repeated;
}

export function pageBreaksBetween(blocks: readonly PageBlock[], sheet: SheetToPaginate): number[] {
  const firstRows: number[] = [];
  let next = sheet.firstRow;
  for (const { heights } of blocks) {
    firstRows.push(next);
    next += heights.length;
  }
  const page = { room: heightLeftForRows(sheet), continuedHeight: sheet.continuedHeight ?? 0 };
  const starts = pageStarts(blocks, page);
  return starts.map(({ block, row }) => (firstRows[block] ?? 1) + row - 1);
}

const minLastPageShare = 0.25;
/** Share of the height by which pages are shortened in each try to fill the last page. */
const pageShorteningStep = 0.03;

/**
 * The first row of each page except the first page, at most `maxPageBreaks` of them. If the last page would hold only a
 * few rows, it takes some from the pages before it, as long as the number of pages stays the same.
 */
export function pageStarts(blocks: readonly PageBlock[], page: Page): PageStart[] {
  const fullest = startsOfFullPages(blocks, page);
  if (fullest.length === 0) return fullest;
  let best = fullest;
  for (let part = 1; part > 0.5; part -= pageShorteningStep) {
    const starts = startsOfFullPages(blocks, { ...page, room: page.room * part });
    if (starts.length > fullest.length || countTornBlocks(blocks, starts) > countTornBlocks(blocks, fullest))
      break;
    const filled = lastPageHeight(blocks, starts);
    if (filled > lastPageHeight(blocks, best)) best = starts;
    if (filled >= page.room * minLastPageShare) return best;
  }
  return best;
}

/** Number of pages that begin within the first rows of a block, which should stay together. */
function countTornBlocks(blocks: readonly PageBlock[], starts: readonly PageStart[]): number {
  return starts.filter(({ block, row }) => row > 0 && row < (blocks[block]?.firstTogether ?? 0)).length;
}

function lastPageHeight(blocks: readonly PageBlock[], starts: readonly PageStart[]): number {
  const { block = 0, row = 0 } = starts.at(-1) ?? {};
  const own = blocks
    .slice(block)
    .map(({ heights, trailingRowCount = 0 }) => heights.slice(0, heights.length - trailingRowCount));
  return sum(own.map(sum)) - sum(own[0]?.slice(0, row) ?? []);
}

function startsOfFullPages(blocks: readonly PageBlock[], page: Page): PageStart[] {
  const starts: PageStart[] = [];
  let used = 0;
  for (const [index, block] of blocks.entries()) {
    let row = 0;
    let rest = sum(block.heights);
    while (used + rest > page.room) {
      const fitting = rowsWithin(block.heights, row, page.room - used);
      const isNewPage = row > 0 || used === 0;
      const placed = isNewPage
        ? placedOnTop(block, row, fitting)
        : placedBelow(block, { fitting, used }, page);
      if (row + placed >= block.heights.length) break;
      if (starts.length === maxPageBreaks) return starts;
      rest -= sum(block.heights.slice(row, row + placed));
      row += placed;
      starts.push({ block: index, row });
      used = row > 0 ? page.continuedHeight : 0;
    }
    used += rest;
  }
  return starts;
}

function placedBelow(
  block: PageBlock,
  at: { readonly fitting: number; readonly used: number },
  { room }: Page,
): number {
  const fitsPage = sum(block.heights) <= room;
  const placed = Math.min(at.fitting, rowsBeforeLast(block, 0));
  const split = placed < block.firstTogether ? 0 : placed;
  switch (block.split) {
    case 'never':
      return fitsPage ? 0 : split;
    case 'avoid':
      return fitsPage && room - at.used <= room * maxEmptyShare ? 0 : split;
    case 'anywhere':
      return split;
  }
}

function placedOnTop(block: PageBlock, row: number, fitting: number): number {
  const before = rowsBeforeLast(block, row);
  return Math.max(1, before > 0 ? Math.min(fitting, before) : fitting);
}

function rowsBeforeLast({ heights, lastTogether = 1 }: PageBlock, row: number): number {
  return Math.max(0, heights.length - row - lastTogether);
}

function rowsWithin(heights: readonly number[], first: number, points: number): number {
  let left = points;
  let row = first;
  for (; row < heights.length; row += 1) {
    left -= heights[row] ?? 0;
    if (left < 0) break;
  }
  return row - first;
}
