/** Totals by subcontractor and by reason, side by side above the list of Last week, which their formulas count. */

import { sum } from '#base/sum.ts';
import { noReasonText } from '#lookahead/compare/delays.ts';
import { isMiss, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import type { ReasonCount } from '#lookahead/compare/ppc.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { minDueTasksForPercentage } from '#lookahead/ppc-words.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import {
  allRowsText,
  countFormula,
  createCountableTextPredicate,
  maxLinesOfListText,
  sumFormula,
  type TextMatchCondition,
} from '#workbook/sheets/counting-formulas.ts';
import {
  columnNumberOf,
  createSameSheetRangeFinder,
  type ListPositions,
} from '#workbook/sheets/list-sheet.ts';
import type { FormulaPosition } from '#workbook/table/column.ts';
import { drawTable, rowsSideBySide, type Table, type TableColumn } from '#workbook/table/table.ts';
import { tableCellStyles } from '#workbook/theme/styles.ts';
import { cellReference, sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import type { SheetRow, Style } from '#workbook/xlsx/sheet-plan.ts';
import { promiseKeptColumnTitle, weekResultTexts } from './last-week-columns.ts';

/**
 * Maximum number of names in the totals by subcontractor and by reason. The others are folded below.
 * @tunable
 */
const maxTotalNames = 5;

/** First columns of the tables: By subcontractor begins above *Task* of the list, By reason above *What happened*. */
const totalsNameColumns = { subcontractor: 3, reason: 8 } as const;
export const totalsColumnNumbers = { done: 4, byTask: 5, ofDays: 6 } as const;

/** Rows are lower than on other sheets, so that the week fits on a page. */
const look = {
  lines: maxLinesOfListText,
  mark: undefined,
  height: 16.5,
  padding: 2,
  headHeight: 27,
} as const;

function allRowsHeading(title: string) {
  return { text: `${title}, ${allRowsText}`, height: 24 };
}

/** Names in the order of a table: the first names with a miss are shown, all others are folded. */
type FoldedNames = { readonly shown: readonly string[]; readonly folded: readonly string[] };
type Tasks = readonly LastWeekTask[];
type Matches = readonly TextMatchCondition[];
type WithReason = { readonly reason: string };

/**
 * The positions in the list of the tasks of last week, the misses among them, and the delays of the tasks of this
 * report.
 */
type TotalsList = {
  readonly widths: readonly number[];
  readonly tasks: ListPositions;
  readonly misses: ListPositions;
  readonly delays: ListPositions;
};

/**
 * Plans the tables of totals.
 * @returns `rows`: row numbers of the total and of each subcontractor; `draw`: draws the tables once the rows of the
 * list are known
 */
export function planTotalsTables(
  { lastWeek, ppcWeeks }: Lookahead,
  delays: readonly WithReason[],
  firstRow: number,
) {
  const misses = lastWeek.filter(isMiss);
  const weeks = ppcWeeks.length;
  const earlier = ppcWeeks.slice(0, -1).flatMap((week) => week.misses ?? []);
  const subcontractors = sortAndFoldSubcontractors(lastWeek);
  const reasons = reasonsByMisses(misses, delays, earlier);
  // The first name is below the heading, the heads and the total.
  const first = firstRow + 3;
  const foldedRow = first + Math.max(subcontractors.shown.length, reasons.shown.length);
  const draw = (list: TotalsList): readonly SheetRow[] => {
    const at = (column: number) => ({ ...list, row: firstRow, column, foldedRow, look });
    const missed = { items: misses, places: list.misses };
    const parts: readonly ReasonTotalsColumn[] = [
      { title: 'Missed or short', ...missed },
      { title: weeks > 1 ? `Missed in ${weeks} weeks` : 'Missed in this week', ...missed, earlier },
      { title: 'Delays so far', items: delays, places: list.delays },
    ];
    const bySubcontractor = subcontractorTable(lastWeek, subcontractors, list);
    const byReason = reasonTable(parts, reasons, list);
    const reasonColumn = lastWeek.length === 0 ? totalsNameColumns.subcontractor : totalsNameColumns.reason;
    const tables = [
      ...(lastWeek.length === 0 ? [] : [drawTable(bySubcontractor, at(totalsNameColumns.subcontractor))]),
      ...(misses.length + delays.length === 0 ? [] : [drawTable(byReason, at(reasonColumn))]),
    ];
    // The folded names are below both tables, so that unfolding splits neither.
    return (['rows', 'folded'] as const).flatMap((part) =>
      rowsSideBySide(tables.map((table) => table[part])),
    );
  };
  const numbered = (names: readonly string[], from: number) =>
    names.map((name, index) => [name, from + index] as const);
  const of = new Map([
    ...numbered(subcontractors.shown, first),
    ...numbered(subcontractors.folded, foldedRow + 1),
  ]);
  return { rows: { all: first - 1, of }, draw };
}

function countable({ widths, tasks }: TotalsList, title: string, { shown, folded }: FoldedNames) {
  return createCountableTextPredicate([...shown, ...folded], widths[columnNumberOf(tasks, title) - 1] ?? 1);
}

const noFigure = '–';

type SubcontractorTotal = {
  readonly name: string;
  readonly tasks: Tasks;
  /** Conditions for the rows of the list that count; undefined if a formula cannot tell these from other rows. */
  readonly matches: Matches | undefined;
};

function subcontractorTable(tasks: Tasks, names: FoldedNames, list: TotalsList): Table<SubcontractorTotal> {
  const range = createSameSheetRangeFinder(list.tasks);
  const isCountable = countable(list, 'Subcontractor', names);
  const tasksOf = Map.groupBy(tasks, ({ subcontractor }) => subcontractor);
  const ofOne = (name: string): SubcontractorTotal => ({
    name: name || '(no subcontractor)',
    tasks: tasksOf.get(name) ?? [],
    matches: isCountable(name) ? [[range('Subcontractor'), name]] : undefined,
  });
  const figure = (
    title: string,
    style: Style,
    value: (own: Tasks) => string | number,
    formula: (matches: Matches, shown: string | number) => string | undefined,
  ): TableColumn<SubcontractorTotal> => ({
    title,
    align: 'center',
    value: (total) => value(total.tasks),
    formula: ({ matches }, { shown }) => matches && formula(matches, shown),
    style,
  });
  const count = (title: string, text: string) => (matches: Matches) =>
    countFormula(...matches, [range(title), text]);
  const done = count('Result', weekResultTexts.done);
  const missed = count('Result', weekResultTexts.missed);
  const due = (matches: Matches) => `${done(matches)}+${missed(matches)}`;
  const columns = [
    { title: 'Subcontractor', value: ({ name }: SubcontractorTotal) => name, style: tableCellStyles.strong },
    figure(
      'Done of due',
      tableCellStyles.figure,
      (own) => doneOfDueText(countDueAndDone(own)),
      (all) => `${done(all)}&" of "&${due(all)}`,
    ),
    figure(
      'PPC by task',
      tableCellStyles.share,
      (own) => doneShareOfDue(countDueAndDone(own)),
      (all) => `IF(${due(all)}<${minDueTasksForPercentage},"–",${done(all)}/(${due(all)}))`,
    ),
    figure('PPC of days', tableCellStyles.share, meanShareOfDaysWorked, (all) =>
      meanShareOfDaysFormula(range, all),
    ),
    figure('Promises kept', tableCellStyles.figure, keptPromisesText, (all, shown) => {
      const kept = `${count(promiseKeptColumnTitle, 'kept')(all)}+${count(promiseKeptColumnTitle, 'said done')(all)}`;
      return shown === noFigure
        ? undefined
        : `${kept}&" of "&${kept}+${count(promiseKeptColumnTitle, 'not kept')(all)}`;
    }),
  ];
  return {
    heading: allRowsHeading('By subcontractor'),
    columns: columns.slice(0, list.tasks.columns.has(promiseKeptColumnTitle) ? 5 : 4),
    // The total counts the list itself: a subcontractor may have been corrected to one that has no row here.
    total: { item: { name: 'All', tasks, matches: [] }, at: 'top' },
    rows: names.shown.map(ofOne),
    folded: names.folded.map(ofOne),
  };
}

function keptPromisesText(tasks: Tasks): string {
  const answers = tasks.flatMap(({ promise }) => promise?.result ?? []);
  const kept = answers.filter((answer) => answer !== 'not kept');
  return answers.length === 0 ? noFigure : `${kept.length} of ${answers.length}`;
}

type Due = { readonly due: number; readonly done: number };

export function doneOfDueText({ due, done }: Due): string {
  return `${done} of ${due}`;
}

export function countDueAndDone(tasks: Tasks): Due {
  const done = tasks.filter(({ result }) => result === 'done').length;
  return { due: done + tasks.filter(({ result }) => result === 'missed').length, done };
}

/** Share of due tasks that were done. If few are due, there is no percentage: the column before says n of m. */
export function doneShareOfDue({ due, done }: Due): number | typeof noFigure {
  return due < minDueTasksForPercentage ? noFigure : done / due;
}

export function meanShareOfDaysWorked(tasks: Tasks): number | typeof noFigure {
  const planned = tasks.filter(({ days }) => days > 0);
  return planned.length === 0
    ? noFigure
    : sum(planned.map(({ daysHappened, days }) => daysHappened / days)) / planned.length;
}

/**
 * `meanShareOfDaysWorked` as a formula over the list's cells. A task without planned days has 0 days done: divided by
 * 1, it adds nothing.
 */
function meanShareOfDaysFormula(range: (title: string) => string, matches: Matches): string {
  const [planned, done] = [range('Days planned'), range('Days done')];
  const shares = sumFormula(matches, `${done}/(${planned}+(${planned}=0))`);
  return `IFERROR(${shares}/${sumFormula(matches, `--(${planned}>0)`)},"–")`;
}

/** Subcontractors with the most missed tasks come first, then those with the most tasks that fell short. */
export function sortAndFoldSubcontractors(tasks: Tasks): FoldedNames {
  const misses = Map.groupBy(tasks.filter(isMiss), ({ subcontractor }) => subcontractor);
  const of = (name: string) => misses.get(name)?.length ?? 0;
  const missed = (name: string) => misses.get(name)?.filter(({ result }) => result === 'missed').length ?? 0;
  const names = [...new Set(tasks.map(({ subcontractor }) => subcontractor))].toSorted(
    (a, b) =>
      missed(b) - missed(a) || of(b) - of(a) || Number(a === '') - Number(b === '') || compareNaturally(a, b),
  );
  return foldNames(names, misses.size);
}

function foldNames(names: readonly string[], withMiss: number): FoldedNames {
  const shown = Math.min(withMiss, maxTotalNames);
  return { shown: names.slice(0, shown), folded: names.slice(shown) };
}

type ReasonTotalsColumn = {
  readonly title: string;
  readonly items: readonly WithReason[];
  readonly places: ListPositions;
  /** Misses of earlier weeks, which are added to show how often a reason recurs. */
  readonly earlier?: readonly ReasonCount[];
};

type ReasonTotal = {
  readonly name: string;
  readonly isOne: (item: WithReason) => boolean;
  readonly formula: (places: ListPositions, place: FormulaPosition) => string | undefined;
};

/**
 * Table by reason. The meeting may enter any reason, even one that no item had: a row for all other reasons counts
 * these, so that the rows always add up to the total.
 */
function reasonTable(
  parts: readonly ReasonTotalsColumn[],
  names: FoldedNames,
  list: TotalsList,
): Table<ReasonTotal> {
  const isCountable = countable(list, 'Reason', names);
  const ofOne = (reason: string): ReasonTotal => ({
    name: reason || noReasonText,
    isOne: hasReason(reason),
    formula: (places) => {
      const range = createSameSheetRangeFinder(places);
      if (reason === '') return `COUNTA(${range('Result')})-COUNTA(${range('Reason')})`;
      return isCountable(reason) ? countFormula([range('Reason'), reason]) : undefined;
    },
  });
  const figure = ({ title, items, places, earlier = [] }: ReasonTotalsColumn): TableColumn<ReasonTotal> => {
    const more = ({ isOne }: ReasonTotal) => sum(earlier.filter(isOne).map(({ count }) => count));
    return {
      title,
      align: 'center',
      value: (total) => items.filter(total.isOne).length + more(total),
      formula: (total, place) => {
        const formula = items.length === 0 ? undefined : total.formula(places, place);
        return formula && more(total) > 0 ? `${formula}+${more(total)}` : formula;
      },
      style: tableCellStyles.number,
    };
  };
  return {
    heading: allRowsHeading('By reason'),
    columns: [
      { title: 'Reason', value: ({ name }) => name, style: tableCellStyles.strong },
      ...parts.map(figure),
    ],
    total: {
      item: {
        name: 'All',
        isOne: () => true,
        formula: (places) => `COUNTA(${createSameSheetRangeFinder(places)('Result')})`,
      },
      at: 'top',
    },
    rows: names.shown.map(ofOne),
    folded: [
      ...names.folded.map(ofOne),
      {
        name: '(all other reasons)',
        isOne: () => false,
        // The total, less the rows between it and this one, each of which counts a reason.
        formula: (_places, { row, column, rows: { first } }) =>
          `${cellReference(first - 1, column)}-SUM(${sameSheetColumnRange(column, { first, last: row - 1 })})`,
      },
    ],
  };
}

/** Returns a function that tells whether an item has the reason. It ignores case, as formulas do. */
function hasReason(reason: string): (item: WithReason) => boolean {
  return (item) => item.reason.toLowerCase() === reason.toLowerCase();
}

/**
 * Reasons in their first spelling, those with the most misses first; an empty text means that no reason was given. If
 * there are misses, reasons without a miss in the week are folded.
 */
function reasonsByMisses(
  misses: readonly WithReason[],
  delays: readonly WithReason[],
  earlier: readonly WithReason[],
): FoldedNames {
  const given = ['', ...[...misses, ...delays, ...earlier].map(({ reason }) => reason)];
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  const counted = [...spellings.values()]
    .map((reason) => {
      const [missed = 0, delayed = 0] = [misses, delays].map(
        (items) => items.filter(hasReason(reason)).length,
      );
      return { reason, missed, delayed };
    })
    .toSorted((a, b) => b.missed - a.missed || b.delayed - a.delayed || compareNaturally(a.reason, b.reason));
  const inWeek = counted.filter(({ missed }) => missed > 0 || misses.length === 0);
  return foldNames(
    counted.map(({ reason }) => reason),
    inWeek.length,
  );
}
