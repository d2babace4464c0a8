/** Which columns a shift's page has, and how wide they are on which paper. */
import type { DayColumn, GroupBy, Lookahead, ShiftPlan } from '../lookahead/lookahead.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import { type ColumnWish, fits, shareWidth } from './columns.ts';
import type { Frame } from './frame.ts';
import type { HeadColumn } from './header-rows.ts';
import { charactersAcross } from './printed-size.ts';
import type { Cell } from './sheet-plan.ts';
import { besideGridCell, shiftCells, signCell, wordsCell } from './shift-cells.ts';
import { type TextFont, textWidth } from './text-width.ts';
import { sizes } from './theme.ts';

/** One week on A3 is for the wall: larger names, wider days. Every other page is compact. */
export type Density = 'wall' | 'compact';

export type ShiftColumn = ColumnWish &
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

/** Scales pages are laid out for: at 0.78 ten points print as 7.8, at 0.71 as 7.1. */
export const pageScales = { wall: 0.78, compact: 0.71 } as const;

export function densityOf(frame: Frame): Density {
  return frame.paper === 'A3' && frame.lookahead.window.weeks === 1 ? 'wall' : 'compact';
}

const dayWishes: Readonly<Record<Density, ColumnWish>> = {
  wall: { least: 9, ideal: 11, grow: 1 },
  compact: { least: 33 / 7, ideal: 8, grow: 0.6 },
};
/** Days of a window too wide for its paper: still a column a day, smaller than the rule for the others. */
const crampedDay: ColumnWish = { least: 4, ideal: 4 };

export function shiftColumns(frame: Frame, shift: ShiftPlan): ShiftColumns {
  const { lookahead } = frame;
  const density = densityOf(frame);
  const characters = charactersAcross(frame.paper, pageScales[density]);
  const before = columnsBefore(lookahead, density, shift);
  const after = columnsAfter(density);
  const kept = giveWay({ before, after, day: dayWishes[density], days: lookahead.days.length }, characters);
  const dayColumns = lookahead.days.map((day): ShiftColumn => ({ ...kept.day, title: '', day }));
  const columns = [...kept.before, ...dayColumns, ...kept.after];
  return {
    density,
    columns,
    widths: shareWidth(columns, characters),
    firstDay: kept.before.length + 1,
    days: lookahead.days,
  };
}

type Layout = {
  readonly before: readonly ShiftColumn[];
  readonly after: readonly ShiftColumn[];
  readonly day: ColumnWish;
  readonly days: number;
};

/** Drops After, Notes, Folder and Owner, in this order, until the page holds the rest. */
function giveWay(layout: Layout, characters: number): Layout {
  const { before, after, day, days } = layout;
  const all = [...before, ...after];
  const wishes = [...all, ...new Array<ColumnWish>(days).fill(day)];
  if (fits(wishes, characters)) return layout;
  const ranks = all.flatMap((column) => (column.givesWay === undefined ? [] : [column.givesWay]));
  if (ranks.length === 0) return { ...layout, day: crampedDay };
  const first = Math.min(...ranks);
  const stays = (column: ShiftColumn) => column.givesWay !== first;
  return giveWay({ ...layout, before: before.filter(stays), after: after.filter(stays) }, characters);
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
      least: 26,
      ideal: 40,
      grow: 2,
      cell: cells.task,
      wraps: { text: cells.taskText, font: task },
    },
    named('Folder', (t) => t.folder?.name, { least: 12, ideal: 20, givesWay: 3, group: 'folder' }),
    named('Location', (t) => t.location?.name, { least: 9, ideal: 12, group: 'location' }),
    named('Subcontractor', (t) => t.subcontractor?.name, { least: 13, ideal: 17, group: 'subcontractor' }),
    named('Owner', (t) => t.owner?.name, { least: 9, ideal: 12, givesWay: 4, group: 'owner' }),
    { title: 'Start', least: 7.5, ideal: 8.5, cell: cells.start },
    { title: 'Finish', least: 7.5, ideal: 8.5, cell: cells.finish },
    {
      title: 'Status',
      least: 10,
      ideal: 11,
      cell: cells.status,
      wraps: { text: (t) => t.status.text, font: boldText },
    },
    { title: 'Ready', least: 6.5, ideal: 7, align: 'center', cell: cells.ready },
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
      least: 19,
      ideal: roomy ? 30 : 26,
      grow: 1,
      cell: besideGridCell,
      wraps: { text: (t) => t.resourcesLine, font: text },
    },
    {
      title: 'After',
      least: 11,
      ideal: 13,
      givesWay: 1,
      cell: words,
      wraps: { text: (t) => t.afterLine, font: text },
    },
    {
      title: 'Notes',
      least: 16,
      ideal: 26,
      grow: 1,
      givesWay: 2,
      cell: words,
      wraps: { text: (t) => t.notes, font: text },
    },
    { title: 'Signed', least: 8, ideal: 12, cell: signCell },
  ];
}

/** As wide as the ids are, within reason: some services have `A1010`, some a long random one. */
function idWidth(shift: ShiftPlan): ColumnWish {
  let widest = 0;
  for (const row of [...shift.groups.flatMap((group) => group.rows), ...shift.undated]) {
    widest = Math.max(widest, textWidth(row.task.ref, text));
  }
  const characters = (widest * 1.05 + 6) / 5.25;
  return { least: Math.min(9, Math.max(6.5, characters)), ideal: Math.min(14, Math.max(7, characters)) };
}
