/** What a cell of the grid says, for whoever draws it: the same letters and marks on every page. */
import type { GridCell } from '../lookahead.ts';
import { quantityText } from '../text/wording.ts';

export const gridMarks = {
  /** A key task or a milestone. */
  key: '◆',
  before: '◀',
  after: '▶',
  /** A day that the task's calendar does not work; for readers whose program draws no hatching. */
  off: '///',
  /** Stands in a bar when the task has neither a status nor people. */
  work: '•',
} as const;

/** Explains the cells below the grid; statuses have `statusLabel`. */
export const gridLegend: readonly string[] = [
  `${gridMarks.key} key or milestone`,
  `${gridMarks.before} began before`,
  `${gridMarks.after} goes on after`,
  'figure: people that day',
  'hatched: not a working day',
];

/**
 * The ways to say a cell, the airiest first: `◀ S 6`, `◀S 6`, `◀S6`. They say the same; whoever draws the cell
 * takes the first that fits, or the last. None where the cell says nothing.
 */
export function cellWords(cell: GridCell): readonly string[] {
  switch (cell.kind) {
    case 'bar':
      return barWords(cell);
    case 'off':
      return [withEnds(gridMarks.off, cell, ' ')];
    case 'milestone':
      return [gridMarks.key];
    case 'empty':
      return cell.before || cell.after ? [withEnds('', cell, '')] : [];
  }
}

function barWords(cell: Extract<GridCell, { kind: 'bar' }>): readonly string[] {
  const { letter } = cell;
  const people = cell.people === 0 ? '' : quantityText(cell.people);
  if (letter === '' && people === '') return [withEnds(gridMarks.work, cell, '')];
  const spaced = [letter, people].filter((part) => part !== '').join(' ');
  return [withEnds(spaced, cell, ' '), withEnds(spaced, cell, ''), withEnds(letter + people, cell, '')];
}

function withEnds(text: string, { before, after }: GridCell, gap: string): string {
  return `${before ? `${gridMarks.before}${gap}` : ''}${text}${after ? `${gap}${gridMarks.after}` : ''}`;
}
