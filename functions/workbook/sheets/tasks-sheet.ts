import type { Day } from '#base/day.ts';
import { promiseText, readyWord } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { GivenValues } from '#lookahead/planned/given-values.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { daysLost } from '#lookahead/tasks/delay-entries.ts';
import type { Relation } from '#lookahead/tasks/relations.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { fitColumnWidths, sizeToTexts, type TableColumn } from '#workbook/layout/column-widths.ts';
import { charactersAcross, densityOf, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, indentedRoom, lineCount, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { isPrinted } from '#workbook/sheet-choice.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { rowsFrom, type SheetContext, type TaskRows } from '#workbook/theme/sheet-context.ts';
import { byNumber, flat } from '#workbook/theme/sheet-styles.ts';
import { titleBlock, titleRowCount } from '#workbook/theme/title-block.ts';
import { maxFormulaText, tableColumn } from '#workbook/xlsx/cell-references.ts';
import type { Cell, CellValue, Link, Row, SheetPlan } from '#workbook/xlsx/sheet-plan.ts';
import { foldCase } from './counting-formulas.ts';
import type { ListPlaces } from './list-sheet.ts';

type Heading = {
  readonly title: string;
  readonly width: number;
  readonly numeric?: boolean | undefined;
};

type PrintedColumn = Heading & { readonly value: (task: PlannedTask) => CellValue | undefined };

export type TasksColumn = Heading & {
  readonly value: (task: PlannedTask, given: GivenValues) => CellValue | undefined;
};

const yesNo = (yes: boolean) => (yes ? 'yes' : 'no');

const dayOrNothing = (day: Day | undefined) => (day === undefined ? undefined : { day });

const lines = (texts: readonly string[]) => texts.filter((text) => text !== '').join('; ');

const printedTasksColumns: readonly PrintedColumn[] = [
  { title: 'ID', width: 10, value: (t) => t.ref },
  { title: 'Task', width: 40, value: (t) => t.name },
  { title: 'Shift', width: 10, value: (t) => shiftTitles[t.shift] },
  { title: 'Status', width: 13, value: (t) => t.status.text },
  { title: 'Status group', width: 14, value: (t) => t.status.name },
  { title: 'Start', width: 14, value: (t) => dayOrNothing(t.dates?.start) },
  { title: 'Finish', width: 14, value: (t) => dayOrNothing(t.dates?.finish) },
  { title: 'Duration', width: 11, numeric: true, value: (t) => t.duration },
  { title: 'Key task', width: 10, value: (t) => yesNo(t.key) },
  { title: 'Ready', width: 8, value: readyWord },
  { title: 'Constraints', width: 24, value: (t) => lines(t.constraints.map(({ word }) => word)) },
  { title: 'Gaps in the data', width: 18, value: (t) => lines(t.gaps.map(({ word }) => word)) },
  { title: 'People per day', width: 9, numeric: true, value: (t) => t.people },
  { title: 'Subcontractor', width: 18, value: (t) => t.subcontractor?.name },
  { title: 'Owner', width: 15, value: (t) => t.owner?.name },
  { title: 'Location', width: 20, value: (t) => t.location?.name },
  { title: 'Folder', width: 20, value: (t) => t.folder?.name },
];

const planned: readonly TasksColumn[] = [
  { title: 'Package', width: 18, value: (t) => t.package?.name },
  { title: 'Assigned to', width: 22, value: (t) => lines(t.assignees.map((person) => person.name)) },
  { title: 'Milestone', width: 10, value: (t) => yesNo(t.milestone) },
  { title: 'Also here', width: 22, value: (t) => t.alsoHere },
  { title: 'Marks', width: 14, value: (t) => t.markWords },
  { title: 'First planned start', width: 13, value: (t) => dayOrNothing(t.slip?.first.start) },
  { title: 'First planned finish', width: 13, value: (t) => dayOrNothing(t.slip?.first.finish) },
  { title: 'Slip, working days', width: 9, numeric: true, value: (t) => t.slip?.days },
];

const answerOf = ({ promise }: PlannedTask) => promise?.standing?.answer;

const promised: readonly TasksColumn[] = [
  { title: 'Promise', width: 13, value: promiseText },
  { title: 'Promised by', width: 18, value: (t) => answerOf(t)?.by || answerOf(t)?.audience.name },
  { title: 'Promised on', width: 14, value: (t) => dayOrNothing(answerOf(t)?.day) },
  { title: 'From when instead', width: 14, value: (t) => dayOrNothing(answerOf(t)?.from) },
  { title: 'People promised', width: 9, numeric: true, value: (t) => answerOf(t)?.people },
  { title: 'Promise note', width: 30, value: (t) => answerOf(t)?.note },
];

const details: readonly TasksColumn[] = [
  { title: 'Notes', width: 60, value: (t) => t.notes },
  { title: 'Labour', width: 26, value: (_, given) => given.labour },
  { title: 'Plant', width: 26, value: (_, given) => given.plant },
  { title: 'Plant categories', width: 18, value: (_, given) => given.plantCategories },
  { title: 'Materials', width: 30, value: (_, given) => given.materials },
  { title: 'Materials planned per day', width: 36, value: (_, given) => given.materialsPlanned },
  { title: 'Materials actual per day', width: 36, value: (_, given) => given.materialsActual },
  { title: 'Progress', width: 36, value: (_, given) => given.progress },
  { title: 'Delays', width: 8, numeric: true, value: (t) => t.delays.length || undefined },
  { title: 'Delay, working days', width: 9, numeric: true, value: (t) => daysLost(t.delays) },
  { title: 'Predecessors', width: 26, value: (t) => relations(t, 'predecessor') },
  { title: 'Successors', width: 26, value: (t) => relations(t, 'successor') },
  { title: 'Other relations', width: 20, value: (t) => relations(t, 'other') },
  { title: 'Related task ids', width: 26, value: (_, given) => given.relatedTaskIds },
  { title: 'Parent', width: 20, value: (t) => t.parent?.name },
  { title: 'Calendar', width: 15, value: (t) => t.calendar?.name },
];

const asGiven: readonly TasksColumn[] = [
  { title: 'Start as given', width: 22, value: (_, given) => given.start },
  { title: 'Finish as given', width: 22, value: (_, given) => given.finish },
  { title: 'Shift as given', width: 12, value: (_, given) => given.shift },
  { title: 'Calendar type', width: 13, value: (_, given) => given.calendarType },
  { title: 'Location type', width: 13, value: (_, given) => given.locationType },
  { title: 'Folder code', width: 12, value: (_, given) => given.folderCode },
  { title: 'Folder path', width: 34, value: (_, given) => given.folderPath },
  { title: 'Package code', width: 12, value: (_, given) => given.packageCode },
  { title: 'Owner e-mail', width: 26, value: (_, given) => given.ownerEmail },
  { title: 'Assigned to e-mails', width: 30, value: (_, given) => given.assignedToEmails },
  { title: 'Work area type', width: 13, value: (_, given) => given.workAreaType },
  { title: 'Work area box', width: 26, value: (_, given) => given.workAreaBox },
  { title: 'Work area geometry', width: 20, value: (_, given) => given.workAreaGeometry },
  { title: 'Work area id', width: 16, value: (_, given) => given.workAreaId },
  { title: 'Work area properties', width: 26, value: (_, given) => given.workAreaProperties },
  { title: 'Task id', width: 26, value: (t) => t.id },
  { title: 'External id', width: 14, value: (_, given) => given.externalId },
  { title: 'Owner id', width: 26, value: (_, given) => given.ownerId },
  { title: 'Assigned to ids', width: 26, value: (_, given) => given.assignedToIds },
  { title: 'Calendar id', width: 26, value: (_, given) => given.calendarId },
  { title: 'Folder id', width: 26, value: (_, given) => given.folderId },
  { title: 'Folder parent id', width: 26, value: (_, given) => given.folderParentId },
  { title: 'Package id', width: 26, value: (_, given) => given.packageId },
  { title: 'Parent id', width: 26, value: (_, given) => given.parentId },
  { title: 'Subcontractor id', width: 26, value: (_, given) => given.subcontractorId },
  { title: 'Location id', width: 26, value: (_, given) => given.locationId },
  { title: 'Labour ids', width: 26, value: (_, given) => given.labourIds },
  { title: 'Plant ids', width: 26, value: (_, given) => given.plantIds },
  { title: 'Material ids', width: 26, value: (_, given) => given.materialIds },
];

function relations(task: PlannedTask, direction: Relation['direction']): string {
  return task.relations
    .filter((relation) => relation.direction === direction)
    .map(({ text, name, label }) => (name === undefined || name === label ? text : `${text} (${name})`))
    .join('; ');
}

export function tasksColumnsOf({
  tasks,
  project,
}: Pick<Lookahead, 'tasks' | 'project'>): readonly TasksColumn[] {
  const hasPromises = tasks.some(({ promise }) => promise !== undefined);
  const isCalendar = project.planning?.duration === 'calendar';
  const printed = printedTasksColumns.map((column) =>
    isCalendar && column.title === 'Duration' ? { ...column, title: 'Duration, calendar days' } : column,
  );
  return [...printed, ...planned, ...(hasPromises ? promised : []), ...details, ...asGiven];
}

export const tasksTable = 'Tasks';

const name = tasksTable;

/** Lines shown of a long text; the cell holds the whole text. */
const maxLines = 6;

const padding = 5;

const printedCount = printedTasksColumns.length;

const lastUnfolded = 'Notes';

const unprinted = 'for the screen; sheets.print: tasks prints it';

/** The rows by their ids, and by their numbers where MATCH, which ignores case and reads wildcards, cannot tell an id. */
export function taskRowsOf(lookahead: Lookahead): TaskRows {
  const { tasks } = lookahead;
  const headerRow = titleRowCount(lookahead) + 1;
  const column = tableColumn(tasksTable, 'Task id');
  const spellings = Map.groupBy(tasks, ({ id }) => foldCase(id));
  const rows = tasks.map(({ id }, index): [string, Link['cell']] => {
    const holds = id.replace(/[~*?]/g, '~$&');
    const isFound = holds.length <= maxFormulaText && spellings.get(foldCase(id))?.length === 1;
    return [id, isFound ? { column, holds, headerRow } : `A${headerRow + 1 + index}`];
  });
  return { sheet: name, rowOf: new Map(rows) };
}

export function tasksSheet(context: SheetContext): { readonly plan: SheetPlan; readonly places: ListPlaces } {
  const { tasks } = context.lookahead;
  const tasksColumns = tasksColumnsOf(context.lookahead);
  const foldedFrom = tasksColumns.findIndex((column) => column.title === lastUnfolded) + 1;
  const widths = tasksWidths(context, tasksColumns);
  const printed = widths.slice(0, printedCount);
  const isWhole = isPrinted(context.sheets, 'tasks');
  const title = titleBlock(context, {
    sheet: name,
    figures: `${countText(tasks.length, 'task')} · ${tasksColumns.length} columns: + above unfolds those after ${lastUnfolded} · ${isWhole ? `the first ${printedCount} are printed` : unprinted}`,
    widths: printed,
  });
  const headerRow = title.rows.length + 1;
  const first = headerRow + 1;
  const last = headerRow + tasks.length;
  const rooms = widths.map(indentedRoom);
  const titleTexts = tasksColumns.map((column) => column.title);
  const plan: SheetPlan = {
    name,
    columns: widths.map((width, index) =>
      index < foldedFrom ? { width } : { width, outline: 1, hidden: true },
    ),
    rows: rowsFrom(function* (): Generator<Row> {
      yield* title.rows;
      yield { cells: tasksColumns.map(headCell), height: 30 };
      for (const task of tasks) {
        const { given } = task;
        const values = tasksColumns.map((column) => column.value(task, given));
        yield { cells: values.map(flatCell), height: heightOf(values, rooms) };
      }
    }),
    freeze: { row: first, column: 3 },
    table: {
      name: tasksTable,
      area: { top: headerRow, left: 1, bottom: last, right: tasksColumns.length },
      columns: titleTexts,
    },
    pictures: title.pictures,
    // Shows the columns up to the subcontractor, by which most people filter.
    zoom: screenZoom(widths.slice(0, titleTexts.indexOf('Subcontractor') + 1)),
    print: printSetup(context, {
      widths: printed,
      titleRows: isWhole ? { first: 1, last: headerRow } : undefined,
      // The title alone is one page; programs print a sheet without an area in full, and an empty area as a blank page.
      area: { top: 1, left: 1, bottom: isWhole ? last : title.rows.length, right: printedCount },
    }),
  };
  const columns = new Map(titleTexts.map((text, index) => [text, index + 1]));
  return { plan, places: { sheet: name, rows: tasks.length === 0 ? undefined : { first, last }, columns } };
}

/** Tasks that are measured for the widths of columns: of more, every second, third … represents the rest. */
const maxMeasuredTasks = 240;

/** The printed columns share the page; the others have a fixed width that suits a screen. */
function tasksWidths(context: SheetContext, columns: readonly TasksColumn[]): number[] {
  const { lookahead, paper } = context;
  const { tasks } = lookahead;
  const every = Math.ceil(tasks.length / maxMeasuredTasks);
  const some = tasks.filter((_task, index) => index % every === 0);
  const printed = printedTasksColumns.map((column) => sizingOf(column, some));
  const widths = fitColumnWidths(printed, charactersAcross(paper, densityOf(paper), printedCount));
  return columns.map(({ width }, index) => widths[index] ?? width);
}

function sizingOf({ title, width, value }: PrintedColumn, tasks: readonly PlannedTask[]): TableColumn {
  const values = tasks.map((task) => value(task));
  const texts = values.map((one) => (typeof one === 'string' ? one : ''));
  if (texts.every((text) => text === '')) return { min: width, ideal: width };
  const sizing = { min: Math.min(width, 8), ideal: width, grow: 1 };
  const sized = sizeToTexts(sizing, { title, texts, font: textFonts.plain, lines: 1, max: 2 * width });
  return { ...sized, wrapped: { texts, font: textFonts.plain, maxLines } };
}

const emptyCell: Cell = { style: flat.text };

function headCell({ title, numeric }: TasksColumn): Cell {
  return { value: title, style: numeric ? flat.headCenter : flat.head };
}

function flatCell(value: CellValue | undefined): Cell {
  if (value === undefined || value === '') return emptyCell;
  if (typeof value === 'number') return { value, style: byNumber(value, flat) };
  return { value, style: typeof value === 'object' && 'day' in value ? flat.date : flat.text };
}

/** Only printed columns count; a long text in another column is read in its cell. */
function heightOf(values: readonly (CellValue | undefined)[], rooms: readonly number[]): number {
  let lines = 1;
  for (let index = 0; index < printedCount; index += 1) {
    const value = values[index];
    if (typeof value !== 'string') continue;
    const shown = value.length > 2000 ? value.slice(0, 2000) : value;
    lines = Math.max(lines, lineCount(shown, textFonts.plain, rooms[index] ?? 1));
  }
  return rowHeight(Math.min(lines, maxLines), fontSizes.text, padding);
}
