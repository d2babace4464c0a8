/** Draws the rows of groups and tasks: a task's cells, the bars of its days, a group's name and people. */
import type { GridCell } from '../../../lookahead/grid/cells.ts';
import type { DayKind } from '../../../lookahead/grid/day-columns.ts';
import { cellTexts } from '../../../lookahead/grid/grid-text.ts';
import { cutToWidth } from '../../layout/cut-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { indentedRoom, textRoom } from '../../layout/text-lines.ts';
import { type TextFont, textWidth } from '../../layout/text-width.ts';
import { grid, styleOf } from '../../theme/day-grid-styles.ts';
import { byNumber, cells, groups } from '../../theme/sheet-styles.ts';
import type { Cell, Row, Style } from '../../xlsx/sheet-plan.ts';
import type { ShiftLayout } from './fit-shift-columns.ts';
import { type Group, groupHeight, type ShiftRow } from './shift-rows.ts';

/** Gives a function that draws the page's rows. */
export function rowDrawer(layout: ShiftLayout): (row: ShiftRow) => Row {
  const { columns, firstDay } = layout;
  const drawDay = dayDrawer(layout);
  return (row) => {
    switch (row.kind) {
      case 'group':
        return groupRow(row.group, layout);
      case 'continued':
        // Without its people: the total under the days sums the rows of groups.
        return { ...groupRow({ name: `${row.group.name} (continued)`, people: [] }, layout), outline: 1 };
      case 'task': {
        const { row: gridRow, texts, height } = row.task;
        const drawn = columns.map((column, index): Cell => {
          const cell = column.day && gridRow.cells[index + 1 - firstDay];
          if (column.day && cell) return drawDay(cell, column.day.kind);
          return column.cell?.(gridRow.task, texts[index] ?? '') ?? { style: cells.text };
        });
        return { cells: drawn, height, outline: 1 };
      }
    }
  };
}

/** The group's name runs over the empty cells to its right, up to the days. */
function groupRow(
  group: Pick<Group, 'name' | 'people'>,
  { columns, widths, firstDay, days }: ShiftLayout,
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

/** How the cells of the grid look. */
type DayLook = {
  /** Points for text in a day column, and in one with a ◀ or ▶: the first and the last day may be wider. */
  readonly room: number;
  readonly edgeRoom: number;
  readonly bars: typeof grid.bars;
  readonly font: TextFont;
};

/** Equal cells of a plan are one object, so each is fitted once, and few different cells are drawn. */
function dayDrawer({ columns, widths, density }: ShiftLayout): (cell: GridCell, kind: DayKind) => Cell {
  const wall = density === 'wall';
  const rooms = widths.flatMap((width, index) => (columns[index]?.day ? [textRoom(width)] : []));
  const look: DayLook = {
    room: Math.min(...rooms),
    edgeRoom: rooms[0] ?? 0,
    bars: wall ? grid.wideBars : grid.bars,
    font: { size: wall ? fontSizes.wallBar : fontSizes.text, bold: true },
  };
  const drawn: Readonly<Record<DayKind, Map<GridCell, Cell>>> = {
    weekday: new Map(),
    weekend: new Map(),
    today: new Map(),
  };
  return (cell, kind) => {
    const known = drawn[kind].get(cell);
    if (known !== undefined) return known;
    const made = { ...fittingText(cell, look), style: dayStyle(cell, kind, look) };
    drawn[kind].set(cell, made);
    return made;
  };
}

/** The first text that fits; the last if none does, and the cell shrinks it. */
function fittingText(cell: GridCell, { font, room, edgeRoom }: DayLook): Pick<Cell, 'value'> {
  const texts = cellTexts(cell);
  const own = cell.before || cell.after ? edgeRoom : room;
  const value = texts.find((text) => textWidth(text, font) <= own) ?? texts.at(-1);
  return value === undefined ? {} : { value };
}

function dayStyle(cell: GridCell, kind: DayKind, { bars }: DayLook): Style {
  switch (cell.kind) {
    case 'bar':
      return styleOf(bars, cell.status);
    case 'off':
      return grid.off;
    case 'milestone':
      return grid.milestone[kind];
    case 'empty':
      return grid.empty[kind];
  }
}
