import { isMiss, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import { minDueForShare } from '#lookahead/limits.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { maxTotalNames } from '#workbook/limits.ts';
import { countOf, sumOf, type TextMatch } from '#workbook/sheets/counting-formulas.ts';
import { totalsHeading } from '#workbook/sheets/list-sheet.ts';
import { cells, totals } from '#workbook/theme/sheet-styles.ts';
import type { Cell, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { keptTitle } from './last-week-columns.ts';
import {
  countable,
  type FoldedNames,
  foldedRows,
  hasPromises,
  header,
  line,
  listRanges,
  nameColumns,
  resultWords,
  type TotalsSheet,
  type TotalsTable,
} from './totals-rows.ts';

const nobody = '(no subcontractor)';
const nameColumn = nameColumns.subcontractor;
const titles = ['Subcontractor', 'Done of due', 'PPC by task', 'PPC of days'];

export const totalsColumns = {
  done: nameColumn + 1,
  byTask: nameColumn + 2,
  ofDays: nameColumn + 3,
} as const;

/** Those that missed most tasks first, then those with most that fell short. */
export function subcontractorsOf(tasks: readonly LastWeekTask[]): FoldedNames {
  const misses = Map.groupBy(tasks.filter(isMiss), ({ subcontractor }) => subcontractor);
  const of = (name: string) => misses.get(name)?.length ?? 0;
  const missed = (name: string) => misses.get(name)?.filter(({ result }) => result === 'missed').length ?? 0;
  const names = [...new Set(tasks.map(({ subcontractor }) => subcontractor))].toSorted(
    (a, b) =>
      missed(b) - missed(a) || of(b) - of(a) || Number(a === '') - Number(b === '') || compareNaturally(a, b),
  );
  const shown = Math.min(misses.size, maxTotalNames);
  return { shown: names.slice(0, shown), folded: names.slice(shown) };
}

export function totalsBySubcontractor(sheet: TotalsSheet, { shown, folded }: FoldedNames): TotalsTable {
  const { tasks } = sheet;
  if (tasks.length === 0) return { shown: [], folded: [] };
  const isCountable = countable(sheet, [...shown, ...folded], 'Subcontractor');
  const subcontractor = listRanges(sheet.places)('Subcontractor');
  const tasksOf = Map.groupBy(tasks, (task) => task.subcontractor);
  const ofOne = (name: string) => {
    const own = { ...sheet, tasks: tasksOf.get(name) ?? [] };
    return figuresLine(own, name, isCountable(name) ? [[subcontractor, name]] : undefined);
  };
  return {
    shown: [
      totalsHeading('By subcontractor', nameColumn),
      header([...titles, ...(hasPromises(sheet.places) ? ['Promises kept'] : [])], nameColumn),
      // Counts the list itself: a subcontractor may have been corrected to one without a row here.
      figuresLine(sheet, 'All', [], { ...totals, strong: totals.label }),
      ...shown.map(ofOne),
    ],
    folded: foldedRows(folded.map(ofOne), nameColumn),
  };
}

/** @param own the rows of the list that count; undefined if a formula cannot tell them */
function figuresLine(
  { tasks, places }: TotalsSheet,
  name: string,
  own: readonly TextMatch[] | undefined,
  styles: { readonly strong: Style; readonly days: Style; readonly share: Style } = cells,
): Row {
  const range = listRanges(places);
  const matches = own ?? [];
  const [done, missed] = [resultWords.done, resultWords.missed].map((word) =>
    countOf(...matches, [range('Result'), word]),
  );
  const figure = (formula: string, result: string | number, style: Style): Cell => ({
    value: own ? { formula, result } : result,
    style,
  });
  const counts = dueAndDone(tasks);
  const promised = tasks.filter(({ promise }) => promise?.result !== undefined).length;
  const nothing: Cell = { value: '–', style: styles.days };
  return line(
    [
      { value: name || nobody, style: styles.strong },
      figure(`${done}&" of "&${done}+${missed}`, doneOfDue(counts), styles.days),
      figure(
        `IF(${done}+${missed}<${minDueForShare},"–",${done}/(${done}+${missed}))`,
        shareOfTasks(counts),
        styles.share,
      ),
      figure(daysFormula(range, matches), ofDays(tasks), styles.share),
      ...(hasPromises(places)
        ? [promised > 0 ? figure(keptFormula(range, matches), keptOf(tasks), styles.days) : nothing]
        : []),
    ],
    nameColumn,
  );
}

function keptFormula(range: (title: string) => string, own: readonly TextMatch[]): string {
  const count = (result: string) => countOf(...own, [range(keptTitle), result]);
  const kept = `${count('kept')}+${count('said done')}`;
  return `${kept}&" of "&${kept}+${count('not kept')}`;
}

function keptOf(tasks: readonly LastWeekTask[]): string {
  const results = tasks.flatMap(({ promise }) => promise?.result ?? []);
  return `${results.filter((result) => result !== 'not kept').length} of ${results.length}`;
}

export function doneOfDue({ due, done }: { readonly due: number; readonly done: number }): string {
  return `${done} of ${due}`;
}

export function dueAndDone(tasks: readonly LastWeekTask[]): { readonly due: number; readonly done: number } {
  const done = tasks.filter(({ result }) => result === 'done').length;
  return { due: done + tasks.filter(({ result }) => result === 'missed').length, done };
}

/** No percentage of few tasks: the column before says how many of how many. */
export function shareOfTasks({ due, done }: { readonly due: number; readonly done: number }): number | '–' {
  return due < minDueForShare ? '–' : done / due;
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
function daysFormula(range: (title: string) => string, own: readonly TextMatch[]): string {
  const [planned, done] = [range('Days planned'), range('Days done')];
  const shares = sumOf(own, `${done}/(${planned}+(${planned}=0))`);
  return `IFERROR(${shares}/${sumOf(own, `--(${planned}>0)`)},"–")`;
}
