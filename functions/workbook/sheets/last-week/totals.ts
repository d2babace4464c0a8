/** Totals side by side above the list of Last week, with formulas over its rows: by subcontractor, and by reason. */

import { sum } from '#base/sum.ts';
import { noReason } from '#lookahead/compare/delays.ts';
import { isMiss, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import type { ReasonCount } from '#lookahead/compare/ppc.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { minDueForShare } from '#lookahead/ppc-words.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import {
  allRows,
  countableTexts,
  countOf,
  maxListLines,
  sumOf,
  type TextMatch,
} from '#workbook/sheets/counting-formulas.ts';
import { columnOf, type ListPlaces, localRanges } from '#workbook/sheets/list-sheet.ts';
import type { FormulaPlace } from '#workbook/table/column.ts';
import { drawTable, sideBySide, type Table, type TableColumn } from '#workbook/table/table.ts';
import { cell } from '#workbook/theme/styles.ts';
import { cellReference, localColumnRange } from '#workbook/xlsx/cell-references.ts';
import type { Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { keptTitle, resultWords } from './last-week-columns.ts';

/**
 * Maximum number of names in the totals by subcontractor and by reason. The others are folded below.
 * @tunable
 */
const maxTotalNames = 5;

/** By subcontractor stands from the list's column *Task* on, By reason from *What happened* on. */
const nameColumns = { subcontractor: 3, reason: 8 } as const;
export const totalsColumns = { done: 4, byTask: 5, ofDays: 6 } as const;

/** Lower than on other sheets, for the week to fit on a page. */
const look = { lines: maxListLines, mark: undefined, height: 16.5, padding: 2, headHeight: 27 } as const;

function headingOf(title: string) {
  return { text: `${title}, ${allRows}`, height: 24 };
}

/** Names in the order of a table: some of those with a miss are shown, the others are folded. */
type FoldedNames = { readonly shown: readonly string[]; readonly folded: readonly string[] };
type Tasks = readonly LastWeekTask[];
type Matches = readonly TextMatch[];
type Reasoned = { readonly reason: string };

/** Where the list has the tasks of last week, the misses among them, and the delays of this report's tasks. */
type TotalsList = {
  readonly widths: readonly number[];
  readonly tasks: ListPlaces;
  readonly misses: ListPlaces;
  readonly delays: ListPlaces;
};

/** @returns the rows of all and of each subcontractor, and how to draw the tables once the rows of the list are known */
export function weekTotals({ lastWeek, ppcWeeks }: Lookahead, delays: readonly Reasoned[], firstRow: number) {
  const misses = lastWeek.filter(isMiss);
  const weeks = ppcWeeks.length;
  const earlier = ppcWeeks.slice(0, -1).flatMap((week) => week.misses ?? []);
  const subcontractors = subcontractorsOf(lastWeek);
  const reasons = reasonsOf(misses, delays, earlier);
  // Below the heading, the heads and the total.
  const first = firstRow + 3;
  const foldedRow = first + Math.max(subcontractors.shown.length, reasons.shown.length);
  const draw = (list: TotalsList): readonly Row[] => {
    const at = (column: number) => ({ ...list, row: firstRow, column, foldedRow, look });
    const missed = { items: misses, places: list.misses };
    const parts: readonly ReasonPart[] = [
      { title: 'Missed or short', ...missed },
      { title: weeks > 1 ? `Missed in ${weeks} weeks` : 'Missed in this week', ...missed, earlier },
      { title: 'Delays so far', items: delays, places: list.delays },
    ];
    const bySubcontractor = subcontractorTable(lastWeek, subcontractors, list);
    const byReason = reasonTable(parts, reasons, list);
    const reasonColumn = lastWeek.length === 0 ? nameColumns.subcontractor : nameColumns.reason;
    const tables = [
      ...(lastWeek.length === 0 ? [] : [drawTable(bySubcontractor, at(nameColumns.subcontractor))]),
      ...(misses.length + delays.length === 0 ? [] : [drawTable(byReason, at(reasonColumn))]),
    ];
    // The folded names stand below both tables, so that unfolding splits neither.
    return (['rows', 'folded'] as const).flatMap((part) => sideBySide(tables.map((table) => table[part])));
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
  return countableTexts([...shown, ...folded], widths[columnOf(tasks, title) - 1] ?? 1);
}

const none = '–';

type SubcontractorTotal = {
  readonly name: string;
  readonly tasks: Tasks;
  /** The rows of the list that count; undefined if a formula cannot tell them. */
  readonly matches: Matches | undefined;
};

function subcontractorTable(tasks: Tasks, names: FoldedNames, list: TotalsList): Table<SubcontractorTotal> {
  const range = localRanges(list.tasks);
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
    countOf(...matches, [range(title), text]);
  const done = count('Result', resultWords.done);
  const missed = count('Result', resultWords.missed);
  const due = (matches: Matches) => `${done(matches)}+${missed(matches)}`;
  const columns = [
    { title: 'Subcontractor', value: ({ name }: SubcontractorTotal) => name, style: cell.strong },
    figure(
      'Done of due',
      cell.figure,
      (own) => doneOfDue(dueAndDone(own)),
      (all) => `${done(all)}&" of "&${due(all)}`,
    ),
    figure(
      'PPC by task',
      cell.share,
      (own) => shareOfTasks(dueAndDone(own)),
      (all) => `IF(${due(all)}<${minDueForShare},"–",${done(all)}/(${due(all)}))`,
    ),
    figure('PPC of days', cell.share, ofDays, (all) => daysFormula(range, all)),
    figure('Promises kept', cell.figure, keptOf, (all, shown) => {
      const kept = `${count(keptTitle, 'kept')(all)}+${count(keptTitle, 'said done')(all)}`;
      return shown === none ? undefined : `${kept}&" of "&${kept}+${count(keptTitle, 'not kept')(all)}`;
    }),
  ];
  return {
    heading: headingOf('By subcontractor'),
    columns: columns.slice(0, list.tasks.columns.has(keptTitle) ? 5 : 4),
    // Counts the list itself: a subcontractor may have been corrected to one without a row here.
    total: { item: { name: 'All', tasks, matches: [] }, at: 'top' },
    rows: names.shown.map(ofOne),
    folded: names.folded.map(ofOne),
  };
}

function keptOf(tasks: Tasks): string {
  const answers = tasks.flatMap(({ promise }) => promise?.result ?? []);
  const kept = answers.filter((answer) => answer !== 'not kept');
  return answers.length === 0 ? none : `${kept.length} of ${answers.length}`;
}

type Due = { readonly due: number; readonly done: number };

export function doneOfDue({ due, done }: Due): string {
  return `${done} of ${due}`;
}

export function dueAndDone(tasks: Tasks): Due {
  const done = tasks.filter(({ result }) => result === 'done').length;
  return { due: done + tasks.filter(({ result }) => result === 'missed').length, done };
}

/** No percentage of few tasks: the column before says how many of how many. */
export function shareOfTasks({ due, done }: Due): number | typeof none {
  return due < minDueForShare ? none : done / due;
}

export function ofDays(tasks: Tasks): number | typeof none {
  const planned = tasks.filter(({ days }) => days > 0);
  return planned.length === 0
    ? none
    : sum(planned.map(({ happened, days }) => happened / days)) / planned.length;
}

/**
 * `ofDays` as a formula over the list's cells. A task without planned days has 0 days done: divided by 1, it adds
 * nothing.
 */
function daysFormula(range: (title: string) => string, matches: Matches): string {
  const [planned, done] = [range('Days planned'), range('Days done')];
  const shares = sumOf(matches, `${done}/(${planned}+(${planned}=0))`);
  return `IFERROR(${shares}/${sumOf(matches, `--(${planned}>0)`)},"–")`;
}

/** Those that missed most tasks first, then those with most that fell short. */
export function subcontractorsOf(tasks: Tasks): FoldedNames {
  const misses = Map.groupBy(tasks.filter(isMiss), ({ subcontractor }) => subcontractor);
  const of = (name: string) => misses.get(name)?.length ?? 0;
  const missed = (name: string) => misses.get(name)?.filter(({ result }) => result === 'missed').length ?? 0;
  const names = [...new Set(tasks.map(({ subcontractor }) => subcontractor))].toSorted(
    (a, b) =>
      missed(b) - missed(a) || of(b) - of(a) || Number(a === '') - Number(b === '') || compareNaturally(a, b),
  );
  return foldedAfter(names, misses.size);
}

function foldedAfter(names: readonly string[], withMiss: number): FoldedNames {
  const shown = Math.min(withMiss, maxTotalNames);
  return { shown: names.slice(0, shown), folded: names.slice(shown) };
}

type ReasonPart = {
  readonly title: string;
  readonly items: readonly Reasoned[];
  readonly places: ListPlaces;
  /** Misses of the weeks before, which count too: how often a reason comes again. */
  readonly earlier?: readonly ReasonCount[];
};

type ReasonTotal = {
  readonly name: string;
  readonly isOne: (item: Reasoned) => boolean;
  readonly formula: (places: ListPlaces, place: FormulaPlace) => string | undefined;
};

/**
 * The meeting may give any reason, also one that no item had: a row for all other reasons counts those, so that the rows
 * always add up to all.
 */
function reasonTable(parts: readonly ReasonPart[], names: FoldedNames, list: TotalsList): Table<ReasonTotal> {
  const isCountable = countable(list, 'Reason', names);
  const ofOne = (reason: string): ReasonTotal => ({
    name: reason || noReason,
    isOne: isOf(reason),
    formula: (places) => {
      const range = localRanges(places);
      if (reason === '') return `COUNTA(${range('Result')})-COUNTA(${range('Reason')})`;
      return isCountable(reason) ? countOf([range('Reason'), reason]) : undefined;
    },
  });
  const figure = ({ title, items, places, earlier = [] }: ReasonPart): TableColumn<ReasonTotal> => {
    const more = ({ isOne }: ReasonTotal) => sum(earlier.filter(isOne).map(({ count }) => count));
    return {
      title,
      align: 'center',
      value: (total) => items.filter(total.isOne).length + more(total),
      formula: (total, place) => {
        const formula = items.length === 0 ? undefined : total.formula(places, place);
        return formula && more(total) > 0 ? `${formula}+${more(total)}` : formula;
      },
      style: cell.number,
    };
  };
  return {
    heading: headingOf('By reason'),
    columns: [{ title: 'Reason', value: ({ name }) => name, style: cell.strong }, ...parts.map(figure)],
    total: {
      item: {
        name: 'All',
        isOne: () => true,
        formula: (places) => `COUNTA(${localRanges(places)('Result')})`,
      },
      at: 'top',
    },
    rows: names.shown.map(ofOne),
    folded: [
      ...names.folded.map(ofOne),
      {
        name: '(all other reasons)',
        isOne: () => false,
        // All, less the rows of a reason, which are all those between.
        formula: (_places, { row, column, rows: { first } }) =>
          `${cellReference(first - 1, column)}-SUM(${localColumnRange(column, { first, last: row - 1 })})`,
      },
    ],
  };
}

/** Formulas ignore case too. */
function isOf(reason: string): (item: Reasoned) => boolean {
  return (item) => item.reason.toLowerCase() === reason.toLowerCase();
}

/**
 * Reasons in their first spelling, those with most misses first; an empty one stands for none. If there are misses, reasons
 * without a miss in the week are folded.
 */
function reasonsOf(
  misses: readonly Reasoned[],
  delays: readonly Reasoned[],
  earlier: readonly Reasoned[],
): FoldedNames {
  const given = ['', ...[...misses, ...delays, ...earlier].map(({ reason }) => reason)];
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  const counted = [...spellings.values()]
    .map((reason) => {
      const [missed = 0, delayed = 0] = [misses, delays].map((items) => items.filter(isOf(reason)).length);
      return { reason, missed, delayed };
    })
    .toSorted((a, b) => b.missed - a.missed || b.delayed - a.delayed || compareNaturally(a.reason, b.reason));
  const inWeek = counted.filter(({ missed }) => missed > 0 || misses.length === 0);
  return foldedAfter(
    counted.map(({ reason }) => reason),
    inWeek.length,
  );
}
