import { isMiss } from '../../../lookahead/compare/last-week.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { localRange, quotedText } from '../../xlsx/cell-references.ts';
import type { CellValue, Row } from '../../xlsx/sheet-plan.ts';
import { differenceFormula, otherReasons } from '../counting-formulas.ts';
import { totalsHeading } from '../list-sheet.ts';
import {
  amountFormula,
  countable,
  header,
  line,
  listRanges,
  lostBy,
  lostCell,
  nameColumn,
  resultCountFormula,
  type TotalsSheet,
  totalsOf,
  whole,
} from './totals-rows.ts';

const noReason = '(no reason given)';
const headRows = 2;

/**
 * Tasks with a reason, and misses without one. The meeting may give any reason, also one that no task had: a row for all
 * other reasons counts those, so that the rows always add up to all.
 * @param firstRow the row of the heading
 */
export function totalsByReason(sheet: TotalsSheet, firstRow: number): readonly Row[] {
  const { tasks, widths } = sheet;
  const counted = tasks.filter((task) => task.reason !== '' || isMiss(task));
  if (counted.length === 0) return [];
  const reasons = totalsOf(
    tasks.filter(({ reason }) => reason !== ''),
    ({ reason }) => reason,
  ).toSorted((a, b) => b.tasks.length - a.tasks.length || compareNaturally(a.name, b.name));
  const range = listRanges(sheet);
  const [given, lost] = [range('Reason'), range('Working days lost')];
  const isCountable = countable(sheet, reasons, 'Reason');
  const top = firstRow + headRows;
  const bottom = top + reasons.length - 1;
  const above = (column: number, last: number) =>
    localRange({ top, left: column, bottom: last, right: column });
  const listed = (column: number) => (reasons.length === 0 ? undefined : above(column, bottom));
  const lines = reasons.map(({ name, tasks: own }): Row => {
    const isLive = isCountable(name);
    const count = { formula: `COUNTIF(${given},${quotedText(name)})`, result: own.length };
    return line(widths, [
      { value: name, style: cells.strong },
      whole(isLive ? count : own.length),
      lostCell(lostBy(own), isLive ? amountFormula({ range: given, name }, lost) : undefined),
    ]);
  });
  const none = { range: given, name: '' };
  const without = tasks.filter(({ reason }) => reason === '');
  const [missed, short] = (['missed', 'short'] as const).map((result) =>
    resultCountFormula(none, range('Result'), result),
  );
  const lostWithout = amountFormula(none, lost);
  const sum = (column: number, result: number): CellValue => ({
    formula: `SUM(${above(column, bottom + 2)})`,
    result,
  });
  return [
    totalsHeading('By reason', nameColumn),
    header(widths, ['Reason', 'Tasks', 'Days lost'], 1),
    ...lines,
    line(widths, [
      { value: otherReasons, style: cells.strong },
      whole({ formula: differenceFormula(`COUNTA(${given})`, listed(columns.tasks)), result: 0 }),
      lostCell(0, differenceFormula(`SUM(${lost})-${lostWithout}`, listed(columns.lost))),
    ]),
    line(widths, [
      { value: noReason, style: cells.strong },
      whole({ formula: `${missed}+${short}`, result: without.filter(isMiss).length }),
      lostCell(lostBy(without), lostWithout),
    ]),
    line(widths, [
      { value: 'All', style: totals.label },
      { value: sum(columns.tasks, counted.length), style: totals.whole },
      { value: sum(columns.lost, lostBy(tasks)), style: totals.days },
    ]),
  ];
}

const columns = { tasks: nameColumn + 1, lost: nameColumn + 2 } as const;
