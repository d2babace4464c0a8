/** How many columns of the page each field of a table of Summary gets, so that as little as possible of its texts is cut. */

import { indentedRoomAcross } from '../../layout/text-lines.ts';
import { type TextFont, textWidth } from '../../layout/text-width.ts';
import { fieldsOf, type Span, type SummaryGrid } from './summary-grid.ts';

export type FittedField = {
  /** Columns of the page that it has at first. */
  readonly columns: number;
  /** Neither gives columns nor takes them. */
  readonly isFixed: boolean;
  readonly texts: readonly { readonly text: string; readonly font: TextFont }[];
};

const maxMeasured = 200;

/**
 * Moves columns from field to field, one at a time, as long as less of the texts is cut. What counts is the part of a
 * text that is cut, and one that loses half is worse than two that lose a quarter.
 */
export function fitFields(
  { widths }: Pick<SummaryGrid, 'widths'>,
  span: Span,
  fields: readonly FittedField[],
): readonly number[] {
  const texts = fields.map((field) =>
    field.texts.map(({ text, font }) => textWidth(text.slice(0, maxMeasured), font)),
  );
  const cutBy = (columns: readonly number[]) => {
    const places = fieldsOf(span, columns);
    return texts.reduce((total, points, index) => {
      const place = places[index];
      const room = place === undefined ? 0 : indentedRoomAcross(widths.slice(place.from - 1, place.to));
      return total + points.reduce((sum, each) => sum + Math.max(0, 1 - room / each) ** 2, 0);
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
  return best;
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
