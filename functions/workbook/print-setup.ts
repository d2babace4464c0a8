/** Paper, margins, footer and page breaks: the same on every sheet. */
import type { Lookahead } from '../lookahead/lookahead.ts';
import { weekWords } from './date-words.ts';
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
      left: `${lookahead.project.name.slice(0, 60)} · ${weekWords(lookahead.window).toLowerCase()} · issue ${lookahead.issue.number}`,
      center: `Data of ${lookahead.dataDate.label} · ${previousWords(lookahead)}`,
      right: 'page',
    },
    breaksAfter: sheet.breaksAfter,
  };
}

function previousWords(lookahead: Lookahead): string {
  const { previous } = lookahead.issue;
  if (!previous) return 'no previous issue';
  return `previous: issue ${previous.number} of ${weekWords(previous.window).toLowerCase()}, ${previous.dataDate.label}`;
}

/** Heights are estimates: plan for a page a little shorter than it is. */
const caution = 0.97;

/**
 * Rows after which a page should end so that no block which fits a page is split. A block longer than a page
 * runs on, and what follows it may begin below it.
 */
export function breaksBetweenBlocks(
  frame: Frame,
  sheet: {
    readonly widths: readonly number[];
    /** Points of the rows repeated on every page, which are the first rows of the sheet. */
    readonly repeated: number;
    /** The row that the first block begins on. */
    readonly firstRow: number;
    /** Points of each row, block by block. */
    readonly blocks: readonly (readonly number[])[];
  },
): number[] {
  const scale = printScales(sheet.widths, frame.paper).largest;
  const room = (printableHeight(frame.paper) / scale) * caution - sheet.repeated;
  const breaks: number[] = [];
  let row = sheet.firstRow;
  let used = 0;
  for (const block of sheet.blocks) {
    const height = block.reduce((sum, points) => sum + points, 0);
    if (used > 0 && used + height > room && height <= room) {
      breaks.push(row - 1);
      used = 0;
    }
    for (const points of block) {
      used = used + points > room ? points : used + points;
      row += 1;
    }
  }
  return breaks;
}
