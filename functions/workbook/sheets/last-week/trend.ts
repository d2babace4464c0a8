/** PPC, tasks anticipated and tasks made ready over the weeks. */
import { isoWeekOf } from '#base/day.ts';
import { palette } from '#display/colors.ts';
import { isWeekBefore } from '#lookahead/compare/foresight.ts';
import { isWeekSoFar, type PpcWeek } from '#lookahead/compare/ppc.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { promiseShare, shareOfDue } from '#lookahead/ppc-words.ts';
import type { ListPlaces } from '#workbook/sheets/list-sheet.ts';
import { sheetColors } from '#workbook/theme/colors.ts';
import { cells, heads } from '#workbook/theme/sheet-styles.ts';
import { fixedRange } from '#workbook/xlsx/cell-references.ts';
import type { Area, Cell, CellValue, Chart, Row } from '#workbook/xlsx/sheet-plan.ts';
import { foreseenTitles, shareFormulas } from './foreseen-rows.ts';
import { line } from './totals-rows.ts';

/** A single measured week shows no trend. */
const minTrendWeeks = 2;

/** PPC, TA and TMR of a week before, of each week: folded, as the chart shows them. */
export function trendRows(
  lookahead: Lookahead,
  { places, ppc }: { readonly places: ListPlaces; readonly ppc: string },
): readonly Row[] {
  const { ppcWeeks, foresight } = lookahead;
  const share = (value: CellValue | undefined): Cell => ({ value, style: cells.share });
  const last = ppcWeeks.length - 1;
  const hasLast = foresight?.before.some(isWeekBefore);
  const now = (formula: string, result: number | undefined) =>
    result === undefined ? undefined : { formula: `IFERROR(${formula},"–")`, result };
  const ofLast = (of: 'task' | Trend, value: number | undefined) => {
    if (of === 'task') return now(ppc, value);
    const { count, of: all } = shareFormulas(of, 1, places);
    return hasLast ? now(`(${count})/(${all})`, value) : undefined;
  };
  const lines: readonly (readonly Cell[])[] = [
    [],
    [
      { value: 'By week', style: heads.oneRowLeft },
      ...ppcWeeks.map(weekName).map((value) => ({ value, style: heads.oneRowCenter })),
    ],
    ...trend.map(({ of, title }) => [
      { value: title, style: cells.strong },
      ...ppcWeeks.map((week, index) =>
        share(index === last ? ofLast(of, shareOfWeek(week, of)) : shareOfWeek(week, of)),
      ),
    ]),
    ...promiseTrend(lookahead).map(({ title, values }) => [
      { value: title, style: cells.strong },
      ...values.map(share),
    ]),
  ];
  return lines.map((own) => line(own, places.columns.get(foreseenTitles.constraints) ?? 1));
}

type Trend = 'anticipated' | 'madeReady';
const trend = [
  { of: 'task', title: 'PPC', color: palette.heavyRule },
  { of: 'anticipated', title: 'TA', color: palette.calm },
  { of: 'madeReady', title: 'TMR', color: sheetColors.madeReady },
] as const;

function shareOfWeek(week: PpcWeek, of: 'task' | Trend): number | undefined {
  return of === 'task' ? shareOfDue(week) : week[of];
}

/** None in a report that never asked for promises. */
function promiseTrend({ ppcWeeks }: Lookahead) {
  const values = ppcWeeks.map(({ promises }) => promiseShare(promises));
  if (values.every((value) => value === undefined)) return [];
  return [{ title: 'PPC of promises', color: sheetColors.good, values }];
}

/** `W47 so far` of a week whose days are not all reported yet. */
export function weekName(week: PpcWeek): string {
  return `W${isoWeekOf(week.week.first).week}${isWeekSoFar(week) ? ' so far' : ''}`;
}

/** @param firstRow of the rows that `trendRows` are beside */
export function trendChart(
  lookahead: Lookahead,
  { firstRow, places, area }: { readonly firstRow: number; readonly places: ListPlaces; readonly area: Area },
): readonly Chart[] {
  const { ppcWeeks } = lookahead;
  if (ppcWeeks.length < minTrendWeeks) return [];
  const left = (places.columns.get(foreseenTitles.constraints) ?? 1) + 1;
  const reference = (row: number) =>
    fixedRange(places.sheet, {
      top: firstRow + row,
      left,
      bottom: firstRow + row,
      right: left + ppcWeeks.length - 1,
    });
  const names = ppcWeeks.map(weekName);
  const promises = promiseTrend(lookahead);
  const lines = [
    ...trend.map(({ of, title, color }) => ({
      title,
      color,
      values: ppcWeeks.map((week) => shareOfWeek(week, of)),
    })),
    ...promises,
  ];
  return [
    {
      area,
      kind: 'lines',
      alternative: `PPC, ${promises.length === 0 ? '' : 'PPC of promises, '}tasks anticipated and tasks made ready a week before, ${names[0]} to ${names.at(-1)}`,
      categories: { reference: reference(1), values: names },
      series: lines.map(({ title, color, values }, index) => ({
        name: title,
        color,
        reference: reference(2 + index),
        values,
      })),
      numberFormat: '0%',
      max: 1,
    },
  ];
}
