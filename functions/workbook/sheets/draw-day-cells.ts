import type { DayKind } from '#lookahead/grid/day-columns.ts';
import { barCellText, nonBarCellText, textsAroundPeople } from '#lookahead/grid/grid-text.ts';
import { type GridCell, peopleInCell } from '#lookahead/planned/day-cells.ts';
import { textFonts, textWidth } from '#workbook/layout/text-width.ts';
import { barStyle, dayOffStyle, dayStyles, withFontSize } from '#workbook/theme/styles.ts';
import type { Cell } from '#workbook/xlsx/sheet-plan.ts';

type DaySizes = {
  /** Width for a text in the narrowest day, in points. */
  readonly room: number;
  /** Font sizes of bars, milestones and days off. */
  readonly bar: number;
  readonly milestone: number;
  readonly off: number;
};

/** Returns a function that draws each different cell of a day once: equal cells of a plan are one object. */
export function dayCellDrawer(sizes: DaySizes): (cell: GridCell, kind: DayKind) => Cell {
  const drawn = { workday: new Map<GridCell, Cell>(), dayOff: new Map(), today: new Map() };
  return (cell, kind) => {
    const known = drawn[kind].get(cell);
    if (known !== undefined) return known;
    const made = drawnDay(cell, kind, sizes);
    drawn[kind].set(cell, made);
    return made;
  };
}

function drawnDay(cell: GridCell, kind: DayKind, { room, bar, milestone, off }: DaySizes): Cell {
  switch (cell.kind) {
    case 'bar':
    case 'carried': {
      const people = peopleInCell(cell);
      const [wide, tight] = textsAroundPeople(cell);
      const text = textWidth(barCellText(cell, wide), { size: bar, bold: true }) <= room ? wide : tight;
      const style = barStyle({ size: bar, status: cell.status, text, whole: Number.isInteger(people) });
      return { value: people, style };
    }
    case 'milestone':
      return { value: 0, style: withFontSize(dayStyles[kind].milestone, milestone) };
    case 'off': {
      const isNarrow = textWidth(nonBarCellText(cell), textFonts.plain) > room;
      return {
        value: nonBarCellText(cell, isNarrow ? 'narrow' : 'wide'),
        style: withFontSize(dayOffStyle, off),
      };
    }
    case 'was':
      return { value: nonBarCellText(cell) || undefined, style: dayStyles[kind].was };
    case 'empty':
      return { value: nonBarCellText(cell) || undefined, style: dayStyles[kind].empty };
  }
}
