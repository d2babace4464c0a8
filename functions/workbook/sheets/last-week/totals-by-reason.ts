import { noReason } from '../../../lookahead/compare/delays.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
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
/** The rows for all other reasons and for none. */
export const otherRows = 2;

/**
 * The meeting may give any reason, also one that no item had: a row for all other reasons counts those, so that the rows
 * always add up to all.
 */
export function totalsByReason(
  parts: readonly [misses: ReasonPart, delays: ReasonPart],
  { shown, folded }: FoldedNames,
  place: { readonly rows: TotalsRows; readonly column: number; readonly widths: readonly number[] },
): TotalsTable {
  if (parts.every(({ items }) => items.length === 0)) return { shown: [], folded: [] };
  const { rows, column } = place;
  const isCountable = countable({ ...place, places: parts[0].places }, [...shown, ...folded], 'Reason');
  /** The rows other than that of all other reasons, which is the difference to all. */
  const listed = (at: number) =>
    [
      { top: rows.first, count: shown.length },
      { top: rows.first + shown.length + 1, count: 1 },
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
    styles: { readonly strong: Style; readonly whole: Style; readonly days: Style } = cells,
  ) =>
    line(
      [
        { value: name, style: styles.strong },
        ...parts.flatMap((part, at): Cell[] => {
          const [count, days] = figures(part);
          const [ofCount, ofDays] = (part.items.length > 0 && formulas(part, column + 1 + at * 2)) || [];
          return [
            { value: ofCount ? { formula: ofCount, result: count } : count, style: styles.whole },
            { value: ofDays ? { formula: ofDays, result: days } : days, style: styles.days },
          ];
        }),
      ],
      column,
    );
  const ofOne = (reason: string) =>
    row(reason, figuresOf(reason), isCountable(reason) ? formulasOf(reason) : () => undefined);
  const titles = ['Reason', 'Missed or short', 'Days they lost', 'Delays so far', 'Days lost so far'];
  return {
    shown: [
      totalsHeading('By reason', column),
      header(titles, column),
      row(
        'All',
        ({ items }) => sumsOf(items),
        (part) => [`COUNTA(${rangesOf(part).results})`, `SUM(${rangesOf(part).days})`],
        { ...totals, strong: totals.label },
      ),
      ...shown.map(ofOne),
      row(
        otherReasons,
        () => [0, 0],
        (_part, at) => [others(at), others(at + 1)],
      ),
      row(noReason, figuresOf(''), (part) => {
        const { results, reasons: given, days } = rangesOf(part);
        return [`COUNTA(${results})-COUNTA(${given})`, sumOf([[given, '']], days)];
      }),
    ],
    folded: foldedRows(folded.map(ofOne), column),
  };
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

/** In their first spelling, those of most misses first; those of delays alone are folded if there are misses. */
export function reasonsOf(...parts: readonly [ReasonPart['items'], ReasonPart['items']]): FoldedNames {
  const given = parts.flatMap((items) => items.map(({ reason }) => reason));
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  spellings.delete('');
  const counted = [...spellings]
    .map(([lower, reason]) => {
      const [misses = 0, delays = 0] = parts.map(
        (items) => items.filter((item) => item.reason.toLowerCase() === lower).length,
      );
      return { reason, misses, delays };
    })
    .toSorted((a, b) => b.misses - a.misses || b.delays - a.delays || compareNaturally(a.reason, b.reason));
  const reasons = counted.map(({ reason }) => reason);
  const shown = parts[0].length === 0 ? reasons.length : counted.filter(({ misses }) => misses > 0).length;
  return { shown: reasons.slice(0, shown), folded: reasons.slice(shown) };
}
