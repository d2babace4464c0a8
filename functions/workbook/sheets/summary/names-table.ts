import { taskText } from '#lookahead/grid/grid-text.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import type { Cell } from '#workbook/xlsx/sheet-plan.ts';
import {
  type Field,
  fieldCells,
  heading,
  headRow,
  lineRow,
  nameField,
  type Section,
  type SummaryContext,
  tableRow,
  taskLink,
} from './sections.ts';
import {
  type Fit,
  type FittedText,
  fitFields,
  measured,
  type Span,
  type SummaryGrid,
} from './summary-grid.ts';

export type NamesColumn<Item> = {
  readonly title: string;
  /** Columns of the page; long texts may take some from other fields. */
  readonly columns: number;
  /** It keeps its columns, so that it stands under the same column of another table. */
  readonly isFixed?: boolean;
  readonly isFigure?: boolean;
  readonly of: (item: Item) => Field;
};

export function taskNameColumns<Item>(
  context: SummaryContext,
  taskOf: (item: Item) => {
    readonly id: string;
    readonly ref: string;
    readonly name: string;
    readonly isKey: boolean;
  },
): readonly NamesColumn<Item>[] {
  const { names } = context;
  return [
    { title: 'Task', columns: names.task, isFixed: true, of: (item) => nameField(taskOf(item)) },
    { title: 'ID', columns: names.id, isFixed: true, of: (item) => taskLink(taskOf(item), context) },
  ];
}

export function plannedTaskColumns(context: SummaryContext): readonly NamesColumn<PlannedTask>[] {
  return taskNameColumns(context, (task) => ({
    id: task.id,
    ref: task.ref,
    name: taskText(task),
    isKey: task.key,
  }));
}

export function namesTable<Item>(
  { grid, span }: { readonly grid: SummaryGrid; readonly span: Span },
  table: {
    readonly title?: string;
    readonly columns: readonly NamesColumn<Item>[];
    readonly items: readonly Item[];
    readonly more?: Cell | undefined;
  },
): Section {
  const { title, items, more } = table;
  const drawn = items.map((item) => table.columns.map((column) => column.of(item)));
  const { columns: fitted } = fitOf({ grid, span }, table.columns, drawn);
  const columns = table.columns.map((column, index) => ({ ...column, columns: fitted[index] ?? 1 }));
  const cellsWith = (endShare: number) =>
    drawn.map((fields) =>
      fieldCells(
        grid,
        span,
        fields.map((field, index) => [fitted[index] ?? 1, field]),
        endShare,
      ),
    );
  const names = new Set(drawn.map(([name]) => name?.value)).size;
  const telling = endShares.find(
    (share) => new Set(cellsWith(share).map(([cell]) => cell?.value)).size === names,
  );
  const rows = cellsWith(telling ?? endShares[0]).map((cells) =>
    tableRow(span, cells, { filler: summary.overflow }),
  );
  return {
    rows: [
      ...(title === undefined ? [] : [heading(title, span)]),
      headRow(span, columns),
      ...rows,
      ...(more === undefined ? [] : [lineRow(span, more)]),
    ],
  };
}

/** Parts of the room for the last words of names: the usual one, then those for names that would look the same with it. */
const endShares = [0.45, 0.75, 0.6, 0.3] as const;

export function fitOf<Item>(
  { grid, span }: { readonly grid: SummaryGrid; readonly span: Span },
  columns: readonly NamesColumn<Item>[],
  drawn: readonly (readonly Field[])[],
): Fit {
  return fitFields(
    grid,
    span,
    columns.map(({ title, columns: count, isFixed = false, isFigure = false }, index) => ({
      columns: count,
      isFixed: isFixed || isFigure,
      texts: measured([
        { text: title, font: textFonts.bold },
        ...drawn.flatMap((fields) => shortenableText(fields[index])),
      ]),
    })),
  );
}

function shortenableText(field: Field | undefined): FittedText[] {
  const { value, font, kept } = field ?? {};
  if (font === undefined || value === undefined) return [];
  if (typeof value === 'string') return [{ text: value, font, kept }];
  return typeof value === 'object' && 'sheet' in value ? [{ text: value.text, font, kept }] : [];
}

export function sentenceSection(span: Span, title: string | undefined, sentence: string): Section {
  const line = lineRow(span, { value: sentence, style: summary.detail });
  return { rows: title === undefined ? [line] : [heading(title, span), line] };
}
