/** The rows between the header and the people of a shift's page: groups, their tasks, and where pages end. */
import type { GridRow } from '../../../lookahead/grid/rows.ts';
import type { ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { type PageBlock, pageStarts } from '../../layout/page-breaks.ts';
import { cutToLines, indentedRoom, lineCount, rowHeight } from '../../layout/text-lines.ts';
import { mostLines, type ShiftColumns } from './fit-shift-columns.ts';
import { type PageGroup, pageGroups } from './shift-page.ts';

export const groupHeight = 15.75;
/** Points above and below a row's text together. */
const padding = 0.75;

export type Block = Omit<PageGroup, 'rows'> & { readonly rows: readonly FittedRow[] };
type FittedRow = { readonly row: GridRow; readonly texts: readonly string[]; readonly height: number };

/** A row of the body, in order. A group that goes on over a page is named again at the top of the next. */
export type Line = { readonly newPage: boolean } & (
  | { readonly kind: 'group'; readonly block: Block }
  | { readonly kind: 'continued'; readonly block: Block }
  | { readonly kind: 'task'; readonly fitted: FittedRow }
);

/** The rows of all groups, with a group's name again where a page ends inside it. */
export function bodyLines(blocks: readonly Block[], footing: readonly number[], room: number): Line[] {
  const starts = pageStarts(pageBlocks(blocks, footing), { room, naming: groupHeight });
  const isStart = new Set(starts.map(({ block, row }) => `${block} ${row}`));
  return blocks.flatMap((block, index): Line[] => [
    { kind: 'group', block, newPage: isStart.has(`${index} 0`) },
    ...block.rows.flatMap((fitted, row): Line[] => {
      const line: Line = { kind: 'task', fitted, newPage: false };
      return isStart.has(`${index} ${row + 1}`)
        ? [{ kind: 'continued', block, newPage: true }, line]
        : [line];
    }),
  ]);
}

/** A group's name stays with its first task, and all that stands below the tasks with the last two of them. */
function pageBlocks(blocks: readonly Block[], footing: readonly number[]): PageBlock[] {
  return blocks.map(({ rows }, index): PageBlock => {
    const isLast = index === blocks.length - 1;
    const below = isLast ? footing : [];
    return {
      heights: [groupHeight, ...rows.map((row) => row.height), ...below],
      together: 2,
      closing: isLast ? 2 + below.length : 1,
      split: 'rather not',
    };
  });
}

export function fittedBlocks(shift: ShiftPlan, layout: ShiftColumns): Block[] {
  const fit = rowFitter(layout);
  return pageGroups(shift).map(({ rows, ...group }): Block => ({ ...group, rows: rows.map(fit) }));
}

/** Texts as they fit their columns, and the height that the tallest of them needs. */
function rowFitter({ columns, widths, density }: ShiftColumns): (row: GridRow) => FittedRow {
  const rooms = widths.map(indentedRoom);
  // The letters of a wall's bars are larger than its names.
  const oneLine =
    density === 'wall' ? rowHeight(1, fontSizes.wallBar, 0) : rowHeight(1, fontSizes.compactTask, padding);
  return (row) => {
    let height = oneLine;
    const texts = columns.map(({ wraps }, index) => {
      if (!wraps) return '';
      const room = rooms[index] ?? 1;
      const { font, mark } = wraps;
      const fit = { font, room, lines: wraps.lines ?? mostLines, mark };
      const text = cutToLines(wraps.text(row.task, room), fit);
      const lines = lineCount(text, wraps.font, room);
      if (lines > 1) height = Math.max(height, rowHeight(lines, wraps.font.size, padding));
      return text;
    });
    return { row, texts, height };
  };
}
