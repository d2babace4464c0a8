/** The cells of a task's row on a shift's page, left and right of its days. */
import type { Day } from '../../lookahead/dates/day.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import { isHighlighted, readyMark } from '../../lookahead/grid/grid-text.ts';
import type { PlannedTask } from '../../lookahead/tasks/planned-task.ts';
import type { Density } from '../layout/page-size.ts';
import type { Cell, Style } from '../xlsx/sheet-plan.ts';
import { grid, styleOf } from './day-grid-styles.ts';
import { cells } from './sheet-styles.ts';

/** Days from the window beyond which a date needs its year. */
const farAway = 180;

type DateStyle = { readonly near: Style; readonly far: Style };

/** A date, with its year where it is far from the window. */
export function dateCell(day: Day | undefined, window: Window, style: DateStyle): Cell {
  if (day === undefined) return { style: style.near };
  const far = day < window.first - farAway || day > window.last + farAway;
  return { value: { day }, style: far ? style.far : style.near };
}

export const dateStyles = {
  short: { near: cells.date, far: cells.farDate },
  long: { near: cells.longDate, far: cells.farLongDate },
} as const satisfies Record<string, DateStyle>;

/** The cell functions for a density and window. */
export function shiftCells(density: Density, window: Window) {
  const styles =
    density === 'wall'
      ? { task: cells.task, key: cells.keyTask }
      : { task: cells.compactTask, key: cells.compactKeyTask };
  return {
    id: (_task: PlannedTask, text: string): Cell => ({ value: text, style: cells.id }),
    task: (task: PlannedTask, text: string): Cell => ({
      value: text,
      style: isHighlighted(task) ? styles.key : styles.task,
    }),
    start: (task: PlannedTask): Cell => dateCell(task.dates?.start, window, dateStyles.short),
    finish: (task: PlannedTask): Cell => dateCell(task.dates?.finish, window, dateStyles.short),
    status: (task: PlannedTask, text: string): Cell => ({
      value: text === '' ? undefined : text,
      style: styleOf(grid.statusWords, task.status.kind),
    }),
    ready: readyCell,
  };
}

/** A tick, or how many things are missing; empty for a task that has nothing to be made ready. */
export function readyCell(task: PlannedTask): Cell {
  return { value: readyMark(task) || undefined, style: task.findings === 0 ? cells.ready : cells.notReady };
}

/** Plain words of a task; the text comes fitted to the column. */
export function wordsCell(_task: PlannedTask, text: string): Cell {
  return { value: text === '' ? undefined : text, style: cells.text };
}

/** Left empty, to be signed by hand. */
export function signCell(): Cell {
  return { style: cells.sign };
}
