import type { DayKind } from '#lookahead/grid/day-columns.ts';
import { barText, barTexts, cellText } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { isOwnWork } from '#lookahead/own-work.ts';
import { type BarCell, type GridCell, peopleOn } from '#lookahead/planned/day-cells.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { type ShiftSlot, shiftTitles } from '#lookahead/tasks/select.ts';
import {
  type PageBlock,
  pageRoom,
  pageStarts,
  repeatedPoints,
  rowPoints,
} from '#workbook/layout/page-breaks.ts';
import { screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fitToLines, shortenToWidth } from '#workbook/layout/shorten-text.ts';
import {
  fontSizes,
  indentedRoom,
  rowHeight,
  type TextFont,
  textFonts,
  textRoom,
  textWidth,
} from '#workbook/layout/text-width.ts';
import { maxTaskLines } from '#workbook/limits.ts';
import { shiftColors } from '#workbook/theme/colors.ts';
import { barStyle, drawOnce, grid } from '#workbook/theme/day-grid-styles.ts';
import { headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { rowsFrom, type SheetContext, type TaskRows } from '#workbook/theme/sheet-context.ts';
import { byNumber, cells, groups } from '#workbook/theme/sheet-styles.ts';
import { taskRefCell, withHiddenTitle } from '#workbook/theme/task-cells.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { localRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { legendRows, peopleOfAllRows, peoplePerDay, signatureRows } from './people-and-legend.ts';
import { fitShiftColumns, refTitle, type ShiftLayout } from './shift-columns.ts';
import type { ShiftPage } from './shift-pages.ts';
import { pageFigures, pageTitle } from './shift-texts.ts';

export type ShiftPlaces = {
  readonly sheet: string;
  readonly shift: ShiftSlot;
  readonly headerRow: number;
  readonly firstDay: number;
  /** Of the people per day of all rows, whatever a filter shows. */
  readonly peopleRow: number;
};

export type ShiftSheet = { readonly plan: SheetPlan; readonly places: readonly ShiftPlaces[] };

export function shiftSheet(context: SheetContext, shift: ShiftPage): ShiftSheet {
  const layout = fitShiftColumns(context, shift);
  const { widths, columns, taskColumn, firstDay, isFull } = layout;
  const title = titleBlock(context, {
    sheet: pageTitle(shift, context.lookahead),
    figures: pageFigures(shift, context.lookahead),
    widths,
    notices: isOwnWork(context.lookahead) ? noticesOf(context.lookahead) : [],
  });
  const legend = legendRows(shift, layout, {
    firstRow: title.rows.length + 1,
    hours: context.lookahead.project.shifts,
  });
  const heads = headerRows(columns, widths, context.lookahead.reportDay);
  const header = isFull ? withHiddenTitle(heads, 'Shift') : heads;
  const headerRow = title.rows.length + legend.rows.length + (isFull ? 1 : 0) + header.length;
  const first = headerRow + 1;
  const people = (last: number) => (isFull ? [peoplePerDay(shift, layout, { first, last })] : []);
  const above = (last: number) => [...legend.rows, ...people(last), ...header];
  const room = pageRoom({ paper: context.paper, widths, repeated: repeatedPoints(title, above(first)) });
  const lastRows = isFull ? signatureRows(layout) : [];
  const rows = shiftRows(shiftGroups(shift, layout), { room, below: rowPoints(lastRows) });
  const last = headerRow + rows.length;
  const sheet = shift.title;
  const places = shift.shifts.map(
    (own, index): ShiftPlaces => ({
      sheet,
      shift: own.shift,
      headerRow,
      firstDay,
      peopleRow: last + lastRows.length + 1 + index,
    }),
  );
  const plan: SheetPlan = {
    name: sheet,
    columns: [...widths.map((width) => ({ width })), ...(isFull ? [{ width: 10, hidden: true }] : [])],
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* above(last);
      const draw = rowDrawer(layout, rowsOfGroups(rows, first), context.taskRows);
      for (const row of rows) yield draw(row);
      yield* lastRows;
      if (isFull) yield* peopleOfAllRows(shift, layout, { first, last });
    }),
    freeze: { row: headerRow + 1, column: taskColumn + 1 },
    // The shifts are sorted with their rows.
    autoFilter: { top: headerRow, left: 1, bottom: last, right: columns.length + Number(isFull) },
    merges: legend.merges.length === 0 ? undefined : legend.merges,
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: headerRow },
      // Without a print area, LibreOffice makes room for text that runs past the end of the header, and prints all
      // smaller.
      area: { top: 1, left: 1, bottom: last + lastRows.length, right: columns.length },
      breaksAfter: rows.flatMap(({ newPage }, index) => (newPage ? [first + index - 1] : [])),
    }),
    zoom: screenZoom(widths, firstDay),
    tabColor: shiftColors[shift.shifts[0].shift],
    showGridLines: false,
  };
  return { plan, places };
}

/** The warnings that Summary has in other workbooks. */
function noticesOf({ stale, warnings }: Lookahead): readonly string[] {
  return stale === undefined ? warnings : [stale, ...warnings];
}

function rowsOfGroups(rows: readonly ShiftRow[], first: number): GroupRows {
  const places = new Map<Group, { readonly first: number; readonly last: number }>();
  let group: Group | undefined;
  rows.forEach((row, index) => {
    if (row.kind === 'group') group = row.group;
    else if (group)
      places.set(group, { first: places.get(group)?.first ?? first + index, last: first + index });
  });
  return places;
}

const groupHeight = 15.75;
const padding = 0.75;

type GroupHeading = { readonly name: string; readonly people: readonly number[] };

export type Group = GroupHeading & {
  readonly tasks: readonly TaskRow[];
};

type ShiftRow =
  | { readonly kind: 'group'; readonly newPage: boolean; readonly group: Group }
  | { readonly kind: 'continued'; readonly newPage: true; readonly group: Group }
  | TaskRow;

type TaskRow = {
  readonly kind: 'task';
  readonly newPage: false;
  readonly task: PlannedTask;
  readonly texts: readonly string[];
  readonly height: number;
};

/**
 * Repeats a group's name if a page breaks inside it.
 * @param page `room` points for rows; `below` the heights of the rows below the tasks
 */
function shiftRows(
  groups: readonly Group[],
  page: { readonly room: number; readonly below: readonly number[] },
): ShiftRow[] {
  const starts = pageStarts(pageBlocks(groups, page.below), {
    room: page.room,
    continuedHeight: groupHeight,
  });
  const isStart = new Set(starts.map(({ block, row }) => `${block} ${row}`));
  return groups.flatMap((group, index): ShiftRow[] => [
    { kind: 'group', group, newPage: isStart.has(`${index} 0`) },
    ...group.tasks.flatMap((task, row): ShiftRow[] =>
      isStart.has(`${index} ${row + 1}`) ? [{ kind: 'continued', group, newPage: true }, task] : [task],
    ),
  ]);
}

/** A group's name stays with its first task, and the rows below the tasks with the last two tasks. */
function pageBlocks(groups: readonly Group[], below: readonly number[]): PageBlock[] {
  return groups.map(({ tasks }, index): PageBlock => {
    const isLast = index === groups.length - 1;
    const rest = isLast ? below : [];
    return {
      heights: [groupHeight, ...tasks.map(({ height }) => height), ...rest],
      firstTogether: 2,
      lastTogether: isLast ? 2 + rest.length : 1,
      below: rest.length,
      split: 'avoid',
    };
  });
}

export function shiftGroups({ groups, undated }: ShiftPage, layout: ShiftLayout): Group[] {
  const fit = rowFitter(layout);
  const dated = groups.map(
    ({ name, tasks, peoplePerDay }): Group => ({
      name,
      people: peoplePerDay,
      tasks: tasks.map(fit),
    }),
  );
  return undated.length === 0 ? dated : [...dated, { name: 'No dates', people: [], tasks: undated.map(fit) }];
}

function rowFitter({ columns, widths, density }: ShiftLayout): (task: PlannedTask) => TaskRow {
  const rooms = widths.map(indentedRoom);
  // On the wall the letters in the bars are larger than the task names.
  const oneLine =
    density === 'wall' ? rowHeight(1, fontSizes.wallBar, 0) : rowHeight(1, fontSizes.compactTask, padding);
  return (task) => {
    let height = oneLine;
    const texts = columns.map(({ text }, index) => {
      if (!text) return '';
      const { font, shortenedMark } = text;
      const room = rooms[index] ?? 1;
      const fit = { font, room, lines: text.maxLines ?? maxTaskLines, mark: shortenedMark };
      const fitted = fitToLines(text.of(task, room), fit);
      if (fitted.lines > 1) height = Math.max(height, rowHeight(fitted.lines, font.size, padding));
      return fitted.text;
    });
    return { kind: 'task', newPage: false, task, texts, height };
  };
}

type GroupRows = ReadonlyMap<Group, { readonly first: number; readonly last: number }>;

function rowDrawer(layout: ShiftLayout, rowsOfGroups: GroupRows, taskRows: TaskRows): (row: ShiftRow) => Row {
  const { columns, firstDay, isFull } = layout;
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
        const shift: Cell = { value: shiftTitles[task.shift], style: cells.text };
        return { cells: isFull ? [...drawn, shift] : drawn, height, outline: 1 };
      }
    }
  };
}

/**
 * The group's name runs over the empty cells to its right, up to the days. Its people are sums that follow a filter,
 * but not the folding of rows: function 9, not 109. The total under the days ignores them, as they are subtotals.
 */
function groupRow(
  group: GroupHeading,
  { columns, widths, firstDay, days }: ShiftLayout,
  tasks?: { readonly first: number; readonly last: number },
): Row {
  const room = widths.slice(0, firstDay - 1).reduce((sum, width) => sum + indentedRoom(width), 0);
  const name = shortenToWidth(group.name, { size: 11, bold: true }, room);
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

type DayLook = {
  readonly room: number;
  readonly font: TextFont;
};

function dayDrawer({ columns, widths, density }: ShiftLayout): (cell: GridCell, kind: DayKind) => Cell {
  const rooms = widths.flatMap((width, index) => (columns[index]?.day ? [textRoom(width)] : []));
  const look: DayLook = {
    room: Math.min(...rooms),
    font: { size: density === 'wall' ? fontSizes.wallBar : fontSizes.text, bold: true },
  };
  return drawOnce((cell, kind) => drawnDay(cell, kind, look));
}

function drawnDay(cell: GridCell, kind: DayKind, look: DayLook): Cell {
  switch (cell.kind) {
    case 'bar':
    case 'carried':
      return barCell(cell, look);
    case 'milestone':
      return { value: 0, style: grid.milestone[kind] };
    case 'off': {
      const isNarrow = textWidth(cellText(cell), textFonts.plain) > look.room;
      return { value: cellText(cell, isNarrow ? 'narrow' : 'wide'), style: grid.off };
    }
    case 'was':
      return { value: cellText(cell) || undefined, style: grid.was[kind] };
    case 'empty':
      return { value: cellText(cell) || undefined, style: grid.empty[kind] };
  }
}

function barCell(cell: BarCell, { font, room }: DayLook): Cell {
  const people = peopleOn(cell);
  const [wide, tight] = barTexts(cell);
  const text = textWidth(barText(cell, wide), font) <= room ? wide : tight;
  return {
    value: people,
    style: barStyle({ size: font.size, status: cell.status, text, whole: Number.isInteger(people) }),
  };
}
