import type { DayColumn } from '#lookahead/grid/day-columns.ts';
import { type ColumnSizing, sizeToTexts, type TableColumn } from '#workbook/layout/column-widths.ts';
import { type TextFont, textFonts } from '#workbook/layout/text-width.ts';
import { maxListLines } from '#workbook/limits.ts';
import type { HeadColumn } from '#workbook/theme/header-rows.ts';
import { cells } from '#workbook/theme/sheet-styles.ts';
import type { Cell, Style, Validation } from '#workbook/xlsx/sheet-plan.ts';

export type ListColumn<Item> = ColumnSizing &
  HeadColumn & {
    readonly cell: (item: Item, text: string) => Cell;
    readonly text?: ((item: Item) => string) | undefined;
    readonly font?: TextFont | undefined;
    readonly isOptional?: boolean | undefined;
    readonly choices?: { readonly of: readonly string[]; readonly prompt: string } | undefined;
  };

export function textColumn<Item>(
  title: string,
  text: (item: Item) => string,
  sizing: ColumnSizing & {
    readonly isOptional?: boolean;
    readonly style?: Style | ((item: Item) => Style);
    readonly font?: TextFont;
  },
): ListColumn<Item> {
  const { style = cells.text, ...column } = sizing;
  const styleOf = typeof style === 'function' ? style : () => style;
  return {
    ...column,
    title,
    text,
    cell: (item, shown) => ({ value: shown === '' ? undefined : shown, style: styleOf(item) }),
  };
}

export function dayColumn<Item>(
  day: DayColumn,
  sizing: ColumnSizing,
  cell: (item: Item) => Cell,
): ListColumn<Item> {
  return { ...sizing, title: '', day, cell };
}

export function withTexts<Item, Column extends ListColumn<Item>>(
  column: Column,
  items: readonly Item[],
): Column & TableColumn {
  const { text, font = textFonts.plain, title, ideal } = column;
  if (text === undefined) return column;
  const texts = items.map(text);
  const sized = sizeToTexts(column, { title, texts, font, lines: 1, max: ideal * 1.5 });
  return { ...sized, wrapped: { texts, font, maxLines: maxListLines } };
}

export function validationsOf<Item>(
  columns: readonly ListColumn<Item>[],
  first: number,
  last: number,
): Validation[] {
  return columns.flatMap((column, index) => {
    if (!column.choices) return [];
    const area = { top: first, left: index + 1, bottom: last, right: index + 1 };
    return [{ area, choices: column.choices.of, prompt: column.choices.prompt }];
  });
}
