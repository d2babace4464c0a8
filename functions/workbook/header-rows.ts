/** The header of a table: titles on its last row, days with their weekday over them, weeks over those. */
import { addDays, isoWeekOf, weekdayOf } from '../lookahead/day.ts';
import type { DayColumn } from '../lookahead/lookahead.ts';
import { dateWords } from './date-words.ts';
import { lineCount, rowHeight, textRoom } from './row-height.ts';
import type { Cell, Row } from './sheet-plan.ts';
import { sizes } from './style-parts.ts';
import { heads } from './theme.ts';
import { type DayKind, dayHeads, weekdayHeads } from './theme-grid.ts';

export type HeadColumn = {
  readonly title: string;
  readonly align?: 'left' | 'center' | 'right' | 'besideGrid' | undefined;
  /** A column under a date instead of a title. */
  readonly day?: DayColumn | undefined;
};

export function dayKind(day: DayColumn): DayKind {
  if (day.today) return 'today';
  return day.weekend ? 'weekend' : 'weekday';
}

const heights = { week: 18, weekday: 17, day: 21 } as const;

/** One row without days, two with the days of a week, three with more weeks. */
export function headerRows(columns: readonly HeadColumn[], widths: readonly number[]): readonly Row[] {
  const days = columns.flatMap((column) => (column.day ? [column.day] : []));
  const lines = Math.max(
    1,
    ...columns.map((column, index) =>
      lineCount(column.title, { size: sizes.text, bold: true }, textRoom(widths[index] ?? 1)),
    ),
  );
  const titleHeight = rowHeight(lines, sizes.text, 6);
  if (days.length === 0) {
    const cells = columns.map((column) => ({ value: column.title, style: onlyHead(column) }));
    return [{ cells, height: titleHeight + 4 }];
  }
  const manyWeeks = days.length > 7;
  const weekdays = manyWeeks ? weekdayHeads.below : weekdayHeads.top;
  const upper = manyWeeks ? heads.upperMiddle : heads.upper;
  const rows: Row[] = [
    {
      cells: columns.map(
        ({ day }): Cell =>
          day ? { value: { day: day.day }, style: weekdays[dayKind(day)] } : { style: upper },
      ),
      height: heights.weekday,
    },
    {
      cells: columns.map(
        (column): Cell =>
          column.day
            ? { value: { day: column.day.day }, style: dayHeads[dayKind(column.day)] }
            : { value: column.title, style: lowerHead(column) },
      ),
      height: Math.max(heights.day, titleHeight),
    },
  ];
  return manyWeeks ? [{ cells: columns.map(weekCell), height: heights.week }, ...rows] : rows;
}

function weekCell({ day }: HeadColumn): Cell {
  if (!day) return { style: heads.upper };
  if (weekdayOf(day.day) !== 1) return { style: heads.upper };
  const sunday = addDays(day.day, 6);
  const { week } = isoWeekOf(day.day);
  return { value: `Week ${week} · ${dateWords(day.day)} – ${dateWords(sunday)}`, style: heads.week };
}

function lowerHead(column: HeadColumn) {
  switch (column.align ?? 'left') {
    case 'left':
      return heads.left;
    case 'center':
      return heads.center;
    case 'right':
      return heads.right;
    case 'besideGrid':
      return heads.besideGrid;
  }
}

function onlyHead(column: HeadColumn) {
  switch (column.align ?? 'left') {
    case 'left':
    case 'besideGrid':
      return heads.onlyLeft;
    case 'center':
      return heads.onlyCenter;
    case 'right':
      return heads.onlyRight;
  }
}
