/** Draws the rows of groups and tasks: a task's cells, the bars of its days, a group's name and people. */
import type { BarCell, GridCell } from '../../../lookahead/grid/cells.ts';
import type { DayKind } from '../../../lookahead/grid/day-columns.ts';
import { barText, barTexts, cellText } from '../../../lookahead/grid/grid-text.ts';
import { cutToWidth } from '../../layout/cut-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { indentedRoom, textRoom } from '../../layout/text-lines.ts';
import { type TextFont, textWidth } from '../../layout/text-width.ts';
import { barStyle, grid } from '../../theme/day-grid-styles.ts';
import type { TaskRows } from '../../theme/sheet-context.ts';
import { byNumber, cells, groups } from '../../theme/sheet-styles.ts';
import { taskRefCell } from '../../theme/task-cells.ts';
import { localRange } from '../../xlsx/cell-references.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import type { ShiftLayout } from './fit-shift-columns.ts';
import { refTitle } from './shift-columns.ts';
import { type Group, groupHeight, type ShiftRow } from './shift-rows.ts';

/** First and last row of a group's tasks. */
export type GroupRows = ReadonlyMap<Group, { readonly first: number; readonly last: number }>;

/** Gives a function that draws the page's rows. */
export function rowDrawer(
  layout: ShiftLayout,
  rowsOfGroups: GroupRows,
  taskRows: TaskRows,
): (row: ShiftRow) => Row {
  const { columns, firstDay } = layout;
  const drawDay = dayDrawer(layout);
  return (row) => {
    switch (row.kind) {
      case 'group':
        return groupRow(row.group, layout, rowsOfGroups.get(row.group));
      case 'continued':
        return { ...groupRow({ name: `${row.group.name} (continued)`, people: [] }, layout), outline: 1 };
      case 'task': {
        const { task, texts, height } = row;
        const drawn = columns.map((column, index): Cell => {
          const cell = column.day && task.cells[index + 1 - firstDay];
          if (column.day && cell) return drawDay(cell, column.day.kind);
          if (column.title === refTitle) return taskRefCell(task.id, texts[index] ?? '', taskRows);
          return column.cell?.(task, texts[index] ?? '') ?? { style: cells.text };
        });
        return { cells: drawn, height, outline: 1 };
      }
    }
  };
}

/**
 * The group's name runs over the empty cells to its right, up to the days. Its people are sums that follow a filter,
 * but not the folding of rows: function 9, not 109. The total under the days ignores them, as they are subtotals.
 */
function groupRow(
  group: Pick<Group, 'name' | 'people'>,
  { columns, widths, firstDay, days }: ShiftLayout,
  tasks?: { readonly first: number; readonly last: number },
): Row {
  const room = widths.slice(0, firstDay - 1).reduce((sum, width) => sum + indentedRoom(width), 0);
  const name = cutToWidth(group.name, { size: 11, bold: true }, room);
  const drawn = columns.map((_column, index): Cell => {
    if (index === 0) return { value: name, style: groups.name };
    const people = group.people[index + 1 - firstDay];
    const isDay = index + 1 >= firstDay && index + 1 < firstDay + days.length;
    if (!isDay) return { style: groups.band };
    const style = byNumber(people ?? 0, { whole: groups.peopleWhole, decimal: groups.people });
    if (tasks === undefined || people === undefined) return { style };
    const range = localRange({ top: tasks.first, left: index + 1, bottom: tasks.last, right: index + 1 });
    return { value: { formula: `SUBTOTAL(9,${range})`, result: people }, style };
  });
  return { cells: drawn, height: groupHeight };
}

/** How the cells of the grid look. */
type DayLook = {
  /** Points for text in a day column. */
  readonly room: number;
  readonly font: TextFont;
};

/** Equal cells of a plan are one object, so each is fitted once, and few different cells are drawn. */
function dayDrawer({ columns, widths, density }: ShiftLayout): (cell: GridCell, kind: DayKind) => Cell {
  const rooms = widths.flatMap((width, index) => (columns[index]?.day ? [textRoom(width)] : []));
  const look: DayLook = {
    room: Math.min(...rooms),
    font: { size: density === 'wall' ? fontSizes.wallBar : fontSizes.text, bold: true },
  };
  const drawn: Readonly<Record<DayKind, Map<GridCell, Cell>>> = {
    workday: new Map(),
    dayOff: new Map(),
    today: new Map(),
  };
  return (cell, kind) => {
    const known = drawn[kind].get(cell);
    if (known !== undefined) return known;
    const made = drawnDay(cell, kind, look);
    drawn[kind].set(cell, made);
    return made;
  };
}

function drawnDay(cell: GridCell, kind: DayKind, look: DayLook): Cell {
  switch (cell.kind) {
    case 'bar':
      return barCell(cell, look);
    case 'milestone':
      return { value: 0, style: grid.milestone[kind] };
    case 'off': {
      const isNarrow = textWidth(cellText(cell), { size: fontSizes.text }) > look.room;
      return { value: cellText(cell, isNarrow ? 'narrow' : 'wide'), style: grid.off };
    }
    case 'was':
      return { value: cellText(cell) || undefined, style: grid.was[kind] };
    case 'empty':
      return { value: cellText(cell) || undefined, style: grid.empty[kind] };
  }
}

/** In the first text that fits; in the last if none does, and the cell shrinks it. */
function barCell(cell: BarCell, { font, room }: DayLook): Cell {
  const { people, status } = cell;
  const texts = barTexts(cell);
  const text = texts.find((each) => textWidth(barText(cell, each), font) <= room) ?? texts[2];
  return {
    value: people,
    style: barStyle({ size: font.size, status, text, whole: Number.isInteger(people) }),
  };
}
