import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
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
import {
  type PrintedColumn,
  printedTasksColumns,
  type TasksColumn,
  tasksColumnsOf,
} from './tasks-columns.ts';

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
