/** What one task's cell under one date says: `R 8`, `◀ S 6`, `◆`. */
import type { DayColumn, GridRow } from '../lookahead/lookahead.ts';
import { quantityText } from './counted.ts';
import { dayKind } from './header-rows.ts';
import type { Cell } from './sheet-plan.ts';
import { type TextFont, textWidth } from './text-width.ts';
import { type DayKind, grid, styleOf } from './theme-grid.ts';

/** Fills an off day for readers whose program draws no hatching. */
const offText = '///';
/** Stands in a bar when the task has neither a status nor people. */
const workText = '•';

/** One object each for the many cells of days on which a task does nothing. */
const emptyCells: Readonly<Record<DayKind, Cell>> = {
  weekday: { style: grid.empty.weekday },
  weekend: { style: grid.empty.weekend },
  today: { style: grid.empty.today },
};

export type DayCellLook = {
  readonly days: readonly DayColumn[];
  /** Points for text in a day column. */
  readonly room: number;
  readonly bars: typeof grid.bars;
  readonly font: TextFont;
};

export function dayCell(row: GridRow, index: number, look: DayCellLook): Cell {
  const cell = row.cells[index];
  const day = look.days[index];
  const kind = day === undefined ? 'weekday' : dayKind(day);
  const before = row.before && index === 0;
  const after = row.after && index === look.days.length - 1;
  switch (cell?.kind) {
    case 'bar':
      return {
        value: barText(row, { people: cell.people, before, after }, look),
        style: styleOf(look.bars, row.task.status.kind),
      };
    case 'off':
      return { value: marked(offText, { before, after }, ' '), style: grid.off };
    case 'milestone':
      return { value: '◆', style: grid.milestone[kind] };
    case 'empty':
    case undefined: {
      const value = marked('', { before, after }, '');
      return value === '' ? emptyCells[kind] : { value, style: grid.empty[kind] };
    }
  }
}

type Ends = { readonly before: boolean; readonly after: boolean };

function marked(text: string, ends: Ends, gap: string): string {
  return `${ends.before ? `◀${gap}` : ''}${text}${ends.after ? `${gap}▶` : ''}`;
}

/** The airiest form that the column holds; the narrowest where none fits, and the cell shrinks it. */
function barText(row: GridRow, bar: Ends & { readonly people: number }, look: DayCellLook): string {
  const { letter } = row.task.status;
  const people = bar.people === 0 ? '' : quantityText(bar.people);
  if (letter === '' && people === '') return marked(workText, bar, '');
  const spaced = [letter, people].filter((part) => part !== '').join(' ');
  const forms = [marked(spaced, bar, ' '), marked(spaced, bar, ''), marked(letter + people, bar, '')];
  return forms.find((form) => textWidth(form, look.font) <= look.room) ?? forms[2] ?? spaced;
}
