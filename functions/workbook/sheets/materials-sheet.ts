import { addDays } from '#base/day.ts';
import { sum } from '#base/sum.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { lastDayOfCountedMaterials } from '#lookahead/dates/report-dates.ts';
import type { MaterialLine } from '#lookahead/resources/material-lines.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { countText, roundQuantity } from '#lookahead/text/quantity-text.ts';
import type { ColumnWidthRules, ItemColumn } from '#workbook/table/column.ts';
import { drawTable } from '#workbook/table/table.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import {
  dayStyles,
  headingStyle,
  tableCellStyles,
  type WholeAndDecimalStyles,
} from '#workbook/theme/styles.ts';
import { sameSheetColumnRange } from '#workbook/xlsx/cell-references.ts';
import { pixelsPerCharacter, type Style } from '#workbook/xlsx/sheet-plan.ts';
import { createCountableTextPredicate, sumFormula, type TextMatchCondition } from './counting-formulas.ts';
import {
  type ListColumnsAndPositions,
  type ListSheet,
  listHeadingHeight,
  listRowLayout,
  listSheet,
  totalsHeadingRow,
} from './list-sheet.ts';
import { columnWidths, idColumn, itemColumnOfDay } from './task-columns.ts';

/** Width of a day column in characters, in a window of several weeks. */
const narrowDay = 26 / pixelsPerCharacter;

type QuantityReader = (line: MaterialLine) => number | undefined;
type QuantityStyle = (quantity: number | undefined) => Style | WholeAndDecimalStyles;
type MaterialColumn = ItemColumn<MaterialLine> & {
  /** How to read and style the quantity of a column that is summed. */
  readonly quantity?: { readonly read: QuantityReader; readonly style: QuantityStyle };
};

/**
 * Sheet of materials. Totals come first. The list below has no totals between its lines, so that it can be sorted,
 * filtered and pivoted without counting twice.
 */
export function materialsSheet(context: SheetContext): ListSheet {
  const { lookahead } = context;
  const { materials } = lookahead;
  const kinds = [...Map.groupBy(materials, materialKey).values()];
  const short = materials.filter((line) => (line.difference ?? 0) < 0).length;
  const figures = [
    countText(kinds.length, 'material'),
    `for ${countText(materials.length, 'task line')}`,
    ...(short > 0
      ? [`${countText(short, 'line')} short of what was planned to ${lastMaterialsDayText(lookahead)}`]
      : []),
    'left: total less actual, or less planned if no actual is reported',
  ];
  return listSheet<MaterialLine, MaterialColumn>(context, {
    name: 'Materials',
    figures: figures.join(' · '),
    items: materials,
    id: ({ taskId }) => taskId,
    freezeAfter: 2,
    columns: materialColumns(context),
    above: {
      under: 'header',
      draw: (list, firstRow) => [
        [totalsHeadingRow('Totals per material', 1), ...totalRows(list, kinds, firstRow)],
        [{ cells: [{ value: 'Lines per task', style: headingStyle }], height: listHeadingHeight }],
      ],
    },
  });
}

function lastMaterialsDayText(lookahead: SheetContext['lookahead']): string {
  return dayText(lastDayOfCountedMaterials(lookahead), lookahead.reportDay);
}

function materialColumns(context: SheetContext): readonly MaterialColumn[] {
  const { lookahead, paper } = context;
  const { materials, days, window, reportDay } = lookahead;
  const manyWeeks = days.length > 7;
  const crampedDays = days.length > 28 && paper === 'A4';
  const perDay = manyWeeks
    ? { min: crampedDays ? 2.6 : narrowDay, max: narrowDay, grow: 0.2 }
    : { min: 6.5, max: 7, grow: 0.5 };
  const unlessNone = (title: string, read: QuantityReader) => {
    const unlessZero: QuantityReader = (line) => read(line) || undefined;
    return materials.some(unlessZero) ? [quantityColumn(title, unlessZero, { dropRank: 6 })] : [];
  };
  return [
    { title: 'Material', width: { min: 14, max: 36, grow: 1 }, value: ({ material }) => material },
    { title: 'Unit', width: { min: 6, max: 11 }, value: ({ unit }) => unit },
    idColumn(context, ({ taskId, taskRef }) => ({ id: taskId, ref: taskRef })),
    {
      title: 'Task',
      width: { ...columnWidths.task, min: manyWeeks ? 20 : 24, dropRank: 5 },
      isName: true,
      value: ({ taskName }) => taskName,
    },
    {
      title: 'Shift',
      width: { ...columnWidths.word, dropRank: 2 },
      value: ({ shift }) => shiftTitles[shift],
    },
    {
      title: 'Subcontractor',
      width: { ...columnWidths.name, dropRank: 1 },
      isOptional: true,
      value: ({ subcontractor }) => subcontractor,
    },
    quantityColumn('Task total', (line) => line.quantity, { dropRank: 3 }),
    quantityColumn(`Planned to ${lastMaterialsDayText(lookahead)}`, (line) => line.plannedToDate, {
      dropRank: 4,
    }),
    quantityColumn('Actual to date', (line) => line.actualToDate),
    quantityColumn('Difference if reported', (line) => line.difference, { min: 9 }, differenceStyle),
    ...unlessNone(`Then to ${dayText(addDays(window.first, -1), reportDay)}`, (line) => line.plannedBetween),
    ...days.map((day, index): MaterialColumn => {
      const read: QuantityReader = (line) => line.plannedPerDay[index] || undefined;
      const { quantity, narrowQuantity } = dayStyles[day.kind];
      const style = manyWeeks ? narrowQuantity : quantity;
      return { ...itemColumnOfDay(day, perDay, read, style), quantity: { read, style: () => style } };
    }),
    quantityColumn('In window', (line) => line.plannedInWindow),
    ...unlessNone(`After ${dayText(window.last, reportDay)}`, (line) => line.plannedAfterwards),
    ...unlessNone('Without a day', (line) => line.quantityWithoutDay),
    quantityColumn('Left', (line) => line.remainingQuantity),
  ];
}

function quantityColumn(
  title: string,
  read: QuantityReader,
  width: Partial<ColumnWidthRules> = {},
  style: QuantityStyle = () => tableCellStyles.quantity,
): MaterialColumn {
  return {
    title,
    width: { min: 7, max: 9, ...width },
    align: 'center',
    value: read,
    style: (line) => style(read(line)),
    quantity: { read, style },
  };
}

function differenceStyle(difference = 0): WholeAndDecimalStyles {
  return difference === 0
    ? tableCellStyles.number
    : difference < 0
      ? tableCellStyles.short
      : tableCellStyles.over;
}

/** Lines with the same key are one material: Excel and LibreOffice ignore case when they compare texts. */
function materialKey({ material, unit }: MaterialLine): string {
  return `${material.toLowerCase()}\n${unit.toLowerCase()}`;
}

function totalRows(
  {
    columns,
    widths: characters,
    places: { rows = { first: 1, last: 1 } },
  }: ListColumnsAndPositions<MaterialColumn>,
  kinds: readonly (readonly MaterialLine[])[],
  firstRow: number,
) {
  const rangeOf = (column: number) => sameSheetColumnRange(column, rows);
  const namesOf = (lines: readonly MaterialLine[]) =>
    [lines[0]?.material ?? '', lines[0]?.unit ?? ''] as const;
  const isCountable = ([0, 1] as const).map((name) =>
    createCountableTextPredicate(
      [...new Set(kinds.map((lines) => namesOf(lines)[name]))],
      characters[name] ?? 1,
    ),
  );
  const formula = (lines: readonly MaterialLine[], ...amounts: readonly string[]) => {
    const names = namesOf(lines);
    if (!names.every((name, index) => isCountable[index]?.(name))) return undefined;
    return sumFormula(
      names.map((name, index): TextMatchCondition => [rangeOf(index + 1), name]),
      ...amounts,
    );
  };
  type TotalColumn = ItemColumn<readonly MaterialLine[]>;
  const words: Readonly<Record<string, Partial<TotalColumn>>> = {
    Material: { value: (lines) => namesOf(lines)[0], style: tableCellStyles.strong },
    Unit: { value: (lines) => namesOf(lines)[1] },
    Task: {
      value: (lines) => lines.length,
      formula: (lines) => formula(lines),
      style: tableCellStyles.lines,
    },
  };
  const total = (lines: readonly MaterialLine[], read: QuantityReader) => {
    const values = lines.flatMap((line) => read(line) ?? []);
    return values.length === 0 ? undefined : roundQuantity(sum(values));
  };
  const totals = columns.map(({ title, width, quantity }): TotalColumn => {
    if (quantity === undefined) return { title, width, ...words[title] };
    const value = (lines: readonly MaterialLine[]) => total(lines, quantity.read);
    return {
      title,
      width,
      value,
      formula: (lines, { column }) => formula(lines, rangeOf(column)),
      style: (lines) => quantity.style(value(lines)),
    };
  });
  // The totals have no heads: the header of the sheet is above them.
  const place = { row: firstRow, column: 1, widths: characters, look: listRowLayout };
  return drawTable({ columns: totals, rows: kinds }, place).rows.slice(1);
}
