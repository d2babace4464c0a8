import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { isReaderOfOwnWork } from '#lookahead/report-reader.ts';
import { type SheetShift, shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import {
  heightLeftForRows,
  type PageBlock,
  pageStarts,
  repeatedRowsHeight,
  rowHeightsInPoints,
} from '#workbook/layout/page-breaks.ts';
import { screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { shortenToWidth, wholeTextOnTasksMark } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedTextRoomInColumn, rowHeight } from '#workbook/layout/text-width.ts';
import { withTitleOfHiddenColumn } from '#workbook/sheets/task-columns.ts';
import { type FittedRow, type TableRowDrawer, tableRowDrawer } from '#workbook/table/table.ts';
import { shiftColors } from '#workbook/theme/colors.ts';
import { headerRows } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { reiterableRows, type SheetContext } from '#workbook/theme/sheet-context.ts';
import { groupRowStyles, styleForValue, tableCellStyles } from '#workbook/theme/styles.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, SheetPlan, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { hiddenPeopleRows, legendRows, peoplePerDayRow, signatureRows } from './people-and-legend.ts';
import { fitShiftColumns, type ShiftLayout } from './shift-columns.ts';
import type { ShiftSheetContent } from './shift-pages.ts';
import { shiftSheetFiguresText, shiftSheetTitle } from './shift-texts.ts';

/**
 * Maximum number of lines of a text in a task's row of a shift sheet. A longer text refers to the Tasks sheet.
 * @tunable
 */
const maxTaskLines = 8;

export type ShiftPositions = {
  readonly sheet: string;
  readonly shift: SheetShift;
  readonly headerRow: number;
  readonly firstDay: number;
  /** Row with the people per day of all rows, whatever a filter hides. */
  readonly peopleRow: number;
};

export type ShiftSheet = { readonly plan: SheetPlan; readonly places: readonly ShiftPositions[] };

export function shiftSheet(context: SheetContext, shift: ShiftSheetContent): ShiftSheet {
  const layout = fitShiftColumns(context, shift);
  const { widths, columns, taskColumn, firstDay, isFull } = layout;
  const title = titleBlock(context, {
    sheet: shiftSheetTitle(shift, context.lookahead),
    figures: shiftSheetFiguresText(shift, context.lookahead),
    widths,
    notices: isReaderOfOwnWork(context.lookahead) ? noticesOf(context.lookahead) : [],
  });
  const legend = legendRows(shift, layout, {
    firstRow: title.rows.length + 1,
    hours: context.lookahead.project.shifts,
  });
  const heads = headerRows(columns, widths, context.lookahead.reportDay);
  const header = isFull ? withTitleOfHiddenColumn(heads, 'Shift') : heads;
  const headerRow = title.rows.length + legend.rows.length + (isFull ? 1 : 0) + header.length;
  const first = headerRow + 1;
  const people = (last: number) => (isFull ? [peoplePerDayRow(shift, layout, { first, last })] : []);
  const above = (last: number) => [...legend.rows, ...people(last), ...header];
  const room = heightLeftForRows({
    paper: context.paper,
    widths,
    repeated: repeatedRowsHeight(title, above(first)),
  });
  // A reader's own workbook has no other sheet with the whole text.
  const tasks = shiftTaskRowDrawer(
    layout,
    isReaderOfOwnWork(context.lookahead) ? ' …' : wholeTextOnTasksMark,
  );
  const lastRows = isFull ? signatureRows(layout) : [];
  const rows = shiftRows(shiftTaskGroups(shift, tasks), { room, below: rowHeightsInPoints(lastRows) });
  const last = headerRow + rows.length;
  const sheet = shift.title;
  const places = shift.shifts.map(
    (own, index): ShiftPositions => ({
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
    rows: reiterableRows(function* () {
      yield* title.rows;
      yield* above(last);
      const draw = rowDrawer(layout, rowsOfGroups(rows, first), tasks);
      for (const [index, row] of rows.entries()) yield draw(row, first + index);
      yield* lastRows;
      if (isFull) yield* hiddenPeopleRows(shift, layout, { first, last });
    }),
    freeze: { row: headerRow + 1, column: taskColumn + 1 },
    // The filter also covers the hidden column of shifts, so that sorting moves its cells with their rows.
    autoFilter: { top: headerRow, left: 1, bottom: last, right: columns.length + Number(isFull) },
    merges: legend.merges.length === 0 ? undefined : legend.merges,
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: headerRow },
      // Without a print area, LibreOffice makes room for text that runs past the end of the header, and prints
      // everything smaller.
      area: { top: 1, left: 1, bottom: last + lastRows.length, right: columns.length },
      breaksAfter: rows.flatMap(({ newPage }, index) => (newPage ? [first + index - 1] : [])),
    }),
    zoom: screenZoom(widths, firstDay),
    tabColor: shiftColors[shift.shifts[0].shift],
    showGridLines: false,
  };
  return { plan, places };
}

/** Warnings that are on Summary in other workbooks. */
function noticesOf({ stale, warnings }: Lookahead): readonly string[] {
  return stale === undefined ? warnings : [stale, ...warnings];
}

function rowsOfGroups(rows: readonly ShiftRow[], first: number): GroupRows {
  const places = new Map<ShiftTaskGroup, { readonly first: number; readonly last: number }>();
  let group: ShiftTaskGroup | undefined;
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

export type ShiftTaskGroup = GroupHeading & {
  readonly tasks: readonly ShiftTaskRow[];
};

type ShiftRow =
  | { readonly kind: 'group'; readonly newPage: boolean; readonly group: ShiftTaskGroup }
  | { readonly kind: 'continued'; readonly newPage: true; readonly group: ShiftTaskGroup }
  | ShiftTaskRow;

type ShiftTaskRow = {
  readonly kind: 'task';
  readonly newPage: false;
  readonly task: PlannedTask;
  readonly texts: FittedRow['texts'];
  readonly height: number;
};

/**
 * Rows of the groups and their tasks. The name of a group is repeated if a page breaks inside the group.
 * @param page `room`: height for rows, in points; `below`: heights of the rows below the tasks
 */
function shiftRows(
  groups: readonly ShiftTaskGroup[],
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
function pageBlocks(groups: readonly ShiftTaskGroup[], below: readonly number[]): PageBlock[] {
  return groups.map(({ tasks }, index): PageBlock => {
    const isLast = index === groups.length - 1;
    const rest = isLast ? below : [];
    return {
      heights: [groupHeight, ...tasks.map(({ height }) => height), ...rest],
      firstTogether: 2,
      lastTogether: isLast ? 2 + rest.length : 1,
      trailingRowCount: rest.length,
      split: 'avoid',
    };
  });
}

export function shiftTaskGroups(
  { groups, undated }: ShiftSheetContent,
  rows: TableRowDrawer<PlannedTask>,
): ShiftTaskGroup[] {
  const fitTask = (task: PlannedTask): ShiftTaskRow => ({
    kind: 'task',
    newPage: false,
    task,
    ...rows.fit(task),
  });
  const dated = groups.map(
    ({ name, tasks, peoplePerDay }): ShiftTaskGroup => ({
      name,
      people: peoplePerDay,
      tasks: tasks.map(fitTask),
    }),
  );
  return undated.length === 0
    ? dated
    : [...dated, { name: 'No dates', people: [], tasks: undated.map(fitTask) }];
}

export function shiftTaskRowDrawer(
  { columns, widths, density }: ShiftLayout,
  mark: string,
): TableRowDrawer<PlannedTask> {
  // On the wall the letters in the bars are larger than the task names.
  const height =
    density === 'wall' ? rowHeight(1, fontSizes.wallBar, 0) : rowHeight(1, fontSizes.compactTask, padding);
  const look = { lines: maxTaskLines, mark, height, padding };
  return tableRowDrawer(columns, { rooms: widths.map(indentedTextRoomInColumn), look });
}

type GroupRows = ReadonlyMap<ShiftTaskGroup, { readonly first: number; readonly last: number }>;

function rowDrawer(
  layout: ShiftLayout,
  rowsOfGroups: GroupRows,
  tasks: TableRowDrawer<PlannedTask>,
): (row: ShiftRow, number: number) => SheetRow {
  const { isFull } = layout;
  return (row, number) => {
    switch (row.kind) {
      case 'group':
        return groupRow(row.group, layout, rowsOfGroups.get(row.group));
      case 'continued':
        return { ...groupRow({ name: `${row.group.name} (continued)`, people: [] }, layout), outline: 1 };
      case 'task': {
        const { task, texts, height } = row;
        const drawn = tasks.draw(task, texts, { row: number, rows: { first: number, last: number } });
        const shift: Cell = { value: shiftTitles[task.shift], style: tableCellStyles.text };
        return { cells: isFull ? [...drawn, shift] : drawn, height, outline: 1 };
      }
    }
  };
}

/**
 * Row of a group. Its name runs over the empty cells to its right, up to the days. Its people are sums that follow a
 * filter, but not the folding of rows: function 9, not 109. The row of the people per day ignores these sums, because
 * they are subtotals.
 */
function groupRow(
  group: GroupHeading,
  { columns, widths, firstDay, days }: ShiftLayout,
  tasks?: { readonly first: number; readonly last: number },
): SheetRow {
  const room = widths.slice(0, firstDay - 1).reduce((sum, width) => sum + indentedTextRoomInColumn(width), 0);
  const name = shortenToWidth(group.name, { size: 11, bold: true }, room);
  const drawn = columns.map((_column, index): Cell => {
    if (index === 0) return { value: name, style: groupRowStyles.name };
    const people = group.people[index + 1 - firstDay];
    const isDay = index + 1 >= firstDay && index + 1 < firstDay + days.length;
    if (!isDay) return { style: groupRowStyles.empty };
    const style = styleForValue(people, groupRowStyles.people);
    if (tasks === undefined || people === undefined) return { style };
    const range = sameSheetColumnRange(index + 1, tasks);
    return { value: { formula: `SUBTOTAL(9,${range})`, result: people }, style };
  });
  return { cells: drawn, height: groupHeight };
}
