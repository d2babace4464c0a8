/** One shift's page, of a shift that has tasks: the week of its tasks, group by group, with the grid of days in the middle. */
import type { ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { pageRoom, repeatedPoints, rowPoints } from '../../layout/page-breaks.ts';
import { screenZoom } from '../../layout/screen-zoom.ts';
import { headerRows } from '../../theme/header-rows.ts';
import { printSetup } from '../../theme/print-setup.ts';
import { rowsFrom, type SheetContext } from '../../theme/sheet-context.ts';
import { titleBlock } from '../../theme/title-block.ts';
import type { SheetPlan } from '../../xlsx/sheet-plan.ts';
import { type GroupRows, rowDrawer } from './draw-shift-rows.ts';
import { fitShiftColumns } from './fit-shift-columns.ts';
import { legendRows, peoplePerDay, signatureRows } from './people-and-legend.ts';
import { type Group, type ShiftRow, shiftGroups, shiftRows } from './shift-rows.ts';
import { pageFigures, pageTitle } from './shift-texts.ts';

/** Where other sheets' formulas find this shift's figures. */
export type ShiftPlaces = {
  readonly sheet: string;
  readonly shift: ShiftPlan['shift'];
  /** Rows of groups and tasks. */
  readonly rows: { readonly first: number; readonly last: number };
  readonly firstDay: number;
  readonly peopleRow: number;
  /** The row of each task. */
  readonly rowOf: ReadonlyMap<PlannedTask['id'], number>;
};

export type ShiftSheet = { readonly plan: SheetPlan; readonly places: ShiftPlaces };

export function shiftSheet(context: SheetContext, shift: ShiftPlan): ShiftSheet {
  const layout = fitShiftColumns(context, shift);
  const { widths, columns, taskColumn, firstDay } = layout;
  const title = titleBlock(context, {
    sheet: pageTitle(shift, context.lookahead.shifts),
    figures: pageFigures(shift, context.lookahead.reportDay),
    widths,
  });
  const legend = legendRows(shift, layout, title.rows.length + 1);
  const peopleRow = title.rows.length + legend.rows.length + 1;
  const header = headerRows(columns, widths, context.lookahead.reportDay);
  const headerRow = peopleRow + header.length;
  const first = headerRow + 1;
  const above = (last: number) => [...legend.rows, peoplePerDay(shift, layout, { first, last }), ...header];
  const room = pageRoom({ paper: context.paper, widths, repeated: repeatedPoints(title, above(first)) });
  const lastRows = signatureRows(layout);
  const rows = shiftRows(shiftGroups(shift, layout), { room, below: rowPoints(lastRows) });
  const last = headerRow + rows.length;
  const sheet = shift.title;
  const places = {
    sheet,
    shift: shift.shift,
    rows: { first, last },
    firstDay,
    peopleRow,
    rowOf: rowNumbers(rows, first),
  };
  const plan: SheetPlan = {
    name: sheet,
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      yield* above(last);
      const draw = rowDrawer(layout, rowsOfGroups(rows, first), context.taskRows);
      for (const row of rows) yield draw(row);
      yield* lastRows;
    }),
    freeze: { row: headerRow + 1, column: taskColumn + 1 },
    autoFilter: { top: headerRow, left: 1, bottom: last, right: columns.length },
    merges: legend.merges.length === 0 ? undefined : legend.merges,
    pictures: title.pictures,
    print: printSetup(context, {
      widths,
      titleRows: { first: 1, last: headerRow },
      // Without it, LibreOffice also fits the room of a text that ends the header, and prints all smaller.
      area: { top: 1, left: 1, bottom: last + lastRows.length, right: columns.length },
      breaksAfter: rows.flatMap(({ newPage }, index) => (newPage ? [first + index - 1] : [])),
    }),
    zoom: screenZoom(widths, firstDay),
    showGridLines: false,
  };
  return { plan, places };
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

function rowNumbers(rows: readonly ShiftRow[], first: number): ReadonlyMap<PlannedTask['id'], number> {
  const numbers = new Map<PlannedTask['id'], number>();
  rows.forEach((row, index) => {
    if (row.kind === 'task') numbers.set(row.task.id, first + index);
  });
  return numbers;
}
