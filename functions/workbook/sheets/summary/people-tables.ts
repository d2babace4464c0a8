/**
 * Tables about who works where: people by place on the left side of Summary, and on the right side people by shift,
 * with a chart of each day.
 */
import { sum } from '#base/sum.ts';
import { dateText, dayTextParts } from '#lookahead/dates/day-text.ts';
import { windowDatesText } from '#lookahead/dates/window.ts';
import { groupDaysByWeek, type WeekOfDays } from '#lookahead/grid/day-columns.ts';
import { sumFiguresPerDay } from '#lookahead/grid/shift-plan.ts';
import {
  carriedOverPeoplePerDay,
  type ResourceLine,
  uncountedPeopleText,
} from '#lookahead/resources/labour-and-plant.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import { allRowsText } from '#workbook/sheets/counting-formulas.ts';
import type { ShiftPositions } from '#workbook/sheets/shift/shift-sheet.ts';
import { columnSumFormula } from '#workbook/table/column.ts';
import type { TableColumn } from '#workbook/table/table.ts';
import { shiftColors } from '#workbook/theme/colors.ts';
import { columnHeadStyles, styleForValue, tableCellStyles } from '#workbook/theme/styles.ts';
import { absoluteSheetCell, absoluteSheetRange, sameSheetRange } from '#workbook/xlsx/cell-references.ts';
import type { SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import {
  type DrawSummarySection,
  emptySection,
  moreRowsCell,
  rowAcrossSide,
  type SummaryContext,
  type SummarySection,
  sideTableSection,
  summaryRowLayout,
} from './summary-page.ts';

const daysPerWeek = 7;
/** Maximum number of columns of figures on the left side; the name of the place takes the others. */
const maxFigures = 9;
const shortTitles = { ...shiftTitles, afternoon: 'Aft.', none: 'None' };

/** `peopleOfAll` is the range of people per day of all shifts. */
export type PeopleSection = SummarySection & { readonly peopleOfAll: string };

type PeoplePerDay = { readonly people: readonly number[] };
type ShiftPeople = PeoplePerDay & { readonly place: ShiftPositions };
/** People per day of a shift, or of all shifts if it has no place. */
type PeopleLine = PeoplePerDay & { readonly place?: ShiftPositions };

function peopleOfShifts({ lookahead, places }: SummaryContext): readonly ShiftPeople[] {
  return places.shifts.map((place) => ({
    place,
    people: lookahead.shifts.find(({ shift }) => shift === place.shift)?.peoplePerDay ?? [],
  }));
}

export function peopleTable(context: SummaryContext, firstRow: number): PeopleSection {
  const { lookahead, page } = context;
  const isLong = lookahead.window.weeks > 1;
  const { peoplePerDay } = sumFiguresPerDay(lookahead.shifts, lookahead.days);
  const draw = isLong ? tableOfWeeks(context, peoplePerDay) : tableOfWeek(context, peoplePerDay);
  const { rows, colorScales = [] } = draw(firstRow);
  const bottom = firstRow + rows.length - 1;
  const left = page.right.first + 1;
  return {
    rows: [...rows, ...carriedOverRows(context)],
    colorScales,
    peopleOfAll: sameSheetRange({
      top: isLong ? firstRow + 2 : bottom,
      left,
      bottom,
      right: left + daysPerWeek - 1,
    }),
  };
}

function tableOfWeek(context: SummaryContext, peoplePerDay: readonly number[]): DrawSummarySection {
  const {
    lookahead,
    page: { right },
  } = context;
  const first = right.first + 1;
  return sideTableSection<PeopleLine>(right, {
    heading: `People per day, ${allRowsText}`,
    columns: [
      {
        title: 'Shift',
        value: ({ place }) => (place ? shiftTitles[place.shift] : 'All shifts'),
        link: ({ place }) => place && { sheet: place.sheet, cell: 'A1' },
        style: ({ place }) => (place ? tableCellStyles.link : tableCellStyles.text),
      },
      ...lookahead.days.map(
        ({ day }, index): TableColumn<PeopleLine> => ({
          title: '',
          head: { value: { day }, style: columnHeadStyles.oneLineDate },
          value: ({ people }) => people[index],
          formula: ({ place }) => place && peopleCell(place, index),
          total: columnSumFormula,
          style: tableCellStyles.people,
        }),
      ),
      {
        title: 'Total',
        align: 'center',
        value: ({ people }) => roundQuantity(sum(people)),
        formula: (_line, { row, column }) =>
          `SUM(${sameSheetRange({ top: row, left: first, bottom: row, right: column - 1 })})`,
        style: tableCellStyles.people,
      },
    ],
    rows: peopleOfShifts(context),
    total: { item: { people: peoplePerDay }, at: 'bottom' },
    heat: [[first, right.first + daysPerWeek]],
  });
}

function tableOfWeeks(context: SummaryContext, peoplePerDay: readonly number[]): DrawSummarySection {
  const {
    lookahead,
    page: { right },
  } = context;
  const shifts = peopleOfShifts(context);
  return sideTableSection<WeekOfDays>(right, {
    heading: `People per day, and on the busiest day of each shift, ${allRowsText}`,
    columns: [
      { title: 'Week from', value: weekFromText },
      ...lookahead.days.slice(0, daysPerWeek).map(
        ({ day }, index): TableColumn<WeekOfDays> => ({
          title: '',
          head: { value: { day }, style: columnHeadStyles.oneLineWeekday },
          value: ({ from, days }) => (index < days.length ? peoplePerDay[from + index] : undefined),
          formula: ({ from }) => shifts.map(({ place }) => peopleCell(place, from + index)).join('+'),
          style: tableCellStyles.people,
        }),
      ),
      ...shifts.map(
        ({ place, people }): TableColumn<WeekOfDays> => ({
          title: '',
          head: {
            value: { text: shortTitles[place.shift], sheet: place.sheet, cell: 'A1' },
            style: columnHeadStyles.oneLineLink,
          },
          value: (week) => maxOnDays(people, week),
          formula: (week) => maxOnDaysFormula(place, place.peopleRow, week),
          style: tableCellStyles.people,
        }),
      ),
    ],
    rows: groupDaysByWeek(lookahead.days),
    heat: [
      [right.first + 1, right.first + daysPerWeek],
      [right.first + daysPerWeek + 1, right.first + daysPerWeek + shifts.length],
    ],
  });
}

/** Row below the sums with the people of tasks carried over: if they work, more people come than the sums say. */
function carriedOverRows({
  lookahead: { shifts, days },
  page: { right },
}: SummaryContext): readonly SheetRow[] {
  if (uncountedPeopleText(shifts) === '') return [];
  const people = carriedOverPeoplePerDay(shifts, days.slice(0, daysPerWeek));
  const label = { value: 'Carried over, if they work', style: tableCellStyles.detail };
  const line = rowAcrossSide(right, label, 2 * summaryRowLayout.height);
  const cells = line.cells.map((own, index) => {
    const value = people[index - right.first];
    return value === undefined ? own : { value, style: styleForValue(value, tableCellStyles.people) };
  });
  return [{ ...line, cells }];
}

/** Table of the places with the most people: on each day, or in a longer window on the busiest day of each week. */
export function busiestLocationsTable(
  { lookahead, page: { left }, places, busyPlaces }: SummaryContext,
  maxRows: number,
): DrawSummarySection {
  if (busyPlaces.length === 0 || maxRows === 0) return emptySection;
  const isLong = lookahead.window.weeks > 1;
  const rows = busyPlaces.slice(0, busyPlaces.length > maxRows ? maxRows - 1 : maxRows);
  const periods: readonly Period[] = isLong
    ? groupDaysByWeek(lookahead.days)
        .slice(0, maxFigures)
        .map(({ week, ...days }) => ({ title: `W${week}`, ...days }))
    : lookahead.days.map((column, from) => {
        const { weekday, dayOfMonth } = dayTextParts(column.day);
        return { title: `${weekday} ${dayOfMonth}`, from, days: [column] };
      });
  const figure = ({ title, ...days }: Period): TableColumn<ResourceLine> => ({
    title,
    align: 'center',
    value: ({ perDay }) => maxOnDays(perDay, days),
    formula: ({ name }) => {
      const row = places.resources?.rowOf.get(name);
      return places.resources && row !== undefined
        ? maxOnDaysFormula(places.resources, row, days)
        : undefined;
    },
    style: tableCellStyles.people,
  });
  return sideTableSection<ResourceLine>(left, {
    heading: `${isLong ? 'People by place on the busiest day of each week' : 'People per day by place'}, ${allRowsText}`,
    columns: [{ title: 'Place', isName: true, value: ({ name }) => name }, ...periods.map(figure)],
    widest: 'Place',
    rows,
    more: moreRowsCell(busyPlaces.length - rows.length, places.resources?.sheet),
    heat: [[left.columns - periods.length + 1, left.columns]],
  });
}

type Days = Pick<WeekOfDays, 'from' | 'days'>;
type Period = Days & { readonly title: string };

function maxOnDays(perDay: readonly number[], { from, days }: Days): number {
  return Math.max(0, ...perDay.slice(from, from + days.length));
}

/** `maxOnDays` as a formula over a row in which the days begin in column `firstDay`. */
function maxOnDaysFormula(
  { sheet, firstDay }: Pick<ShiftPositions, 'sheet' | 'firstDay'>,
  row: number,
  { from, days }: Days,
): string {
  const left = firstDay + from;
  return `MAX(${absoluteSheetRange(sheet, { top: row, left, bottom: row, right: left + days.length - 1 })})`;
}

function peopleCell({ sheet, firstDay, peopleRow }: ShiftPositions, day: number): string {
  return absoluteSheetCell(sheet, firstDay + day, peopleRow);
}

/** `W47 · 16 Nov`, without a year, which would run into the first figure of the week. */
function weekFromText({ week, days }: WeekOfDays): string {
  const [first] = days;
  return first === undefined ? `W${week}` : `W${week} · ${dateText(first.day, first.day)}`;
}

const chartRows = { min: 7, max: 16 } as const;

/**
 * Chart of the people per day, stacked by shift. It counts all rows, whatever a filter hides. Without people there is
 * no chart.
 * @param rows number of rows that are free; the chart takes at least 7 and at most 16
 */
export function peopleChart(context: SummaryContext, rows: number): DrawSummarySection {
  const { lookahead, page } = context;
  const { days, window } = lookahead;
  const shown = peopleOfShifts(context).filter(({ people }) => people.some((count) => count > 0));
  const [first] = shown;
  if (first === undefined) return emptySection;
  const height = Math.min(chartRows.max, Math.max(chartRows.min, rows));
  const rowOf = ({ sheet, firstDay }: ShiftPositions, row: number) =>
    absoluteSheetRange(sheet, { top: row, left: firstDay, bottom: row, right: firstDay + days.length - 1 });
  return (top) => ({
    rows: Array.from({ length: height }, () => ({ cells: [], height: summaryRowLayout.height })),
    charts: [
      {
        area: {
          top,
          left: page.right.first,
          bottom: top + height - 1,
          right: page.right.first + page.right.columns - 1,
        },
        kind: 'columns',
        alternative: `People on each day of ${windowDatesText(window)}, stacked by shift`,
        categories: {
          reference: rowOf(first.place, first.place.headerRow),
          values: days.map(({ day }) => day),
        },
        series: shown.map(({ place, people }) => ({
          name: shiftTitles[place.shift],
          color: shiftColors[place.shift],
          reference: rowOf(place, place.peopleRow),
          values: people,
        })),
        // The hours of a programme may give half a person. A day without people has no figure; the table shows a dash.
        numberFormat: shown.every(({ people }) => people.every(Number.isInteger))
          ? '#,##0;-#,##0;'
          : '#,##0.0;-#,##0.0;',
      },
    ],
  });
}
