/** One worksheet of an Excel workbook (.xlsx) as a table. */
import type { Programme } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';
import { numberText } from './number-format.ts';
import { tableBuilder } from './table-programme.ts';
import { unzip } from './unzip.ts';
import { eachElement, type WorkbookParts, type Worksheet, workbookParts } from './workbook-parts.ts';

/** Columns further to the right are not looked at. */
const maxColumns = 1_000;

/**
 * Reads the named worksheet, or the first one that is not hidden. Formulas count with the value they were saved with.
 * @throws ProgrammeError where the workbook as a whole cannot be used; single wrong cells are in `problems`
 */
export async function readExcel(bytes: Uint8Array, sheet?: string): Promise<Programme> {
  const parts = await workbookParts(unzip(bytes));
  const worksheet = chooseWorksheet(parts.worksheets, sheet);
  const table = tableBuilder('excel');
  const others = parts.worksheets.length - 1;
  if (others > 0 && sheet === undefined) {
    const text = `The worksheet ${JSON.stringify(worksheet.name)} is read; the workbook has ${others} more.`;
    table.report({ line: undefined, kind: 'changed', text });
  }
  const counts = { errors: 0, unsaved: 0, beyond: 0 };
  await eachRow(worksheet, { parts, counts }, (line, cells) => table.add({ line, cells }));
  if (counts.errors > 0) {
    const text = `Cells with an error such as #N/A count as empty: ${counts.errors}.`;
    table.report({ line: undefined, kind: 'changed', text });
  }
  if (counts.unsaved > 0) {
    const text = `Cells with a formula that has no saved value count as empty: ${counts.unsaved}. Open the workbook in Excel and save it.`;
    table.report({ line: undefined, kind: 'changed', text });
  }
  if (counts.beyond > 0) {
    const text = `Cells to the right of column ${maxColumns} are left out: ${counts.beyond}.`;
    table.report({ line: undefined, kind: 'changed', text });
  }
  return table.programme();
}

function chooseWorksheet(worksheets: readonly Worksheet[], wanted: string | undefined): Worksheet {
  const names = worksheets.map(({ name }) => JSON.stringify(name)).join(', ');
  if (wanted !== undefined) {
    const found = worksheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    if (found) return found;
    throw new ProgrammeError(`the workbook has no worksheet ${JSON.stringify(wanted)}`, {
      remedy: `Name one of its worksheets: ${names}.`,
    });
  }
  const first = worksheets.find(({ hidden }) => !hidden) ?? worksheets[0];
  if (first) return first;
  throw new ProgrammeError('the workbook has no worksheets', {
    remedy: 'Save the programme as a worksheet of an .xlsx workbook.',
  });
}

type Sheet = {
  readonly parts: WorkbookParts;
  readonly counts: { errors: number; unsaved: number; beyond: number };
};

async function eachRow(
  worksheet: Worksheet,
  { parts, counts }: Sheet,
  visit: (line: number, cells: readonly string[]) => void,
): Promise<void> {
  let line = 0;
  let cells: string[] = [];
  let cell: Cell | undefined;
  let column = 0;
  let reading = false;
  let phonetic = false;
  await eachElement(worksheet.entry, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        cells = [];
        column = 0;
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1;
        cell = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
          formula: false,
        };
      } else if (name === 'f' && cell) cell.formula = true;
      else if (name === 'rPh') phonetic = true;
      reading = name === 'v' || (name === 't' && !phonetic);
    },
    text: (found) => {
      if (cell && reading) cell.value += found;
    },
    close: (name) => {
      reading = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'c' && cell) {
        const text = textOf(cell, parts, counts);
        if (column > maxColumns) counts.beyond += 1;
        else if (text !== '') {
          while (cells.length < column) cells.push('');
          cells[column - 1] = text;
        }
        cell = undefined;
      } else if (name === 'row') visit(line, cells);
    },
  });
}

type Cell = { readonly type: string; readonly style: number; value: string; formula: boolean };

function textOf(cell: Cell, parts: WorkbookParts, counts: Sheet['counts']): string {
  const { type, value } = cell;
  if (cell.formula && value === '') counts.unsaved += 1;
  if (value === '') return '';
  switch (type) {
    case 's':
      return parts.sharedTexts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      counts.errors += 1;
      return '';
    case 'n': {
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      return numberText(number, parts.kinds[cell.style] ?? 'number', parts.from1904);
    }
    default:
      return value;
  }
}

/** Counts from 1: `B7` is 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
