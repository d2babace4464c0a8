/** The cells of a task's row on a shift's page, left and right of its days. */
import type { Day } from '../lookahead/day.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import type { Window } from '../lookahead/window.ts';
import type { Cell, Style } from './sheet-plan.ts';
import type { Density } from './shift-columns.ts';
import { cells } from './theme.ts';
import { grid, styleOf } from './theme-grid.ts';

/** Days from the window beyond which a date needs its year. */
const farAway = 180;

/** What is said of a task beside its name: `overdue`. */
export function marksText(task: PlannedTask): string {
  return task.marks.join(', ');
}

function taskText(task: PlannedTask): string {
  const name = task.key || task.milestone ? `◆ ${task.name}` : task.name;
  return task.marks.length === 0 ? name : `${name} – ${marksText(task)}`;
}

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
    taskText,
    id: (_task: PlannedTask, text: string): Cell => ({ value: text, style: cells.id }),
    task: (task: PlannedTask, text: string): Cell => ({
      value: text,
      style: task.key || task.milestone ? styles.key : styles.task,
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

/** `yes` or `no`; undefined for complete and cancelled tasks, which have nothing to be made ready. */
export function readyWord(task: PlannedTask): 'yes' | 'no' | undefined {
  if (task.status.kind === 'complete' || task.status.kind === 'cancelled') return undefined;
  return task.findings === 0 ? 'yes' : 'no';
}

/** A tick, or how many things are missing. */
export function readyCell(task: PlannedTask): Cell {
  return task.findings === 0
    ? { value: '✓', style: cells.ready }
    : { value: `${task.findings} ✗`, style: cells.notReady };
}

/** Plain words of a task; the text comes fitted to the column. */
export function wordsCell(_task: PlannedTask, text: string): Cell {
  return { value: text === '' ? undefined : text, style: cells.text };
}

/** Left empty, to be signed by hand. */
export function signCell(): Cell {
  return { style: cells.sign };
}
