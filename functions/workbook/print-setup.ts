/** Paper, margins, footer and page breaks: the same on every sheet. */
import type { Lookahead } from '../lookahead/lookahead.ts';
import { weeksText } from '../lookahead/window.ts';
import type { Frame } from './frame.ts';
import { margins, printableHeight, printScales } from './printed-size.ts';
import type { Area, PrintSetup } from './sheet-plan.ts';

export function printSetup(
  frame: Frame,
  sheet: {
    readonly titleRows: { readonly first: number; readonly last: number };
    readonly breaksAfter?: readonly number[] | undefined;
    readonly area?: Area | undefined;
  },
): PrintSetup {
  const { lookahead, paper } = frame;
  return {
    paper,
    orientation: 'landscape',
    fitToWidth: true,
    margins,
    titleRows: sheet.titleRows,
    area: sheet.area,
    footer: {
      left: `${lookahead.project.name.slice(0, 60)} · ${weeksText(lookahead.window)} · issue ${lookahead.issue.number}`,
      center: `Data of ${lookahead.dataDate.label} · ${previousWords(lookahead)}`,
      right: 'page',
    },
    breaksAfter: sheet.breaksAfter,
  };
}

function previousWords(lookahead: Lookahead): string {
  const { previous } = lookahead.issue;
  if (!previous) return 'no previous issue';
  return `previous: issue ${previous.number} of ${weeksText(previous.window)}, ${previous.dataDate.label}`;
}

/** Printers set rows a hair taller than reckoned: plan for a page a little shorter than it is. */
const caution = 0.99;
/** The part of a page that may stay empty for a block's sake. */
const mostEmpty = 0.12;

/** Rows that belong together. */
export type PageBlock = {
  /** Points of each row. */
  readonly heights: readonly number[];
  /** How many of the first rows stay together: a heading, its header and the first rows under it. */
  readonly together: number;
  /** Whether a page may end inside: anywhere, where much of a page would else stay empty, or not at all. */
  readonly split: 'anywhere' | 'rather not' | 'never';
};

/**
 * Rows after which a page should end. Where a block may be split, no break is set in it, and each program fills
 * its own page; a block longer than a page runs on in any case. Pages are reckoned as Excel prints them and as
 * LibreOffice does, whose columns are wider, so that it scales down further and a page holds more.
 */
export function breaksBetweenBlocks(
  frame: Frame,
  sheet: {
    readonly widths: readonly number[];
    /** Points of the rows repeated on every page, which are the first rows of the sheet. */
    readonly repeated: number;
    /** The row that the first block begins on. */
    readonly firstRow: number;
    readonly blocks: readonly PageBlock[];
  },
): number[] {
  const { largest, smallest } = printScales(sheet.widths, frame.paper);
  const pages = [largest, smallest].map((scale) => ({
    room: (printableHeight(frame.paper) / scale) * caution - sheet.repeated,
    used: 0,
  }));
  const breaks: number[] = [];
  let row = sheet.firstRow;
  for (const block of sheet.blocks) {
    if (pages.some((page) => page.used > 0 && beginsAnew(block, page))) {
      breaks.push(row - 1);
      for (const page of pages) page.used = 0;
    }
    for (const points of block.heights) {
      for (const page of pages) {
        page.used = page.used + points > page.room ? points : page.used + points;
      }
      row += 1;
    }
  }
  return breaks;
}

function sum(heights: readonly number[]): number {
  return heights.reduce((total, points) => total + points, 0);
}

function beginsAnew(
  { heights, together, split }: PageBlock,
  page: { readonly room: number; readonly used: number },
): boolean {
  const left = page.room - page.used;
  const height = sum(heights);
  if (height <= left) return false;
  if (sum(heights.slice(0, together)) > left) return true;
  switch (split) {
    case 'anywhere':
      return false;
    case 'rather not':
      return height <= page.room && left <= page.room * mostEmpty;
    case 'never':
      return height <= page.room;
  }
}
