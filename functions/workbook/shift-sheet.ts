/** One shift's page: the week of its tasks, group by group, with the grid of days in the middle. */
import type { GridRow, ShiftPlan } from '../lookahead/lookahead.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import {
  emptyPageText,
  type PageGroup,
  pageFigures,
  pageGroups,
  pageTitle,
} from '../lookahead/shift-page.ts';
import { cellDrawer } from './day-cell.ts';
import { type Frame, rowsFrom } from './frame.ts';
import { headerRows } from './header-rows.ts';
import { breaksBetweenBlocks, type PageBlock, printSetup } from './print-setup.ts';
import { cutToLines, cutToWidth, indentedRoom, lineCount, rowHeight, textRoom } from './row-height.ts';
import type { Cell, Row, SheetPlan } from './sheet-plan.ts';
import { type ShiftColumns, shiftColumns } from './shift-columns.ts';
import { footingRows } from './shift-footing.ts';
import { sizes } from './style-parts.ts';
import { byNumber, cells, groups, notes } from './theme.ts';
import { grid } from './theme-grid.ts';
import { titleBlock } from './title-block.ts';

/** Where other sheets' formulas find this shift's figures. */
export type ShiftPlaces = {
  readonly sheet: string;
  readonly shift: ShiftPlan['shift'];
  /** Rows of groups and tasks; undefined where the shift has none. */
  readonly rows: { readonly first: number; readonly last: number } | undefined;
  readonly firstDay: number;
  readonly peopleRow: number;
  /** The row of each task. */
  readonly rowOf: ReadonlyMap<PlannedTask['id'], number>;
};

export type ShiftSheet = { readonly plan: SheetPlan; readonly places: ShiftPlaces };

/** Lines a text may take in a row of the wall sheet before it refers to the Tasks sheet. */
const mostLines = 6;
const groupHeight = 16.5;
/** Rows of a group that runs over pages of its own. */
const longGroup = 12;
/** Points above and below a row's text together. */
const padding = 1.2;

type Block = Omit<PageGroup, 'rows'> & { readonly rows: readonly FittedRow[] };
type FittedRow = { readonly row: GridRow; readonly texts: readonly string[]; readonly height: number };

export function shiftSheet(frame: Frame, shift: ShiftPlan): ShiftSheet {
  const layout = shiftColumns(frame, shift);
  const { widths, columns, firstDay } = layout;
  const title = titleBlock(frame, {
    sheet: pageTitle(shift),
    figures: pageFigures(shift),
    widths,
  });
  const header = headerRows(columns, widths);
  const headerRow = title.rows.length + header.length;
  const blocks = fittedBlocks(shift, layout);
  const first = headerRow + 1;
  const bodyRows = blocks.reduce((sum, block) => sum + 1 + block.rows.length, 0);
  const last = headerRow + Math.max(1, bodyRows);
  const footing = footingRows(shift, layout, { first, last: bodyRows === 0 ? undefined : last });
  const sheet = shift.title;
  const places = {
    sheet,
    shift: shift.shift,
    rows: bodyRows === 0 ? undefined : { first, last },
    firstDay,
    peopleRow: last + 1,
    rowOf: taskRows(blocks, first),
  };
  const plan: SheetPlan = {
    name: sheet,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* header;
      if (blocks.length === 0) yield emptyRow(shift);
      const draw = dayCells(layout);
      for (const block of blocks) yield* blockRows(block, layout, draw);
      yield* footing.rows;
    }),
    freeze: { row: headerRow + 1, column: 3 },
    autoFilter: bodyRows === 0 ? undefined : { top: headerRow, left: 1, bottom: last, right: firstDay - 1 },
    merges: footing.merges.length === 0 ? undefined : footing.merges,
    pictures: title.pictures,
    print: printSetup(frame, {
      titleRows: { first: 1, last: headerRow },
      breaksAfter: breaksBetweenBlocks(frame, {
        widths,
        repeated: title.height + header.reduce((sum, row) => sum + (row.height ?? 0), 0),
        firstRow: first,
        blocks: pageBlocks(blocks, footing.rows),
      }),
    }),
    zoom: 90,
    showGridLines: false,
  };
  return { plan, places };
}

/** A group and its first task stay together, and so does all that stands below the tasks. */
function pageBlocks(blocks: readonly Block[], footing: readonly Row[]): PageBlock[] {
  const groups = blocks.map(
    ({ rows }): PageBlock => ({
      heights: [groupHeight, ...rows.map((row) => row.height)],
      together: 3,
      split: 'rather not',
    }),
  );
  const empty: PageBlock = { heights: [24], together: 1, split: 'never' };
  const below: PageBlock = {
    heights: footing.map((row) => row.height ?? 15),
    together: footing.length,
    split: 'never',
  };
  const last = groups.at(-1) ?? empty;
  const closing = { ...last, heights: [...last.heights, ...below.heights], together: below.together };
  // What stands below the tasks goes with the last group, unless that is long.
  return last.heights.length > longGroup
    ? [...groups, below]
    : [...groups.slice(0, -1), { ...closing, split: 'never' }];
}

function taskRows(blocks: readonly Block[], first: number): ReadonlyMap<PlannedTask['id'], number> {
  const rows = new Map<PlannedTask['id'], number>();
  let row = first;
  for (const block of blocks) {
    row += 1;
    for (const fitted of block.rows) {
      rows.set(fitted.row.task.id, row);
      row += 1;
    }
  }
  return rows;
}

function fittedBlocks(shift: ShiftPlan, layout: ShiftColumns): Block[] {
  const fit = rowFitter(layout);
  return pageGroups(shift).map(({ rows, ...group }): Block => ({ ...group, rows: rows.map(fit) }));
}

/** Texts as they fit their columns, and the height that the tallest of them needs. */
function rowFitter({ columns, widths, density }: ShiftColumns): (row: GridRow) => FittedRow {
  const rooms = widths.map(indentedRoom);
  const oneLine = rowHeight(1, density === 'wall' ? sizes.task : sizes.compactTask, padding);
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

function dayCells({ widths, firstDay, density }: ShiftColumns): ReturnType<typeof cellDrawer> {
  const wall = density === 'wall';
  return cellDrawer({
    room: textRoom(widths[firstDay - 1] ?? 1),
    bars: wall ? grid.wideBars : grid.bars,
    font: { size: wall ? sizes.wallBar : sizes.text, bold: true },
  });
}

function* blockRows(
  block: Block,
  layout: ShiftColumns,
  drawDay: ReturnType<typeof cellDrawer>,
): Generator<Row> {
  yield groupRow(block, layout);
  const { columns, firstDay } = layout;
  for (const { row, texts, height } of block.rows) {
    const drawn = columns.map((column, index): Cell => {
      const cell = column.day && row.cells[index + 1 - firstDay];
      if (column.day && cell) return drawDay(cell, column.day.kind);
      return column.cell?.(row.task, texts[index] ?? '') ?? { style: cells.text };
    });
    yield { cells: drawn, height, outline: 1 };
  }
}

/** The group's name runs over the empty cells to its right, up to the days. */
function groupRow(block: Block, { columns, widths, firstDay, days }: ShiftColumns): Row {
  const room = widths.slice(0, firstDay - 1).reduce((sum, width) => sum + indentedRoom(width), 0);
  const name = cutToWidth(block.name, { size: 11, bold: true }, room);
  const drawn = columns.map((_column, index): Cell => {
    if (index === 0) return { value: name, style: groups.name };
    const people = block.people[index + 1 - firstDay];
    const isDay = index + 1 >= firstDay && index + 1 < firstDay + days.length;
    if (!isDay) return { style: groups.band };
    const style = byNumber(people ?? 0, { whole: groups.peopleWhole, decimal: groups.people });
    return { value: people, style };
  });
  return { cells: drawn, height: groupHeight };
}

function emptyRow(shift: ShiftPlan): Row {
  return { cells: [{ value: emptyPageText(shift), style: notes.sentence }], height: 24 };
}
