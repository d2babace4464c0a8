import {
  isMiss,
  type LastWeekTask,
  type WeekResult,
  weekResults,
} from '../../../lookahead/compare/last-week.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { cellReference } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../../xlsx/sheet-plan.ts';
import { countOf, sumOf, type TextMatch } from '../counting-formulas.ts';
import { totalsHeading } from '../list-sheet.ts';
import {
  countable,
  header,
  line,
  listRanges,
  lostBy,
  lostCell,
  nameColumn,
  resultWords,
  type TotalsSheet,
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

type Total = { readonly name: string; readonly tasks: readonly LastWeekTask[] };

/** Those with most misses first. */
function subcontractorsOf(tasks: readonly LastWeekTask[]): readonly Total[] {
  return [...Map.groupBy(tasks, ({ subcontractor }) => subcontractor)]
    .map(([name, own]) => ({ name, tasks: own, misses: own.filter(isMiss).length }))
    .toSorted(
      (a, b) =>
        b.misses - a.misses ||
        Number(a.name === '') - Number(b.name === '') ||
        compareNaturally(a.name, b.name),
    );
}

function firstWithoutMiss(groups: readonly Total[]): number {
  const first = groups.findIndex(({ tasks }) => !tasks.some(isMiss));
  return first === -1 ? groups.length : first;
}

export type SubcontractorRows = { readonly of: ReadonlyMap<string, number>; readonly all: number };

/** The row that names the folded ones is between those with a miss and the others. */
export function subcontractorRows(tasks: readonly LastWeekTask[], firstRow: number): SubcontractorRows {
  const groups = subcontractorsOf(tasks);
  const first = firstWithoutMiss(groups);
  const folded = first < groups.length ? 1 : 0;
  const top = firstRow + headRows;
  const rowAt = (index: number) => top + index + (index < first ? 0 : folded);
  return {
    of: new Map(groups.map(({ name }, index) => [name, rowAt(index)])),
    all: top + groups.length + folded,
  };
}

export function totalsBySubcontractor(sheet: TotalsSheet, firstRow: number): readonly Row[] {
  const { tasks, widths } = sheet;
  if (tasks.length === 0) return [];
  const groups = subcontractorsOf(tasks);
  const rows = subcontractorRows(tasks, firstRow);
  const names = groups.map(({ name }) => name);
  const isCountable = countable(sheet, names, 'Subcontractor');
  const lines = groups.map((group) =>
    subcontractorLine(sheet, group, { row: rows.of.get(group.name) ?? 0, isLive: isCountable(group.name) }),
  );
  const first = firstWithoutMiss(groups);
  const others = `${groups.length - first} without a miss: unfold with +`;
  return [
    totalsHeading('By subcontractor', nameColumn),
    header(widths, ['Subcontractor', 'Tasks', 'Due', 'Done', 'PPC by task', 'PPC of days', 'Days lost'], 2),
    ...lines.slice(0, first),
    ...(first < lines.length
      ? [{ ...line(widths, [{ value: others, style: cells.text }]), folded: true }]
      : []),
    ...lines.slice(first).map((row) => ({ ...row, hidden: true, outline: 1 })),
    allLine(sheet, rows.all),
  ];
}

function subcontractorLine(
  sheet: TotalsSheet,
  { name, tasks }: Total,
  { row, isLive }: { readonly row: number; readonly isLive: boolean },
): Row {
  const range = listRanges(sheet);
  const own: TextMatch = [range('Subcontractor'), name];
  const { due, done } = dueAndDone(tasks);
  const counted = (result: WeekResult) => countOf(own, [range('Result'), resultWords[result]]);
  const live = (formula: string, result: number): CellValue => (isLive ? { formula, result } : result);
  const days = ofDays(tasks);
  const share: CellValue = isLive ? { formula: daysFormula(range, own), result: days } : days;
  return line(sheet.widths, [
    { value: name || nobody, style: cells.strong },
    // Counts by result, which the row that names the folded tasks does not have.
    whole(live(weekResults.map(counted).join('+'), tasks.length)),
    whole(live(`${counted('missed')}+${counted('done')}`, due)),
    whole(live(counted('done'), done)),
    { value: shareOf(row, done, due), style: cells.share },
    { value: share, style: cells.share },
    lostCell(lostBy(tasks), isLive ? sumOf([own], range('Working days lost')) : undefined),
  ]);
}

/** Counts the list itself: a subcontractor may have been corrected to one without a row here. */
function allLine(sheet: TotalsSheet, row: number): Row {
  const { tasks, widths } = sheet;
  const range = listRanges(sheet);
  const { due, done } = dueAndDone(tasks);
  const counted = (result: WeekResult) => countOf([range('Result'), resultWords[result]]);
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

export function dueAndDone(tasks: readonly LastWeekTask[]): { readonly due: number; readonly done: number } {
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
function daysFormula(range: (title: string) => string, ...own: readonly TextMatch[]): string {
  const [planned, done] = [range('Days planned'), range('Days done')];
  const shares = sumOf(own, `${done}/(${planned}+(${planned}=0))`);
  return `IFERROR(${shares}/${sumOf(own, `--(${planned}>0)`)},"–")`;
}
