/** Draws the cells of the grid: a day's style, and the widest of a cell's wordings that its column holds. */

import type { GridCell } from '../../../lookahead/grid/cells.ts';
import type { DayKind } from '../../../lookahead/grid/day-columns.ts';
import { cellTexts } from '../../../lookahead/grid/grid-text.ts';
import { type TextFont, textWidth } from '../../layout/text-width.ts';
import { grid, styleOf } from '../../theme/day-grid-styles.ts';
import type { Cell, Style } from '../../xlsx/sheet-plan.ts';

export type DayCellLook = {
  /** Points for text in a day column, and in one that has a mark beside it: the first and the last may be wider. */
  readonly room: number;
  readonly markedRoom: number;
  readonly bars: typeof grid.bars;
  readonly font: TextFont;
};

/**
 * Draws a cell under a kind of day. Equal cells of a plan are one object, so each is fitted once, and there are as
 * few drawn ones.
 */
export function cellDrawer(look: DayCellLook): (cell: GridCell, kind: DayKind) => Cell {
  const drawn: Readonly<Record<DayKind, Map<GridCell, Cell>>> = {
    weekday: new Map(),
    weekend: new Map(),
    today: new Map(),
  };
  return (cell, kind) => {
    const earlier = drawn[kind].get(cell);
    if (earlier !== undefined) return earlier;
    const made = { ...fitted(cell, look), style: styleUnder(kind, cell, look) };
    drawn[kind].set(cell, made);
    return made;
  };
}

/** The first wording that fits; the last where none does, and the cell shrinks it. */
function fitted(cell: GridCell, { font, room, markedRoom }: DayCellLook): Pick<Cell, 'value'> {
  const forms = cellTexts(cell);
  const own = cell.before || cell.after ? markedRoom : room;
  const value = forms.find((form) => textWidth(form, font) <= own) ?? forms.at(-1);
  return value === undefined ? {} : { value };
}

function styleUnder(kind: DayKind, cell: GridCell, { bars }: DayCellLook): Style {
  switch (cell.kind) {
    case 'bar':
      return styleOf(bars, cell.status);
    case 'off':
      return grid.off;
    case 'milestone':
      return grid.milestone[kind];
    case 'empty':
      return grid.empty[kind];
  }
}
