import type { Day } from '#base/day.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import {
  isHighlighted,
  notesText,
  promiseText,
  readyText,
  sinceText,
  taskText,
  wholeReadyText,
} from '#lookahead/grid/grid-text.ts';
import { tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { isOwnWork } from '#lookahead/own-work.ts';
import type { GroupBy, PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { Audience } from '#lookahead/tasks/select.ts';
import {
  type ColumnSizing,
  type DropStep,
  dropColumns,
  dropRank,
  fitColumnWidths,
  sizeToTexts,
  type TableColumn,
} from '#workbook/layout/column-widths.ts';
import { charactersAcross, type Density, densityOf } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, type TextFont, textFonts } from '#workbook/layout/text-width.ts';
import { maxTaskLines } from '#workbook/limits.ts';
import { type Paper, papers } from '#workbook/papers.ts';
import { grid, styleOf } from '#workbook/theme/day-grid-styles.ts';
import type { HeadColumn } from '#workbook/theme/header-rows.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cells } from '#workbook/theme/sheet-styles.ts';
import {
  askCell,
  askText,
  dateCell,
  dateStyles,
  promiseCell,
  readyCell,
} from '#workbook/theme/task-cells.ts';
import { type Cell, pixelsPerCharacter } from '#workbook/xlsx/sheet-plan.ts';
import type { ShiftPage } from './shift-pages.ts';
import { afterText } from './shift-texts.ts';

export type ShiftColumn = TableColumn &
  HeadColumn & {
    readonly cell?: ((task: PlannedTask, text: string) => Cell) | undefined;
    readonly text?: WrappingText | undefined;
  };

type WrappingText = {
  readonly of: (task: PlannedTask, room: number) => string;
  readonly font: TextFont;
  readonly maxLines?: number | undefined;
  readonly shortenedMark?: string | undefined;
};

const anyRoom = 60;

export const refTitle = 'ID';
const changeTitle = 'Change,\nworking\ndays';

const groupedColumns: Readonly<Record<GroupBy, string | undefined>> = {
  folder: 'Folder',
  subcontractor: 'Subcontractor',
  location: 'Location',
  owner: 'Owner',
  package: undefined,
};

const audienceColumns: Partial<Record<Audience['kind'], string>> = {
  subcontractor: 'Subcontractor',
  owner: 'Owner',
  location: 'Location',
};

const readyColumn: ShiftColumn = {
  title: 'Ready',
  min: 9,
  ideal: 14,
  dropRank: 11,
  text: { of: readyText, font: textFonts.bold, maxLines: 3, shortenedMark: ' …' },
  cell: readyCell,
};

/** Lines of a text in a reader's own row: a note of ten sentences. */
const maxOwnLines = 12;

/** Everything that is missing, and whom to ask but the reader, which others read on Readiness. */
function ownReadyColumns(audience: Audience): readonly ShiftColumn[] {
  const missingOf = ({ constraints, gaps }: PlannedTask) =>
    [...constraints, ...gaps].filter(
      ({ ask }) => audience.kind === 'everyone' || ask?.name !== audience.name,
    );
  const lines = { maxLines: maxOwnLines };
  return [
    {
      title: 'Ready',
      min: 14,
      ideal: 34,
      grow: 1,
      text: { of: wholeReadyText, font: textFonts.bold, ...lines },
      cell: readyCell,
    },
    {
      title: 'Ask',
      min: 12,
      ideal: 22,
      text: { of: (task) => askText(missingOf(task)), font: textFonts.plain, ...lines },
      cell: (task, text) => askCell(missingOf(task), text),
    },
  ];
}

/**
 * The columns left and right of the days, without the one that tasks are grouped by; shifts that share a sheet are its
 * groups. If a wide window's days need room, columns with a `dropRank` go, 1 first: the bar also shows start and finish,
 * so these go before subcontractor, location and readiness.
 */
export function taskColumns(
  lookahead: Lookahead,
  { density, isShared }: { readonly density: Density; readonly isShared: boolean },
): { readonly before: readonly ShiftColumn[]; readonly after: readonly ShiftColumn[] } {
  const { groupBy, reportDay, issue, audience, tasks, detail } = lookahead;
  const isOwn = isOwnWork(lookahead);
  /** A reader's own sheet is the only one that says it, so it stays on narrow pages. */
  const kept = (column: ShiftColumn): ShiftColumn => {
    const text = column.text && { ...column.text, maxLines: maxOwnLines };
    return isOwn ? { ...column, text, dropRank: undefined } : column;
  };
  const wall = density === 'wall';
  const taskStyles = wall
    ? { size: fontSizes.task, plain: cells.task, key: cells.keyTask }
    : { size: fontSizes.compactTask, plain: cells.compactTask, key: cells.compactKeyTask };
  const dateColumn = (title: string, date: (task: PlannedTask) => Day | undefined): ShiftColumn => ({
    title,
    min: 7.2,
    ideal: 7.3,
    dropRank: 3,
    cell: (task) => dateCell(date(task), reportDay, dateStyles.short),
  });
  const before: readonly ShiftColumn[] = [
    {
      title: refTitle,
      min: 9,
      ideal: 14,
      dropRank: 7,
      text: { of: (task) => task.ref, font: textFonts.plain },
      cell: (_task, text) => ({ value: text, style: cells.id }),
    },
    {
      title: 'Task',
      min: wall ? 48 : 21,
      ideal: wall ? 50 : 44,
      // On the wall, the days stay wider than the task's name.
      max: wall ? 55 : undefined,
      grow: 3,
      text: { of: taskText, font: { size: taskStyles.size, bold: true } },
      cell: (task, text) => ({ value: text, style: isHighlighted(task) ? taskStyles.key : taskStyles.plain }),
    },
    textColumn('Folder', (task) => task.folder?.name, { min: 9, ideal: 19, dropRank: 2 }),
    kept(textColumn('Location', (task) => task.location?.name, { min: 9, ideal: 13.5, dropRank: 12 })),
    textColumn('Subcontractor', (task) => task.subcontractor?.name, { min: 11, ideal: 17, dropRank: 13 }),
    textColumn('Owner', (task) => task.owner?.name, { min: 8, ideal: 12.5, dropRank: 4 }),
    dateColumn('Start', (task) => task.dates?.start),
    dateColumn('Finish', (task) => task.dates?.finish),
    {
      title: 'Status',
      min: 9.8,
      ideal: 10.6,
      dropRank: 8,
      text: { of: (task) => task.status.text, font: textFonts.bold },
      cell: (task, text) => ({
        value: text || undefined,
        style: styleOf(grid.statusWords, task.status.kind),
      }),
    },
    ...(isOwn ? ownReadyColumns(audience) : [readyColumn]),
    kept({
      title: 'Promise',
      min: 8,
      ideal: 10,
      dropRank: 10,
      text: { of: promiseText, font: textFonts.bold, maxLines: 3, shortenedMark: ' …' },
      cell: promiseCell,
    }),
    {
      title: detail === 'days' ? 'Change' : changeTitle,
      min: 6.8,
      ideal: 7.2,
      dropRank: 10,
      text: { of: sinceText, font: textFonts.bold },
      cell: sinceCell,
    },
  ];
  const after: readonly ShiftColumn[] = [
    kept(
      textColumn('Resources', (task) => task.resourcesLine, {
        min: wall ? 20 : 13,
        ideal: wall ? 34 : 28,
        grow: 1,
        dropRank: 9,
      }),
    ),
    {
      title: 'After',
      min: 8.5,
      ideal: 13.5,
      dropRank: 6,
      text: { of: afterText, font: textFonts.plain, maxLines: 4, shortenedMark: ' …' },
      cell: textCell,
    },
    kept(textColumn('Notes', notesText, { min: 11.5, ideal: isOwn ? 44 : 24, grow: 1, dropRank: 5 })),
    { title: 'Signed', min: 7, ideal: 8, dropRank: 1, cell: () => ({ style: cells.sign }) },
  ];
  // A first issue has nothing to say about changes, and a cut has one subcontractor or owner, whom its title names.
  const leftOut = [
    isShared ? undefined : groupedColumns[groupBy],
    issue.previous === undefined ? changeTitle : undefined,
    audienceColumns[audience.kind],
    ...(detail === 'days' ? ['Ready', 'Signed'] : []),
  ];
  // A property that no task of the report has, such as an owner, has no column.
  const isFilled = ({ text }: ShiftColumn) => !text || tasks.some((task) => text.of(task, anyRoom) !== '');
  // The usual mark refers to Tasks.
  const marked = (column: ShiftColumn): ShiftColumn =>
    isOwn && column.text ? { ...column, text: { shortenedMark: ' …', ...column.text } } : column;
  const shown = (columns: readonly ShiftColumn[]) =>
    columns.filter((column) => !leftOut.includes(column.title) && isFilled(column)).map(marked);
  return { before: shown(before), after: shown(after) };
}

function textColumn(
  title: string,
  read: (task: PlannedTask) => string | undefined,
  sizing: ColumnSizing,
): ShiftColumn {
  return {
    ...sizing,
    title,
    text: { of: (task) => read(task) ?? '', font: textFonts.plain },
    cell: textCell,
  };
}

function sinceCell({ since }: PlannedTask, text: string): Cell {
  const days = since?.kind === 'moved' ? (since.days ?? 0) : 0;
  const moved = days > 0 ? cells.behind : cells.ahead;
  return { value: text || undefined, style: days === 0 ? cells.strong : moved };
}

function textCell(_task: PlannedTask, text: string): Cell {
  return { value: text || undefined, style: cells.text };
}

export type ShiftLayout = {
  readonly density: Density;
  readonly columns: readonly ShiftColumn[];
  readonly widths: readonly number[];
  readonly taskColumn: number;
  readonly firstDay: number;
  readonly days: readonly DayColumn[];
  readonly isFull: boolean;
};

/** Characters of a day: six millimetres at seven tenths. */
const usualDay = 26 / pixelsPerCharacter;
/** The narrowest day in which a letter and two figures stand in full: five millimetres. */
const narrowDay = 22 / pixelsPerCharacter;
/** Four millimetres. */
const narrowestDay = 2.2;

const daySizings: Readonly<Record<Density, ColumnSizing>> = {
  wall: { min: 7.6, ideal: 8.2, grow: 1 },
  compact: { min: usualDay, ideal: 4, grow: 0.1 },
};

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

function linesBeforeDrop(lookahead: Lookahead, paper: Paper): number {
  const { lines, ownLines } = papers[paper];
  const { usual, long } = isOwnWork(lookahead) ? ownLines : lines;
  return lookahead.window.weeks >= long.weeks ? long.lines : usual;
}

export function fitShiftColumns({ lookahead, paper }: SheetContext, shift: ShiftPage): ShiftLayout {
  const density = densityOf(paper, lookahead.days.length);
  // All days are equally wide: a wider one would look like more time.
  const days = lookahead.days.map((day): ShiftColumn => ({ ...daySizings[density], title: '', day }));
  const lines = linesBeforeDrop(lookahead, paper);
  const sized = (columns: readonly ShiftColumn[]) =>
    columns.map((column) => sizedToTexts(withTexts(shift, column), lines));
  const { before, after } = taskColumns(lookahead, { density, isShared: shift.shifts.length > 1 });
  const across = (count: number) => charactersAcross(paper, density, count);
  const columns = dropColumns([...sized(before), ...days, ...sized(after)], across, dropSteps);
  return {
    density,
    columns,
    widths: fitColumnWidths(columns, across(columns.length)),
    taskColumn: columns.findIndex(({ title }) => title === 'Task') + 1,
    firstDay: columns.findIndex((column) => column.day) + 1,
    days: lookahead.days,
    isFull: lookahead.detail === 'full',
  };
}

/** Points to which predecessors' names are shortened before the width of their column is known. */
const estimatedRoom = 60;

function withTexts(shift: ShiftPage, column: ShiftColumn): ShiftColumn {
  const { text } = column;
  if (text === undefined) return column;
  const texts = tasksOfShift(shift).map((task) => withMark(text.of(task, estimatedRoom)));
  return { ...column, wrapped: { texts, font: text.font, maxLines: text.maxLines ?? maxTaskLines } };
}

function withMark(text: string): string {
  return text.startsWith('✗ ') || text.startsWith('? ') ? text.replace(' ', '\u00a0') : text;
}

/** Maximum factor by which a column of long texts may exceed its usual ideal. */
const maxStretch = 1.5;

/** Asks for one line at best, and for `lines` at least, so that columns are dropped before texts are squeezed. */
function sizedToTexts(column: ShiftColumn, lines: number): ShiftColumn {
  const { wrapped, title, ideal } = column;
  if (wrapped === undefined) return column;
  const content = { title, texts: wrapped.texts, font: wrapped.font };
  const sized = sizeToTexts(column, { ...content, lines: 1, max: ideal * maxStretch });
  const atLines = sizeToTexts(column, { ...content, lines, max: ideal });
  const atWords = sizeToTexts(column, { ...content, lines: Number.POSITIVE_INFINITY, max: sized.ideal });
  return { ...sized, min: Math.min(sized.ideal, Math.max(sized.min, atLines.ideal, atWords.ideal)) };
}
