/** How many columns of the page each field of a table of Summary gets, so that as little as possible of its texts is cut. */

import { indentedRoomAcross } from '../../layout/text-lines.ts';
import { type TextFont, textWidth } from '../../layout/text-width.ts';
import { fieldsOf, type Span, type SummaryGrid } from './summary-grid.ts';

/** A text of a field, and the part of it that is cut last of all: an id, new dates. */
export type FittedText = {
  readonly text: string;
  readonly font: TextFont;
  readonly kept?: string | undefined;
};

/** Points of a text and of its kept part, and how much a cut of it counts. */
export type MeasuredText = { readonly all: number; readonly kept: number; readonly weight: number };

export type FittedField = {
  /** Columns of the page that it has at first. */
  readonly columns: number;
  /** Neither gives columns nor takes them. */
  readonly isFixed: boolean;
  readonly texts: readonly MeasuredText[];
};

export type Fit = {
  /** Columns of the page for each field. */
  readonly columns: readonly number[];
  /** How much of the texts is cut: 0 where nothing is. */
  readonly cut: number;
};

const maxMeasured = 200;
/**
 * How much worse it is to cut the kept part of a text than a text without one, however little is cut, and how much less
 * bad to cut its rest.
 */
const weights = { kept: 100, keptAtAll: 5, rest: 0.25 };
/** Characters. A longer text is not kept whole at the cost of names. */
const maxKept = 28;

/** The part to keep of a text that may be long: all of `not started`, the beginning of a sentence. */
export function keptOf(text: string): string {
  return text.slice(0, maxKept);
}

/** Measured once, however many widths are tried. */
export function measured(texts: readonly FittedText[]): readonly MeasuredText[] {
  const points = (text: string, font: TextFont) => textWidth(text.slice(0, maxMeasured), font);
  return texts.map(({ text, font, kept }) => ({
    all: points(text, font),
    weight: kept === undefined ? 1 : weights.rest,
    kept: kept === undefined ? 0 : points(kept, font),
  }));
}

/**
 * Moves columns from field to field, one at a time, as long as less of the texts is cut. What counts is the part of a
 * text that is cut, and one that loses half is worse than two that lose a quarter.
 */
export function fitFields(
  { widths }: Pick<SummaryGrid, 'widths'>,
  span: Span,
  fields: readonly FittedField[],
): Fit {
  const cutBy = (columns: readonly number[]) => {
    const places = fieldsOf(span, columns);
    return fields.reduce((total, { texts }, index) => {
      const place = places[index];
      const room = place === undefined ? 0 : indentedRoomAcross(widths.slice(place.from - 1, place.to));
      const cut = (needed: number) => (needed <= room ? 0 : (1 - room / needed) ** 2);
      return texts.reduce(
        (sum, { all, weight, kept }) =>
          sum + weight * cut(all) + weights.kept * cut(kept) + (kept > room ? weights.keptAtAll : 0),
        total,
      );
    }, 0);
  };
  let best = fields.map(({ columns }) => columns);
  let least = cutBy(best);
  for (let improved = least > 0; improved; ) {
    improved = false;
    for (const tried of movesFrom(best, fields)) {
      const cut = cutBy(tried);
      if (cut >= least) continue;
      [best, least, improved] = [tried, cut, true];
    }
  }
  return { columns: best, cut: least };
}

/** All ways to move one column from a field that has several to another. */
function movesFrom(columns: readonly number[], fields: readonly FittedField[]): number[][] {
  const flexible = fields.flatMap(({ isFixed }, index) => (isFixed ? [] : [index]));
  return flexible.flatMap((from) =>
    flexible
      .filter((to) => to !== from && (columns[from] ?? 0) > 1)
      .map((to) => columns.map((count, index) => count + (index === to ? 1 : index === from ? -1 : 0))),
  );
}
