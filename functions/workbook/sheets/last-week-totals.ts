/** Below the Last week list: who kept to the plan, and why not, counted from the list's own cells. */
import type { LastWeekTask, WeekResult } from '../../lookahead/compare/last-week.ts';
import { compareNaturally } from '../../lookahead/text/natural-order.ts';
import { roundQuantity } from '../../lookahead/text/quantity-text.ts';
import { fontSizes } from '../layout/font-sizes.ts';
import { byNumber, cells, headerHeight, heads, lineHeight, totals } from '../theme/sheet-styles.ts';
import { summary } from '../theme/summary-styles.ts';
import { localRange, quotedText } from '../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../xlsx/sheet-plan.ts';
import { countableTexts } from './counting-formulas.ts';
import type { ListPlaces } from './list-sheet.ts';

/** How the list names each result, by which the totals count. */
export const resultWords: Readonly<Record<WeekResult, string>> = {
  missed: '✗ missed',
  short: '✗ short',
  done: '✓ done',
  kept: '✓ as planned',
};

const headingHeight = 34;
const nobody = '(no subcontractor)';
const noReason = '(no reason given)';
/** The columns that hold the totals: under Task, and the four to its right. */
const nameColumn = 3;

/** Unlike Summary's, which is of planned days. In two lines. */
const byTask = 'PPC by task';

type Total = { readonly name: string; readonly tasks: readonly LastWeekTask[] };

export function lastWeekTotals(
  tasks: readonly LastWeekTask[],
  widths: readonly number[],
  places: ListPlaces,
): readonly Row[] {
  const sheet = { tasks, widths, places };
  const first = (places.rows?.last ?? 0) + 1;
  const subcontractors = bySubcontractor(sheet, first);
  return [...subcontractors, ...byReason(sheet)];
}

type Sheet = {
  readonly tasks: readonly LastWeekTask[];
  readonly widths: readonly number[];
  readonly places: ListPlaces;
};

function bySubcontractor(sheet: Sheet, firstRow: number): readonly Row[] {
  const range = rangesOf(sheet);
  const groups = groupsOf(sheet.tasks, ({ subcontractor }) => subcontractor).sort(
    (a, b) => Number(a.name === '') - Number(b.name === '') || compareNaturally(a.name, b.name),
  );
  const isCountable = countable(sheet, groups, { title: 'Subcontractor', font: { size: fontSizes.text } });
  const lines = groups.map((group, index): Row => {
    const due = group.tasks.filter(isDue).length;
    const done = group.tasks.filter(({ result }) => result === 'done').length;
    const row = firstRow + 2 + index;
    const own = { range: range('Subcontractor'), name: group.name };
    const counted = (result: WeekResult) => countOf(own, range('Result'), result);
    const live = isCountable(group.name);
    const lost = lostBy(group.tasks);
    return line(sheet.widths, [
      { value: group.name || nobody, style: cells.strong },
      whole(live ? { formula: `${counted('missed')}+${counted('done')}`, result: due } : due),
      whole(live ? { formula: counted('done'), result: done } : done),
      shareCell(row, done, due),
      lostCell(lost, live ? sumOf(own, range('Days lost')) : undefined),
    ]);
  });
  const due = sheet.tasks.filter(isDue).length;
  const done = sheet.tasks.filter(({ result }) => result === 'done').length;
  const totalRow = firstRow + 2 + lines.length;
  const sum = (offset: number) => {
    const column = nameColumn + offset;
    return `SUM(${localRange({ top: firstRow + 2, left: column, bottom: totalRow - 1, right: column })})`;
  };
  const lost = lostBy(sheet.tasks);
  const all = line(sheet.widths, [
    { value: 'All', style: totals.label },
    { value: { formula: sum(1), result: due }, style: totals.whole },
    { value: { formula: sum(2), result: done }, style: totals.whole },
    { value: shareOf(totalRow, done, due), style: totals.share },
    {
      value: { formula: sum(4), result: lost },
      style: byNumber(lost, { whole: totals.whole, decimal: totals.decimal }),
    },
  ]);
  return [
    heading('By subcontractor'),
    header(sheet.widths, ['Subcontractor', 'Due', 'Done', byTask, 'Days lost']),
    ...lines,
    all,
  ];
}

/** Tasks with a reason, and misses without one. */
function byReason(sheet: Sheet): readonly Row[] {
  const range = rangesOf(sheet);
  const groups = groupsOf(
    sheet.tasks.filter(({ reason, result }) => reason !== '' || result === 'missed' || result === 'short'),
    ({ reason }) => reason,
  ).sort((a, b) => b.tasks.length - a.tasks.length || compareNaturally(a.name, b.name));
  if (groups.length === 0) return [];
  const isCountable = countable(sheet, groups, { title: 'Reason', font: { size: fontSizes.text } });
  const lines = groups.map(({ name, tasks }): Row => {
    const live = isCountable(name);
    const own = { range: range('Reason'), name };
    const counted = (result: WeekResult) => countOf(own, range('Result'), result);
    const formula =
      name === '' ? `${counted('missed')}+${counted('short')}` : `COUNTIF(${own.range},${quotedText(name)})`;
    return line(sheet.widths, [
      { value: name || noReason, style: cells.strong },
      whole(live ? { formula, result: tasks.length } : tasks.length),
      { style: cells.whole },
      { style: cells.whole },
      name === ''
        ? lostCell(lostBy(tasks), undefined)
        : lostCell(lostBy(tasks), live ? sumOf(own, range('Days lost')) : undefined),
    ]);
  });
  return [heading('By reason'), header(sheet.widths, ['Reason', 'Tasks', '', '', 'Days lost']), ...lines];
}

type Own = { readonly range: string; readonly name: string };

/**
 * Counts the rows of a name with a result. Empty cells need SUMPRODUCT: as a criterion, Excel takes "" for an empty
 * cell, and LibreOffice for no cell at all.
 */
function countOf({ range, name }: Own, results: string, result: WeekResult): string {
  const [own, word] = [quotedText(name), quotedText(resultWords[result])];
  return name === ''
    ? `SUMPRODUCT(--(${range}=${own}),--(${results}=${word}))`
    : `COUNTIFS(${range},${own},${results},${word})`;
}

function sumOf({ range, name }: Own, amounts: string): string {
  const own = quotedText(name);
  return name === '' ? `SUMPRODUCT(--(${range}=${own}),${amounts})` : `SUMIF(${range},${own},${amounts})`;
}

function isDue({ result }: LastWeekTask): boolean {
  return result === 'missed' || result === 'done';
}

function groupsOf(tasks: readonly LastWeekTask[], nameOf: (task: LastWeekTask) => string): Total[] {
  return [...Map.groupBy(tasks, nameOf)].map(([name, own]) => ({ name, tasks: own }));
}

function lostBy(tasks: readonly LastWeekTask[]): number {
  return roundQuantity(tasks.reduce((sum, { daysLost = 0 }) => sum + daysLost, 0));
}

function countable(
  { widths, places }: Sheet,
  groups: readonly Total[],
  { title, font }: { readonly title: string; readonly font: { readonly size: number } },
) {
  const width = widths[(places.columns.get(title) ?? 1) - 1] ?? 1;
  return countableTexts(
    groups.map(({ name }) => name),
    { font, width },
  );
}

/** The list's cells under a title, as this sheet's formulas name them. */
function rangesOf({ places: { rows, columns } }: Sheet): (title: string) => string {
  return (title) => {
    const column = columns.get(title) ?? 1;
    return localRange({ top: rows?.first ?? 1, left: column, bottom: rows?.last ?? 1, right: column });
  };
}

function heading(text: string): Row {
  return { cells: [undefined, undefined, { value: text, style: summary.section }], height: headingHeight };
}

function header(widths: readonly number[], titles: readonly string[]): Row {
  const drawn = titles.map(
    (title, index): Cell => ({ value: title, style: index === 0 ? heads.onlyLeft : heads.onlyCenter }),
  );
  return { ...line(widths, drawn), height: titles.includes(byTask) ? 2 * headerHeight : headerHeight };
}

function line(widths: readonly number[], values: readonly Cell[]): Row {
  const drawn: (Cell | undefined)[] = new Array(widths.length).fill(undefined);
  drawn.splice(nameColumn - 1, values.length, ...values);
  return { cells: drawn, height: lineHeight };
}

function whole(value: CellValue): Cell {
  return { value, style: cells.whole };
}

function lostCell(lost: number, formula: string | undefined): Cell {
  const style = byNumber(lost, { whole: cells.whole, decimal: cells.decimal });
  return { value: formula === undefined ? lost : { formula, result: lost }, style };
}

/** Done of due; a dash where nothing was due. */
function shareOf(row: number, done: number, due: number): CellValue {
  const cell = (offset: number) =>
    localRange({ top: row, left: nameColumn + offset, bottom: row, right: nameColumn + offset });
  return { formula: `IFERROR(${cell(2)}/${cell(1)},"–")`, result: due === 0 ? '–' : done / due };
}

function shareCell(row: number, done: number, due: number): Cell {
  return { value: shareOf(row, done, due), style: cells.share };
}
