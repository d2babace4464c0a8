import { columnLetters } from '../../../base/text/column-letters.ts';
import { shortList } from '../../../base/text/short-list.ts';
import { maxTableColumns } from '../../limits.ts';
import { type Programme, ProgrammeError, type ReadOptions } from '../../programme.ts';
import { knownHeadings, minKnownHeadings, searchedRows } from './heading-row.ts';
import { type MergedCells, tableBuilder } from './table-programme.ts';
import { unzip } from './unzip.ts';
import {
  eachElement,
  numberText,
  type WorkbookParts,
  type Worksheet,
  workbookParts,
} from './workbook-parts.ts';

const shownWorksheets = 20;

/**
 * Reads the named worksheet, or the one with the most known headings. Formulas count with their saved value.
 * @throws ProgrammeError if the whole workbook cannot be used; single wrong cells are in `problems`
 */
export async function readExcel(
  bytes: Uint8Array,
  { sheet, headerRow, today }: ReadOptions = {},
): Promise<Programme> {
  const parts = await workbookParts(unzip(bytes));
  const { worksheet, others } = await chooseWorksheet(parts, sheet);
  const named = parts.worksheets.length > 1 ? worksheet.name : undefined;
  const table = tableBuilder('excel', { headerRow, sheet: named, from1904: parts.from1904, today });
  if (others.length > 0) {
    const names = shortList(
      others.map(({ name, hidden }) => `${JSON.stringify(name)}${hidden ? ' (hidden)' : ''}`),
      shownWorksheets,
    );
    const text = `The worksheet ${JSON.stringify(worksheet.name)} is read, and not ${names}. Where another one has the tasks, name it in the mapping, such as sheet: ${JSON.stringify(others[0]?.name)}.`;
    table.report.changed(undefined, text);
  }
  let unsavedCells = 0;
  const { merged, summaryBelow } = await eachRow(worksheet, {
    parts,
    row: (line, cells, level) => {
      unsavedCells += cells.filter(({ unsaved }) => unsaved).length;
      table.add({
        line,
        cells: cells.map(({ text }) => text),
        indents: cells.map(({ indent }) => indent),
        ...(cells.some(({ fill }) => fill !== '') && { fills: cells.map(({ fill }) => fill) }),
        isBold: cells.find(({ text }) => text !== '')?.isBold === true,
        level,
      });
      for (const [index, { error }] of cells.entries()) {
        if (error === '') continue;
        const example = `${columnLetters(index + 1)}${line} ${error}`;
        table.report.changed(line, 'Cells with an error of Excel count as empty', example);
      }
    },
  });
  for (const cells of merged) table.merge(cells);
  if (unsavedCells > 0) {
    const text = `Cells with a formula that has no saved value count as empty: ${unsavedCells}. Open the workbook in Excel and save it.`;
    table.report.changed(undefined, text);
  }
  return table.programme(summaryBelow);
}

/**
 * @returns others: the worksheets that are not read; if one is named, those with as many headings, such as that of a
 *   new week
 */
async function chooseWorksheet(parts: WorkbookParts, wanted: string | undefined) {
  const { worksheets } = parts;
  const named = worksheets.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== undefined && named === undefined) {
    const names = shortList(
      worksheets.map(({ name }) => JSON.stringify(name)),
      shownWorksheets,
    );
    const remedy = `Name one of its worksheets: ${names}.`;
    throw new ProgrammeError(`the workbook has no worksheet ${JSON.stringify(wanted)}`, { remedy });
  }
  const visible = worksheets.filter(({ hidden }) => !hidden);
  const candidates = visible.length === 0 ? worksheets : visible;
  const known = new Map<Worksheet, number>();
  for (const each of new Set([...candidates, ...(named ? [named] : [])])) {
    known.set(each, await headingsKnown(each, parts));
  }
  const knownIn = (worksheet: Worksheet) => known.get(worksheet) ?? 0;
  if (named !== undefined) {
    const enough = Math.max(minKnownHeadings, knownIn(named));
    return { worksheet: named, others: visible.filter((each) => each !== named && knownIn(each) >= enough) };
  }
  const [best] = candidates.toSorted((one, other) => knownIn(other) - knownIn(one));
  if (best === undefined) {
    const remedy = 'Save the programme as a worksheet of an .xlsx workbook.';
    throw new ProgrammeError('the workbook has no worksheets', { remedy });
  }
  return { worksheet: best, others: worksheets.filter((each) => each !== best) };
}

async function headingsKnown(worksheet: Worksheet, parts: WorkbookParts): Promise<number> {
  let known = 0;
  let rows = 0;
  await eachRow(worksheet, {
    parts,
    row: (_, cells) => {
      rows += 1;
      known = Math.max(known, knownHeadings(cells.map(({ text }) => text)));
    },
    enough: () => rows >= searchedRows,
  });
  return known;
}

type RowVisitor = {
  readonly parts: WorkbookParts;
  readonly row: (line: number, cells: readonly ReadCell[], level: number) => void;
  readonly enough?: () => boolean;
};

async function eachRow(worksheet: Worksheet, { parts, row, enough }: RowVisitor) {
  const merged: MergedCells[] = [];
  let summaryBelow = true;
  let line = 0;
  let cells: ReadCell[] = [];
  let cell: Cell | undefined;
  let column = 0;
  let reading = false;
  let level = 0;
  await eachElement(worksheet.entry, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        cells = [];
        column = 0;
        level = Number(attributes['outlineLevel'] ?? 0) || 0;
      } else if (name === 'outlinePr') {
        summaryBelow = !/^(?:0|false)$/.test(attributes['summaryBelow'] ?? '');
      } else if (name === 'c') {
        column = columnOfReference(attributes['r']) ?? column + 1;
        cell = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
          formula: false,
        };
      } else if (name === 'mergeCell') {
        merged.push(...mergedCellsOf(attributes['ref']));
      } else if (name === 'f' && cell) cell.formula = true;
      reading = name === 'v' || name === 't';
    },
    text: (found) => {
      if (cell && reading) cell.value += found;
    },
    close: (name) => {
      reading = false;
      if (name === 'c' && cell) {
        const read = readCell(cell, parts);
        if (read !== noCell) {
          // Cells beyond the last column count as one, wherever they are.
          while (cells.length < Math.min(column, maxTableColumns + 1) - 1) cells.push(noCell);
          if (column > maxTableColumns) cells.push(read);
          else cells[column - 1] = read;
        }
        cell = undefined;
      } else if (name === 'row') row(line, cells, level);
    },
    ...(enough && { enough }),
  });
  return { merged, summaryBelow };
}

type Cell = { readonly type: string; readonly style: number; value: string; formula: boolean };

const noCell = { text: '', indent: 0, isBold: false, fill: '', error: '', unsaved: false };
type ReadCell = Readonly<typeof noCell>;

function readCell(cell: Cell, parts: WorkbookParts): ReadCell {
  const { type, value, formula } = cell;
  const { indent = 0, isBold = false, fill = '' } = parts.styles[cell.style] ?? {};
  if (value === '' && formula) return { ...noCell, unsaved: true };
  if (value === '') return fill === '' ? noCell : { ...noCell, fill };
  if (type === 'e') return { ...noCell, error: value };
  return { ...noCell, text: cellText(cell, parts), indent, isBold, fill };
}

function cellText({ type, value, style }: Cell, parts: WorkbookParts): string {
  switch (type) {
    case 's':
      return parts.sharedTexts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n': {
      const number = Number(value);
      const { kind = 'number', digits } = parts.styles[style] ?? {};
      return Number.isFinite(number) ? numberText(number, kind, parts.from1904, digits) : value;
    }
    default:
      return value;
  }
}

function columnOfReference(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** Reads a range such as `B7:B9`; none unless it is one column and several rows. */
function mergedCellsOf(range: string | undefined): readonly MergedCells[] {
  const [, first, from, last, to] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(range ?? '') ?? [];
  const column = columnOfReference(`${first}1`);
  if (first !== last || from === undefined || column === undefined || from === to) return [];
  return [{ column, from: Number(from), to: Number(to) }];
}
