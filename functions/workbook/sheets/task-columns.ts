/** Columns that several sheets have, and how wide the kinds of columns are. */
import type { Day } from '#base/day.ts';
import { mailAddress } from '#base/text/mail-address.ts';
import { contactText } from '#lookahead/compare/unready-tasks.ts';
import { inOneYear } from '#lookahead/dates/day-text.ts';
import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { markedName, promiseText, promiseWord, readyWord } from '#lookahead/grid/grid-text.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { Named } from '#lookahead/tasks/read-task.ts';
import type { Column, ColumnWidth } from '#workbook/table/column.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cell, headStyle, type NumberStyle } from '#workbook/theme/styles.ts';
import { maxFormulaText, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { CellValue, Row, Style } from '#workbook/xlsx/sheet-plan.ts';

/** Characters. */
export const widths = {
  id: { min: 8, max: 15 },
  task: { min: 24, max: 60, grow: 2 },
  /** What speaks against a task, or became of it. */
  words: { min: 25, max: 66, grow: 3 },
  /** Of a subcontractor, a person or a place. */
  name: { min: 13, max: 45, grow: 1 },
  word: { min: 7, max: 18 },
  date: { min: 10.5, max: 13 },
  number: { min: 7, max: 8 },
  fillIn: { min: 16, max: 26, grow: 3 },
} as const satisfies Readonly<Record<string, ColumnWidth>>;

type Reference = { readonly id: string; readonly ref: string };

/** Links to the task's row on Tasks, if the workbook has that sheet. */
export function idColumn<Item>(
  { taskRows: { sheet, rowOf } }: Pick<SheetContext, 'taskRows'>,
  taskOf: (item: Item) => Reference,
): Column<Item> {
  return {
    title: 'ID',
    width: widths.id,
    value: (item) => taskOf(item).ref,
    link: (item) => {
      const row = rowOf.get(taskOf(item).id);
      return row === undefined ? undefined : { sheet, cell: row };
    },
    style: cell.id,
  };
}

type NamedTask = { readonly name: string; readonly key: boolean };

export function taskColumn<Item>(taskOf: (item: Item) => NamedTask): Column<Item> {
  return {
    title: 'Task',
    width: widths.task,
    isName: true,
    value: (item) => {
      const { name, key } = taskOf(item);
      return markedName(name, key);
    },
    style: (item) => (taskOf(item).key ? cell.strong : cell.text),
  };
}

const dateStyles = {
  short: { near: cell.date, far: cell.farDate },
  long: { near: cell.longDate, far: cell.farLongDate },
} as const;

/** @param form `short` has no weekday */
export function dateColumn<Item>(
  title: string,
  dayOf: (item: Item) => Day | undefined,
  { form, reportDay }: { readonly form: keyof typeof dateStyles; readonly reportDay: Day },
): Column<Item> {
  const { near, far } = dateStyles[form];
  return {
    title,
    width: widths.date,
    value: (item) => dayValue(dayOf(item)),
    style: (item) => (inOneYear(dayOf(item) ?? reportDay, reportDay) ? near : far),
  };
}

export function dayValue(day: Day | undefined): CellValue | undefined {
  return day === undefined ? undefined : { day };
}

type Missing = { readonly ask?: Named | undefined };

function asked(missing: readonly Missing[]): readonly Named[] {
  const named = missing.flatMap(({ ask }) => ask ?? []);
  return [...new Map(named.map((ask) => [contactText(ask), ask])).values()];
}

function addressOf(missing: readonly Missing[]): string | undefined {
  const [only, ...others] = asked(missing);
  return others.length === 0 ? mailAddress(only?.address ?? '') : undefined;
}

/** A single person to ask opens a mail. */
export function askColumn<Item>(missingOf: (item: Item) => readonly Missing[]): Column<Item> {
  return {
    title: 'Ask',
    width: widths.name,
    isOptional: true,
    value: (item) => asked(missingOf(item)).map(contactText).join('\n'),
    formula: (item, { shown }) => {
      const address = addressOf(missingOf(item));
      if (address === undefined || String(shown).length > maxFormulaText) return undefined;
      return `HYPERLINK(${quotedText(`mailto:${address}`)},${quotedText(String(shown))})`;
    },
    style: (item) => (addressOf(missingOf(item)) === undefined ? cell.text : cell.link),
  };
}

/** A gap is not red: work can begin. */
const readyStyles = { yes: cell.ready, gap: cell.gap, no: cell.notReady } as const;

function readyStyle(word: keyof typeof readyStyles | undefined): Style {
  return readyStyles[word ?? 'yes'];
}

export function readyColumn(text: (task: PlannedTask) => string): Column<PlannedTask> {
  return { title: 'Ready', width: widths.word, value: text, style: (task) => readyStyle(readyWord(task)) };
}

export const promiseColumn: Column<PlannedTask> = {
  title: 'Promise',
  width: widths.word,
  value: promiseText,
  style: (task) => readyStyle(promiseWord(task)),
};

/** With a title for the hidden column after the others, which sorting and filtering keep with its row. */
export function withHiddenTitle(header: readonly Row[], title: string): readonly Row[] {
  const last = header.length - 1;
  return header.map((row, index) =>
    index === last
      ? { ...row, cells: [...row.cells, { value: title, style: headStyle('left', false) }] }
      : row,
  );
}

export function dayColumn<Item>(
  day: DayColumn,
  width: ColumnWidth,
  read: (item: Item) => number | undefined,
  style: NumberStyle,
): Column<Item> {
  return { title: '', day, width, value: read, style };
}
