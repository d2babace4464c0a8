/** How wide the columns of a shift's page are on which paper, and which of them it holds. */

import type { DayColumn } from '../../../lookahead/grid/day-columns.ts';
import type { GridRow } from '../../../lookahead/grid/rows.ts';
import { rowsOf, type ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import type { ColumnSizing } from '../../layout/column-sizing.ts';
import { type DropStep, dropColumns, dropRank } from '../../layout/drop-columns.ts';
import { sizeToTexts } from '../../layout/fit-column.ts';
import { fitColumnWidths, type TableColumn } from '../../layout/fit-column-widths.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { charactersAcross, type Density, densityOf, type Paper } from '../../layout/page-size.ts';
import type { TextFont } from '../../layout/text-width.ts';
import type { HeadColumn } from '../../theme/header-rows.ts';
import type { SheetContext } from '../../theme/sheet-context.ts';
import { shiftCells, signCell, wordsCell } from '../../theme/task-cells.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import { afterText } from './after-text.ts';
import { type RowColumn, type RowTitle, rowColumns, type Says } from './shift-columns.ts';

/** Lines a text may take in a row before it refers to the Tasks sheet. */
export const mostLines = 8;

type ShiftColumn = TableColumn &
  HeadColumn & {
    /** Absent in day columns. */
    readonly cell?: ((task: PlannedTask, text: string) => Cell) | undefined;
    /** Text that wraps; the row grows with it. */
    readonly wraps?: Wraps | undefined;
  };

type Wraps = {
  /** @param room points for a line of it */
  readonly text: (task: PlannedTask, room: number) => string;
  readonly font: TextFont;
  /** Lines it may take, and what ends a text cut to them, where the page's own are not meant. */
  readonly lines?: number | undefined;
  readonly mark?: string | undefined;
};

export type ShiftColumns = {
  readonly density: Density;
  readonly columns: readonly ShiftColumn[];
  readonly widths: readonly number[];
  /** 1-based; the grid is `days` columns from here. */
  readonly firstDay: number;
  readonly days: readonly DayColumn[];
};

/** Characters of a day: six millimetres at seven tenths. */
const leastDay = 26 / 7;
/** The narrowest in which a letter and two figures stand in whole: five millimetres. */
const narrowDay = 22 / 7;
/** Four millimetres. */
const narrowestDay = 2.2;

/** What gives a page room for its days, in this order. */
const dropSteps: readonly DropStep<ShiftColumn>[] = [
  ...[1, 2, 3, 4].map(dropRank),
  narrowDays(narrowDay),
  ...[5, 6].map(dropRank),
  narrowDays(narrowestDay),
  ...[7, 8].map(dropRank),
];

/** The first and last day keep their room for a ◀ or ▶. */
function narrowDays(least: number): DropStep<ShiftColumn> {
  return (columns) => {
    const usual = Math.min(...columns.flatMap((column) => (column.day ? [column.least] : [])));
    return columns.map((column) => {
      if (!column.day) return column;
      const more = column.least - usual;
      return { ...column, least: least + more, ideal: leastDay + more, grow: 0 };
    });
  };
}

const dayWishes: Readonly<Record<Density, ColumnSizing>> = {
  wall: { least: 7.6, ideal: 8.2, grow: 1 },
  compact: { least: leastDay, ideal: 4, grow: 0.1 },
};
/** Characters more for the first and last day of a compact page, where a ◀ or ▶ stands beside the people. */
const endRoom = 1.5;
/**
 * Weeks of which a page holds every column, with days of six millimetres and text of seven points. In longer windows
 * columns give way before their words take more lines than these.
 */
const mostWeeks: Readonly<Record<Paper, { readonly weeks: number; readonly lines: number }>> = {
  A3: { weeks: 4, lines: 2 },
  A4: { weeks: 2, lines: 3 },
};

export function shiftColumns(context: SheetContext, shift: ShiftPlan): ShiftColumns {
  const { lookahead, paper } = context;
  const density = densityOf(paper, lookahead.days.length);
  const days = lookahead.days.map((day, index): ShiftColumn => {
    const { least, ideal, grow } = dayWishes[density];
    const isEnd = index === 0 || index === lookahead.days.length - 1;
    const more = density === 'compact' && isEnd ? endRoom : 0;
    return { least: least + more, ideal: Math.max(ideal, least + more), grow, title: '', day };
  });
  const rows = rowsOf(shift);
  const lines = lookahead.window.weeks > mostWeeks[paper].weeks ? mostWeeks[paper].lines : undefined;
  const looks = looksOf(lookahead, density);
  const beside = (columns: readonly RowColumn[]) =>
    columns.map((column) => fitted(withWords(rows, drawnColumn(column, looks[column.title])), lines));
  const { before, after } = rowColumns(lookahead.groupBy);
  const across = (count: number) => charactersAcross(paper, density, count);
  const columns = dropColumns([...beside(before), ...days, ...beside(after)], across, dropSteps);
  return {
    density,
    columns,
    widths: fitColumnWidths(columns, across(columns.length)),
    firstDay: columns.findIndex((column) => column.day) + 1,
    days: lookahead.days,
  };
}

/** Points for which predecessors' names are shortened before the width of their column is known. */
const roomOfAfter = 60;

function withWords(rows: readonly GridRow[], column: ShiftColumn): ShiftColumn {
  const { wraps } = column;
  if (wraps === undefined) return column;
  const texts = rows.map(({ task }) => wraps.text(task, roomOfAfter));
  return { ...column, words: { texts, font: wraps.font, most: wraps.lines ?? mostLines } };
}

/** How many times its usual ideal a column of long words may ask for, where there is room. */
const widest = 1.5;

/** Asks for one line at best, and at least for `lines`, so that a column gives way before words are squeezed. */
function fitted(column: ShiftColumn, lines: number | undefined): ShiftColumn {
  const { words, title } = column;
  if (words === undefined) return column;
  const own = { title, texts: words.texts, font: words.font };
  const wish = sizeToTexts(column, { ...own, lines: 1, most: column.ideal * widest });
  if (lines === undefined) return wish;
  const { ideal } = sizeToTexts(column, { ...own, lines, most: column.ideal });
  return { ...wish, least: Math.min(wish.ideal, Math.max(wish.least, ideal)) };
}

const text: TextFont = { size: fontSizes.text };
const boldText: TextFont = { size: fontSizes.text, bold: true };

/** A column's width, and how its cells are drawn; `font` where they hold text that wraps. */
type ColumnLook = Pick<ShiftColumn, 'most'> &
  ColumnSizing & {
    readonly align?: 'center' | undefined;
    readonly cell: (task: PlannedTask, text: string) => Cell;
    readonly font?: TextFont | undefined;
  } & Pick<Wraps, 'lines' | 'mark'>;

function looksOf(lookahead: Lookahead, density: Density): Readonly<Record<RowTitle, ColumnLook>> {
  const cells = shiftCells(density, lookahead.window);
  const roomy = density === 'wall';
  const task: TextFont = { size: roomy ? fontSizes.task : fontSizes.compactTask, bold: true };
  const words = { cell: wordsCell, font: text };
  return {
    ID: { least: 9, ideal: 14, cell: cells.id, font: text },
    Task: {
      least: roomy ? 48 : 21,
      ideal: roomy ? 50 : 44,
      // The days stay the widest thing on the wall.
      most: roomy ? 55 : undefined,
      grow: 3,
      cell: cells.task,
      font: task,
    },
    Folder: { least: 9, ideal: 19, ...words },
    Location: { least: 9, ideal: 13.5, ...words },
    Subcontractor: { least: 11, ideal: 17, ...words },
    Owner: { least: 8, ideal: 12.5, ...words },
    Start: { least: 7.2, ideal: 7.3, cell: cells.start },
    Finish: { least: 7.2, ideal: 7.3, cell: cells.finish },
    Status: { least: 9.8, ideal: 10.6, cell: cells.status, font: boldText },
    Ready: { least: 5.3, ideal: 5.5, align: 'center', cell: cells.ready },
    Resources: { least: roomy ? 20 : 13, ideal: roomy ? 34 : 28, grow: 1, ...words },
    After: { least: 8.5, ideal: 13.5, ...words, lines: 4, mark: ' …' },
    Notes: { least: 11.5, ideal: 24, grow: 1, ...words },
    Signed: { least: 7, ideal: 8, cell: signCell },
  };
}

function drawnColumn({ title, says, dropRank }: RowColumn, look: ColumnLook): ShiftColumn {
  const { font, lines, mark, ...column } = look;
  const text = textOf(says);
  return { ...column, title, dropRank, wraps: font && text && { text, font, lines, mark } };
}

function textOf(says: Says): Wraps['text'] | undefined {
  switch (says.kind) {
    case 'words':
      return says.of;
    case 'relations':
      return (task, room) => afterText(says.of(task), room);
    case 'day':
    case 'by hand':
      return undefined;
  }
}
