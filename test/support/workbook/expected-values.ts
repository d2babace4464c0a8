/** The values that any program must read from a plan's workbook, computed without the writer's own code. */
import { legalSheetNames } from '#workbook/xlsx/cell-references.ts';
import type { CellValue, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';
import type { OtherCells } from './read-with-others.ts';

function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row}`;
}

/**
 * The text as a cell shows it: without characters that XML forbids, with LF as the only line break, and cut to the
 * limit of a cell.
 */
function shown(raw: string): string {
  let kept = '';
  for (const character of raw.replaceAll('\r\n', '\n').replaceAll('\r', '\n')) {
    const code = character.codePointAt(0) ?? 0;
    const isForbidden =
      (code < 32 && character !== '\t' && character !== '\n') ||
      (code >= 0xd8_00 && code <= 0xdf_ff) ||
      code === 0xff_fe ||
      code === 0xff_ff;
    if (!isForbidden) kept += character;
  }
  if (kept.length <= 32_767) return kept;
  const start = kept.slice(0, 32_760);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}… (cut)`;
}

function shownNumber(number: number): string | number | undefined {
  if (Number.isNaN(number)) return undefined;
  if (Number.isFinite(number)) return number === 0 ? 0 : number;
  return number > 0 ? '∞' : '−∞';
}

function shownValue(cellValue: CellValue | undefined): string | number | boolean | undefined {
  if (cellValue === undefined || typeof cellValue === 'boolean') return cellValue;
  if (typeof cellValue === 'string') return shown(cellValue);
  if (typeof cellValue === 'number') return shownNumber(cellValue);
  if ('day' in cellValue) {
    const serial = cellValue.day + 25_569;
    return serial >= 61 ? serial : new Date(cellValue.day * 86_400_000).toISOString().slice(0, 10);
  }
  if ('text' in cellValue) return shown(cellValue.text);
  if (typeof cellValue.result === 'string') return shown(cellValue.result);
  return Number.isFinite(cellValue.result) ? shownNumber(cellValue.result) : undefined;
}

/** Every value of a plan, by sheet and address, as any program must read it. */
export function expectedValues({ sheets }: WorkbookPlan): OtherCells {
  const names = legalSheetNames(sheets.map(({ name }) => name));
  return new Map(
    sheets.map(({ rows }, index) => {
      const cells = [...rows].flatMap((one, rowIndex) =>
        one.cells.flatMap((planned, column): [string, string | number | boolean][] => {
          const seen = shownValue(planned?.value);
          return seen === undefined || seen === '' ? [] : [[cellAddress(rowIndex + 1, column + 1), seen]];
        }),
      );
      return [names[index] ?? '', new Map(cells)];
    }),
  );
}
