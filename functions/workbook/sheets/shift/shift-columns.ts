import type { Day } from '#base/day.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import {
  fullReadyText,
  isKeyOrMilestone,
  notesText,
  shortReadyText,
  sinceLastPullText,
  taskNameWithMarks,
} from '#lookahead/grid/grid-text.ts';
import { tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { GroupBy, PlannedTask } from '#lookahead/planned/planned-task.ts';
import { isReaderOfOwnWork } from '#lookahead/report-reader.ts';
import type { Audience } from '#lookahead/tasks/select-tasks.ts';
import { densityOf, maxCharactersAcross, type PrintDensity } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, textRoomInColumn } from '#workbook/layout/text-width.ts';
import { type Paper, papers } from '#workbook/papers.ts';
import { dayCellDrawer } from '#workbook/sheets/draw-day-cells.ts';
import {
  dateColumn,
  idColumn,
  promiseColumn,
  readyColumn,
  whomToAskColumn,
} from '#workbook/sheets/task-columns.ts';
import { type ColumnWidthRules, fitColumns, type ItemColumn } from '#workbook/table/column.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { statusWordStyleOf, tableCellStyles, withFontSize } from '#workbook/theme/styles.ts';
import { pixelsPerCharacter, type Style } from '#workbook/xlsx/sheet-plan.ts';
import type { ShiftSheetContent } from './shift-pages.ts';
import { predecessorsText } from './shift-texts.ts';

const changeTitle = 'Change,\nworking\ndays';

const groupedColumnTitles: Readonly<Record<GroupBy, string | undefined>> = {
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

/** Maximum number of lines of a text in a reader's own workbook: enough for a note of ten sentences. */
const maxOwnLines = 12;

type ShiftColumn = ItemColumn<PlannedTask>;

/**
 * Columns of a reader's own workbook, which has no Readiness sheet: everything that is missing, and whom to ask except
 * the reader.
 */
function ownReadyColumns(audience: Audience): readonly ShiftColumn[] {
  const missingOf = ({ constraints, gaps }: PlannedTask) =>
    [...constraints, ...gaps].filter(
      ({ ask }) => audience.kind === 'everyone' || ask?.name !== audience.name,
    );
  return [
    { ...readyColumn(fullReadyText), width: { min: 14, max: 51, grow: 1 }, lines: maxOwnLines },
    { ...whomToAskColumn(missingOf), width: { min: 12, max: 33 }, lines: maxOwnLines },
  ];
}

/**
 * The columns left and right of the days, without the column that tasks are grouped by; if shifts share a sheet, the
 * groups are these shifts. If the days of a long window need room, columns with a `dropRank` are dropped, 1 first.
 * Start and finish are dropped before subcontractor, location and readiness, because the bar shows them too.
 */
export function shiftTaskColumns(
  context: Pick<SheetContext, 'lookahead' | 'taskRows'>,
  { density, isShared }: { readonly density: PrintDensity; readonly isShared: boolean },
): { readonly before: readonly ShiftColumn[]; readonly after: readonly ShiftColumn[] } {
  const { groupBy, reportDay, issue, audience, detail } = context.lookahead;
  const isOwn = isReaderOfOwnWork(context.lookahead);
  /** Keeps a column on narrow pages of a reader's own workbook, in which no other sheet has it. */
  const kept = (column: ShiftColumn): ShiftColumn =>
    isOwn ? { ...column, lines: maxOwnLines, width: { ...column.width, dropRank: undefined } } : column;
  const wall = density === 'wall';
  const size = wall ? fontSizes.task : fontSizes.compactTask;
  const short = { lines: 3, mark: ' …' };
  const date = (title: string, dayOf: (task: PlannedTask) => Day | undefined): ShiftColumn => ({
    ...dateColumn(title, dayOf, { form: 'short', reportDay }),
    width: { min: 7.2, max: 7.3, dropRank: 3 },
  });
  const before: readonly ShiftColumn[] = [
    { ...idColumn(context, (task) => task), width: { min: 9, max: 21, dropRank: 7 } },
    {
      title: 'Task',
      // On the wall, the days together stay wider than the name of the task.
      width: wall ? { min: 48, max: 55, grow: 3 } : { min: 21, max: 66, grow: 3 },
      isName: true,
      value: taskNameWithMarks,
      style: (task) =>
        withFontSize(isKeyOrMilestone(task) ? tableCellStyles.strong : tableCellStyles.text, size),
    },
    { title: 'Folder', width: { min: 9, max: 28, dropRank: 2 }, value: ({ folder }) => folder?.name },
    kept({
      title: 'Location',
      width: { min: 9, max: 20, dropRank: 14 },
      value: ({ location }) => location?.name,
    }),
    {
      title: 'Subcontractor',
      width: { min: 11, max: 25, dropRank: 15 },
      value: ({ subcontractor }) => subcontractor?.name,
    },
    { title: 'Owner', width: { min: 8, max: 19, dropRank: 4 }, value: ({ owner }) => owner?.name },
    date('Start', ({ dates }) => dates?.start),
    date('Finish', ({ dates }) => dates?.finish),
    {
      title: 'Status',
      width: { min: 9.8, max: 16, dropRank: 8 },
      value: ({ status }) => status.text,
      style: ({ status }) => statusWordStyleOf(status.kind),
    },
    ...(isOwn
      ? ownReadyColumns(audience)
      : [{ ...readyColumn(shortReadyText), width: { min: 10.3, max: 21, dropRank: 13 }, ...short }]),
    kept({ ...promiseColumn, width: { min: 8, max: 15, dropRank: 12 }, ...short }),
    {
      title: detail === 'days' ? 'Change' : changeTitle,
      width: { min: 6.8, max: 10.8, dropRank: 12 },
      value: sinceLastPullText,
      style: sinceStyle,
    },
  ];
  const after: readonly ShiftColumn[] = [
    kept({
      title: 'Resources',
      width: { ...(wall ? { min: 20, max: 51 } : { min: 13, max: 42 }), grow: 1, dropRank: 10 },
      value: ({ resourcesLine }) => resourcesLine,
    }),
    {
      title: 'After',
      width: { min: 8.5, max: 20, dropRank: 6 },
      value: predecessorsText,
      lines: 4,
      mark: ' …',
    },
    kept({
      title: 'Notes',
      width: { min: wall ? 18 : 11.5, max: isOwn ? 66 : 36, grow: 1, dropRank: 5 },
      value: notesText,
    }),
    { title: 'Signed', width: { min: 7, max: 8, dropRank: 1 }, style: tableCellStyles.sign },
  ];
  // A first issue has no changes to show. A cut has a single subcontractor or owner, whom its title names.
  const leftOut = [
    isShared ? undefined : groupedColumnTitles[groupBy],
    issue.previous === undefined ? changeTitle : undefined,
    audienceColumns[audience.kind],
    ...(detail === 'days' ? ['Ready', 'Signed'] : []),
  ];
  const shown = (columns: readonly ShiftColumn[]) =>
    columns
      .filter(({ title }) => !leftOut.includes(title))
      .map((column) => ({ ...column, isOptional: column.value !== undefined }));
  return { before: shown(before), after: shown(after) };
}

function sinceStyle({ since }: PlannedTask): Style {
  const days = since?.kind === 'moved' ? (since.days ?? 0) : 0;
  return days === 0 ? tableCellStyles.strong : days > 0 ? tableCellStyles.behind : tableCellStyles.ahead;
}

export type ShiftLayout = {
  readonly density: PrintDensity;
  readonly columns: readonly ShiftColumn[];
  readonly widths: readonly number[];
  readonly taskColumn: number;
  readonly firstDay: number;
  readonly days: readonly DayColumn[];
  readonly isFull: boolean;
};

/** Width of a day column in characters: 26 pixels, which print 6 mm wide at the smallest scale (70%). */
const usualDay = 26 / pixelsPerCharacter;

/** All days are equally wide: a wider one would look like more time. */
const dayWidths: Readonly<Record<PrintDensity, ColumnWidthRules>> = {
  wall: { min: 7.6, max: 8.2, grow: 1 },
  compact: {
    min: usualDay,
    max: 4,
    grow: 0.1,
    narrow: [
      // 22 pixels, which print 5 mm wide: enough for a letter and two digits.
      { rank: 9, min: 22 / pixelsPerCharacter },
      // 16 pixels, which print 4 mm wide.
      { rank: 11, min: 16 / pixelsPerCharacter },
    ],
  },
};

/** Maximum number of lines that most texts may take. If they need more, columns are dropped. */
function linesBeforeDrop(lookahead: Lookahead, paper: Paper): number {
  const { lines, ownLines } = papers[paper];
  const { usual, long } = isReaderOfOwnWork(lookahead) ? ownLines : lines;
  return lookahead.window.weeks >= long.weeks ? long.lines : usual;
}

export function fitShiftColumns(context: SheetContext, shift: ShiftSheetContent): ShiftLayout {
  const { lookahead, paper } = context;
  const density = densityOf(paper, lookahead.days.length);
  const { before, after } = shiftTaskColumns(context, { density, isShared: shift.shifts.length > 1 });
  const days = lookahead.days.map((day): ShiftColumn => ({ title: '', width: dayWidths[density], day }));
  const { columns, widths } = fitColumns([...before, ...days, ...after], tasksOfShift(shift), {
    across: (count) => maxCharactersAcross(paper, density, count),
    lines: linesBeforeDrop(lookahead, paper),
  });
  const firstDay = columns.findIndex((column) => column.day) + 1;
  const drawDay = dayCellDrawer({
    bar: density === 'wall' ? fontSizes.wallBar : fontSizes.text,
    milestone: 14,
    off: fontSizes.text,
    room: textRoomInColumn(widths[firstDay - 1] ?? 1),
  });
  const drawnOn =
    ({ kind }: DayColumn, index: number) =>
    (task: PlannedTask) => {
      const own = task.cells[index];
      return own === undefined ? { style: tableCellStyles.text } : drawDay(own, kind);
    };
  return {
    density,
    columns: columns.map((column, index) =>
      column.day ? { ...column, cell: drawnOn(column.day, index + 1 - firstDay) } : column,
    ),
    widths,
    taskColumn: columns.findIndex(({ title }) => title === 'Task') + 1,
    firstDay,
    days: lookahead.days,
    isFull: lookahead.detail === 'full',
  };
}
