/** How wide the columns of a shift's page are on which paper, and which of them it holds. */
import type { DayColumn, GridRow, Lookahead, ShiftPlan } from '../lookahead/lookahead.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import {
  givenUpFirst,
  type RowColumn,
  type RowTitle,
  rowColumns,
  type Says,
} from '../lookahead/row-columns.ts';
import { rowsOf } from '../lookahead/shift-page.ts';
import { afterText } from './after-text.ts';
import { type ColumnWish, fits, shareWidth } from './columns.ts';
import { fittedWish } from './fitted-wish.ts';
import type { Frame } from './frame.ts';
import type { HeadColumn } from './header-rows.ts';
import { charactersAcross, type Paper } from './printed-size.ts';
import type { Cell } from './sheet-plan.ts';
import { shiftCells, signCell, wordsCell } from './shift-cells.ts';
import { sizes } from './style-parts.ts';
import { type TextFont, textWidth } from './text-width.ts';

/** One week on A3 is for the wall: larger names, wider days. Every other page is compact. */
export type Density = 'wall' | 'compact';

type ShiftColumn = ColumnWish &
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

/** Scales pages are laid out for: at 0.76 ten points print as 7.6 and twelve as 9.1, at 0.71 ten as 7.1. */
export const pageScales = { wall: 0.76, compact: 0.71 } as const;

export function densityOf(frame: Frame): Density {
  return frame.paper === 'A3' && frame.lookahead.window.weeks === 1 ? 'wall' : 'compact';
}

const dayWishes: Readonly<Record<Density, ColumnWish>> = {
  wall: { least: 8, ideal: 8.8, grow: 0.3 },
  compact: { least: 26 / 7, ideal: 4.6, grow: 0.1 },
};
/** Characters more for the first and last day of a compact page, where a ◀ or ▶ stands beside the people. */
const endRoom = 1.5;
/** Days of a window too wide for its paper to have days of six millimetres and text of seven points. */
const crampedDay: ColumnWish = { least: 2.2, ideal: 26 / 7 };

export function shiftColumns(frame: Frame, shift: ShiftPlan): ShiftColumns {
  const { lookahead, paper } = frame;
  const density = densityOf(frame);
  const days = lookahead.days.map((day, index): ShiftColumn => {
    const { least, ideal, grow } = dayWishes[density];
    const isEnd = index === 0 || index === lookahead.days.length - 1;
    const more = density === 'compact' && isEnd ? endRoom : 0;
    return { least: least + more, ideal: Math.max(ideal, least + more), grow, title: '', day };
  });
  const rows = rowsOf(shift);
  const fitted = (column: ShiftColumn) => fittedTo(rows, column);
  const looks = looksOf(lookahead, density, shift);
  const beside = (columns: readonly RowColumn[]) =>
    columns.map((column) => fitted(drawnColumn(column, looks[column.title])));
  const { before, after } = rowColumns(lookahead.groupBy);
  const layout = { before: beside(before), days, after: beside(after) };
  const kept = giveWay(layout, paper, pageScales[density]);
  const columns = [...kept.before, ...kept.days, ...kept.after];
  return {
    density,
    columns,
    widths: shareWidth(columns, charactersAcross(paper, pageScales[density], columns.length)),
    firstDay: kept.before.length + 1,
    days: lookahead.days,
  };
}

/** Points for which predecessors' names are shortened before the width of their column is known. */
const roomOfAfter = 60;

function fittedTo(rows: readonly GridRow[], column: ShiftColumn): ShiftColumn {
  const { wraps, title } = column;
  if (wraps === undefined || title === 'ID') return column;
  const texts = rows.map(({ task }) => wraps.text(task, roomOfAfter));
  const lines = title === 'After' ? 1 : 2;
  return fittedWish(column, { title, texts, font: wraps.font, lines, most: column.ideal * 1.25 });
}

/** The first and last day keep their room for a ◀ or ▶. */
function cramped(column: ShiftColumn): ShiftColumn {
  const more = column.least - dayWishes.compact.least;
  return { ...column, least: crampedDay.least + more, ideal: crampedDay.ideal + more, grow: 0 };
}

type Layout = Readonly<Record<'before' | 'days' | 'after', readonly ShiftColumn[]>>;

/**
 * Drops columns in the order in which they give way until the page holds the rest. Where the first of them are not
 * enough, days get narrower before the others go.
 */
function giveWay(layout: Layout, paper: Paper, scale: number): Layout {
  const columns = [...layout.before, ...layout.days, ...layout.after];
  if (fits(columns, charactersAcross(paper, scale, columns.length))) return layout;
  const ranks = columns.flatMap((column) => (column.givesWay === undefined ? [] : [column.givesWay]));
  if (Math.min(...ranks) > givenUpFirst && layout.days.some((column) => column.grow !== 0)) {
    return giveWay({ ...layout, days: layout.days.map(cramped) }, paper, scale);
  }
  if (ranks.length === 0) return layout;
  const first = Math.min(...ranks);
  const stays = (column: ShiftColumn) => column.givesWay !== first;
  return giveWay(
    { before: layout.before.filter(stays), days: layout.days, after: layout.after.filter(stays) },
    paper,
    scale,
  );
}

const text: TextFont = { size: sizes.text };
const boldText: TextFont = { size: sizes.text, bold: true };

/** A column's width, and how its cells are drawn; `font` where they hold text that wraps. */
type ColumnLook = ColumnWish & {
  readonly align?: 'center' | undefined;
  readonly cell: (task: PlannedTask, text: string) => Cell;
  readonly font?: TextFont | undefined;
} & Pick<Wraps, 'lines' | 'mark'>;

function looksOf(
  lookahead: Lookahead,
  density: Density,
  shift: ShiftPlan,
): Readonly<Record<RowTitle, ColumnLook>> {
  const cells = shiftCells(density, lookahead.window);
  const roomy = density === 'wall';
  const task: TextFont = { size: roomy ? sizes.task : sizes.compactTask, bold: true };
  const words = { cell: wordsCell, font: text };
  return {
    ID: { ...idWidth(shift), cell: cells.id, font: text },
    Task: { least: roomy ? 36 : 25, ideal: roomy ? 50 : 44, grow: 3, cell: cells.task, font: task },
    Folder: { least: 12, ideal: 19, ...words },
    Location: { least: 10, ideal: 13.5, ...words },
    Subcontractor: { least: 14, ideal: 17, ...words },
    Owner: { least: 9.4, ideal: 12.5, ...words },
    Start: { least: 7.3, ideal: 8, cell: cells.start },
    Finish: { least: 7.3, ideal: 8, cell: cells.finish },
    Status: { least: 9.8, ideal: 10.6, cell: cells.status, font: boldText },
    Ready: { least: 5.5, ideal: 6, align: 'center', cell: cells.ready },
    Resources: { least: roomy ? 24 : 16, ideal: roomy ? 34 : 28, grow: 1, ...words },
    After: { least: 11.5, ideal: 13.5, ...words, lines: 4, mark: ' …' },
    Notes: { least: 15, ideal: 24, grow: 1, ...words },
    Signed: { least: 7.5, ideal: 9, cell: signCell },
  };
}

function drawnColumn({ title, says, givesWay }: RowColumn, look: ColumnLook): ShiftColumn {
  const { font, lines, mark, ...column } = look;
  const text = textOf(says);
  return { ...column, title, givesWay, wraps: font && text && { text, font, lines, mark } };
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

/** As wide as the ids are, within reason: some services have `A1010`, some a long random one. */
function idWidth(shift: ShiftPlan): ColumnWish {
  let widest = 0;
  for (const row of rowsOf(shift)) {
    widest = Math.max(widest, textWidth(row.task.ref, text));
  }
  const characters = (widest * 1.05 + 9.5) / 5.25;
  return { least: Math.min(9, Math.max(6, characters)), ideal: Math.min(14, Math.max(7, characters)) };
}
