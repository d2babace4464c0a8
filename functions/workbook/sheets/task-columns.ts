/** Columns that several sheets share, and the widths of each kind of column. */
import type { Day } from '#base/day.ts';
import { parseMailAddress } from '#base/text/mail-address.ts';
import { nameAndAddressText } from '#lookahead/compare/unready-tasks.ts';
import { isSameYear } from '#lookahead/dates/day-text.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { nameWithKeyTaskMark, promiseLevel, promiseText, readinessLevel } from '#lookahead/grid/grid-text.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { NamedReference } from '#lookahead/tasks/read-task.ts';
import type { ColumnWidthRules, ItemColumn } from '#workbook/table/column.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { columnHeadStyle, tableCellStyles, type WholeAndDecimalStyles } from '#workbook/theme/styles.ts';
import { maxFormulaTextLength, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { CellValue, SheetRow, Style } from '#workbook/xlsx/sheet-plan.ts';

/** Widths in characters. */
export const columnWidths = {
  id: { min: 8, max: 15 },
  task: { min: 24, max: 60, grow: 2 },
  /** Sentences: what keeps a task from being ready, or what happened to it. */
  words: { min: 25, max: 66, grow: 3 },
  /** Name of a subcontractor, a person or a place. */
  name: { min: 13, max: 45, grow: 1 },
  word: { min: 7, max: 18 },
  date: { min: 10.5, max: 13 },
  number: { min: 7, max: 8 },
  fillIn: { min: 16, max: 26, grow: 3 },
} as const satisfies Readonly<Record<string, ColumnWidthRules>>;

type TaskReference = { readonly id: string; readonly ref: string };

/** Column of task IDs. They link to the row of the task on Tasks, if the workbook has that sheet. */
export function idColumn<Item>(
  { taskRows: { sheet, rowOf } }: Pick<SheetContext, 'taskRows'>,
  taskOf: (item: Item) => TaskReference,
): ItemColumn<Item> {
  return {
    title: 'ID',
    width: columnWidths.id,
    value: (item) => taskOf(item).ref,
    link: (item) => {
      const row = rowOf.get(taskOf(item).id);
      return row === undefined ? undefined : { sheet, cell: row };
    },
    style: tableCellStyles.id,
  };
}

type NamedTask = { readonly name: string; readonly key: boolean };

export function taskNameColumn<Item>(taskOf: (item: Item) => NamedTask): ItemColumn<Item> {
  return {
    title: 'Task',
    width: columnWidths.task,
    isName: true,
    value: (item) => {
      const { name, key } = taskOf(item);
      return nameWithKeyTaskMark(name, key);
    },
    style: (item) => (taskOf(item).key ? tableCellStyles.strong : tableCellStyles.text),
  };
}

const dateStyles = {
  short: { near: tableCellStyles.date, far: tableCellStyles.farDate },
  long: { near: tableCellStyles.longDate, far: tableCellStyles.farLongDate },
} as const;

/** @param form `short` has no weekday */
export function dateColumn<Item>(
  title: string,
  dayOf: (item: Item) => Day | undefined,
  { form, reportDay }: { readonly form: keyof typeof dateStyles; readonly reportDay: Day },
): ItemColumn<Item> {
  const { near, far } = dateStyles[form];
  return {
    title,
    width: columnWidths.date,
    value: (item) => dateCellValue(dayOf(item)),
    style: (item) => (isSameYear(dayOf(item) ?? reportDay, reportDay) ? near : far),
  };
}

export function dateCellValue(day: Day | undefined): CellValue | undefined {
  return day === undefined ? undefined : { day };
}

type WithAsk = { readonly ask?: NamedReference | undefined };

function peopleToAsk(missing: readonly WithAsk[]): readonly NamedReference[] {
  const named = missing.flatMap(({ ask }) => ask ?? []);
  return [...new Map(named.map((ask) => [nameAndAddressText(ask), ask])).values()];
}

function singleAddressToAsk(missing: readonly WithAsk[]): string | undefined {
  const [only, ...others] = peopleToAsk(missing);
  return others.length === 0 ? parseMailAddress(only?.address ?? '') : undefined;
}

/** Column of whom to ask. If it is a single person, the cell links to a mail to them. */
export function whomToAskColumn<Item>(missingOf: (item: Item) => readonly WithAsk[]): ItemColumn<Item> {
  return {
    title: 'Ask',
    width: columnWidths.name,
    isOptional: true,
    value: (item) => peopleToAsk(missingOf(item)).map(nameAndAddressText).join('\n'),
    formula: (item, { shown }) => {
      const address = singleAddressToAsk(missingOf(item));
      if (address === undefined || String(shown).length > maxFormulaTextLength) return undefined;
      return `HYPERLINK(${quotedText(`mailto:${address}`)},${quotedText(String(shown))})`;
    },
    style: (item) =>
      singleAddressToAsk(missingOf(item)) === undefined ? tableCellStyles.text : tableCellStyles.link,
  };
}

/** A gap is not red: work can begin. */
const readyStyles = {
  yes: tableCellStyles.ready,
  gap: tableCellStyles.gap,
  no: tableCellStyles.notReady,
} as const;

function readyStyle(word: keyof typeof readyStyles | undefined): Style {
  return readyStyles[word ?? 'yes'];
}

export function readyColumn(text: (task: PlannedTask) => string): ItemColumn<PlannedTask> {
  return {
    title: 'Ready',
    width: columnWidths.word,
    value: text,
    style: (task) => readyStyle(readinessLevel(task)),
  };
}

export const promiseColumn: ItemColumn<PlannedTask> = {
  title: 'Promise',
  width: columnWidths.word,
  value: promiseText,
  style: (task) => readyStyle(promiseLevel(task)),
};

/** Adds a title for the hidden last column, whose cells stay with their rows in a sort or filter. */
export function withTitleOfHiddenColumn(header: readonly SheetRow[], title: string): readonly SheetRow[] {
  const last = header.length - 1;
  return header.map((row, index) =>
    index === last
      ? { ...row, cells: [...row.cells, { value: title, style: columnHeadStyle('left', false) }] }
      : row,
  );
}

export function itemColumnOfDay<Item>(
  day: DayColumn,
  width: ColumnWidthRules,
  read: (item: Item) => number | undefined,
  style: WholeAndDecimalStyles,
): ItemColumn<Item> {
  return { title: '', day, width, value: read, style };
}
