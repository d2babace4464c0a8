/**
 * Sets every page break, for the spreadsheet program that fits the fewest rows on a page. Pages are then the same in all
 * programs, and no automatic break comes just before one of these and leaves a page of two rows.
 */

import { sum } from '#base/sum.ts';
import type { Paper } from '#workbook/papers.ts';
import { defaultRowHeight, maxPageBreaks, type SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { printableHeight, printScales } from './paper-and-margins.ts';

/** Printers set rows slightly taller than calculated, so pages are planned a little shorter than they are. */
const pageHeightSafety = 0.99;
/** The part of a page that may stay empty so that a block that fits on a page is not split. */
const maxEmptyShare = 0.07;

export type PageBlock = {
  readonly heights: readonly number[];
  /** How many of the first rows stay together: a heading, its header and the first rows under it. */
  readonly firstTogether: number;
  readonly lastTogether?: number | undefined;
  /** Number of last rows that are not the block's own: sums and a legend alone do not fill a page. */
  readonly trailingRowCount?: number | undefined;
  /** Whether a page may break inside: anywhere; only if much of the page would stay empty otherwise; or never. */
  readonly split: 'anywhere' | 'avoid' | 'never';
};

export type PageStart = { readonly block: number; readonly row: number };

type Page = {
  /** Points for rows, without those repeated on every page. */
  readonly room: number;
  /** Points of rows that repeat a block's name or heads on the pages on which it continues; 0 without such a row. */
  readonly continuedHeight: number;
};

type RepeatedRowsOnPaper = {
  readonly paper: Paper;
  readonly widths: readonly number[];
  readonly repeated: number;
};

export type SheetOnPaper = RepeatedRowsOnPaper & {
  readonly firstRow: number;
  readonly continuedHeight?: Page['continuedHeight'];
};

export function rowPoints(rows: readonly SheetRow[]): number[] {
  return rows.map(({ height = defaultRowHeight, hidden = false }) => (hidden ? 0 : height));
}

export function repeatedPoints(title: { readonly height: number }, header: readonly SheetRow[]): number {
  return title.height + sum(rowPoints(header));
}

/** Points of a page for rows of its own, in the spreadsheet program that fits the fewest. */
export function pageRoom(sheet: RepeatedRowsOnPaper): number {
  const { largest } = printScales(sheet.widths, sheet.paper);
  return (printableHeight(sheet.paper) / largest) * pageHeightSafety - sheet.repeated;
}

export function breaksBetween(blocks: readonly PageBlock[], sheet: SheetOnPaper): number[] {
  const firstRows: number[] = [];
  let next = sheet.firstRow;
  for (const { heights } of blocks) {
    firstRows.push(next);
    next += heights.length;
  }
  const page = { room: pageRoom(sheet), continuedHeight: sheet.continuedHeight ?? 0 };
  const starts = pageStarts(blocks, page);
  return starts.map(({ block, row }) => (firstRows[block] ?? 1) + row - 1);
}

const minLastPageShare = 0.25;
/** Steps in which pages are made shorter to fill the last one. */
const pageShorteningStep = 0.03;

/**
 * The first rows of all pages but the first; no more than Excel's limit of breaks. If the last page would hold only a
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

/** How many pages begin within rows that should stay together. */
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
