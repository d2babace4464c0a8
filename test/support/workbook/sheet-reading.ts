import type { Cell, CellValue, SheetPlan, SheetRow, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';

/** @throws Error if the plan has no sheet with this name */
export function sheetOf(plan: WorkbookPlan, name: string): SheetPlan {
  const sheet = plan.sheets.find((candidate) => candidate.name === name);
  if (!sheet)
    throw new Error(`There is no sheet ${name}, only ${plan.sheets.map((one) => one.name).join(', ')}.`);
  return sheet;
}

/** A value as it is shown: a text, a number, `[20780]` for a day, or the cached result of a formula. */
function shown(value: CellValue | undefined): string | number {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return value;
  if ('day' in value) return `[${value.day}]`;
  if ('formula' in value) return value.result;
  return value.text;
}

/**
 * The value of a cell as it is shown. A number in a format with letters, such as `"S "0` of a bar, is shown with them.
 */
function shownCell(cell: Cell | undefined): string | number {
  const { value, style } = cell ?? {};
  const format = style?.numberFormat ?? '';
  const [above = '', , none = above] = format.split(';');
  const own = value === 0 ? none : above;
  if (typeof value !== 'number' || !own.includes('"')) return shown(value);
  return own.replaceAll('"', '').replace(/0(\.##)?/, String(value));
}

/** The shown values of each row, left to right. */
export function shownRows(sheet: SheetPlan): (string | number)[][] {
  return [...sheet.rows].map((row) => row.cells.map(shownCell));
}

/** The row that shows the text in a column; `column` is counted from 1. */
export function rowShowing(
  sheet: SheetPlan,
  column: number,
  text: string,
): { row: SheetRow; number: number; values: (string | number)[] } {
  const rows = [...sheet.rows];
  const index = rows.findIndex((row) => shown(row.cells[column - 1]?.value) === text);
  const row = rows[index];
  if (!row) throw new Error(`No row of ${sheet.name} shows ${text} in column ${column}.`);
  return { row, number: index + 1, values: row.cells.map(shownCell) };
}
