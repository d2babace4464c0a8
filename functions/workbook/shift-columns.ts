/** Which columns a shift's page has, and how wide they are on which paper. */
import type { DayColumn, GridRow, GroupBy, Lookahead, ShiftPlan } from '../lookahead/lookahead.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
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
/** Of the columns that give way, those that do so before days are cramped. */
const firstToGo = 4;

export function shiftColumns(frame: Frame, shift: ShiftPlan): ShiftColumns {
  const { lookahead, paper } = frame;
  const density = densityOf(frame);
  const days = lookahead.days.map((day, index): ShiftColumn => {
    const { least, ideal, grow } = dayWishes[density];
    const isEnd = index === 0 || index === lookahead.days.length - 1;
    const more = density === 'compact' && isEnd ? endRoom : 0;
    return { least: least + more, ideal: Math.max(ideal, least + more), grow, title: '', day };
  });
  const rows = [...shift.groups.flatMap((group) => group.rows), ...shift.undated];
  const fitted = (column: ShiftColumn) => fittedTo(rows, column);
  const before = columnsBefore(lookahead, density, shift).map(fitted);
  const after = columnsAfter(density).map(fitted);
  const kept = giveWay({ before, days, after }, paper, pageScales[density]);
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
 * Drops After, Notes, Folder and Owner, in this order, until the page holds the rest. Where that is not enough, days
 * get narrower, and on the widest windows Signed, Resources, Location and Subcontractor go too.
 */
function giveWay(layout: Layout, paper: Paper, scale: number): Layout {
  const columns = [...layout.before, ...layout.days, ...layout.after];
  if (fits(columns, charactersAcross(paper, scale, columns.length))) return layout;
  const ranks = columns.flatMap((column) => (column.givesWay === undefined ? [] : [column.givesWay]));
  if (Math.min(...ranks) > firstToGo && layout.days.some((column) => column.grow !== 0)) {
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

function columnsBefore(lookahead: Lookahead, density: Density, shift: ShiftPlan): ShiftColumn[] {
  const cells = shiftCells(density, lookahead.window);
  const id = idWidth(shift);
  const task: TextFont = { size: density === 'wall' ? sizes.task : sizes.compactTask, bold: true };
  const columns: (ShiftColumn & { readonly group?: GroupBy })[] = [
    { title: 'ID', ...id, cell: cells.id, wraps: { text: (t) => t.ref, font: text } },
    {
      title: 'Task',
      least: density === 'wall' ? 36 : 25,
      ideal: density === 'wall' ? 50 : 44,
      grow: 3,
      cell: cells.task,
      wraps: { text: cells.taskText, font: task },
    },
    named('Folder', (t) => t.folder?.name, { least: 12, ideal: 19, givesWay: 3, group: 'folder' }),
    named('Location', (t) => t.location?.name, { least: 10, ideal: 13.5, givesWay: 7, group: 'location' }),
    named('Subcontractor', (t) => t.subcontractor?.name, {
      least: 14,
      ideal: 17,
      givesWay: 8,
      group: 'subcontractor',
    }),
    named('Owner', (t) => t.owner?.name, { least: 9.4, ideal: 12.5, givesWay: 4, group: 'owner' }),
    { title: 'Start', least: 7.3, ideal: 8, cell: cells.start },
    { title: 'Finish', least: 7.3, ideal: 8, cell: cells.finish },
    {
      title: 'Status',
      least: 9.8,
      ideal: 10.6,
      cell: cells.status,
      wraps: { text: (t) => t.status.text, font: boldText },
    },
    { title: 'Ready', least: 5.5, ideal: 6, align: 'center', cell: cells.ready },
  ];
  return columns.filter((column) => column.group !== lookahead.groupBy);
}

function named(
  title: string,
  read: (task: PlannedTask) => string | undefined,
  wish: ColumnWish & { readonly group: GroupBy },
): ShiftColumn & { readonly group: GroupBy } {
  const words = (task: PlannedTask) => read(task) ?? '';
  return { title, ...wish, cell: wordsCell, wraps: { text: words, font: text } };
}

function columnsAfter(density: Density): ShiftColumn[] {
  const roomy = density === 'wall';
  const words = wordsCell;
  return [
    {
      title: 'Resources',
      least: roomy ? 24 : 16,
      ideal: roomy ? 34 : 28,
      grow: 1,
      givesWay: 6,
      cell: words,
      wraps: { text: (t) => t.resourcesLine, font: text },
    },
    {
      title: 'After',
      least: 11.5,
      ideal: 13.5,
      givesWay: 1,
      cell: words,
      wraps: { text: afterText, font: text, lines: 4, mark: ' …' },
    },
    {
      title: 'Notes',
      least: 15,
      ideal: 24,
      grow: 1,
      givesWay: 2,
      cell: words,
      wraps: { text: (t) => t.notes, font: text },
    },
    { title: 'Signed', least: 7.5, ideal: 9, givesWay: 5, cell: signCell },
  ];
}

/** As wide as the ids are, within reason: some services have `A1010`, some a long random one. */
function idWidth(shift: ShiftPlan): ColumnWish {
  let widest = 0;
  for (const row of [...shift.groups.flatMap((group) => group.rows), ...shift.undated]) {
    widest = Math.max(widest, textWidth(row.task.ref, text));
  }
  const characters = (widest * 1.05 + 9.5) / 5.25;
  return { least: Math.min(9, Math.max(6, characters)), ideal: Math.min(14, Math.max(7, characters)) };
}
