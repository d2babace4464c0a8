/**
 * One week for the cabin wall, readable at three metres: what, who, where and when. A shift takes one page if
 * possible.
 */

import type { DayColumn, DayKind } from '../../lookahead/grid/day-columns.ts';
import {
  barTexts,
  cellText,
  gridLegend,
  gridMarks,
  isHighlighted,
  movedLegend,
  readyText,
  readyWord,
  taskText,
} from '../../lookahead/grid/grid-text.ts';
import { type ShiftPlan, tasksOfShift } from '../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { type GridCell, peopleOn } from '../../lookahead/planned/day-cells.ts';
import type { PlannedTask } from '../../lookahead/planned/planned-task.ts';
import { type Audience, shiftName } from '../../lookahead/tasks/select.ts';
import { statusLabel } from '../../lookahead/tasks/status.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { wholePixels } from '../layout/column-widths.ts';
import { fitToLines } from '../layout/cut-text.ts';
import { pageRoom, pageStarts, repeatedPoints } from '../layout/page-breaks.ts';
import { charactersAcross, screenZoom } from '../layout/paper-and-margins.ts';
import {
  indentedRoom,
  indentedRoomAcross,
  rowHeight,
  type TextFont,
  textWidth,
} from '../layout/text-width.ts';
import { maxWallPages } from '../limits.ts';
import { barStyle, drawOnce, grid } from '../theme/day-grid-styles.ts';
import { printSetup } from '../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../theme/sheet-context.ts';
import { byNumber } from '../theme/sheet-styles.ts';
import { readyStyles } from '../theme/task-cells.ts';
import { titleBlock } from '../theme/title-block.ts';
import { wall, wallDays, wallEmpty, wallMilestone, wallOff, wallSizes } from '../theme/wall-styles.ts';
import { localRange } from '../xlsx/cell-references.ts';
import type { Cell, Row, SheetPlan, Style } from '../xlsx/sheet-plan.ts';
import { hasMovedBars, statusesOn } from './shift/people-and-legend.ts';
import { onePage } from './shift/shift-pages.ts';
import { pageTitle, peopleLabel } from './shift/shift-texts.ts';

const parts = { beforeDays: 0.56, day: 0.44 / 7 } as const;
const headHeight = 30;

/** Undefined if it could not be read at three metres: on smaller paper, over a longer window, on more pages. */
export function wallSheet(context: SheetContext): SheetPlan | undefined {
  const { lookahead, paper } = context;
  const { days, shifts } = lookahead;
  if (paper !== 'A3' || days.length > 7) return undefined;
  const details = detailColumns(lookahead);
  const across = charactersAcross(paper, 'wall', 1 + details.length + days.length);
  const ofDetails = details.map(({ part }) => part);
  const ofTask = parts.beforeDays - ofDetails.reduce((sum, part) => sum + part, 0);
  const widths = [ofTask, ...ofDetails, ...days.map(() => parts.day)].map((part) =>
    wholePixels(part * across),
  );
  const title = titleBlock(context, {
    sheet: wallTitle(shifts),
    figures: countText(
      shifts.reduce((sum, shift) => sum + tasksOfShift(shift).length, 0),
      'task',
    ),
    widths,
  });
  const header = headerRow(details, days);
  const first = title.rows.length + 2;
  const room = pageRoom({ paper, widths, repeated: repeatedPoints(title, [header]) });
  const { rows, breaksAfter } = wallPages(shifts, { widths, details, days, room, firstRow: first });
  if (breaksAfter.length >= maxWallPages) return undefined;
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
    print: printSetup(context, { widths, titleRows: { first: 1, last: first - 1 }, breaksAfter }),
    zoom: screenZoom(widths),
    showGridLines: false,
  };
}

function wallTitle(shifts: readonly ShiftPlan[]): string {
  const [only, ...others] = shifts;
  return only !== undefined && others.length === 0 ? pageTitle(onePage(only), 1) : 'Lookahead of all shifts';
}

function headerRow(details: readonly Detail[], days: readonly DayColumn[]): Row {
  const titles = ['Task', ...details.map(({ title }) => title)].map(
    (value): Cell => ({ value, style: wall.head }),
  );
  return {
    cells: [...titles, ...days.map(({ day, kind }): Cell => ({ value: { day }, style: wallDays[kind] }))],
    height: headHeight,
  };
}

const heights = { shift: 24, people: 30, legend: 24, gap: 12 } as const;

/** A shift that fits on a page is not split; two short ones share a page. One that continues is named again. */
function wallPages(
  shifts: readonly ShiftPlan[],
  layout: Layout,
): { readonly rows: readonly Row[]; readonly breaksAfter: readonly number[] } {
  const { room, firstRow, widths } = layout;
  const draw = taskDrawer(layout);
  const below = [heights.people, heights.legend, heights.gap];
  const drawn = shifts.map((shift) => tasksOfShift(shift).map(draw));
  const starts = pageStarts(
    drawn.map((tasks) => ({
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
    rows.push(shiftRow(name, widths));
    const top = firstRow + rows.length;
    for (const [index, task] of (drawn[block] ?? []).entries()) {
      if (isStart.has(`${block} ${index + 1}`)) {
        breaksAfter.push(firstRow + rows.length - 1);
        rows.push(shiftRow(`${name} (continued)`, widths));
      }
      rows.push(task);
    }
    rows.push(
      peopleRow(shift, layout, { top, bottom: firstRow + rows.length - 1 }),
      legendRow(shift, widths),
    );
    rows.push({ cells: [], height: heights.gap });
  }
  return { rows, breaksAfter };
}

function shiftRow(name: string, widths: readonly number[]): Row {
  const bands = widths.slice(1).map((): Cell => ({ style: wall.band }));
  return { cells: [{ value: name, style: wall.shift }, ...bands], height: heights.shift };
}

function peopleRow(
  shift: ShiftPlan,
  { details, days, widths }: Layout,
  body: { readonly top: number; readonly bottom: number },
): Row {
  const room = indentedRoomAcross(widths.slice(0, 1 + details.length));
  const label: Cell[] = [
    { value: peopleLabel(onePage(shift), { size: wallSizes.detail, bold: true }, room), style: wall.total },
    ...details.map((): Cell => ({ style: wall.total })),
  ];
  const firstDay = label.length + 1;
  const people = days.map((_day, index): Cell => {
    const result = shift.peoplePerDay[index] ?? 0;
    const column = firstDay + index;
    const range = localRange({ ...body, left: column, right: column });
    const style = byNumber(result, { whole: wall.people, decimal: wall.peopleDecimal });
    return { value: { formula: `SUBTOTAL(9,${range})`, result }, style };
  });
  return { cells: [...label, ...people], height: heights.people };
}

/** `P planned S started ◆ key or milestone …`: on one line, more tightly spaced if it is long. */
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

type Detail = {
  readonly title: string;
  readonly part: number;
  readonly of: (task: PlannedTask) => string;
  readonly style?: (task: PlannedTask) => Style;
};

/** Leaves out columns that would say nothing, such as the only subcontractor, whom the title of a cut names. */
function detailColumns({ tasks, audience }: Lookahead): readonly Detail[] {
  const details: readonly (Detail & { readonly kind?: Audience['kind'] })[] = [
    {
      title: 'Subcontractor',
      part: 0.11,
      of: ({ subcontractor }) => subcontractor?.name ?? '',
      kind: 'subcontractor',
    },
    { title: 'Location', part: 0.08, of: ({ location }) => location?.name ?? '', kind: 'location' },
    {
      title: 'Ready',
      part: 0.07,
      of: readyText,
      style: (task) => readyStyles(wall)[readyWord(task) ?? 'yes'],
    },
  ];
  return details.filter(({ of, kind }) => kind !== audience.kind && tasks.some((task) => of(task) !== ''));
}

type Layout = {
  readonly widths: readonly number[];
  readonly details: readonly Detail[];
  readonly days: readonly DayColumn[];
  readonly room: number;
  readonly firstRow: number;
};

const maxLines = 2;
const padding = 2;

function taskDrawer({ widths, details, days }: Layout): (task: PlannedTask) => Row {
  const font = {
    key: { size: wallSizes.task, bold: true },
    task: { size: wallSizes.task },
    detail: { size: wallSizes.detail },
  };
  const rooms = widths.map(indentedRoom);
  const drawDay = drawOnce(dayCell);
  return (task) => {
    const fitted = (text: string, column: number, own: TextFont) =>
      fitToLines(text, { font: own, room: rooms[column] ?? 1, lines: maxLines });
    const name = fitted(taskText(task), 0, isHighlighted(task) ? font.key : font.task);
    const texts = details.map(({ of }, index) => fitted(of(task), index + 1, font.detail));
    const height = Math.max(
      rowHeight(name.lines, wallSizes.task, padding),
      rowHeight(1, wallSizes.day, padding),
      ...texts.map(({ lines }) => rowHeight(lines, wallSizes.detail, padding)),
    );
    return {
      cells: [
        { value: name.text, style: isHighlighted(task) ? wall.keyTask : wall.task },
        ...texts.map(
          ({ text }, index): Cell => ({
            value: text || undefined,
            style: details[index]?.style?.(task) ?? wall.detail,
          }),
        ),
        ...days.map(({ kind }, index): Cell => {
          const cell = task.cells[index];
          return cell ? drawDay(cell, kind) : { style: wallEmpty[kind] };
        }),
      ],
      height,
    };
  };
}

function dayCell(cell: GridCell, kind: DayKind): Cell {
  switch (cell.kind) {
    case 'bar':
    case 'carried': {
      const people = peopleOn(cell);
      const [text] = barTexts(cell);
      const style = barStyle({
        size: wallSizes.day,
        status: cell.status,
        text,
        whole: Number.isInteger(people),
      });
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
