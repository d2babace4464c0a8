/** How did we do: PPC of planned days, week by week. */

import { isoWeekOf } from '../../../base/day.ts';
import type { PpcWeek } from '../../../lookahead/compare/ppc.ts';
import { weeksText } from '../../../lookahead/dates/window.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { measuredPart, notReportedText } from '../../../lookahead/report-words.ts';
import { summary } from '../../theme/summary-styles.ts';
import { summaryName } from '../../theme/title-block.ts';
import { fixedCell, fixedRange } from '../../xlsx/cell-references.ts';
import type { CellValue } from '../../xlsx/sheet-plan.ts';
import type { LastWeekPlaces } from '../last-week/last-week-sheet.ts';
import { ofDays, totalsColumns } from '../last-week/totals-by-subcontractor.ts';
import { sentenceSection } from './names-table.ts';
import { heading, headRow, type Section, type SummaryContext, tableRow } from './sections.ts';

const title = 'How did we do';

export type PpcCells = {
  /** References to the weeks' names and figures, as charts write them. */
  readonly weeks: string;
  readonly shares: string;
};

/** `W48` */
export function ppcWeekName({ week }: PpcWeek): string {
  return `W${isoWeekOf(week.first).week}`;
}

/** PPC of planned days, read from the Last week sheet where the workbook has it; undefined where no day was planned. */
export function ppcValue(
  { ppc, lastWeek }: Pick<Lookahead, 'ppc' | 'lastWeek'>,
  places: LastWeekPlaces | undefined,
): CellValue | undefined {
  if (ppc.kind !== 'measured' || ppc.taskDay === undefined) return undefined;
  if (places?.rows === undefined) return ppc.taskDay;
  const formula = fixedCell(places.sheet, totalsColumns.ofDays, places.totals.all);
  return { formula, result: ofDays(lastWeek) };
}

export function nothingPlanned(week: string): string {
  return `Nothing was planned for ${week}.`;
}

/** The heading, and PPC of each week; without one that was measured, why. */
export function ppcTable(
  { lookahead, grid, places }: SummaryContext,
  firstRow: number,
): Section & { readonly cells: PpcCells | undefined } {
  const span = grid.right;
  const { ppc, ppcWeeks, reportDay } = lookahead;
  if (ppcWeeks.length === 0) {
    const week = weeksText(ppc.week);
    const none =
      ppc.kind === 'not yet'
        ? `PPC not yet: no revision from before ${week} began to measure by.`
        : ppc.kind === 'not reported'
          ? `PPC: ${notReportedText(lookahead)}.`
          : nothingPlanned(`${week}${measuredPart(ppc, reportDay)}`);
    return { ...sentenceSection(span, title, none), cells: undefined };
  }
  const names = ppcWeeks.map(ppcWeekName);
  const shares = ppcWeeks.map(({ week, taskDay }) => {
    const value = week.first === ppc.week.first ? ppcValue(lookahead, places.lastWeek) : taskDay;
    return { value, style: summary.share };
  });
  const figures = { left: span.from + 1, right: span.from + names.length };
  const rowOf = (row: number) => fixedRange(summaryName, { ...figures, top: row, bottom: row });
  return {
    rows: [
      heading(title, span),
      headRow(span, [
        { title: 'PPC by week', columns: 1 },
        ...names.map((name) => ({ title: name, columns: 1, isFigure: true })),
      ]),
      tableRow(span, [{ value: 'of days', style: summary.run }, ...shares], { rest: summary.run }),
    ],
    cells: { weeks: rowOf(firstRow + 1), shares: rowOf(firstRow + 2) },
  };
}
