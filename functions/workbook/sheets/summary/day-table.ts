/** Summary's heat maps: tasks and people on each day of each shift, side by side. */

import { dayParts } from '../../../lookahead/dates/day-text.ts';
import { type WeekOfDays, weeksOf, weekTitles } from '../../../lookahead/grid/day-columns.ts';
import { figuresPerDay, type ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import { colors } from '../../theme/colors.ts';
import { byNumber, headerHeight, heads } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import { cellReference, columnRange, fixedCell, localRange } from '../../xlsx/cell-references.ts';
import type { Area, Cell, Row, Style } from '../../xlsx/sheet-plan.ts';
import type { ShiftPlaces } from '../shift/shift-sheet.ts';
import { fullRow, heading, type Section, type SummaryContext } from './sections.ts';

const daysPerWeek = 7;
const scale = { low: colors.heatLow, high: colors.heatHigh };

export type DaySection = Section & {
  /** Cells of the people of all shifts, as formulas refer to them. */
  readonly peopleOfAll: string;
};

/** For one week: a row per shift, then all shifts. For several: a row per week for all shifts, then for each shift. */
export function dayTable(context: SummaryContext, firstRow: number): DaySection {
  const { lookahead } = context;
  const manyWeeks = lookahead.window.weeks > 1;
  const dateStyle = manyWeeks ? summary.headWeekday : summary.headDate;
  const dates = lookahead.days
    .slice(0, daysPerWeek)
    .map((column): Cell => ({ value: { day: column.day }, style: dateStyle }));
  const head = [
    heading('Tasks and people per day, as filtered on the shift sheets'),
    fullRow(
      [
        { style: heads.upper },
        { value: 'Tasks', style: summary.headBlock },
        ...repeated(6),
        { value: 'People', style: summary.headBlock },
        ...repeated(6),
      ],
      heads.upper,
      headerHeight,
    ),
    fullRow(
      [{ value: manyWeeks ? 'Week' : 'Shift', style: heads.left }, ...dates, ...dates],
      heads.onlyCenter,
      headerHeight,
    ),
  ];
  const body = manyWeeks ? weeksBody : weekBody;
  const { rows, parts = [rows.length], ...rest } = body(context, firstRow + head.length);
  const [first = 0, ...others] = parts;
  return { rows: [...head, ...rows], parts: [head.length + first, ...others], ...rest };
}

function repeated(times: number): Cell[] {
  return Array.from({ length: times }, () => ({ style: heads.upper }));
}

function heat(top: number, bottom: number) {
  const half = (left: number) => ({
    areas: [{ top, left, bottom, right: left + daysPerWeek - 1 }],
    ...scale,
  });
  return [half(2), half(2 + daysPerWeek)];
}

function weekBody({ lookahead, places }: SummaryContext, top: number): DaySection {
  const { shifts } = lookahead;
  const rows = places.shifts.map((place) =>
    fullRow([linkTo(place), ...shiftDays(place, 0, shifts)], summary.run),
  );
  const bottom = top + rows.length - 1;
  const totals = numbers(
    (column, result) => {
      const area: Area = { top, left: column, bottom, right: column };
      return { formula: `SUM(${localRange(area)})`, result };
    },
    weekOf(figuresPerDay(shifts, lookahead.days), 0),
  );
  const all = fullRow([{ value: 'All shifts', style: summary.totalLabel }, ...totals], summary.totalBand);
  return {
    rows: [...rows, all],
    colorScales: heat(top, bottom),
    peopleOfAll: peopleRange(bottom + 1, bottom + 1),
  };
}

/** A week in which a shift has neither tasks nor people has no row. */
function weeksBody({ lookahead, places }: SummaryContext, top: number): DaySection {
  const weeks = weeksOf(lookahead.days);
  const figures = figuresPerDay(lookahead.shifts, lookahead.days);
  const weekCell = (week: WeekOfDays): Cell => ({ value: weekTitles(week)[0], style: summary.run });
  const allTop = top + 1;
  const allBottom = top + weeks.length;
  const shown = places.shifts.flatMap((place) => {
    const shift = lookahead.shifts.find((candidate) => candidate.shift === place.shift);
    const busy = weeks.filter(({ from }) => {
      const { tasks, people } = weekOf(shift, from);
      return [...tasks, ...people].some((figure) => figure > 0);
    });
    return busy.length === 0 ? [] : [{ place, busy }];
  });
  const blocks: Row[] = [];
  const rowsOfWeek = new Map<WeekOfDays, number[]>(weeks.map((week) => [week, []]));
  // Each shift repeats the weekdays, because a page may begin with it. As text, which the colour scale ignores.
  const weekdays = lookahead.days
    .slice(0, daysPerWeek)
    .map(({ day }): Cell => ({ value: dayParts(day).weekday, style: summary.weekDay }));
  for (const { place, busy } of shown) {
    blocks.push(fullRow([linkTo(place, summary.weekLink), ...weekdays, ...weekdays], summary.week));
    for (const week of busy) {
      rowsOfWeek.get(week)?.push(allBottom + 1 + blocks.length);
      const days = shiftDays(place, week.from, lookahead.shifts);
      blocks.push(fullRow([weekCell(week), ...days], summary.run));
    }
  }
  const all = weeks.map((week) => {
    const sums = numbers(
      (column, result) => {
        const cells = (rowsOfWeek.get(week) ?? []).map((row) => cellReference(row, column));
        return cells.length === 0 ? result : { formula: cells.join('+'), result };
      },
      weekOf(figures, week.from),
      { whole: summary.number, decimal: summary.decimal },
    );
    return fullRow([weekCell(week), ...sums], summary.run);
  });
  return {
    rows: [fullRow([{ value: 'All shifts', style: summary.week }], summary.week), ...all, ...blocks],
    colorScales: [
      ...heat(allTop, allBottom),
      ...(blocks.length === 0 ? [] : heat(allBottom + 1, allBottom + blocks.length)),
    ],
    parts: [1 + weeks.length, ...shown.map(({ busy }) => 1 + busy.length)],
    peopleOfAll: peopleRange(allTop, allBottom),
  };
}

function peopleRange(top: number, bottom: number): string {
  return localRange({ top, left: 2 + daysPerWeek, bottom, right: 1 + 2 * daysPerWeek });
}

function linkTo({ sheet }: ShiftPlaces, style: Style = summary.link): Cell {
  return { value: { text: sheet, sheet, cell: 'A1' }, style };
}

type DayFigures = { readonly tasks: readonly number[]; readonly people: readonly number[] };

/** The figures of the week that begins with a day of the window. */
function weekOf(
  figures: Pick<ShiftPlan, 'tasksPerDay' | 'peoplePerDay'> | undefined,
  from: number,
): DayFigures {
  const week = (perDay: readonly number[] = []) =>
    Array.from({ length: daysPerWeek }, (_, day) => perDay[from + day] ?? 0);
  return { tasks: week(figures?.tasksPerDay), people: week(figures?.peoplePerDay) };
}

function numbers(
  valueAt: (column: number, result: number) => Cell['value'],
  { tasks, people }: DayFigures,
  styles: { readonly whole: Style; readonly decimal: Style } = {
    whole: summary.total,
    decimal: summary.totalDecimal,
  },
): Cell[] {
  return [...tasks, ...people].map((result, index) => ({
    value: valueAt(index + 2, result),
    style: byNumber(result, styles),
  }));
}

/**
 * A shift's days from its own sheet, following its filter. A day's tasks are the grid's cells with a number: bars and
 * milestones. A subtotal does not count the groups' own subtotals.
 */
function shiftDays(place: ShiftPlaces, from: number, shifts: readonly ShiftPlan[]): Cell[] {
  const figures = weekOf(
    shifts.find((candidate) => candidate.shift === place.shift),
    from,
  );
  const tasks = figures.tasks.map((result, index): Cell => {
    const range = columnRange(place.sheet, place.firstDay + from + index, place.rows);
    return { value: { formula: `SUBTOTAL(2,${range})`, result }, style: summary.number };
  });
  const people = figures.people.map((result, index): Cell => {
    const style = byNumber(result, { whole: summary.number, decimal: summary.decimal });
    const formula = fixedCell(place.sheet, place.firstDay + from + index, place.peopleRow);
    return { value: { formula, result }, style };
  });
  return [...tasks, ...people];
}
