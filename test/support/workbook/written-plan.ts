/** The plan of a workbook after somebody wrote into cells or cleared them. */
import type { CellValue, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';

export type WrittenCell = {
  /** Number of the row, from 1. */
  readonly row: number;
  readonly column: number;
  /** Undefined clears the cell. */
  readonly value: CellValue | undefined;
};

export function writtenPlan(plan: WorkbookPlan, name: string, written: readonly WrittenCell[]): WorkbookPlan {
  const sheets = plan.sheets.map((sheet) => {
    if (sheet.name !== name) return sheet;
    const rows = [...sheet.rows].map((row, rowIndex) => ({
      ...row,
      cells: row.cells.map((cell, columnIndex) => {
        const own = written.find(({ row, column }) => row === rowIndex + 1 && column === columnIndex + 1);
        return own && cell ? { ...cell, value: own.value } : cell;
      }),
    }));
    return { ...sheet, rows };
  });
  return { ...plan, sheets };
}
