/**
 * The Wall sheet: one week for the wall of the cabin, readable at two metres. It says what, who, where and when, by
 * place. A shift takes one page if possible.
 */

import { countReadiness, notReadyText } from '#lookahead/compare/unready-tasks.ts';
import { weekdayText } from '#lookahead/dates/day-text.ts';
import { type HoursOfShifts, needsNightRule, nightRuleText } from '#lookahead/dates/shift-hours.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import {
  gridLegend,
  gridMarks,
  isKeyOrMilestone,
  readyLegend,
  shortReadyText,
  taskNameWithMarks,
} from '#lookahead/grid/grid-text.ts';
import {
  busiestDay,
  createShiftPlans,
  type ShiftPlan,
  type ShiftTasks,
  sumFiguresPerDay,
  tasksOfShift,
} from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { ppcText } from '#lookahead/ppc-words.ts';
import { shiftNameWithHours } from '#lookahead/tasks/select-tasks.ts';
import { statusesOf, statusLabel } from '#lookahead/tasks/status.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import {
  heightLeftForRows,
  pageStarts,
  repeatedRowsHeight,
  rowHeightsInPoints,
} from '#workbook/layout/page-breaks.ts';
import { maxCharactersAcross, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import {
  indentedTextRoomAcross,
  indentedTextRoomInColumn,
  rowHeight,
  textWidth,
} from '#workbook/layout/text-width.ts';
import {
  fitColumns,
  type ItemColumn,
  resolveItemCellStyle,
  roundDownToWholePixelWidth,
} from '#workbook/table/column.ts';
import { type TableRowLayout, tableRowDrawer } from '#workbook/table/table.ts';
import { holidayWord } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { reiterableRows, type SheetContext, type WallQrCodePng } from '#workbook/theme/sheet-context.ts';
import {
  asTotalStyle,
  columnHeadStyle,
  dayHeadStyles,
  dayStyles,
  groupRowStyles,
  legendSignatureAndWallStyles,
  styleForValue,
  tableCellStyles,
  wallFontSizes,
  withFontSize,
} from '#workbook/theme/styles.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { sameSheetRange } from '#workbook/xlsx/cell-references.ts';
import {
  type Cell,
  columnWidthInPixels,
  type Picture,
  type SheetPlan,
  type SheetRow,
} from '#workbook/xlsx/sheet-plan.ts';
import { dayCellDrawer } from './draw-day-cells.ts';
import { occasionalMarkLegendTexts } from './shift/people-and-legend.ts';
import { sheetContentOfShift } from './shift/shift-pages.ts';
import { busiestDayText, peopleLabel, shiftSheetTitle } from './shift/shift-texts.ts';
import { promiseColumn, readyColumn } from './task-columns.ts';

const legendGap = '   ';

const heights = { shift: 24, people: 27, legend: 21, gap: 9 } as const;

/**
 * Size of the QR code in pixels, so that its dark part prints 50 mm wide at the smallest scale; height of each of its
 * three rows in points.
 */
const codeSize = { pixels: 303, row: 76 } as const;

const qrCodeText = 'Is this print current? Scan the code to check it and to open the week on a phone.';

const look: TableRowLayout = { lines: 2, mark: ' …', height: rowHeight(1, wallFontSizes.day, 2), padding: 2 };

/** Maximum number of pages that a wall has room for. */
const maxWallPages = 12;

/** Share of the page width that a day takes: 17 millimetres of A3. */
const dayWidthShare = 0.3 / 7;
const minColumnShare = 0.07;
const headHeight = 27;

/**
 * Returns one sheet, or one for each top folder or place if it would take more than twelve pages. There is none on
 * smaller paper or over a longer window, because it could not be read at two metres.
 */
export function wallSheets(context: SheetContext): readonly SheetPlan[] {
  const { lookahead, paper } = context;
  if (paper !== 'A3' || lookahead.days.length > 7) return [];
  const whole = wallSheet(context, 'Wall');
  if ((whole.print.breaksAfter?.length ?? 0) < maxWallPages) return [whole];
  return areasOf(lookahead).map(({ name, tasks }) => {
    const rules = { shifts: lookahead.shifts.map(({ shift }) => shift), groupBy: lookahead.groupBy };
    const shifts = createShiftPlans(tasks, rules, lookahead.window).filter(
      ({ figures }) => figures.tasks > 0,
    );
    return wallSheet({ ...context, lookahead: { ...lookahead, tasks, shifts } }, `Wall ${name}`);
  });
}

type WallArea = { readonly name: string; readonly tasks: readonly PlannedTask[] };

function areasOf({ tasks, groupBy }: Lookahead): readonly WallArea[] {
  const by = (nameOf: (task: PlannedTask) => string | undefined, none: string) =>
    [...Map.groupBy(tasks, (task) => nameOf(task) ?? none)]
      .map(([name, own]) => ({ name, tasks: own }))
      .toSorted(
        (a, b) => Number(a.name === none) - Number(b.name === none) || compareNaturally(a.name, b.name),
      );
  const folders = groupBy === 'folder' ? by(({ groupPath }) => groupPath[0], 'no folder') : [];
  return folders.length > 1 ? folders : by(({ location }) => location?.name, 'no place');
}

function wallSheet(context: SheetContext, name: string): SheetPlan {
  const { lookahead, paper, wallCode } = context;
  const { days, shifts } = lookahead;
  const hours = lookahead.project.shifts;
  const tasks = shifts.flatMap(tasksOfShift);
  const across = (count: number) => maxCharactersAcross(paper, 'wall', count);
  const all = wallColumns(lookahead, tasks, across(5 + days.length));
  const { columns, widths } = fitColumns(all, tasks, { across });
  const title = titleBlock(context, {
    sheet: [wallTitle(lookahead), ...(name === 'Wall' ? [] : [name.slice('Wall '.length)])].join(' · '),
    figures: countText(lookahead.tasks.length, 'task'),
    widths,
  });
  const header = [...legendRows(shifts, widths), headerRow(columns)];
  const first = title.rows.length + header.length + 1;
  const room = heightLeftForRows({ paper, widths, repeated: repeatedRowsHeight(title, header) });
  const code = wallCode && codeRows(wallCode, lookahead, { firstRow: first, widths });
  const above = code?.rows ?? [];
  const { rows, breaksAfter } = wallPages(shifts, {
    widths,
    columns,
    days,
    hours,
    room,
    firstRow: first,
    above,
  });
  return {
    name,
    columns: widths.map((width) => ({ width })),
    rows: reiterableRows(function* () {
      yield* [...title.rows, ...header];
      yield* rows;
    }),
    freeze: { row: first, column: 2 },
    pictures: [...title.pictures, ...(code === undefined ? [] : [code.picture])],
    print: printSetup(context, { widths, titleRows: { first: 1, last: first - 1 }, breaksAfter }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

function wallTitle(lookahead: Lookahead): string {
  const [only, ...others] = lookahead.shifts;
  return only !== undefined && others.length === 0
    ? shiftSheetTitle(sheetContentOfShift(only), lookahead)
    : 'Lookahead of all shifts';
}

function headerRow(columns: readonly ItemColumn<PlannedTask>[]): SheetRow {
  const title = withFontSize(columnHeadStyle('left', true), wallFontSizes.head);
  const cells = columns.map(({ title: value, day }): Cell => {
    if (day === undefined) return { value, style: title };
    return { value: day.isHoliday ? holidayWord : { day: day.day }, style: dayHeadStyles[day.kind].wall };
  });
  return { cells, height: headHeight };
}

/** The legend, on as many lines as it needs. It is above the header, so that every page has it. */
function legendRows(shifts: readonly ShiftPlan[], widths: readonly number[]): readonly SheetRow[] {
  const all: ShiftTasks = { groups: shifts.flatMap(({ groups }) => groups), undated: [] };
  const words = [
    ...statusesOf(tasksOfShift(all)).map(statusLabel),
    ...readyLegend,
    ...gridLegend.filter((text) => !text.startsWith(gridMarks.off)),
    ...occasionalMarkLegendTexts(all),
  ];
  const font = { size: wallFontSizes.legend };
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line}${legendGap}${word}`;
    if (line !== undefined && textWidth(longer, font) <= indentedTextRoomAcross(widths))
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((value) => ({
    cells: [{ value, style: withFontSize(legendSignatureAndWallStyles.legend, wallFontSizes.legend) }],
    height: heights.legend,
  }));
}

/**
 * Rows at the top of the first page: the QR code, with which a reader checks whether the print is current, and the
 * figures of the week beside it.
 */
function codeRows(
  code: WallQrCodePng,
  lookahead: Lookahead,
  { firstRow, widths }: Pick<Layout, 'firstRow' | 'widths'>,
): { readonly rows: readonly SheetRow[]; readonly picture: Picture } {
  const size = { width: codeSize.pixels, height: codeSize.pixels };
  let covered = 0;
  const before = widths.findIndex((width, index) => {
    if (index > 0) covered += columnWidthInPixels(width);
    return covered > codeSize.pixels;
  });
  const font = { size: wallFontSizes.figure, bold: true };
  const room = indentedTextRoomAcross(widths.slice(before + 1));
  const figures = weekFigures(lookahead);
  const row = (line: number): SheetRow => {
    const cells: (Cell | undefined)[] = new Array(before + 1).fill(undefined);
    if (line === 1) cells[0] = { value: qrCodeText, style: legendSignatureAndWallStyles.code };
    const figure = figures[line];
    if (figure !== undefined)
      cells.push({ value: shortenToWidth(figure, font, room), style: legendSignatureAndWallStyles.figure });
    return { cells, height: codeSize.row };
  };
  return {
    // Without the gap, the code's light edge would cover the rule under the heads.
    rows: [{ cells: [], height: heights.gap }, ...[0, 1, 2].map(row)],
    picture: { ...size, bytes: code, format: 'png', column: 2, row: firstRow + 1, alternative: qrCodeText },
  };
}

/** The figures that a site manager asks for first. Each shift's people per day are below its tasks. */
function weekFigures(lookahead: Lookahead): readonly string[] {
  const { shifts, days, window, tasks } = lookahead;
  const busiest = busiestDay(window.first, sumFiguresPerDay(shifts, days).peoplePerDay);
  return [
    (busiest && busiestDayText(busiest, weekdayText(busiest.day))) ?? [],
    ppcText(lookahead) ?? [],
    notReadyText({ ...countReadiness(tasks), behind: 0 }),
  ].flat();
}

/** A placeholder, because no column of the wall has a formula. */
const noFormulaPlace = { row: 0, rows: { first: 0, last: 0 } };

/** A shift that fits on a page is not split, and short shifts share a page. A split shift repeats its name. */
function wallPages(
  shifts: readonly ShiftPlan[],
  layout: Layout,
): { readonly rows: Iterable<SheetRow>; readonly breaksAfter: readonly number[] } {
  const { room, firstRow, columns, widths, above, hours } = layout;
  const table = tableRowDrawer(columns, { rooms: widths.map(indentedTextRoomInColumn), look });
  const below = [heights.people, heights.gap];
  const fitted = shifts.map((shift) =>
    tasksOfShift(shift)
      .toSorted(byPlace)
      .map((task) => ({ task, ...table.fit(task) })),
  );
  const starts = pageStarts(
    fitted.map((tasks, block) => ({
      heights: [
        ...rowHeightsInPoints(block === 0 ? above : []),
        heights.shift,
        ...tasks.map(({ height }) => height),
        ...below,
      ],
      firstTogether: 2 + (block === 0 ? above.length : 0),
      lastTogether: 2 + below.length,
      split: 'never',
    })),
    { room, continuedHeight: heights.shift },
  );
  const isStart = new Set(starts.map(({ block, row }) => `${block} ${row}`));
  const rows: (SheetRow | (() => SheetRow))[] = [...above];
  const breaksAfter: number[] = [];
  for (const [block, shift] of shifts.entries()) {
    const name = shiftNameWithHours(shift.shift, hours?.[shift.shift]);
    if (isStart.has(`${block} 0`)) breaksAfter.push(firstRow + rows.length - 1);
    rows.push(shiftRow(needsNightRule([shift.shift], hours) ? `${name} · ${nightRuleText}` : name, widths));
    const top = firstRow + rows.length;
    for (const [index, { task, texts, height }] of (fitted[block] ?? []).entries()) {
      if (isStart.has(`${block} ${index + 1 + (block === 0 ? above.length : 0)}`)) {
        breaksAfter.push(firstRow + rows.length - 1);
        rows.push(shiftRow(`${name} (continued)`, widths));
      }
      rows.push(() => ({ cells: table.draw(task, texts, noFormulaPlace), height }));
    }
    rows.push(peopleRow(shift, layout, { top, bottom: firstRow + rows.length - 1 }));
    rows.push({ cells: [], height: heights.gap });
  }
  return {
    rows: reiterableRows(function* () {
      for (const row of rows) yield typeof row === 'function' ? row() : row;
    }),
    breaksAfter,
  };
}

function shiftRow(name: string, widths: readonly number[]): SheetRow {
  const bands = widths
    .slice(1)
    .map((): Cell => ({ style: withFontSize(groupRowStyles.empty, wallFontSizes.head) }));
  return {
    cells: [{ value: name, style: withFontSize(groupRowStyles.name, wallFontSizes.head) }, ...bands],
    height: heights.shift,
  };
}

function peopleRow(
  shift: ShiftPlan,
  { columns, days, widths }: Layout,
  body: { readonly top: number; readonly bottom: number },
): SheetRow {
  const room = indentedTextRoomAcross(widths.slice(0, columns.length - days.length));
  const style = withFontSize(asTotalStyle(tableCellStyles.text), wallFontSizes.head);
  const label: Cell[] = [
    { value: peopleLabel(sheetContentOfShift(shift), { size: wallFontSizes.head, bold: true }, room), style },
    ...columns.slice(1 + days.length).map((): Cell => ({ style })),
  ];
  const firstDay = label.length + 1;
  const people = days.map((_day, index): Cell => {
    const result = shift.peoplePerDay[index] ?? 0;
    const column = firstDay + index;
    const range = sameSheetRange({ ...body, left: column, right: column });
    const style = withFontSize(
      asTotalStyle(styleForValue(result, tableCellStyles.people)),
      wallFontSizes.day,
    );
    return { value: { formula: `SUBTOTAL(9,${range})`, result }, style };
  });
  return { cells: [...label, ...people], height: heights.people };
}

/** Orders tasks by place, tasks without a place last. Tasks of one place keep the order of the shift sheet. */
function byPlace({ location: one }: PlannedTask, { location: other }: PlannedTask): number {
  return (
    Number(one === undefined) - Number(other === undefined) ||
    compareNaturally(one?.name ?? '', other?.name ?? '')
  );
}

/** The columns of the wall, without those that say nothing, such as the location in the cut of one location. */
function wallColumns(
  { audience, days }: Lookahead,
  tasks: readonly PlannedTask[],
  across: number,
): readonly ItemColumn<PlannedTask>[] {
  // A task that is named in the constraint of another, such as `A1010 ends too late`, has its ID after its name.
  const namedInConstraints = new Set(tasks.flatMap((task) => shortReadyText(task).split(' ')));
  const width = (part: number) => ({ min: minColumnShare * across, max: part * across, grow: 0.1 });
  const large = { isName: true, style: withFontSize(tableCellStyles.text, wallFontSizes.task) };
  const columns: readonly ItemColumn<PlannedTask>[] = [
    {
      title: 'Task',
      width: { ...width(0.6), grow: 1 },
      isName: true,
      value: (task) =>
        `${taskNameWithMarks(task)}${namedInConstraints.has(task.ref) ? ` (${task.ref})` : ''}`,
      style: (task) =>
        withFontSize(
          isKeyOrMilestone(task) ? tableCellStyles.strong : tableCellStyles.text,
          wallFontSizes.task,
        ),
    },
    {
      ...large,
      title: 'Subcontractor',
      width: width(0.3),
      value: ({ subcontractor }) => subcontractor?.name,
    },
    {
      ...large,
      title: 'Location',
      width: { ...width(0.25), min: 0.082 * across },
      value: ({ location }) => location?.name,
    },
    ...[readyColumn(shortReadyText), promiseColumn].map((column) => ({
      ...column,
      width: width(0.15),
      isName: true,
      style: (task: PlannedTask) =>
        withFontSize(
          styleForValue(undefined, resolveItemCellStyle(column.style, task, '')),
          wallFontSizes.ready,
        ),
    })),
  ];
  const drawDay = dayCellDrawer({
    room: Number.POSITIVE_INFINITY,
    bar: wallFontSizes.day,
    milestone: wallFontSizes.day,
    off: wallFontSizes.ready,
  });
  const day = roundDownToWholePixelWidth(dayWidthShare * across);
  return [
    ...columns
      .filter(({ title }) => title.toLowerCase() !== audience.kind)
      .map((column) => ({ ...column, isOptional: column.title !== 'Task', lines: look.lines })),
    ...days.map(
      (column, index): ItemColumn<PlannedTask> => ({
        title: '',
        day: column,
        width: { min: day, max: day },
        cell: (task) => {
          const own = task.cells[index];
          return own ? drawDay(own, column.kind) : { style: dayStyles[column.kind].empty };
        },
      }),
    ),
  ];
}

type Layout = {
  readonly widths: readonly number[];
  readonly columns: readonly ItemColumn<PlannedTask>[];
  readonly days: readonly DayColumn[];
  readonly hours: HoursOfShifts | undefined;
  readonly room: number;
  readonly firstRow: number;
  /** Rows on the first page, before its first shift. */
  readonly above: readonly SheetRow[];
};
