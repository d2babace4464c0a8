import { type DelayLine, noReason } from '../../../lookahead/compare/delays.ts';
import { isMiss, type LastWeekTask } from '../../../lookahead/compare/last-week.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { roundQuantity } from '../../../lookahead/text/quantity-text.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { localRange } from '../../xlsx/cell-references.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import { countOf, differenceFormula, otherReasons, sumOf } from '../counting-formulas.ts';
import { type ListPlaces, totalsHeading } from '../list-sheet.ts';
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

const headRows = 2;
const lostTitle = 'Working days lost';

type DelaysOfReport = { readonly lines: readonly DelayLine[]; readonly places: ListPlaces };

/** Two figures of a part of the list: rows, and working days. */
type Figures = readonly [count: number, days: number];
type Formulas = readonly [count: string, days: string];

/** The tasks of last week, or the delays of this report's tasks. */
type Part = {
  readonly of: (reason: string) => Figures;
  readonly none: Figures;
  readonly all: Figures;
  /** Undefined without rows. */
  readonly formulas:
    | { readonly of: (reason: string) => Formulas; readonly none: Formulas; readonly given: Formulas }
    | undefined;
};

/**
 * Tasks of last week with a reason, misses without one, and the delays of this report's tasks. The meeting may give any
 * reason, also one that no task had: a row for all other reasons counts those, so that the rows always add up to all.
 * @param firstRow the row of the heading
 */
export function totalsByReason(sheet: TotalsSheet, delays: DelaysOfReport, firstRow: number): readonly Row[] {
  const { tasks, widths } = sheet;
  const parts = [partOfTasks(sheet), partOfDelays(delays)];
  if (parts.every(({ all: [count] }) => count === 0)) return [];
  const reasons = reasonsOf(tasks, delays.lines, parts);
  const isCountable = countable(sheet, reasons, 'Reason');
  const top = firstRow + headRows;
  const column = (index: number, bottom: number) =>
    localRange({ top, left: nameColumn + 1 + index, bottom, right: nameColumn + 1 + index });
  const bottom = top + reasons.length - 1;
  const row = (name: string, figures: (part: Part, at: number) => readonly [Figures, Formulas | undefined]) =>
    line(widths, [
      { value: name, style: cells.strong },
      ...parts.flatMap((part, at): Cell[] => {
        const [[count, days], [ofCount, ofDays] = []] = figures(part, at * 2);
        return [
          whole(ofCount === undefined ? count : { formula: ofCount, result: count }),
          lostCell(days, ofDays),
        ];
      }),
    ]);
  const others = ({ formulas }: Part, at: number): Formulas | undefined => {
    const listed = (index: number) => (reasons.length === 0 ? undefined : column(index, bottom));
    return (
      formulas && [
        differenceFormula(formulas.given[0], listed(at)),
        differenceFormula(formulas.given[1], listed(at + 1)),
      ]
    );
  };
  return [
    totalsHeading('By reason', nameColumn),
    header(widths, ['Reason', 'Tasks of last week', 'Days lost', 'Delays', 'Days lost'], 2),
    ...reasons.map((reason) =>
      row(reason, (part) => [part.of(reason), isCountable(reason) ? part.formulas?.of(reason) : undefined]),
    ),
    row(otherReasons, (part, at) => [[0, 0], others(part, at)]),
    row(noReason, ({ none, formulas }) => [none, formulas?.none]),
    line(widths, [
      { value: 'All', style: totals.label },
      ...parts
        .flatMap(({ all }) => all)
        .map(
          (result, index): Cell => ({
            value: { formula: `SUM(${column(index, bottom + 2)})`, result },
            style: index % 2 === 0 ? totals.whole : totals.days,
          }),
        ),
    ]),
  ];
}

function partOfTasks(sheet: TotalsSheet): Part {
  const { tasks } = sheet;
  const range = listRanges(sheet);
  const [reasons, days] = [range('Reason'), range(lostTitle)];
  const withoutReason = tasks.filter(({ reason }) => reason === '');
  const noneMissed = (['missed', 'short'] as const).map((result) =>
    countOf([reasons, ''], [range('Result'), resultWords[result]]),
  );
  return {
    of: (reason) => {
      const own = tasks.filter((task) => isSame(task.reason, reason));
      return [own.length, lostBy(own)];
    },
    none: [withoutReason.filter(isMiss).length, lostBy(withoutReason)],
    all: [tasks.filter((task) => task.reason !== '' || isMiss(task)).length, lostBy(tasks)],
    formulas:
      tasks.length === 0
        ? undefined
        : { ...reasonFormulas(reasons, days), none: [noneMissed.join('+'), sumOf([[reasons, '']], days)] },
  };
}

function partOfDelays({ lines, places }: DelaysOfReport): Part {
  const range = listRanges({ places });
  const figures = (own: readonly DelayLine[]): Figures => [
    own.length,
    roundQuantity(own.reduce((sum, { amount = 0 }) => sum + amount, 0)),
  ];
  return {
    of: (reason) => figures(lines.filter((delay) => isSame(delay.reason, reason))),
    none: figures(lines.filter(({ reason }) => reason === '')),
    all: figures(lines),
    formulas: lines.length === 0 ? undefined : reasonFormulas(range('Reason'), range(lostTitle)),
  };
}

function reasonFormulas(reasons: string, days: string): NonNullable<Part['formulas']> {
  const none = sumOf([[reasons, '']], days);
  return {
    of: (reason) => [countOf([reasons, reason]), sumOf([[reasons, reason]], days)],
    none: [countOf([reasons, '']), none],
    given: [`COUNTA(${reasons})`, `SUM(${days})-${none}`],
  };
}

/** Formulas ignore case too. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** In their first spelling, those of most tasks first. */
function reasonsOf(
  tasks: readonly LastWeekTask[],
  delays: readonly DelayLine[],
  parts: readonly Part[],
): readonly string[] {
  const given = [...tasks, ...delays].map(({ reason }) => reason).filter((reason) => reason !== '');
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  const counts = (reason: string) => parts.map(({ of }) => of(reason)[0]);
  return [...spellings.values()]
    .map((reason) => ({ reason, counts: counts(reason) }))
    .toSorted(
      (a, b) =>
        (b.counts[0] ?? 0) - (a.counts[0] ?? 0) ||
        (b.counts[1] ?? 0) - (a.counts[1] ?? 0) ||
        compareNaturally(a.reason, b.reason),
    )
    .map(({ reason }) => reason);
}
