import type { Day } from '#base/day.ts';
import {
  type DayColumn,
  groupDaysByWeek,
  type WeekOfDays,
  weekTitlesLongestFirst,
} from '#lookahead/grid/day-columns.ts';
import { columnWidthInPoints } from '#workbook/layout/paper-and-margins.ts';
import {
  fontSizes,
  indentedTextRoomInColumn,
  lineCount,
  rowHeight,
  textFonts,
  textRoomInColumn,
  textWidth,
} from '#workbook/layout/text-width.ts';
import type { Cell, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { columnHeadStyle, columnHeadStyles, dayHeadStyles } from './styles.ts';

export type ColumnHead = {
  readonly title: string;
  readonly align?: 'left' | 'center' | undefined;
  readonly day?: DayColumn | undefined;
};

export function columnTitleLineCount({ title, align }: ColumnHead, width: number): number {
  const room = align === 'center' ? textRoomInColumn(width) : indentedTextRoomInColumn(width);
  return lineCount(title, textFonts.bold, room);
}

export const holidayWord = 'holiday';

const heights = { week: 16.5, weekday: 15, day: 19.5 } as const;

export function headerRows(
  columns: readonly ColumnHead[],
  widths: readonly number[],
  reportDay: Day,
): readonly SheetRow[] {
  const days = columns.flatMap((column) => (column.day ? [column.day] : []));
  const lines = Math.max(
    1,
    ...columns.map((column, index) => columnTitleLineCount(column, widths[index] ?? 1)),
  );
  const titleHeight = rowHeight(lines, fontSizes.text, 4);
  if (days.length === 0) {
    const cells = columns.map((column) => ({
      value: column.title,
      style: columnHeadStyle(column.align, false),
    }));
    return [{ cells, height: titleHeight + 4 }];
  }
  const weeks = groupDaysByWeek(days).map((week) => ({
    ...week,
    titles: weekTitlesLongestFirst(week, reportDay),
  }));
  const manyWeeks = weeks.length > 1;
  const weekdayHead = manyWeeks ? 'weekday' : 'topWeekday';
  const upper = manyWeeks ? columnHeadStyles.upperMiddle : columnHeadStyles.upper;
  const letters = weekdayLetters(columns, widths);
  const numberHead = areNarrow(columns, widths) ? 'small' : 'large';
  const rows: SheetRow[] = [
    {
      cells: columns.map(
        ({ day }, index): Cell =>
          day
            ? {
                value: weekdayCellValue(day, letters, widths[index] ?? 1),
                style: dayHeadStyles[day.kind][weekdayHead],
              }
            : { style: upper },
      ),
      height: heights.weekday,
    },
    {
      cells: columns.map(
        (column): Cell =>
          column.day
            ? { value: { day: column.day.day }, style: dayHeadStyles[column.day.kind][numberHead] }
            : { value: column.title, style: columnHeadStyles[column.align ?? 'left'] },
      ),
      height: Math.max(heights.day, titleHeight),
    },
  ];
  return manyWeeks ? [{ cells: weekCells(weeks, columns, widths), height: heights.week }, ...rows] : rows;
}

/** Maximum share of its width by which a weekday's name may shrink before it is shortened. */
const maxWeekdayShrink = 0.08;

function weekdayLetters(columns: readonly ColumnHead[], widths: readonly number[]): number {
  const days = columns.flatMap(({ day }, index) =>
    day ? [{ name: day.weekday, room: textRoomInColumn(widths[index] ?? 1) * (1 + maxWeekdayShrink) }] : [],
  );
  const fits = (letters: number) =>
    days.every(({ name, room }) => textWidth(name.slice(0, letters), textFonts.bold) <= room);
  return [3, 2].find(fits) ?? 1;
}

/** Whether days are too narrow for large numbers: a blank must fit beside each, or neighbours would run together. */
function areNarrow(columns: readonly ColumnHead[], widths: readonly number[]): boolean {
  const needed = textWidth('28 ', { size: 14, bold: true });
  return columns.some(({ day }, index) => day !== undefined && textRoomInColumn(widths[index] ?? 1) < needed);
}

function weekdayCellValue(
  { day, weekday, isHoliday }: DayColumn,
  letters: number,
  width: number,
): Cell['value'] {
  if (isHoliday && textWidth(holidayWord, textFonts.bold) <= textRoomInColumn(width)) return holidayWord;
  return letters >= weekday.length ? { day } : weekday.slice(0, letters);
}

const weekIndent = 12;

/** Writes each week's name over its first day, in the longest form that fits over the days of every week. */
function weekCells(
  weeks: readonly (WeekOfDays & { readonly titles: readonly string[] })[],
  columns: readonly ColumnHead[],
  widths: readonly number[],
): Cell[] {
  const firstDay = columns.findIndex((column) => column.day);
  const cells = columns.map((): Cell => ({ style: columnHeadStyles.upper }));
  const titles = weeks.map((week) => {
    const from = firstDay + week.from;
    const days = widths.slice(from, from + week.days.length);
    const room = days.reduce((sum, width) => sum + columnWidthInPoints(width), 0);
    const { titles: forms } = week;
    const fits = (words: string) => textWidth(words, textFonts.bold) < room - weekIndent;
    const longest = forms.findIndex(fits);
    return { from, forms, longest: longest === -1 ? forms.length - 1 : longest };
  });
  const form = Math.max(...titles.map(({ longest }) => longest));
  for (const { from, forms } of titles) cells[from] = { value: forms[form], style: columnHeadStyles.week };
  return cells;
}
