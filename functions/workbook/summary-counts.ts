/** Summary's tables of counts: over the Tasks sheet by status, over the shift sheets by day. */
import { addDays, type Day, isoWeekOf } from '../lookahead/day.ts';
import type { StatusKind } from '../lookahead/status.ts';
import { columnRange, localRange, quotedText } from './cell-reference.ts';
import { colors, statusKinds, statusLetters } from './colors.ts';
import { dateWords } from './date-words.ts';
import type { Cell, CellValue, Row } from './sheet-plan.ts';
import { readyWord } from './shift-cells.ts';
import type { ShiftPlaces } from './shift-sheet.ts';
import { fullRow, heading, lineHeight, type Section, type SummaryContext } from './summary-parts.ts';
import { listRange } from './summary-tiles.ts';
import { byNumber, heads } from './theme.ts';
import { summary } from './theme-summary.ts';

/** Shift × status, with totals both ways, counted on the Tasks sheet. */
export function statusTable({ frame, places }: SummaryContext, firstRow: number): Section {
  const { tasks, shifts } = frame.lookahead;
  const seen = new Set<StatusKind>(tasks.map((task) => task.status.kind));
  const kinds = statusKinds.filter((kind) => seen.has(kind));
  const shiftRange = listRange(places.tasks, 'Shift') ?? '';
  const statusRange = listRange(places.tasks, 'Status group') ?? '';
  const keyRange = listRange(places.tasks, 'Key task') ?? '';
  const readyRange = listRange(places.tasks, 'Ready') ?? '';
  const titles = [...kinds.map((kind) => `${statusLetters[kind]} ${kind}`), 'Total', 'Key', 'Not ready'];
  const rows = shifts.map((shift) => {
    const own = tasks.filter((task) => task.shift === shift.shift);
    const title = quotedText(shift.title);
    const count = (criteria: string, result: number): Cell => ({
      value: { formula: `COUNTIFS(${shiftRange},${title}${criteria})`, result },
      style: summary.number,
    });
    return fullRow(
      [
        { value: { text: shift.title, sheet: shift.title, cell: 'A1' }, style: summary.link },
        ...kinds.map((kind) =>
          count(
            `,${statusRange},${quotedText(kind)}`,
            own.filter((task) => task.status.kind === kind).length,
          ),
        ),
        count('', own.length),
        count(`,${keyRange},"yes"`, own.filter((task) => task.key).length),
        count(`,${readyRange},"no"`, own.filter((task) => readyWord(task) === 'no').length),
      ],
      summary.run,
    );
  });
  const bodyTop = firstRow + 2;
  const total = titles.map((_title, index): Cell => {
    const result = rows.reduce((sum, row) => sum + resultOf(row.cells[index + 1]?.value), 0);
    const area = { top: bodyTop, left: index + 2, bottom: bodyTop + rows.length - 1, right: index + 2 };
    return { value: { formula: `SUM(${localRange(area)})`, result }, style: summary.total };
  });
  return {
    rows: [
      heading('Tasks by shift and status'),
      fullRow(
        [
          { value: 'Shift', style: heads.onlyLeft },
          ...titles.map((value) => ({ value, style: heads.onlyCenter })),
        ],
        heads.onlyCenter,
        22,
      ),
      ...rows,
      fullRow([{ value: 'All shifts', style: summary.totalLabel }, ...total], summary.totalBand, lineHeight),
    ],
  };
}

function resultOf(value: CellValue | undefined): number {
  return typeof value === 'object' && 'formula' in value && typeof value.result === 'number'
    ? value.result
    : 0;
}

/** Tasks and people on each day of each shift, as two heat maps side by side; a row a shift, week by week. */
export function dayTable({ frame, places }: SummaryContext, firstRow: number): Section {
  const { lookahead } = frame;
  const weeks = Array.from({ length: lookahead.window.weeks }, (_, week) => week);
  const manyWeeks = weeks.length > 1;
  const week = lookahead.days.slice(0, 7);
  const dateStyle = manyWeeks ? summary.headWeekday : summary.headDate;
  const dates = week.map((column): Cell => ({ value: { day: column.day }, style: dateStyle }));
  const rows: Row[] = [];
  for (const index of weeks) {
    if (manyWeeks) rows.push(weekRow(lookahead.days[index * 7]?.day));
    for (const place of places.shifts) rows.push(shiftDays(place, index * 7, frame.lookahead.shifts));
  }
  const top = firstRow + 3;
  const bottom = top + rows.length - 1;
  const scale = { low: colors.heatLow, high: colors.heatHigh };
  return {
    rows: [
      heading('Tasks and people per day'),
      fullRow(
        [
          { style: heads.upper },
          { value: 'Tasks', style: summary.headBlock },
          ...repeated(6),
          { value: 'People', style: summary.headBlock },
          ...repeated(6),
        ],
        heads.upper,
        18,
      ),
      fullRow([{ value: 'Shift', style: heads.left }, ...dates, ...dates], heads.onlyCenter, 20),
      ...rows,
    ],
    colorScales: [
      { area: { top, left: 2, bottom, right: 8 }, ...scale },
      { area: { top, left: 9, bottom, right: 15 }, ...scale },
    ],
  };
}

function repeated(times: number): Cell[] {
  return Array.from({ length: times }, () => ({ style: heads.upper }));
}

function weekRow(monday: Day | undefined): Row {
  const words =
    monday === undefined
      ? ''
      : `Week ${isoWeekOf(monday).week} · ${dateWords(monday)} – ${dateWords(addDays(monday, 6))}`;
  return fullRow([{ value: words, style: summary.week }], summary.tileBand, 18);
}

/**
 * A day's tasks are the grid's cells with text, less those that only say that the day is off (`///`) or that
 * work lies before or after the window.
 */
function shiftDays(
  place: ShiftPlaces,
  from: number,
  shifts: SummaryContext['frame']['lookahead']['shifts'],
): Row {
  const shift = shifts.find((candidate) => candidate.shift === place.shift);
  const days = Array.from({ length: 7 }, (_, index) => from + index);
  const tasks = days.map((day): Cell => {
    const result = shift?.tasksPerDay[day] ?? 0;
    if (!place.rows) return { value: result, style: summary.number };
    const range = columnRange(place.sheet, place.firstDay + day, place.rows);
    // Not COUNTIF(range,"?*"): LibreOffice lets a wildcard match the people in the groups' rows, Excel does not.
    const formula = `SUMPRODUCT(ISTEXT(${range})*ISERROR(SEARCH("/",${range}))*(${range}<>"◀")*(${range}<>"▶"))`;
    return { value: { formula, result }, style: summary.number };
  });
  const people = days.map((day): Cell => {
    const result = shift?.peoplePerDay[day] ?? 0;
    const style = byNumber(result, { whole: summary.number, decimal: summary.decimal });
    const range = columnRange(place.sheet, place.firstDay + day, {
      first: place.peopleRow,
      last: place.peopleRow,
    });
    return { value: { formula: range.split(':')[0] ?? range, result }, style };
  });
  const label = { text: place.sheet, sheet: place.sheet, cell: 'A1' };
  return fullRow([{ value: label, style: summary.link }, ...tasks, ...people], summary.run);
}
