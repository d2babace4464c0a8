/** What a task's row and its cells say: the same letters and marks on every page and in the mail. */

import type { PlannedTask } from '../tasks/planned-task.ts';
import { isUnfinished } from '../tasks/status.ts';
import { quantityText } from '../text/quantity-text.ts';
import type { GridCell } from './cells.ts';

export const gridMarks = {
  /** A key task or a milestone. */
  key: '◆',
  before: '◀',
  after: '▶',
  /** A day that the task's calendar does not work, for programs that draw no hatching. */
  off: '///',
  /** In a bar when the task has neither a status nor people. */
  work: '•',
} as const;

/** Explains the cells below the grid; `statusLabel` explains the letters. */
export const gridLegend: readonly string[] = [
  `${gridMarks.key} key or milestone`,
  `${gridMarks.before} began before`,
  `${gridMarks.after} goes on after`,
  'figure: people that day',
  'hatched: not a working day',
];

/**
 * The texts a cell can show, widest first: `◀ S 6`, `◀S 6`, `◀S6`. They mean the same; the sheet takes the first
 * that fits, or the last. Empty for a cell that shows nothing.
 */
export function cellTexts(cell: GridCell): readonly string[] {
  switch (cell.kind) {
    case 'bar':
      return barTexts(cell);
    case 'off':
      return [withEdges(gridMarks.off, cell, ' ')];
    case 'milestone':
      return [gridMarks.key];
    case 'empty':
      return cell.before || cell.after ? [withEdges('', cell, '')] : [];
  }
}

function barTexts(cell: Extract<GridCell, { kind: 'bar' }>): readonly string[] {
  const { letter } = cell;
  const people = cell.people === 0 ? '' : quantityText(cell.people);
  if (letter === '' && people === '') return [withEdges(gridMarks.work, cell, '')];
  const spaced = [letter, people].filter((part) => part !== '').join(' ');
  return [withEdges(spaced, cell, ' '), withEdges(spaced, cell, ''), withEdges(letter + people, cell, '')];
}

function withEdges(text: string, { before, after }: GridCell, gap: string): string {
  return `${before ? `${gridMarks.before}${gap}` : ''}${text}${after ? `${gap}${gridMarks.after}` : ''}`;
}

/** Whether the task has ◆ before its name. */
export function isHighlighted({ key, milestone }: PlannedTask): boolean {
  return key || milestone;
}

/** `◆ Slab pour L3 east`, `Strike props – overdue`. */
export function taskText(task: PlannedTask): string {
  const name = isHighlighted(task) ? `${gridMarks.key} ${task.name}` : task.name;
  return task.marks.length === 0 ? name : `${name} – ${marksText(task)}`;
}

/** The marks after a task's name: `overdue, dates reversed`. */
export function marksText({ marks }: PlannedTask): string {
  return marks.join(', ');
}

/** `yes` or `no`; undefined for complete and cancelled tasks, which need not be made ready. */
export function readyWord(task: PlannedTask): 'yes' | 'no' | undefined {
  if (!isUnfinished(task.status)) return undefined;
  return task.missing.length === 0 ? 'yes' : 'no';
}

/** `✓`, or what is missing: `✗ no labour`, `✗ predecessor A1010 +1`; empty for tasks that need not be made ready. */
export function readyText(task: PlannedTask): string {
  switch (readyWord(task)) {
    case 'yes':
      return '✓';
    case 'no':
      return missingText(task);
    case undefined:
      return '';
  }
}

/** The most consequential thing that is missing, and how many more there are. */
function missingText({ missing: [first = '', ...others] }: PlannedTask): string {
  return others.length === 0 ? `✗ ${first}` : `✗ ${first} +${others.length}`;
}
