/** Which columns a shift's page has, and how wide they are on which paper. */
import type { DayColumn, GroupBy, Lookahead, ShiftPlan } from '../lookahead/lookahead.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import { type ColumnWish, fits, shareWidth } from './columns.ts';
import type { Frame } from './frame.ts';
import type { HeadColumn } from './header-rows.ts';
import { charactersAcross, type Paper } from './printed-size.ts';
import type { Cell } from './sheet-plan.ts';
import { besideGridCell, shiftCells, signCell, wordsCell } from './shift-cells.ts';
import { sizes } from './style-parts.ts';
import { type TextFont, textWidth } from './text-width.ts';

/** One week on A3 is for the wall: larger names, wider days. Every other page is compact. */
export type Density = 'wall' | 'compact';

type ShiftColumn = ColumnWish &
  HeadColumn & {
    /** The order in which columns go when a wide window needs their room; undefined stays. */
    readonly givesWay?: number | undefined;
    /** Absent in day columns. */
    readonly cell?: ((task: PlannedTask, text: string) => Cell) | undefined;
    /** Text that wraps; the row grows with it. */
    readonly wraps?: { readonly text: (task: PlannedTask) => string; readonly font: TextFont } | undefined;
    /** Points of indent, which the text goes without. */
    readonly indent?: number | undefined;
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
  wall: { least: 9, ideal: 11, grow: 1 },
  compact: { least: 26 / 7, ideal: 8, grow: 0.6 },
};
/** Characters more for the first and last day of a compact page, where a ◀ or ▶ stands beside the people. */
const endRoom = 1;
/** Days of a window too wide for its paper: still a column a day, smaller than the rule for the others. */
const crampedDay: ColumnWish = { least: 3, ideal: 3 };

export function shiftColumns(frame: Frame, shift: ShiftPlan): ShiftColumns {
  const { lookahead, paper } = frame;
  const density = densityOf(frame);
  const days = lookahead.days.map((day, index): ShiftColumn => {
    const { least, ideal, grow } = dayWishes[density];
    const isEnd = index === 0 || index === lookahead.days.length - 1;
    const more = density === 'compact' && isEnd ? endRoom : 0;
    return { least: least + more, ideal: Math.max(ideal, least + more), grow, title: '', day };
  });
  const before = columnsBefore(lookahead, density, shift);
  const kept = giveWay({ before, days, after: columnsAfter(density) }, paper, pageScales[density]);
  const columns = [...kept.before, ...kept.days, ...kept.after];
  return {
    density,
    columns,
    widths: shareWidth(columns, charactersAcross(paper, pageScales[density], columns.length)),
    firstDay: kept.before.length + 1,
    days: lookahead.days,
  };
}

type Layout = Readonly<Record<'before' | 'days' | 'after', readonly ShiftColumn[]>>;

/** Drops After, Notes, Folder and Owner, in this order, until the page holds the rest. */
function giveWay(layout: Layout, paper: Paper, scale: number): Layout {
  const columns = [...layout.before, ...layout.days, ...layout.after];
  if (fits(columns, charactersAcross(paper, scale, columns.length))) return layout;
  const ranks = columns.flatMap((column) => (column.givesWay === undefined ? [] : [column.givesWay]));
  if (ranks.length === 0) {
    return { ...layout, days: layout.days.map((column) => ({ ...column, ...crampedDay })) };
  }
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
      least: 24,
      ideal: 38,
      grow: 2,
      cell: cells.task,
      wraps: { text: cells.taskText, font: task },
    },
    named('Folder', (t) => t.folder?.name, { least: 12, ideal: 20, givesWay: 3, group: 'folder' }),
    named('Location', (t) => t.location?.name, { least: 8, ideal: 11, group: 'location' }),
    named('Subcontractor', (t) => t.subcontractor?.name, { least: 12.8, ideal: 15, group: 'subcontractor' }),
    named('Owner', (t) => t.owner?.name, { least: 8, ideal: 11, givesWay: 4, group: 'owner' }),
    { title: 'Start', least: 6.5, ideal: 7.5, cell: cells.start },
    { title: 'Finish', least: 6.5, ideal: 7.5, cell: cells.finish },
    {
      title: 'Status',
      least: 9,
      ideal: 10,
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
  wish: ColumnWish & { readonly givesWay?: number; readonly group: GroupBy },
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
      align: 'besideGrid',
      indent: 9,
      least: 14,
      ideal: roomy ? 27 : 24,
      grow: 1,
      cell: besideGridCell,
      wraps: { text: (t) => t.resourcesLine, font: text },
    },
    {
      title: 'After',
      least: 9.5,
      ideal: 12,
      givesWay: 1,
      cell: words,
      wraps: { text: (t) => t.afterLine, font: text },
    },
    {
      title: 'Notes',
      least: 14,
      ideal: 22,
      grow: 1,
      givesWay: 2,
      cell: words,
      wraps: { text: (t) => t.notes, font: text },
    },
    { title: 'Signed', least: 6, ideal: 10, cell: signCell },
  ];
}

/** As wide as the ids are, within reason: some services have `A1010`, some a long random one. */
function idWidth(shift: ShiftPlan): ColumnWish {
  let widest = 0;
  for (const row of [...shift.groups.flatMap((group) => group.rows), ...shift.undated]) {
    widest = Math.max(widest, textWidth(row.task.ref, text));
  }
  const characters = (widest * 1.05 + 2) / 5.25;
  return { least: Math.min(8, Math.max(5.5, characters)), ideal: Math.min(13, Math.max(6, characters)) };
}
