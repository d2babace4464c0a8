import type { LastWeekTask, WeekResult } from '../../../lookahead/compare/last-week.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { cellReference, quotedText } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../../xlsx/sheet-plan.ts';
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
  type Own,
  resultCountFormula,
  resultWords,
  type Total,
  type TotalsSheet,
  totalsOf,
  whole,
} from './totals-rows.ts';

const nobody = '(no subcontractor)';

export const totalsColumns = {
  tasks: nameColumn + 1,
  due: nameColumn + 2,
  done: nameColumn + 3,
  byTask: nameColumn + 4,
  ofDays: nameColumn + 5,
  lost: nameColumn + 6,
} as const;
const headRows = 2;

function subcontractorsOf(tasks: readonly LastWeekTask[]): readonly Total[] {
  return totalsOf(tasks, ({ subcontractor }) => subcontractor).toSorted(
    (a, b) => Number(a.name === '') - Number(b.name === '') || compareNaturally(a.name, b.name),
  );
}

export type SubcontractorRows = { readonly of: ReadonlyMap<string, number>; readonly all: number };

export function subcontractorRows(tasks: readonly LastWeekTask[], firstRow: number): SubcontractorRows {
  const top = firstRow + headRows;
  const names = subcontractorsOf(tasks).map(({ name }) => name);
  return { of: new Map(names.map((name, index) => [name, top + index])), all: top + names.length };
}

export function totalsBySubcontractor(sheet: TotalsSheet, firstRow: number): readonly Row[] {
  const { tasks, widths } = sheet;
  const groups = subcontractorsOf(tasks);
  const rows = subcontractorRows(tasks, firstRow);
  const isCountable = countable(sheet, groups, 'Subcontractor');
  const lines = groups.map((group) =>
    subcontractorLine(sheet, group, { row: rows.of.get(group.name) ?? 0, isLive: isCountable(group.name) }),
  );
  return [
    totalsHeading('By subcontractor', nameColumn),
    header(widths, ['Subcontractor', 'Tasks', 'Due', 'Done', 'PPC by task', 'PPC of days', 'Days lost'], 2),
    ...lines,
    allLine(sheet, rows.all),
  ];
}

function subcontractorLine(
  sheet: TotalsSheet,
  { name, tasks }: Total,
  { row, isLive }: { readonly row: number; readonly isLive: boolean },
): Row {
  const range = listRanges(sheet);
  const own: Own = { range: range('Subcontractor'), name };
  const { due, done } = countsOf(tasks);
  const counted = (result: WeekResult) => resultCountFormula(own, range('Result'), result);
  const live = (formula: string, result: number): CellValue => (isLive ? { formula, result } : result);
  const isOwn = `--(${own.range}=${quotedText(name)})`;
  const days = ofDays(tasks);
  const share: CellValue = isLive ? { formula: daysFormula(range, isOwn), result: days } : days;
  return line(sheet.widths, [
    { value: name || nobody, style: cells.strong },
    whole(live(`SUMPRODUCT(${isOwn})`, tasks.length)),
    whole(live(`${counted('missed')}+${counted('done')}`, due)),
    whole(live(counted('done'), done)),
    { value: shareOf(row, done, due), style: cells.share },
    { value: share, style: cells.share },
    lostCell(lostBy(tasks), isLive ? amountFormula(own, range('Working days lost')) : undefined),
  ]);
}

/** Counts the list itself: a subcontractor may have been corrected to one without a row here. */
function allLine(sheet: TotalsSheet, row: number): Row {
  const { tasks, widths } = sheet;
  const range = listRanges(sheet);
  const { due, done } = countsOf(tasks);
  const counted = (result: WeekResult) => `COUNTIF(${range('Result')},${quotedText(resultWords[result])})`;
  const total = (formula: string, result: number): Cell => ({
    value: { formula, result },
    style: totals.whole,
  });
  return line(widths, [
    { value: 'All', style: totals.label },
    total(`COUNTA(${range('Result')})`, tasks.length),
    total(`${counted('missed')}+${counted('done')}`, due),
    total(counted('done'), done),
    { value: shareOf(row, done, due), style: totals.share },
    { value: { formula: daysFormula(range), result: ofDays(tasks) }, style: totals.share },
    { value: { formula: `SUM(${range('Working days lost')})`, result: lostBy(tasks) }, style: totals.days },
  ]);
}

function countsOf(tasks: readonly LastWeekTask[]): { readonly due: number; readonly done: number } {
  const done = tasks.filter(({ result }) => result === 'done').length;
  return { due: done + tasks.filter(({ result }) => result === 'missed').length, done };
}

function shareOf(row: number, done: number, due: number): CellValue {
  const { done: doneColumn, due: dueColumn } = totalsColumns;
  return {
    formula: `IFERROR(${cellReference(row, doneColumn)}/${cellReference(row, dueColumn)},"–")`,
    result: due === 0 ? '–' : done / due,
  };
}

export function ofDays(tasks: readonly LastWeekTask[]): number | '–' {
  const planned = tasks.filter(({ days }) => days > 0);
  const sum = planned.reduce((total, { happened, days }) => total + happened / days, 0);
  return planned.length === 0 ? '–' : sum / planned.length;
}

/**
 * `ofDays` as a formula over the list's cells. A task without planned days has 0 days done: divided by 1, it adds
 * nothing.
 */
function daysFormula(range: (title: string) => string, isOwn?: string): string {
  const [planned, done] = [range('Days planned'), range('Days done')];
  const only = isOwn === undefined ? '' : `${isOwn},`;
  return `IFERROR(SUMPRODUCT(${only}${done}/(${planned}+(${planned}=0)))/SUMPRODUCT(${only}--(${planned}>0)),"–")`;
}
