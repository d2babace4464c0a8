/** One shift's page: the week of its tasks, group by group, with the grid of days in the middle. */
import type { ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { pageRoom, repeatedPoints, rowPoints } from '../../layout/page-breaks.ts';
import { cutToWidth, indentedRoom, textRoom } from '../../layout/text-lines.ts';
import { grid } from '../../theme/day-grid-styles.ts';
import { headerRows } from '../../theme/header-rows.ts';
import { printSetup } from '../../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../../theme/sheet-context.ts';
import { byNumber, cells, groups, notes } from '../../theme/sheet-styles.ts';
import { titleBlock } from '../../theme/title-block.ts';
import type { Cell, Row, SheetPlan } from '../../xlsx/sheet-plan.ts';
import { cellDrawer } from './day-cell.ts';
import { type ShiftColumns, shiftColumns } from './fit-shift-columns.ts';
import { footingRows } from './people-and-legend.ts';
import { emptyPageText, pageFigures, pageTitle } from './shift-page.ts';
import { type Block, bodyLines, fittedBlocks, groupHeight, type Line } from './shift-rows.ts';

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

export function shiftSheet(context: SheetContext, shift: ShiftPlan): ShiftSheet {
  const layout = shiftColumns(context, shift);
  const { widths, columns, firstDay } = layout;
  const title = titleBlock(context, {
    sheet: pageTitle(shift),
    figures: pageFigures(shift),
    widths,
  });
  const header = headerRows(columns, widths);
  const headerRow = title.rows.length + header.length;
  const blocks = fittedBlocks(shift, layout);
  const first = headerRow + 1;
  const repeated = repeatedPoints(title, header);
  const footingHeights = rowPoints(footingRows(shift, layout, { first, last: undefined }).rows);
  const lines = bodyLines(blocks, footingHeights, pageRoom({ paper: context.paper, widths, repeated }));
  const last = headerRow + Math.max(1, lines.length);
  const footing = footingRows(shift, layout, { first, last: lines.length === 0 ? undefined : last });
  const sheet = shift.title;
  const places = {
    sheet,
    shift: shift.shift,
    rows: lines.length === 0 ? undefined : { first, last },
    firstDay,
    peopleRow: last + 1,
    rowOf: taskRows(lines, first),
  };
  const plan: SheetPlan = {
    name: sheet,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* header;
      if (lines.length === 0) yield emptyRow(shift);
      const draw = lineDrawer(layout);
      for (const line of lines) yield draw(line);
      yield* footing.rows;
    }),
    freeze: { row: headerRow + 1, column: 3 },
    autoFilter:
      lines.length === 0 ? undefined : { top: headerRow, left: 1, bottom: last, right: firstDay - 1 },
    merges: footing.merges.length === 0 ? undefined : footing.merges,
    pictures: title.pictures,
    print: printSetup(context, {
      titleRows: { first: 1, last: headerRow },
      breaksAfter: lines.flatMap(({ newPage }, index) => (newPage ? [first + index - 1] : [])),
    }),
    zoom: 90,
    showGridLines: false,
  };
  return { plan, places };
}

function taskRows(lines: readonly Line[], first: number): ReadonlyMap<PlannedTask['id'], number> {
  const rows = new Map<PlannedTask['id'], number>();
  lines.forEach((line, index) => {
    if (line.kind === 'task') rows.set(line.fitted.row.task.id, first + index);
  });
  return rows;
}

function dayDrawer({ columns, widths, density }: ShiftColumns): ReturnType<typeof cellDrawer> {
  const wall = density === 'wall';
  const rooms = widths.flatMap((width, index) => (columns[index]?.day ? [textRoom(width)] : []));
  return cellDrawer({
    room: Math.min(...rooms),
    markedRoom: rooms[0] ?? 0,
    bars: wall ? grid.wideBars : grid.bars,
    font: { size: wall ? fontSizes.wallBar : fontSizes.text, bold: true },
  });
}

function lineDrawer(layout: ShiftColumns): (line: Line) => Row {
  const { columns, firstDay } = layout;
  const drawDay = dayDrawer(layout);
  return (line) => {
    switch (line.kind) {
      case 'group':
        return groupRow(line.block, layout);
      case 'continued':
        // Without its people: the total under the days sums the rows of groups.
        return { ...groupRow({ name: `${line.block.name} (continued)`, people: [] }, layout), outline: 1 };
      case 'task': {
        const { row, texts, height } = line.fitted;
        const drawn = columns.map((column, index): Cell => {
          const cell = column.day && row.cells[index + 1 - firstDay];
          if (column.day && cell) return drawDay(cell, column.day.kind);
          return column.cell?.(row.task, texts[index] ?? '') ?? { style: cells.text };
        });
        return { cells: drawn, height, outline: 1 };
      }
    }
  };
}

/** The group's name runs over the empty cells to its right, up to the days. */
function groupRow(
  group: Pick<Block, 'name' | 'people'>,
  { columns, widths, firstDay, days }: ShiftColumns,
): Row {
  const room = widths.slice(0, firstDay - 1).reduce((sum, width) => sum + indentedRoom(width), 0);
  const name = cutToWidth(group.name, { size: 11, bold: true }, room);
  const drawn = columns.map((_column, index): Cell => {
    if (index === 0) return { value: name, style: groups.name };
    const people = group.people[index + 1 - firstDay];
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
