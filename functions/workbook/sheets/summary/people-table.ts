import { palette } from '#display/colors.ts';
import { dateText, dayParts } from '#lookahead/dates/day-text.ts';
import { type WeekOfDays, weeksOf } from '#lookahead/grid/day-columns.ts';
import { figuresPerDay, type ShiftPlan } from '#lookahead/grid/shift-plan.ts';
import {
  peopleIfTheyWork,
  type ResourceLine,
  uncountedPeople,
} from '#lookahead/resources/labour-and-plant.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import { allRows } from '#workbook/sheets/counting-formulas.ts';
import type { ShiftPlaces } from '#workbook/sheets/shift/shift-sheet.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { byNumber, heads } from '#workbook/theme/sheet-styles.ts';
import { summary, summaryHeights } from '#workbook/theme/summary-styles.ts';
import { fixedCell, fixedRange, localRange } from '#workbook/xlsx/cell-references.ts';
import type { Area, Cell, CellValue, Row } from '#workbook/xlsx/sheet-plan.ts';
import { type NamesColumn, namesTable } from './names-table.ts';
import { heading, moreText, type Section, type SummaryContext, tableRow } from './sections.ts';

/** Columns of the left side; a place's name has the rest. */
const maxFigures = 9;

const daysPerWeek = 7;
const shortTitles = { ...shiftTitles, afternoon: 'Aft.', none: 'None' };

/** `peopleOfAll` is the range of people per day of all shifts. */
export type PeopleSection = Section & { readonly peopleOfAll: string };

export function peopleTable(context: SummaryContext, firstRow: number): PeopleSection {
  return context.lookahead.window.weeks > 1
    ? tableOfWeeks(context, firstRow)
    : tableOfWeek(context, firstRow);
}

/** Below the sums: the gate may see more people than they say. */
function carriedOverRows({ lookahead, grid }: SummaryContext): readonly Row[] {
  const { shifts, days } = lookahead;
  if (uncountedPeople(shifts) === '') return [];
  const people = peopleIfTheyWork(shifts, days.slice(0, daysPerWeek));
  const label = { value: 'Carried over, if they work', style: summary.detailWords };
  const figures = people.map((value): Cell => ({ value, style: byNumber(value, numberStyles) }));
  return [
    tableRow(grid.right, [label, ...figures], { filler: summary.overflow, height: 2 * summaryHeights.line }),
  ];
}

type ShiftPeople = { readonly place: ShiftPlaces; readonly people: readonly number[] };

function shiftsWithPeople({ lookahead, places }: SummaryContext): readonly ShiftPeople[] {
  return places.shifts.map((place) => ({
    place,
    people: lookahead.shifts.find(({ shift }) => shift === place.shift)?.peoplePerDay ?? [],
  }));
}

const numberStyles = { whole: summary.number, decimal: summary.decimal };
const totalStyles = { whole: summary.total, decimal: summary.totalDecimal };

function tableOfWeek(context: SummaryContext, firstRow: number): PeopleSection {
  const { lookahead, grid } = context;
  const span = grid.right;
  const top = firstRow + 2;
  const first = span.from + 1;
  const last = span.from + daysPerWeek;
  const figure = (formula: string, result: number, styles = numberStyles): Cell => ({
    value: { formula, result },
    style: byNumber(result, styles),
  });
  const totalOf = (row: number, people: readonly number[], styles = numberStyles) =>
    figure(
      `SUM(${localRange({ top: row, left: first, bottom: row, right: last })})`,
      personDays(people),
      styles,
    );
  const rows = shiftsWithPeople(context).map(({ place, people }, index) =>
    tableRow(
      span,
      [
        linkTo(place),
        ...people.map((result, day) => figure(peopleCell(place, day), result)),
        totalOf(top + index, people),
      ],
      { filler: summary.overflow },
    ),
  );
  const bottom = top + rows.length - 1;
  const { peoplePerDay } = figuresPerDay(lookahead.shifts, lookahead.days);
  const totals = peoplePerDay.map((result, day) => {
    const column = first + day;
    return figure(`SUM(${localRange({ top, left: column, bottom, right: column })})`, result, totalStyles);
  });
  const all = [
    { value: 'All shifts', style: summary.totalLabel },
    ...totals,
    totalOf(bottom + 1, peoplePerDay, totalStyles),
  ];
  const heads = lookahead.days.map(({ day }): Cell => ({ value: { day }, style: summary.headDate }));
  return {
    rows: [
      heading(`People per day, ${allRows}`, span),
      headRow(context, 'Shift', [...heads, { value: 'Total', style: summary.headFigure }]),
      ...rows,
      tableRow(span, all, { filler: summary.totalBand }),
      ...carriedOverRows(context),
    ],
    colorScales: [heat({ top, left: first, bottom, right: last })],
    peopleOfAll: localRange({ top: bottom + 1, left: first, bottom: bottom + 1, right: last }),
  };
}

function tableOfWeeks(context: SummaryContext, firstRow: number): PeopleSection {
  const { lookahead, grid } = context;
  const span = grid.right;
  const shifts = shiftsWithPeople(context);
  const { peoplePerDay } = figuresPerDay(lookahead.shifts, lookahead.days);
  const weeks = weeksOf(lookahead.days);
  const top = firstRow + 2;
  const bottom = top + weeks.length - 1;
  const first = span.from + 1;
  const rows = weeks.map((week): Row => {
    const days = week.days.map((_day, offset): Cell => {
      const day = week.from + offset;
      const result = peoplePerDay[day] ?? 0;
      const formula = shifts.map(({ place }) => peopleCell(place, day)).join('+');
      return { value: { formula, result }, style: byNumber(result, numberStyles) };
    });
    return tableRow(
      span,
      [
        { value: weekName(week), style: summary.overflow },
        ...days,
        ...shifts.map((shift) => busiestOf(shift, week)),
      ],
      { filler: summary.overflow },
    );
  });
  const weekdays = lookahead.days
    .slice(0, daysPerWeek)
    .map(({ day }): Cell => ({ value: { day }, style: summary.headWeekday }));
  const titles = shifts.map(({ place }): Cell => {
    const text = shortTitles[place.shift];
    const value: CellValue = { text, sheet: place.sheet, cell: 'A1' };
    return { value, style: summary.headFigureLink };
  });
  const right = first + daysPerWeek - 1;
  return {
    rows: [
      heading(`People per day, and on the busiest day of each shift, ${allRows}`, span),
      headRow(context, 'Week from', [...weekdays, ...titles]),
      ...rows,
      ...carriedOverRows(context),
    ],
    colorScales: [
      heat({ top, left: first, bottom, right }),
      ...(shifts.length === 0 ? [] : [heat({ top, left: right + 1, bottom, right: right + shifts.length })]),
    ],
    peopleOfAll: localRange({ top, left: first, bottom, right }),
  };
}

function busiestOf({ place, people }: ShiftPeople, { from, days }: WeekOfDays): Cell {
  const result = Math.max(0, ...people.slice(from, from + days.length));
  const left = place.firstDay + from;
  const area = { top: place.peopleRow, left, bottom: place.peopleRow, right: left + days.length - 1 };
  return {
    value: { formula: `MAX(${fixedRange(place.sheet, area)})`, result },
    style: byNumber(result, numberStyles),
  };
}

function headRow({ grid }: SummaryContext, label: string, cells: readonly Cell[]): Row {
  return tableRow(grid.right, [{ value: label, style: heads.oneRowOverflow }, ...cells], {
    filler: summary.headFigure,
    height: summaryHeights.head,
  });
}

/** Without a year, which would run into the week's first figure. */
function weekName({ week, days }: WeekOfDays): string {
  const [first] = days;
  return first === undefined ? `W${week}` : `W${week} · ${dateText(first.day, first.day)}`;
}

function peopleCell({ sheet, firstDay, peopleRow }: ShiftPlaces, day: number): string {
  return fixedCell(sheet, firstDay + day, peopleRow);
}

function linkTo({ sheet, shift }: ShiftPlaces): Cell {
  return { value: { text: shiftTitles[shift], sheet, cell: 'A1' }, style: summary.link };
}

function personDays(people: ShiftPlan['peoplePerDay']): number {
  return roundQuantity(people.reduce((sum, each) => sum + each, 0));
}

function heat(area: Area) {
  return { areas: [area], low: palette.paper, high: sheetColors.heatHigh };
}

/** The places with most people: each day of a week, or the busiest day of each week. */
export function placesTable(context: SummaryContext, firstRow: number, maxRows: number): Section {
  const { lookahead, grid, busyPlaces: lines } = context;
  if (lines.length === 0 || maxRows === 0) return { rows: [] };
  const { from, to } = grid.left;
  const figures = figureColumns(context);
  const items = lines.slice(0, lines.length > maxRows ? maxRows - 1 : maxRows);
  const table = namesTable<ResourceLine>(
    { grid, span: grid.left },
    {
      title: `${lookahead.window.weeks > 1 ? 'People by place on the busiest day of each week' : 'People per day by place'}, ${allRows}`,
      columns: [
        {
          title: 'Place',
          columns: to - from + 1 - figures.length,
          isFixed: true,
          of: ({ name }) => ({ value: name, style: summary.overflow, font: textFonts.plain, isName: true }),
        },
        ...figures,
      ],
      items,
      more: moreText(lines.length - items.length, context.places.resources?.sheet),
    },
  );
  const top = firstRow + 2;
  const area = { top, left: to - figures.length + 1, bottom: top + items.length - 1, right: to };
  return { ...table, colorScales: [{ areas: [area], low: palette.paper, high: sheetColors.heatHigh }] };
}

/** Figures are read from Resources, if the workbook has that sheet. */
function figureColumns({ lookahead, places }: SummaryContext): readonly NamesColumn<ResourceLine>[] {
  const { window, days } = lookahead;
  const rangeOf = (name: string, from: number, count: number) => {
    const row = places.resources?.rowOf.get(name);
    if (places.resources === undefined || row === undefined) return undefined;
    const left = places.resources.firstDay + from;
    return fixedRange(places.resources.sheet, { top: row, left, bottom: row, right: left + count - 1 });
  };
  const column = (title: string, from: number, count: number): NamesColumn<ResourceLine> => ({
    title,
    columns: 1,
    isFigure: true,
    of: ({ name, perDay }) => {
      const result = Math.max(0, ...perDay.slice(from, from + count));
      const style = byNumber(result, { whole: summary.number, decimal: summary.decimal });
      const range = rangeOf(name, from, count);
      return { value: range === undefined ? result : { formula: `MAX(${range})`, result }, style };
    },
  });
  if (window.weeks > 1) {
    const weeks = weeksOf(days).slice(0, maxFigures);
    return weeks.map(({ week, from, days: own }) => column(`W${week}`, from, own.length));
  }
  return days.map(({ day }, index) => {
    const { weekday, dayOfMonth } = dayParts(day);
    return column(`${weekday} ${dayOfMonth}`, index, 1);
  });
}
