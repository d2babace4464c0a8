/** Fits a shift's columns to the paper: which of them the page holds beside its days, and how wide they are. */

import type { DayColumn } from '../../../lookahead/grid/day-columns.ts';
import { type ShiftPlan, tasksOf } from '../../../lookahead/grid/shift-plan.ts';
import { type ColumnSizing, sizeToTexts } from '../../layout/column-sizing.ts';
import { type DropStep, dropColumns, dropRank } from '../../layout/drop-columns.ts';
import { fitColumnWidths } from '../../layout/fit-column-widths.ts';
import { charactersAcross, type Density, densityOf } from '../../layout/paper-and-margins.ts';
import type { SheetContext } from '../../theme/sheet-context.ts';
import type { Paper } from '../../xlsx/sheet-plan.ts';
import { type ShiftColumn, taskColumns } from './shift-columns.ts';

/** Lines a text may take in a row before it refers to the Tasks sheet. */
export const maxLines = 8;

export type ShiftLayout = {
  readonly density: Density;
  readonly columns: readonly ShiftColumn[];
  /** Characters of each column. */
  readonly widths: readonly number[];
  /** The column of the tasks' names, 1-based. */
  readonly taskColumn: number;
  /** The column of the first day, 1-based; the grid is `days` columns from here. */
  readonly firstDay: number;
  readonly days: readonly DayColumn[];
};

/** Characters of a day: six millimetres at seven tenths. */
const usualDay = 26 / 7;
/** The narrowest day in which a letter and two figures stand in full: five millimetres. */
const narrowDay = 22 / 7;
/** Four millimetres. */
const narrowestDay = 2.2;

const daySizings: Readonly<Record<Density, ColumnSizing>> = {
  wall: { min: 7.6, ideal: 8.2, grow: 1 },
  compact: { min: usualDay, ideal: 4, grow: 0.1 },
};

/** What makes room for the days of a wide window, in this order. */
const dropSteps: readonly DropStep<ShiftColumn>[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map(dropRank),
  narrowDays(narrowDay),
  dropRank(9),
  narrowDays(narrowestDay),
  ...[10, 11, 12, 13].map(dropRank),
];

function narrowDays(min: number): DropStep<ShiftColumn> {
  return (columns) =>
    columns.map((column) => (column.day ? { ...column, min, ideal: usualDay, grow: 0 } : column));
}

/** Lines that the texts of a column may take before another column is dropped for them. */
const usualLines = 4;
/** The same in windows so long that columns are dropped anyway. */
const longWindows: Readonly<Record<Paper, { readonly weeks: number; readonly lines: number }>> = {
  A3: { weeks: 5, lines: 2 },
  A4: { weeks: 2, lines: 3 },
};

export function fitShiftColumns({ lookahead, paper }: SheetContext, shift: ShiftPlan): ShiftLayout {
  const density = densityOf(paper, lookahead.days.length);
  // All days are equally wide: a wider one would look like more time.
  const days = lookahead.days.map((day): ShiftColumn => ({ ...daySizings[density], title: '', day }));
  const long = longWindows[paper];
  const lines = lookahead.window.weeks >= long.weeks ? long.lines : usualLines;
  const sized = (columns: readonly ShiftColumn[]) =>
    columns.map((column) => sizedToTexts(withTexts(shift, column), lines));
  const { before, after } = taskColumns(lookahead, density);
  const across = (count: number) => charactersAcross(paper, density, count);
  const columns = dropColumns([...sized(before), ...days, ...sized(after)], across, dropSteps);
  return {
    density,
    columns,
    widths: fitColumnWidths(columns, across(columns.length)),
    taskColumn: columns.findIndex(({ title }) => title === 'Task') + 1,
    firstDay: columns.findIndex((column) => column.day) + 1,
    days: lookahead.days,
  };
}

/** Points to which predecessors' names are shortened before the width of their column is known. */
const estimatedRoom = 60;

function withTexts(shift: ShiftPlan, column: ShiftColumn): ShiftColumn {
  const { text } = column;
  if (text === undefined) return column;
  const texts = tasksOf(shift).map((task) => withMark(text.of(task, estimatedRoom)));
  return { ...column, wrapped: { texts, font: text.font, maxLines: text.maxLines ?? maxLines } };
}

/** A mark does not stand alone on a line: it counts as a part of the word after it. */
function withMark(text: string): string {
  return text.replace('✗ ', '✗\u00a0');
}

/** How many times its usual ideal a column of long texts may ask for, where there is room. */
const maxStretch = 1.5;

/** Asks for one line at best, and for `lines` at least, so that columns are dropped before texts are squeezed. */
function sizedToTexts(column: ShiftColumn, lines: number): ShiftColumn {
  const { wrapped, title, ideal } = column;
  if (wrapped === undefined) return column;
  const content = { title, texts: wrapped.texts, font: wrapped.font };
  const sized = sizeToTexts(column, { ...content, lines: 1, max: ideal * maxStretch });
  const atLines = sizeToTexts(column, { ...content, lines, max: ideal });
  // However many lines: no word is broken in its middle.
  const atWords = sizeToTexts(column, { ...content, lines: Number.POSITIVE_INFINITY, max: sized.ideal });
  return { ...sized, min: Math.min(sized.ideal, Math.max(sized.min, atLines.ideal, atWords.ideal)) };
}
