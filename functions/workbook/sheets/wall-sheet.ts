/** One week for the cabin wall, readable at three metres: what, who, where and when. A shift takes one page where it fits. */
import type { GridCell } from '../../lookahead/grid/cells.ts';
import type { DayColumn, DayKind } from '../../lookahead/grid/day-columns.ts';
import {
  barTexts,
  cellText,
  gridLegend,
  gridMarks,
  isHighlighted,
  movedLegend,
  taskText,
} from '../../lookahead/grid/grid-text.ts';
import type { GridRow } from '../../lookahead/grid/rows.ts';
import { rowsOf, type ShiftPlan } from '../../lookahead/grid/shift-plan.ts';
import { shiftName } from '../../lookahead/tasks/shift-of-task.ts';
import { statusLabel } from '../../lookahead/tasks/status.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { fitToLines } from '../layout/cut-text.ts';
import { pageRoom, pageStarts, repeatedPoints } from '../layout/page-breaks.ts';
import { charactersAcross, type Paper } from '../layout/paper-and-margins.ts';
import { screenZoom } from '../layout/screen-zoom.ts';
import { indentedRoom, indentedRoomAcross, rowHeight } from '../layout/text-lines.ts';
import { type TextFont, textWidth } from '../layout/text-width.ts';
import { barStyle, grid } from '../theme/day-grid-styles.ts';
import { printSetup } from '../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../theme/sheet-context.ts';
import { byNumber } from '../theme/sheet-styles.ts';
import { titleBlock } from '../theme/title-block.ts';
import { wall, wallDays, wallEmpty, wallMilestone, wallOff, wallSizes } from '../theme/wall-styles.ts';
import { localRange } from '../xlsx/cell-references.ts';
import type { Cell, Row, SheetPlan } from '../xlsx/sheet-plan.ts';
import { hasMovedBars, statusesOn } from './shift/people-and-legend.ts';
import { pageTitle, peopleText } from './shift/shift-texts.ts';

/** Parts of the page's width. The days have half of it. */
const parts = { task: 0.3, subcontractor: 0.11, location: 0.08, day: 0.51 / 7 } as const;
const maxLines = 2;
const padding = 2;
const heights = { head: 30, shift: 24, people: 30, legend: 24, gap: 12 } as const;
const firstDay = 4;

/** Whether a report has the sheet: a longer window, or a smaller paper, cannot be read at three metres. */
export function hasWallSheet({
  lookahead,
  paper,
}: {
  readonly lookahead: { readonly days: readonly DayColumn[] };
  readonly paper: Paper;
}): boolean {
  return paper === 'A3' && lookahead.days.length === 7;
}

export function wallSheet(context: SheetContext): SheetPlan {
  const { lookahead, paper } = context;
  const { days, shifts } = lookahead;
  const across = charactersAcross(paper, 'wall', firstDay - 1 + days.length);
  const widths = [parts.task, parts.subcontractor, parts.location, ...days.map(() => parts.day)].map(
    (part) => Math.floor(part * across * 7) / 7,
  );
  const title = titleBlock(context, {
    sheet: wallTitle(shifts),
    figures: countText(
      shifts.reduce((sum, shift) => sum + rowsOf(shift).length, 0),
      'task',
    ),
    widths,
  });
  const header = headerRow(days);
  const first = title.rows.length + 2;
  const room = pageRoom({ paper, widths, repeated: repeatedPoints(title, [header]) });
  const { rows, breaksAfter } = wallPages(shifts, { widths, days, room, firstRow: first });
  return {
    name: 'Wall',
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield header;
      yield* rows;
    }),
    freeze: { row: first, column: 2 },
    pictures: title.pictures,
    print: printSetup(context, { titleRows: { first: 1, last: first - 1 }, breaksAfter }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

/** `Lookahead of all shifts`, or the title of the page of the only one. */
function wallTitle(shifts: readonly ShiftPlan[]): string {
  const [only, ...others] = shifts;
  return only !== undefined && others.length === 0 ? pageTitle(only) : 'Lookahead of all shifts';
}

function headerRow(days: readonly DayColumn[]): Row {
  const titles = ['Task', 'Subcontractor', 'Location'].map((value): Cell => ({ value, style: wall.head }));
  return {
    cells: [...titles, ...days.map(({ day, kind }): Cell => ({ value: { day }, style: wallDays[kind] }))],
    height: heights.head,
  };
}

type Layout = {
  readonly widths: readonly number[];
  readonly days: readonly DayColumn[];
  /** Points for rows on a page. */
  readonly room: number;
  readonly firstRow: number;
};

/** A shift that fits on a page is on one, with the shift before it where both do. One that continues is named again. */
function wallPages(
  shifts: readonly ShiftPlan[],
  layout: Layout,
): { readonly rows: readonly Row[]; readonly breaksAfter: readonly number[] } {
  const { days, room, firstRow, widths } = layout;
  const draw = taskDrawer(layout);
  const below = [heights.people, heights.legend, heights.gap];
  const tasksOf = shifts.map((shift) => rowsOf(shift).map(draw));
  const starts = pageStarts(
    tasksOf.map((tasks) => ({
      heights: [heights.shift, ...tasks.map(({ height = 0 }) => height), ...below],
      firstTogether: 2,
      lastTogether: 2 + below.length,
      split: 'never',
    })),
    { room, continuedHeight: heights.shift },
  );
  const isStart = new Set(starts.map(({ block, row }) => `${block} ${row}`));
  const rows: Row[] = [];
  const breaksAfter: number[] = [];
  for (const [block, shift] of shifts.entries()) {
    const name = shiftName(shift.shift);
    if (isStart.has(`${block} 0`)) breaksAfter.push(firstRow + rows.length - 1);
    rows.push(shiftRow(name, days));
    const top = firstRow + rows.length;
    for (const [index, task] of (tasksOf[block] ?? []).entries()) {
      if (isStart.has(`${block} ${index + 1}`)) {
        breaksAfter.push(firstRow + rows.length - 1);
        rows.push(shiftRow(`${name} (continued)`, days));
      }
      rows.push(task);
    }
    rows.push(peopleRow(shift, days, { top, bottom: firstRow + rows.length - 1 }), legendRow(shift, widths));
    rows.push({ cells: [], height: heights.gap });
  }
  return { rows, breaksAfter };
}

function shiftRow(name: string, days: readonly DayColumn[]): Row {
  const bands = [undefined, undefined, ...days].map((): Cell => ({ style: wall.band }));
  return { cells: [{ value: name, style: wall.shift }, ...bands], height: heights.shift };
}

function taskDrawer({ widths, days }: Layout): (row: GridRow) => Row {
  const font = {
    key: { size: wallSizes.task, bold: true },
    task: { size: wallSizes.task },
    detail: { size: wallSizes.detail },
  };
  const rooms = widths.map(indentedRoom);
  const drawn: Readonly<Record<DayKind, Map<GridCell, Cell>>> = {
    workday: new Map(),
    dayOff: new Map(),
    today: new Map(),
  };
  const drawDay = (cell: GridCell, kind: DayKind): Cell => {
    const known = drawn[kind].get(cell);
    if (known !== undefined) return known;
    const made = dayCell(cell, kind);
    drawn[kind].set(cell, made);
    return made;
  };
  return ({ task, cells }) => {
    const fitted = (text: string, column: number, own: TextFont) =>
      fitToLines(text, { font: own, room: rooms[column] ?? 1, lines: maxLines });
    const name = fitted(taskText(task), 0, isHighlighted(task) ? font.key : font.task);
    const details = [task.subcontractor?.name ?? '', task.location?.name ?? ''].map((text, index) =>
      fitted(text, index + 1, font.detail),
    );
    const height = Math.max(
      rowHeight(name.lines, wallSizes.task, padding),
      rowHeight(1, wallSizes.day, padding),
      ...details.map(({ lines }) => rowHeight(lines, wallSizes.detail, padding)),
    );
    return {
      cells: [
        { value: name.text, style: isHighlighted(task) ? wall.keyTask : wall.task },
        ...details.map(({ text }): Cell => ({ value: text || undefined, style: wall.detail })),
        ...days.map(({ kind }, index): Cell => {
          const cell = cells[index];
          return cell ? drawDay(cell, kind) : { style: wallEmpty[kind] };
        }),
      ],
      height,
    };
  };
}

function dayCell(cell: GridCell, kind: DayKind): Cell {
  switch (cell.kind) {
    case 'bar': {
      const { people, status } = cell;
      const [text] = barTexts(cell);
      const style = barStyle({ size: wallSizes.day, status, text, whole: Number.isInteger(people) });
      return { value: people, style };
    }
    case 'milestone':
      return { value: 0, style: wallMilestone[kind] };
    case 'off':
      return { value: cellText(cell), style: wallOff };
    case 'was':
      return { value: cellText(cell) || undefined, style: grid.was[kind] };
    case 'empty':
      return { value: cellText(cell) || undefined, style: wallEmpty[kind] };
  }
}

function peopleRow(
  shift: ShiftPlan,
  days: readonly DayColumn[],
  body: { readonly top: number; readonly bottom: number },
): Row {
  const label: Cell[] = [
    { value: peopleText(shift), style: wall.total },
    { style: wall.total },
    { style: wall.total },
  ];
  const people = days.map((_day, index): Cell => {
    const result = shift.peoplePerDay[index] ?? 0;
    const column = firstDay + index;
    const range = localRange({ ...body, left: column, right: column });
    const style = byNumber(result, { whole: wall.people, decimal: wall.peopleDecimal });
    return { value: { formula: `SUBTOTAL(9,${range})`, result }, style };
  });
  return { cells: [...label, ...people], height: heights.people };
}

/** `P planned   S started   ◆ key or milestone …`: in one line, over the empty cells to its right, closer together where it is long. */
function legendRow(shift: ShiftPlan, widths: readonly number[]): Row {
  const words = [
    ...statusesOn(shift).map(statusLabel),
    ...gridLegend.filter((text) => !text.startsWith(gridMarks.off)),
    ...(hasMovedBars(shift) ? [movedLegend] : []),
  ];
  const room = indentedRoomAcross(widths);
  const forms = [5, 4, 3, 2].map((blanks) => words.join(' '.repeat(blanks)));
  const fits = (text: string) => textWidth(text, { size: wallSizes.detail }) <= room;
  const value = forms.find(fits) ?? forms.at(-1);
  return { cells: [{ value, style: wall.legend }], height: heights.legend };
}
