import { promiseText, readinessLevel } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { TaskValuesAsGiven } from '#lookahead/planned/given-values.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { sumDaysLost } from '#lookahead/tasks/delay-entries.ts';
import type { TaskRelation } from '#lookahead/tasks/relations.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { densityOf, maxCharactersAcross, screenZoom } from '#workbook/layout/paper-and-margins.ts';
import { fontSizes, indentedTextRoomInColumn, rowHeight } from '#workbook/layout/text-width.ts';
import { isPrinted } from '#workbook/sheet-choice.ts';
import { type ColumnWidthRules, fitColumns, type ItemColumn } from '#workbook/table/column.ts';
import { tableRowDrawer } from '#workbook/table/table.ts';
import { printSetup } from '#workbook/theme/print-setup.ts';
import { reiterableRows, type SheetContext, type TaskRowLinks } from '#workbook/theme/sheet-context.ts';
import { columnHeadStyle } from '#workbook/theme/styles.ts';
import { titleBlock, titleRowCount } from '#workbook/theme/title-block.ts';
import { maxFormulaTextLength, tableColumnReference } from '#workbook/xlsx/cell-references.ts';
import type { CellLink, CellValue, SheetPlan, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import { foldCase } from './counting-formulas.ts';
import type { ListPositions } from './list-sheet.ts';
import { dateCellValue, columnWidths as kinds } from './task-columns.ts';

/** A task with the values that the service gave, which are read once for all columns of a row. */
export type TaskWithGivenValues = { readonly task: PlannedTask; readonly given: TaskValuesAsGiven };

/** A column of Tasks. A column that is not printed has a fixed width in characters, which suits a screen. */
type TasksColumn = readonly [
  title: string,
  width: ColumnWidthRules | number,
  /** A function that returns the value, or the key of a value that the service gave. */
  value: ((task: PlannedTask) => CellValue | undefined) | keyof TaskValuesAsGiven,
  align?: 'center',
];

const yesNo = (yes: boolean) => (yes ? 'yes' : 'no');

const joinTexts = (texts: readonly string[]) => texts.filter((text) => text !== '').join('; ');

const printedColumns: readonly TasksColumn[] = [
  ['ID', kinds.id, (task) => task.ref],
  ['Task', kinds.task, (task) => task.name],
  ['Shift', kinds.word, (task) => shiftTitles[task.shift]],
  ['Status', kinds.word, (task) => task.status.text],
  ['Status group', kinds.word, (task) => task.status.name],
  ['Start', kinds.date, (task) => dateCellValue(task.dates?.start)],
  ['Finish', kinds.date, (task) => dateCellValue(task.dates?.finish)],
  ['Duration', kinds.number, (task) => task.duration, 'center'],
  ['Key task', kinds.word, (task) => yesNo(task.key)],
  ['Ready', kinds.word, readinessLevel],
  ['Constraints', kinds.name, (task) => joinTexts(task.constraints.map(({ word }) => word))],
  ['Gaps in the data', kinds.name, (task) => joinTexts(task.gaps.map(({ word }) => word))],
  ['People per day', kinds.number, (task) => task.people, 'center'],
  ['Subcontractor', kinds.name, (task) => task.subcontractor?.name],
  ['Owner', kinds.name, (task) => task.owner?.name],
  ['Location', kinds.name, (task) => task.location?.name],
  ['Folder', kinds.name, (task) => task.folder?.name],
];

const planColumns: readonly TasksColumn[] = [
  ['Package', 18, (task) => task.package?.name],
  ['Assigned to', 22, (task) => joinTexts(task.assignees.map((person) => person.name))],
  ['Milestone', 10, (task) => yesNo(task.milestone)],
  ['Also here', 22, (task) => task.alsoHere],
  ['Marks', 14, (task) => task.markWords],
  ['First planned start', 13, (task) => dateCellValue(task.slip?.first.start)],
  ['First planned finish', 13, (task) => dateCellValue(task.slip?.first.finish)],
  ['Slip, working days', 9, (task) => task.slip?.days, 'center'],
];

const answerOf = ({ promise }: PlannedTask) => promise?.current?.answer;

const promiseColumns: readonly TasksColumn[] = [
  ['Promise', 13, promiseText],
  ['Promised by', 18, (task) => answerOf(task)?.by || answerOf(task)?.audience.name],
  ['Promised on', 14, (task) => dateCellValue(answerOf(task)?.day)],
  ['From when instead', 14, (task) => dateCellValue(answerOf(task)?.from)],
  ['People promised', 9, (task) => answerOf(task)?.people, 'center'],
  ['Promise note', 30, (task) => answerOf(task)?.note],
];

const detailColumns: readonly TasksColumn[] = [
  ['Notes', 60, (task) => task.notes],
  ['Labour', 26, 'labour'],
  ['Plant', 26, 'plant'],
  ['Plant categories', 18, 'plantCategories'],
  ['Materials', 30, 'materials'],
  ['Materials planned per day', 36, 'materialsPlanned'],
  ['Materials actual per day', 36, 'materialsActual'],
  ['Progress', 36, 'progress'],
  ['Delays', 8, (task) => task.delays.length || undefined, 'center'],
  ['Delay, working days', 9, (task) => sumDaysLost(task.delays), 'center'],
  ['Predecessors', 26, (task) => relations(task, 'predecessor')],
  ['Successors', 26, (task) => relations(task, 'successor')],
  ['Other relations', 20, (task) => relations(task, 'other')],
  ['Related task ids', 26, 'relatedTaskIds'],
  ['Parent', 20, (task) => task.parent?.name],
  ['Calendar', 15, (task) => task.calendar?.name],
];

const givenColumns: readonly TasksColumn[] = [
  ['Start as given', 22, 'start'],
  ['Finish as given', 22, 'finish'],
  ['Shift as given', 12, 'shift'],
  ['Calendar type', 13, 'calendarType'],
  ['Location type', 13, 'locationType'],
  ['Folder code', 12, 'folderCode'],
  ['Folder path', 34, 'folderPath'],
  ['Package code', 12, 'packageCode'],
  ['Owner e-mail', 26, 'ownerEmail'],
  ['Assigned to e-mails', 30, 'assignedToEmails'],
  ['Work area type', 13, 'workAreaType'],
  ['Work area box', 26, 'workAreaBox'],
  ['Work area geometry', 20, 'workAreaGeometry'],
  ['Work area id', 16, 'workAreaId'],
  ['Work area properties', 26, 'workAreaProperties'],
  ['Task id', 26, (task) => task.id],
  ['External id', 14, 'externalId'],
  ['Owner id', 26, 'ownerId'],
  ['Assigned to ids', 26, 'assignedToIds'],
  ['Calendar id', 26, 'calendarId'],
  ['Folder id', 26, 'folderId'],
  ['Folder parent id', 26, 'folderParentId'],
  ['Package id', 26, 'packageId'],
  ['Parent id', 26, 'parentId'],
  ['Subcontractor id', 26, 'subcontractorId'],
  ['Location id', 26, 'locationId'],
  ['Labour ids', 26, 'labourIds'],
  ['Plant ids', 26, 'plantIds'],
  ['Material ids', 26, 'materialIds'],
];

function relations(task: PlannedTask, direction: TaskRelation['direction']): string {
  return task.relations
    .filter((relation) => relation.direction === direction)
    .map(({ text, name, label }) => (name === undefined || name === label ? text : `${text} (${name})`))
    .join('; ');
}

export function tasksColumnsOf({
  tasks,
  project,
}: Pick<Lookahead, 'tasks' | 'project'>): readonly ItemColumn<TaskWithGivenValues>[] {
  const hasPromises = tasks.some(({ promise }) => promise !== undefined);
  const isCalendar = project.planning?.duration === 'calendar';
  const all = [
    ...printedColumns,
    ...planColumns,
    ...(hasPromises ? promiseColumns : []),
    ...detailColumns,
    ...givenColumns,
  ];
  return all.map(([title, width, value, align]) => ({
    title: isCalendar && title === 'Duration' ? 'Duration, calendar days' : title,
    width: typeof width === 'number' ? { min: width, max: width } : width,
    value: ({ task, given }) => (typeof value === 'string' ? given[value] : value(task)),
    align,
  }));
}

export const tasksTableName = 'Tasks';

const name = tasksTableName;

const look = { lines: 6, mark: undefined, height: rowHeight(1, fontSizes.text, 5), padding: 5 } as const;

const printedCount = printedColumns.length;

const lastUnfolded = 'Notes';

const unprinted = 'for the screen; sheets.print: tasks prints it';

/** Maximum number of tasks whose texts are measured. If there are more, only every second, third, … is measured. */
const maxMeasuredTasks = 240;

/**
 * Targets of links to tasks. A row is found by the id of its task, or by its number if MATCH cannot find the id: MATCH
 * ignores case, and a text in a formula has a limit of 255 characters.
 */
export function taskRowLinksOf(lookahead: Lookahead): TaskRowLinks {
  const { tasks } = lookahead;
  const headerRow = titleRowCount(lookahead) + 1;
  const column = tableColumnReference(tasksTableName, 'Task id');
  const spellings = Map.groupBy(tasks, ({ id }) => foldCase(id));
  const rows = tasks.map(({ id }, index): [string, CellLink['cell']] => {
    const searchedText = id.replace(/[~*?]/g, '~$&');
    const isFound = searchedText.length <= maxFormulaTextLength && spellings.get(foldCase(id))?.length === 1;
    return [id, isFound ? { column, searchedText, headerRow } : `A${headerRow + 1 + index}`];
  });
  return { sheet: name, rowOf: new Map(rows) };
}

export function tasksSheet(context: SheetContext): {
  readonly plan: SheetPlan;
  readonly places: ListPositions;
} {
  const { lookahead, paper } = context;
  const { tasks } = lookahead;
  const columns = tasksColumnsOf(lookahead);
  const titleTexts = columns.map((column) => column.title);
  const foldedFrom = titleTexts.indexOf(lastUnfolded) + 1;
  const every = Math.ceil(tasks.length / maxMeasuredTasks);
  const { widths } = fitColumns(
    columns.slice(0, printedCount),
    tasks.filter((_task, index) => index % every === 0).map(rowOf),
    { across: (count) => maxCharactersAcross(paper, densityOf(paper), count) },
  );
  const isWhole = isPrinted(context.sheets, 'tasks');
  const title = titleBlock(context, {
    sheet: name,
    figures: `${countText(tasks.length, 'task')} · ${columns.length} columns: + above unfolds those after ${lastUnfolded} · ${isWhole ? `the first ${printedCount} are printed` : unprinted}`,
    widths,
  });
  const headerRow = title.rows.length + 1;
  const first = headerRow + 1;
  const last = headerRow + tasks.length;
  const table = tableRowDrawer(columns, { rooms: widths.map(indentedTextRoomInColumn), look });
  const plan: SheetPlan = {
    name,
    columns: columns.map(({ width: { max } }, index) => ({
      width: widths[index] ?? max,
      ...(index >= foldedFrom && { outline: 1, hidden: true }),
    })),
    rows: reiterableRows(function* (): Generator<SheetRow> {
      yield* title.rows;
      yield {
        cells: columns.map((column) => ({
          value: column.title,
          style: columnHeadStyle(column.align, false),
        })),
        height: 30,
      };
      for (const [index, task] of tasks.entries()) {
        const row = rowOf(task);
        const { texts, height } = table.fit(row);
        yield {
          cells: table.draw(row, texts, { row: first + index, rows: { first, last } }),
          height,
        };
      }
    }),
    freeze: { row: first, column: 3 },
    table: {
      name: tasksTableName,
      area: { top: headerRow, left: 1, bottom: last, right: columns.length },
      columns: titleTexts,
    },
    pictures: title.pictures,
    // The zoom shows the columns up to the subcontractor, by which most people filter.
    zoom: screenZoom(widths.slice(0, titleTexts.indexOf('Subcontractor') + 1)),
    print: printSetup(context, {
      widths,
      titleRows: isWhole ? { first: 1, last: headerRow } : undefined,
      // If tasks are not printed, the area is the title, which takes one page: programs print a sheet without an area
      // in full, and an empty area as a blank page.
      area: { top: 1, left: 1, bottom: isWhole ? last : title.rows.length, right: printedCount },
    }),
  };
  const numbers = new Map(titleTexts.map((text, index) => [text, index + 1]));
  return {
    plan,
    places: { sheet: name, rows: tasks.length === 0 ? undefined : { first, last }, columns: numbers },
  };
}

function rowOf(task: PlannedTask): TaskWithGivenValues {
  return { task, given: task.given };
}
