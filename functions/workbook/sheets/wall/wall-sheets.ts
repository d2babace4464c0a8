/**
 * One week for the cabin wall, readable at two metres: what, who, where and when, by place. A shift takes one page if
 * possible.
 */

import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { shiftPlans, tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { fitColumnWidths, wholePixels } from '#workbook/layout/column-widths.ts';
import { pageRoom, repeatedPoints } from '#workbook/layout/page-breaks.ts';
import { charactersAcross, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { onePage } from '#workbook/sheets/shift/shift-pages.ts';
import { pageTitle } from '#workbook/sheets/shift/shift-texts.ts';
import { holidayWord } from '#workbook/theme/header-rows.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { titleBlock } from '#workbook/theme/title-block.ts';
import { wall, wallDays } from '#workbook/theme/wall-styles.ts';
import type { Cell, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { codeRows, legendRows, maxLines, type WallColumn, wallColumns, wallPages } from './wall-pages.ts';

/** A wall has no room for more. */
const maxWallPages = 12;

/** A day takes 17 millimetres of A3. */
const dayPart = 0.3 / 7;
const narrowestPart = 0.07;
const headHeight = 27;

/**
 * One sheet, or one for each top folder or place if it would take more than twelve pages. None on smaller paper or over
 * a longer window, where it could not be read at two metres.
 */
export function wallSheets(context: SheetContext): readonly SheetPlan[] {
  const { lookahead, paper } = context;
  if (paper !== 'A3' || lookahead.days.length > 7) return [];
  const whole = wallSheet(context, 'Wall');
  if ((whole.print.breaksAfter?.length ?? 0) < maxWallPages) return [whole];
  return areasOf(lookahead).map(({ name, tasks }) => {
    const rules = { shifts: lookahead.shifts.map(({ shift }) => shift), groupBy: lookahead.groupBy };
    const shifts = shiftPlans(tasks, rules, lookahead.window).filter(({ figures }) => figures.tasks > 0);
    return wallSheet({ ...context, lookahead: { ...lookahead, tasks, shifts } }, `Wall ${name}`);
  });
}

type Area = { readonly name: string; readonly tasks: readonly PlannedTask[] };

function areasOf({ tasks, groupBy }: Lookahead): readonly Area[] {
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
  const columns = wallColumns(lookahead, tasks);
  const across = charactersAcross(paper, 'wall', columns.length + days.length);
  const sizings = columns.map(({ part, font, of }, index) => ({
    min: Math.min(narrowestPart, part) * across,
    ideal: part * across,
    grow: index === 0 ? 1 : 0,
    wrapped: { texts: tasks.map(of), font, maxLines },
  }));
  const day = wholePixels(dayPart * across);
  const widths = [...fitColumnWidths(sizings, across - days.length * day), ...days.map(() => day)];
  const title = titleBlock(context, {
    sheet: [wallTitle(lookahead), ...(name === 'Wall' ? [] : [name.slice('Wall '.length)])].join(' · '),
    figures: countText(lookahead.tasks.length, 'task'),
    widths,
  });
  const header = [...legendRows(shifts, widths), headerRow(columns, days)];
  const first = title.rows.length + header.length + 1;
  const room = pageRoom({ paper, widths, repeated: repeatedPoints(title, header) });
  const code = wallCode && codeRows(wallCode, { firstRow: first, widths, lookahead });
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
    rows: [...title.rows, ...header, ...rows],
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
    ? pageTitle(onePage(only), lookahead)
    : 'Lookahead of all shifts';
}

function headerRow(columns: readonly WallColumn[], days: readonly DayColumn[]): Row {
  const titles = columns.map(({ title }): Cell => ({ value: title, style: wall.head }));
  return {
    cells: [
      ...titles,
      ...days.map(
        ({ day, kind, isHoliday }): Cell => ({
          value: isHoliday ? holidayWord : { day },
          style: wallDays[kind],
        }),
      ),
    ],
    height: headHeight,
  };
}
