/** Summary's tables over the shift sheets and the Tasks sheet. */
import { changeKinds } from '../lookahead/changes.ts';
import { addDays, isoWeekOf } from '../lookahead/day.ts';
import type { StatusKind } from '../lookahead/status.ts';
import { columnRange, localRange, quotedText } from './cell-reference.ts';
import { colors, statusKinds, statusLetters } from './colors.ts';
import { dateWords, weekWords } from './date-words.ts';
import { lineCount, rowHeight, textRoom } from './row-height.ts';
import type { Cell, CellValue, Row } from './sheet-plan.ts';
import { readyCell } from './shift-cells.ts';
import type { ShiftPlaces } from './shift-sheet.ts';
import {
  fullRow,
  heading,
  lineHeight,
  type Section,
  type SummaryContext,
  summaryColumns,
} from './summary-parts.ts';
import { listRange } from './summary-tiles.ts';
import { byNumber, cells, grid, heads, styleOf, summary } from './theme.ts';

const head = { left: heads.onlyLeft, center: heads.onlyCenter };

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
        count(`,${readyRange},"no"`, own.filter((task) => task.findings > 0).length),
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
        [{ value: 'Shift', style: head.left }, ...titles.map((value) => ({ value, style: head.center }))],
        head.center,
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
      fullRow([{ value: 'Shift', style: heads.left }, ...dates, ...dates], head.center, 20),
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

function weekRow(monday: Parameters<typeof dateWords>[0] | undefined): Row {
  const words =
    monday === undefined
      ? ''
      : `Week ${isoWeekOf(monday).week} · ${dateWords(monday)} – ${dateWords(addDays(monday, 6))}`;
  return fullRow([{ value: words, style: summary.week }], summary.weekBand, 18);
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
    const formula = `COUNTIF(${range},"?*")-COUNTIF(${range},"*/*")-COUNTIF(${range},"◀")-COUNTIF(${range},"▶")`;
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

/** Key tasks listed before Summary refers to the shift sheets for the rest. */
const mostKeyTasks = 15;

export function keyTasksTable({ frame, places, widths }: SummaryContext): Section {
  const keys = frame.lookahead.tasks.filter((task) => task.key);
  if (keys.length === 0) return { rows: [] };
  const rows = keys.slice(0, mostKeyTasks).map((task): Row => {
    const place = places.shifts.find((candidate) => candidate.shift === task.shift);
    const row = place?.rowOf.get(task.id);
    const shown = task.name.length > 300 ? `${task.name.slice(0, 300)}…` : task.name;
    const name = `◆ ${shown}`;
    const id: Cell =
      place && row !== undefined
        ? { value: { text: task.ref, sheet: place.sheet, cell: `A${row}` }, style: summary.link }
        : { value: task.ref, style: summary.run };
    return fullRow(
      [
        { value: name, style: summary.key },
        id,
        { value: place?.sheet, style: summary.run },
        { value: task.dates && { day: task.dates.start }, style: summary.date },
        { value: task.dates && { day: task.dates.finish }, style: summary.date },
        { value: task.status.text || undefined, style: styleOf(grid.statusWords, task.status.kind) },
        readyCell(task),
        { value: task.subcontractor?.name, style: summary.row },
        { value: task.owner?.name, style: summary.row },
        { value: task.location?.name, style: summary.row },
        { value: task.folder?.name, style: summary.run },
      ],
      summary.run,
      keyRowHeight(
        [
          [name, 0],
          [task.subcontractor?.name, 7],
          [task.owner?.name, 8],
          [task.location?.name, 9],
        ],
        widths,
      ),
    );
  });
  const titles = [
    'Key task',
    'ID',
    'Shift',
    'Start',
    'Finish',
    'Status',
    'Ready',
    'Subcontractor',
    'Owner',
    'Location',
    'Folder',
  ];
  const more = keys.length - mostKeyTasks;
  const moreRow = fullRow(
    [{ value: `and ${more} more, marked ◆ on the shift sheets`, style: summary.detail }],
    summary.run,
  );
  return {
    rows: [
      heading('Key tasks'),
      fullRow(
        titles.map((value) => ({ value, style: value === 'Ready' ? head.center : head.left })),
        head.left,
        22,
      ),
      ...rows,
      ...(more > 0 ? [moreRow] : []),
    ],
  };
}

/** @param texts with the column they wrap in, from 0 */
function keyRowHeight(
  texts: readonly (readonly [string | undefined, number])[],
  widths: readonly number[],
): number {
  const lines = texts.map(([text, column]) =>
    lineCount(text ?? '', { size: 11, bold: true }, textRoom(widths[column] ?? 1)),
  );
  return Math.max(lineHeight, rowHeight(Math.min(6, Math.max(...lines)), 11, 5));
}

/** Counts per kind of change, each read from the Changes sheet and linked to it. */
export function changesTable({ frame, places }: SummaryContext): Section {
  const { changes, issue } = frame.lookahead;
  if (!changes || !issue.previous) return { rows: [] };
  const range = listRange(places.changes, 'Change');
  const counts = changeKinds.map((kind): Cell => {
    const result = changes.counts[kind];
    const value = range === undefined ? result : { formula: `COUNTIF(${range},${quotedText(kind)})`, result };
    return { value, style: summary.number };
  });
  const label = { text: 'See Changes', sheet: places.changes.sheet, cell: 'A1' };
  return {
    rows: [
      heading(
        `Changed since issue ${issue.previous.number} of ${weekWords(issue.previous.window).toLowerCase()}`,
      ),
      fullRow(
        [{ style: head.left }, ...changeKinds.map((value) => ({ value, style: head.center }))],
        head.center,
        22,
      ),
      fullRow([{ value: label, style: summary.link }, ...counts], summary.run),
    ],
  };
}

const mostReasons = 6;

/** The commonest reasons for delay, with bars. */
export function delaysTable({ frame, places, widths }: SummaryContext, firstRow: number): Section {
  const { delays } = frame.lookahead;
  if (delays.perReason.length === 0) return { rows: [] };
  const reasons = [...delays.perReason].sort((a, b) => b.count - a.count).slice(0, mostReasons);
  const room = textRoom(widths[0] ?? 1);
  const top = firstRow + 2;
  return {
    rows: [
      heading('Delays by reason'),
      fullRow(
        [
          { value: 'Reason', style: head.left },
          { value: 'Delays', style: head.center },
          { value: 'Days lost', style: head.center },
          { value: { text: 'See Delays', sheet: places.delays.sheet, cell: 'A1' }, style: head.left },
        ],
        head.left,
        22,
      ),
      ...reasons.map((line) => {
        const name = line.reason.length > 200 ? `${line.reason.slice(0, 200)}…` : line.reason;
        return fullRow(
          [
            { value: name, style: summary.row },
            { value: line.count, style: summary.number },
            {
              value: line.days,
              style: byNumber(line.days, { whole: summary.number, decimal: summary.decimal }),
            },
          ],
          summary.run,
          Math.max(lineHeight, rowHeight(lineCount(name, { size: 11 }, room), 11, 5)),
        );
      }),
    ],
    dataBars: [{ area: { top, left: 2, bottom: top + reasons.length - 1, right: 2 }, color: colors.bar }],
  };
}

/** What no sheet shows: warnings, and items of the service's answers that were wrong. */
export function attentionTable({ frame, widths }: Pick<SummaryContext, 'frame' | 'widths'>): Section {
  const { warnings, setAside } = frame.lookahead;
  const page = widths.reduce((sum, width) => sum + textRoom(width), 0);
  const rows: Row[] = [];
  if (warnings.length > 0) {
    rows.push(heading('Please note'));
    for (const warning of warnings) rows.push(sentenceRow(warning, page));
  }
  if (setAside.length > 0) {
    const one = setAside.length === 1;
    rows.push(
      heading(
        `Set aside: ${setAside.length} ${one ? 'item does' : 'items do'} not fit the service's own description and ${one ? 'is' : 'are'} not in this plan`,
      ),
      fullRow(
        ['Item', 'Kind', '', 'Property', '', '', 'What is wrong'].map((value) => ({
          value: value === '' ? undefined : value,
          style: head.left,
        })),
        head.left,
        22,
      ),
      ...setAside
        .slice(0, mostSetAside)
        .map((item) =>
          fullRow(
            [
              { value: item.item, style: cells.text },
              { value: item.collection, style: summary.run },
              undefined,
              { value: item.property, style: summary.run },
              undefined,
              undefined,
              { value: item.reason, style: summary.run },
            ],
            summary.run,
          ),
        ),
    );
    const more = setAside.length - mostSetAside;
    if (more > 0) rows.push(fullRow([{ value: `and ${more} more`, style: summary.detail }], summary.run));
  }
  return { rows };
}

const mostSetAside = 100;

function sentenceRow(sentence: string, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const lines = lineCount(shown, { size: 11, bold: true }, page);
  return {
    cells: Array.from(
      { length: summaryColumns },
      (_, index): Cell =>
        index === 0 ? { value: `▲ ${shown}`, style: summary.sentence } : { style: summary.sentence },
    ),
    height: rowHeight(lines, 11, 7),
  };
}
