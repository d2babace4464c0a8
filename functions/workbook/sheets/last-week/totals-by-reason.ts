import { noReason } from '#lookahead/compare/delays.ts';
import { addByReason } from '#lookahead/compare/last-week.ts';
import type { PpcWeek } from '#lookahead/compare/ppc.ts';
import { compareNaturally } from '#lookahead/text/natural-order.ts';
import { sum } from '#workbook/layout/column-widths.ts';
import { maxTotalNames } from '#workbook/limits.ts';
import { countOf } from '#workbook/sheets/counting-formulas.ts';
import { type ListPlaces, totalsHeading } from '#workbook/sheets/list-sheet.ts';
import { cells, totals } from '#workbook/theme/sheet-styles.ts';
import { cellReference, localRange } from '#workbook/xlsx/cell-references.ts';
import type { Cell, Style } from '#workbook/xlsx/sheet-plan.ts';
import {
  countable,
  type FoldedNames,
  foldedRows,
  header,
  line,
  listRanges,
  type TotalsRows,
  type TotalsTable,
} from './totals-rows.ts';

/** A part of the list: the misses of last week, or the delays of this report's tasks. */
export type ReasonPart = {
  readonly items: readonly { readonly reason: string }[];
  readonly places: ListPlaces;
};

/** Counts reasons that have no row of their own, such as one that is picked at the meeting. */
const otherReasons = '(all other reasons)';

/**
 * The meeting may give any reason, also one that no item had: a row for all other reasons counts those, so that the rows
 * always add up to all.
 */
export function totalsByReason(
  [misses, delays]: readonly [misses: ReasonPart, delays: ReasonPart],
  { shown, folded }: FoldedNames,
  place: {
    readonly rows: TotalsRows;
    readonly column: number;
    readonly widths: readonly number[];
    /** The weeks before, whose misses count too: how often a reason comes again. */
    readonly before: readonly PpcWeek[];
  },
): TotalsTable {
  if (misses.items.length + delays.items.length === 0) return { shown: [], folded: [] };
  const { rows, column, before } = place;
  const earlier = new Map(
    addByReason(before.flatMap(({ misses = [] }) => misses)).map(({ reason, count }) => [
      reason.toLowerCase(),
      count,
    ]),
  );
  const isCountable = countable({ ...place, places: misses.places }, [...shown, ...folded], 'Reason');
  /** The rows other than that of all other reasons, which is the difference to all. */
  const listed = (at: number) =>
    [
      { top: rows.first, count: shown.length },
      { top: rows.folded, count: folded.length },
    ]
      .filter(({ count }) => count > 0)
      .map(({ top, count }) => localRange({ top, left: at, bottom: top + count - 1, right: at }))
      .join(',');
  const others = (at: number) => `${cellReference(rows.first - 1, at)}-SUM(${listed(at)})`;
  const row = (
    name: string,
    count: (items: ReasonPart['items']) => number,
    formula: (part: ReasonPart, at: number) => string | undefined,
    {
      missed = 0,
      styles = cells,
    }: {
      readonly missed?: number | undefined;
      readonly styles?: { readonly strong: Style; readonly whole: Style };
    } = {},
  ) => {
    const cell = (part: ReasonPart, at: number, more = 0): Cell => {
      const result = count(part.items) + more;
      const counted = part.items.length > 0 && formula(part, at);
      const value = counted ? { formula: more > 0 ? `${counted}+${more}` : counted, result } : result;
      return { value, style: styles.whole };
    };
    return line(
      [
        { value: name, style: styles.strong },
        cell(misses, column + 1),
        cell(misses, column + 1, missed),
        cell(delays, column + 3),
      ],
      column,
    );
  };
  const ofOne = (reason: string) => {
    const formula = (part: ReasonPart) =>
      isCountable(reason) || reason === '' ? formulaOf(reason, part) : undefined;
    const missed = earlier.get(reason.toLowerCase());
    return row(reason || noReason, (items) => items.filter(isOf(reason)).length, formula, { missed });
  };
  const weeks = before.length === 0 ? 'Missed in this week' : `Missed in ${before.length + 1} weeks`;
  return {
    shown: [
      totalsHeading('By reason', column),
      header(['Reason', 'Missed or short', weeks, 'Delays so far'], column),
      row(
        'All',
        (items) => items.length,
        ({ places }) => `COUNTA(${listRanges(places)('Result')})`,
        { missed: sum([...earlier.values()]), styles: { ...totals, strong: totals.label } },
      ),
      ...shown.map(ofOne),
    ],
    folded: foldedRows(
      [
        ...folded.map(ofOne),
        row(
          otherReasons,
          () => 0,
          (_part, at) => others(at),
        ),
      ],
      column,
    ),
  };
}

/** Formulas ignore case too. */
function isOf(reason: string): (item: { readonly reason: string }) => boolean {
  return (item) => item.reason.toLowerCase() === reason.toLowerCase();
}

function formulaOf(reason: string, { places }: ReasonPart): string {
  const range = listRanges(places);
  const [results, reasons] = [range('Result'), range('Reason')];
  return reason === '' ? `COUNTA(${results})-COUNTA(${reasons})` : countOf([reasons, reason]);
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
  const counted = [...spellings.values()]
    .map((reason) => {
      const [misses = 0, delays = 0] = parts.map((items) => items.filter(isOf(reason)).length);
      return { reason, misses, delays };
    })
    .toSorted((a, b) => b.misses - a.misses || b.delays - a.delays || compareNaturally(a.reason, b.reason));
  const reasons = counted.map(({ reason }) => reason);
  const missed = parts[0].length === 0 ? reasons.length : counted.filter(({ misses }) => misses > 0).length;
  const shown = Math.min(missed, maxTotalNames);
  return { shown: reasons.slice(0, shown), folded: reasons.slice(shown) };
}
