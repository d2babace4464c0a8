/** Cells that several sheets have: dates, and whether a task is ready. */
import type { Day } from '../../lookahead/dates/day.ts';
import type { Window } from '../../lookahead/dates/window.ts';
import { readyText } from '../../lookahead/grid/grid-text.ts';
import type { PlannedTask } from '../../lookahead/tasks/planned-task.ts';
import type { Cell, Style } from '../xlsx/sheet-plan.ts';
import type { TaskRows } from './sheet-context.ts';
import { cells } from './sheet-styles.ts';

/** Days before or after the window beyond which a date is shown with its year. */
const farAway = 180;

type DateStyle = { readonly near: Style; readonly far: Style };

/** A date, with its year if it is far from the window. */
export function dateCell(day: Day | undefined, window: Window, style: DateStyle): Cell {
  if (day === undefined) return { style: style.near };
  const far = day < window.first - farAway || day > window.last + farAway;
  return { value: { day }, style: far ? style.far : style.near };
}

export const dateStyles = {
  short: { near: cells.date, far: cells.farDate },
  long: { near: cells.longDate, far: cells.farLongDate },
} as const satisfies Record<string, DateStyle>;

/** `✓`, or what is missing, as fitted to its place; empty for a complete or cancelled task. */
export function readyCell(task: PlannedTask, text = readyText(task)): Cell {
  return { value: text || undefined, style: task.missing.length === 0 ? cells.ready : cells.notReady };
}

/** A task's reference, linked to its row of Tasks; plain text for a task that is not there, and where it is cut. */
export function taskRefCell(id: string, text: string, { sheet, rowOf }: TaskRows): Cell {
  const row = rowOf.get(id);
  return row === undefined
    ? { value: text || undefined, style: cells.id }
    : { value: { text, sheet, cell: `A${row}` }, style: cells.id };
}
