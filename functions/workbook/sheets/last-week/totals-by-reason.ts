import { noReason } from '../../../lookahead/compare/delays.ts';
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { roundQuantity } from '../../../lookahead/text/quantity-text.ts';
import { cells, totals } from '../../theme/sheet-styles.ts';
import { localRange } from '../../xlsx/cell-references.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import { countOf, differenceFormula, otherReasons, sumOf } from '../counting-formulas.ts';
import { type ListPlaces, totalsHeading } from '../list-sheet.ts';
import { countable, header, line, listRanges, lostCell, nameColumn, whole } from './totals-rows.ts';

const headRows = 2;

/** A part of the list: the misses of last week, or the delays of this report's tasks. */
export type ReasonPart = {
  readonly items: readonly { readonly reason: string; readonly daysLost: number | undefined }[];
  /** Its words in the column Result, which rows that name folded ones do not have. */
  readonly results: readonly string[];
  readonly places: ListPlaces;
};

type Figures = readonly [count: number, days: number];
type Formulas = readonly [count: string, days: string];

/**
 * The meeting may give any reason, also one that no item had: a row for all other reasons counts those, so that the rows
 * always add up to all.
 * @param firstRow the row of the heading
 */
export function totalsByReason(
  parts: readonly [misses: ReasonPart, delays: ReasonPart],
  widths: readonly number[],
  firstRow: number,
): readonly Row[] {
  if (parts.every(({ items }) => items.length === 0)) return [];
  const reasons = reasonsOf(parts);
  const isCountable = countable({ widths, places: parts[0].places }, reasons, 'Reason');
  const top = firstRow + headRows;
  const column = (index: number, bottom: number) =>
    localRange({ top, left: nameColumn + 1 + index, bottom, right: nameColumn + 1 + index });
  const bottom = top + reasons.length - 1;
  const row = (
    name: string,
    figures: (part: ReasonPart) => Figures,
    formulas: (part: ReasonPart, at: number) => Formulas | undefined,
  ) =>
    line(widths, [
      { value: name, style: cells.strong },
      ...parts.flatMap((part, at): Cell[] => {
        const [count, days] = figures(part);
        const [ofCount, ofDays] = (part.items.length > 0 && formulas(part, at * 2)) || [];
        return [
          whole(ofCount === undefined ? count : { formula: ofCount, result: count }),
          lostCell(days, ofDays),
        ];
      }),
    ]);
  const others = (part: ReasonPart, at: number): Formulas => {
    const listed = (index: number) => (reasons.length === 0 ? undefined : column(index, bottom));
    const [given, days] = rangesOf(part);
    return [
      differenceFormula(`COUNTA(${given})`, listed(at)),
      differenceFormula(`SUM(${days})-${sumOf([[given, '']], days)}`, listed(at + 1)),
    ];
  };
  return [
    totalsHeading('By reason', nameColumn),
    header(
      widths,
      ['Reason', 'Missed or short last week', 'Days lost', 'Delays so far', 'Days lost so far'],
      2,
    ),
    ...reasons.map((reason) =>
      row(reason, figuresOf(reason), isCountable(reason) ? formulasOf(reason) : () => undefined),
    ),
    row(otherReasons, () => [0, 0], others),
    row(noReason, figuresOf(''), (part) => {
      const [given, days] = rangesOf(part);
      const result = listRanges(part)('Result');
      const counts = part.results.map((word) => countOf([given, ''], [result, word]));
      return [counts.join('+'), sumOf([[given, '']], days)];
    }),
    line(widths, [
      { value: 'All', style: totals.label },
      ...parts
        .flatMap(({ items }) => sumsOf(items))
        .map(
          (result, index): Cell => ({
            value: { formula: `SUM(${column(index, bottom + 2)})`, result },
            style: index % 2 === 0 ? totals.whole : totals.days,
          }),
        ),
    ]),
  ];
}

function rangesOf({ places }: ReasonPart): readonly [reasons: string, days: string] {
  const range = listRanges({ places });
  return [range('Reason'), range('Working days lost')];
}

function sumsOf(items: ReasonPart['items']): Figures {
  return [items.length, roundQuantity(items.reduce((sum, { daysLost = 0 }) => sum + daysLost, 0))];
}

/** Formulas ignore case too. */
function figuresOf(reason: string): (part: ReasonPart) => Figures {
  return ({ items }) => sumsOf(items.filter((item) => item.reason.toLowerCase() === reason.toLowerCase()));
}

function formulasOf(reason: string): (part: ReasonPart) => Formulas {
  return (part) => {
    const [reasons, days] = rangesOf(part);
    return [countOf([reasons, reason]), sumOf([[reasons, reason]], days)];
  };
}

/** In their first spelling, those of most misses first. */
function reasonsOf(parts: readonly [ReasonPart, ReasonPart]): readonly string[] {
  const given = parts.flatMap(({ items }) => items.map(({ reason }) => reason));
  const spellings = new Map(given.toReversed().map((reason) => [reason.toLowerCase(), reason]));
  spellings.delete('');
  const counts = (reason: string) => parts.map((part) => figuresOf(reason)(part)[0]);
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
