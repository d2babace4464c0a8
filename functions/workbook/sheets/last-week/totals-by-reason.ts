import { noReason } from '../../../lookahead/compare/delays.ts';
import type { PpcWeek } from '../../../lookahead/compare/ppc.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { sum } from '../../layout/column-widths.ts';
import { maxTotalNames } from '../../limits.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { cellReference, localRange } from '../../xlsx/cell-references.ts';
import type { Cell, Style } from '../../xlsx/sheet-plan.ts';
import { countOf, sumOf } from '../counting-formulas.ts';
import { type ListPlaces, totalsHeading } from '../list-sheet.ts';
import {
  countable,
  type FoldedNames,
  foldedRows,
  header,
  line,
  listRanges,
  lostBy,
  type TotalsRows,
  type TotalsTable,
} from './totals-rows.ts';

/** A part of the list: the misses of last week, or the delays of this report's tasks. */
export type ReasonPart = {
  readonly items: readonly { readonly reason: string; readonly daysLost: number | undefined }[];
  readonly places: ListPlaces;
};

type Figures = readonly [count: number, days: number];
type Formulas = readonly [count: string, days: string];

/** Counts reasons that have no row of their own, such as one that is picked at the meeting. */
const otherReasons = '(all other reasons)';

/**
 * The meeting may give any reason, also one that no item had: a row for all other reasons counts those, so that the rows
 * always add up to all.
 */
export function totalsByReason(
  parts: readonly [misses: ReasonPart, delays: ReasonPart],
  { shown, folded }: FoldedNames,
  place: {
    readonly rows: TotalsRows;
    readonly column: number;
    readonly widths: readonly number[];
    /** The weeks before, whose misses count too: how often a reason comes again. */
    readonly before: readonly PpcWeek[];
  },
): TotalsTable {
  if (parts.every(({ items }) => items.length === 0)) return { shown: [], folded: [] };
  const { rows, column, before } = place;
  const earlier = missesBefore(before);
  const isCountable = countable({ ...place, places: parts[0].places }, [...shown, ...folded], 'Reason');
  /** The rows other than that of all other reasons, which is the difference to all. */
  const listed = (at: number) =>
    [
      { top: rows.first, count: shown.length },
      { top: rows.folded, count: folded.length },
    ]
      .filter(({ count }) => count > 0)
      .map(({ top, count }) => localRange({ top, left: at, bottom: top + count - 1, right: at }))
      .join(',');
  // Rounded, as fractions of days do not cancel out exactly.
  const others = (at: number) => `ROUND(${cellReference(rows.first - 1, at)}-SUM(${listed(at)}),6)`;
  const row = (
    name: string,
    figures: (part: ReasonPart) => Figures,
    formulas: (part: ReasonPart, at: number) => Formulas | undefined,
    {
      missed = 0,
      styles = cells,
    }: {
      readonly missed?: number | undefined;
      readonly styles?: { readonly strong: Style; readonly whole: Style; readonly days: Style };
    } = {},
  ) => {
    const [misses, delays] = parts;
    const found = (part: ReasonPart, at: number) => (part.items.length > 0 && formulas(part, at)) || [];
    const cell = (formula: string | undefined, result: number, style: Style): Cell => ({
      value: formula ? { formula, result } : result,
      style,
    });
    const [count, days] = figures(misses);
    const [ofCount, ofDays] = found(misses, column + 1);
    const [, lost] = figures(delays);
    return line(
      [
        { value: name, style: styles.strong },
        cell(ofCount, count, styles.whole),
        cell(ofDays, days, styles.days),
        cell(ofCount && `${ofCount}+${missed}`, count + missed, styles.whole),
        cell(found(delays, column + 3)[1], lost, styles.days),
      ],
      column,
    );
  };
  const ofOne = (reason: string) => {
    const formulas =
      reason === '' ? formulasOfNone : isCountable(reason) ? formulasOf(reason) : () => undefined;
    return row(reason || noReason, figuresOf(reason), formulas, {
      missed: earlier.get(reason.toLowerCase()),
    });
  };
  const weeks = before.length === 0 ? 'Missed in this week' : `Missed in ${before.length + 1} weeks`;
  const titles = ['Reason', 'Missed or short', 'Days they lost', weeks, 'Days lost so far'];
  return {
    shown: [
      totalsHeading('By reason', column),
      header(titles, column),
      row(
        'All',
        ({ items }) => sumsOf(items),
        (part) => [`COUNTA(${rangesOf(part).results})`, `SUM(${rangesOf(part).days})`],
        { missed: sum([...earlier.values()]), styles: { ...totals, strong: totals.label } },
      ),
      ...shown.map(ofOne),
    ],
    folded: foldedRows(
      [
        ...folded.map(ofOne),
        row(
          otherReasons,
          () => [0, 0],
          (_part, at) => [others(at), others(at + 1)],
        ),
      ],
      column,
    ),
  };
}

function missesBefore(weeks: readonly PpcWeek[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { reason, count } of weeks.flatMap(({ misses = [] }) => misses)) {
    const key = reason.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

function rangesOf({ places }: ReasonPart) {
  const range = listRanges(places);
  return { results: range('Result'), reasons: range('Reason'), days: range('Working days lost') };
}

function sumsOf(items: ReasonPart['items']): Figures {
  return [items.length, lostBy(items)];
}

/** Formulas ignore case too. */
function figuresOf(reason: string): (part: ReasonPart) => Figures {
  return ({ items }) => sumsOf(items.filter((item) => item.reason.toLowerCase() === reason.toLowerCase()));
}

function formulasOf(reason: string): (part: ReasonPart) => Formulas {
  return (part) => {
    const { reasons, days } = rangesOf(part);
    return [countOf([reasons, reason]), sumOf([[reasons, reason]], days)];
  };
}

function formulasOfNone(part: ReasonPart): Formulas {
  const { results, reasons, days } = rangesOf(part);
  return [`COUNTA(${results})-COUNTA(${reasons})`, sumOf([[reasons, '']], days)];
}

/**
 * Reasons in their first spelling, those with most misses first; an empty one stands for none. If there are misses, reasons
 * without a miss in the week are folded.
 */
export function reasonsOf(
  parts: readonly [ReasonPart['items'], ReasonPart['items']],
  before: readonly PpcWeek[],
): FoldedNames {
  const all = [...parts, ...before.map(({ misses = [] }) => misses)];
  const given = ['', ...all.flatMap((items) => items.map(({ reason }) => reason))];
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  const counted = [...spellings]
    .map(([lower, reason]) => {
      const [misses = 0, delays = 0] = parts.map(
        (items) => items.filter((item) => item.reason.toLowerCase() === lower).length,
      );
      return { reason, misses, delays };
    })
    .toSorted((a, b) => b.misses - a.misses || b.delays - a.delays || compareNaturally(a.reason, b.reason));
  const reasons = counted.map(({ reason }) => reason);
  const missed = parts[0].length === 0 ? reasons.length : counted.filter(({ misses }) => misses > 0).length;
  const shown = Math.min(missed, maxTotalNames);
  return { shown: reasons.slice(0, shown), folded: reasons.slice(shown) };
}
