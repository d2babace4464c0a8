/** The rows of the Wall sheet, and where its pages end. */
import { gridLegend, gridMarks, movedLegend } from '../../../lookahead/grid/grid-text.ts';
import { type ShiftPlan, tasksOf } from '../../../lookahead/grid/shift-plan.ts';
import { shiftName } from '../../../lookahead/tasks/select.ts';
import { statusLabel } from '../../../lookahead/tasks/status.ts';
import { pageStarts } from '../../layout/page-breaks.ts';
import { indentedRoomAcross } from '../../layout/text-lines.ts';
import { textWidth } from '../../layout/text-width.ts';
import { byNumber } from '../../theme/sheet-styles.ts';
import { wall, wallSizes } from '../../theme/wall-styles.ts';
import { localRange } from '../../xlsx/cell-references.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import { hasMovedBars, statusesOn } from '../shift/people-and-legend.ts';
import { peopleText } from '../shift/shift-texts.ts';
import { taskDrawer } from './draw-wall-tasks.ts';
import type { Layout } from './wall-columns.ts';

const heights = { shift: 24, people: 30, legend: 24, gap: 12 } as const;

/** A shift that fits on a page is on one, with the shift before it where both do. One that continues is named again. */
export function wallPages(
  shifts: readonly ShiftPlan[],
  layout: Layout,
): { readonly rows: readonly Row[]; readonly breaksAfter: readonly number[] } {
  const { room, firstRow, widths } = layout;
  const draw = taskDrawer(layout);
  const below = [heights.people, heights.legend, heights.gap];
  const drawn = shifts.map((shift) => tasksOf(shift).map(draw));
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
  { details, days }: Layout,
  body: { readonly top: number; readonly bottom: number },
): Row {
  const label: Cell[] = [
    { value: peopleText(shift), style: wall.total },
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
