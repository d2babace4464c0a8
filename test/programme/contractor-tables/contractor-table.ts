/** A table as a contractor sends it, with the correct outcomes of its import. */
import exceljs from 'exceljs';

export type ContractorTable = {
  /** Origin of the table, and what makes it difficult. */
  readonly title: string;
  /** By default programme.xlsx or programme.csv, by the content. */
  readonly file?: string;
  readonly content: () => Uint8Array | Promise<Uint8Array>;
  /** A whole mapping as a planner writes it after reading docs/import.md; by default the proposal of `--inspect`. */
  readonly mapping?: string;
  /** Keys that a planner changes in the proposal. Objects are merged, one level deep. */
  readonly corrections?: Readonly<Record<string, unknown>>;
  /** Any of these outcomes is correct. A text is the tasks of the only correct one. */
  readonly right: string | readonly Outcome[];
};

/** An outcome is fulfilled if each of its parts is. */
export type Outcome = {
  /** All tasks, one a line: `A10 | Dig | 2026-11-23..2026-11-27 | 5d | started | Hofer | night | 4 Carpenter`. */
  readonly tasks?: string;
  /** Lines of the import report. */
  readonly says?: readonly RegExp[];
  /** The message with which the import, or `--inspect`, refuses the file. */
  readonly refusal?: RegExp;
};

/** Splits a text into cells: a row for each line, `|` between cells. `·` at the start of a cell is a blank. */
function cellsOf(text: string): string[][] {
  return text
    .replace(/^\n|\n *$/g, '')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/·/g, ' ')));
}

type CsvOptions = {
  readonly separator?: string;
  readonly encoding?: 'utf8' | 'latin1' | 'utf16le';
  readonly mark?: boolean;
};

/** The table as CSV. `latin1` writes western languages like Windows-1252. `↵` is a line break in a cell. */
export function csv(text: string, { separator = ',', encoding = 'utf8', mark = false }: CsvOptions = {}) {
  return () => {
    const lines = cellsOf(text).map((cells) =>
      cells.map((cell) => quoted(cell.replace(/↵/g, '\n'), separator)).join(separator),
    );
    return Buffer.from(`${mark ? '\uFEFF' : ''}${lines.join('\r\n')}\r\n`, encoding);
  };
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * An Excel workbook of one sheet, or of several by name. Cells are text, except `@2026-11-23T08:00` (a date), `#12` (a
 * number), `%0.45` (a number shown as 45%), `!#REF!` (an error) and `=B2+1 → @2026-11-24` (a formula with its saved
 * value). `⇢2` and `⇣2` at the end of a cell merge it with the two cells to the right of it, or below it.
 */
export function excel(
  sheets: string | Readonly<Record<string, string>>,
  change?: (firstSheet: exceljs.Worksheet) => void,
) {
  return async () => {
    const workbook = new exceljs.Workbook();
    const texts = typeof sheets === 'string' ? { Programme: sheets } : sheets;
    for (const [name, text] of Object.entries(texts)) {
      const sheet = workbook.addWorksheet(name);
      for (const [row, cells] of cellsOf(text).entries()) {
        for (const [column, cell] of cells.entries())
          write(sheet, { row: row + 1, column: column + 1 }, cell);
      }
    }
    const [first] = workbook.worksheets;
    if (first) change?.(first);
    return new Uint8Array(await workbook.xlsx.writeBuffer());
  };
}

function write(sheet: exceljs.Worksheet, { row, column }: Place, text: string): void {
  const [, content = text, direction, count = '0'] = /^(.*) ([⇢⇣])(\d)$/.exec(text) ?? [];
  const [right, below] = direction === '⇢' ? [Number(count), 0] : [0, Number(count)];
  if (direction !== undefined) sheet.mergeCells(row, column, row + below, column + right);
  if (content !== '') fill(sheet.getCell(row, column), content);
}

type Place = { readonly row: number; readonly column: number };

function fill(cell: exceljs.Cell, text: string): void {
  const [formula, result] = text.split(' → ');
  if (formula?.startsWith('=') && result !== undefined) {
    const value = parsed(result);
    if (typeof value === 'object') cell.numFmt = 'dd/mm/yyyy';
    cell.value = { formula: formula.slice(1), result: value };
  } else if (text.startsWith('!#')) {
    cell.value = { error: '#REF!' };
  } else {
    cell.value = parsed(text);
    if (text.startsWith('@')) cell.numFmt = text.includes('T') ? 'dd/mm/yyyy hh:mm' : 'dd/mm/yyyy';
    if (text.startsWith('%')) cell.numFmt = '0%';
  }
}

function parsed(text: string): string | number | Date {
  if (text.startsWith('@')) return new Date(text.includes('T') ? `${text.slice(1)}:00Z` : text.slice(1));
  if (/^[#%]-?\d/.test(text)) return Number(text.slice(1));
  return text;
}
