import { columnLetters } from '#base/text/column-letters.ts';
import { shortListText } from '#base/text/one-line.ts';
import { type Programme, ProgrammeError, type ProgrammeReadOptions } from '#programme/programme.ts';
import { countKnownHeadings, maxHeadingSearchRows, minKnownHeadings } from './heading-row.ts';
import { type MergedCells, maxTableColumns, tableBuilder } from './table-programme.ts';
import {
  forEachElement,
  formatPlainNumber,
  readWorkbookParts,
  type WorkbookParts,
  type Worksheet,
} from './workbook-parts.ts';

const shownWorksheets = 20;

/**
 * Reads the named worksheet, or the one with the most known headings. A formula counts as its saved value.
 * @throws ProgrammeError if the whole workbook cannot be used; single wrong cells are in `problems`
 */
export async function readExcel(
  bytes: Uint8Array,
  { sheet, headerRow, today }: ProgrammeReadOptions = {},
): Promise<Programme> {
  const parts = await readWorkbookParts(bytes);
  const { worksheet, others } = await chooseWorksheet(parts, sheet);
  const named = parts.worksheets.length > 1 ? worksheet.name : undefined;
  const table = tableBuilder('excel', { headerRow, sheet: named, from1904: parts.from1904, today });
  if (others.length > 0) {
    const text = `The worksheet ${JSON.stringify(worksheet.name)} is read (set sheet in the mapping to use another), and not ${namesOf(others)}.`;
    table.report.changed(undefined, text);
  }
  const { merged, summaryBelow } = await eachRow(worksheet, parts, (line, cells, level) => {
    table.add({
      line,
      cells: cells.map(({ text }) => text),
      indents: cells.map(({ indent }) => indent),
      fills: cells.map(({ fill }) => fill),
      isBold: cells.find(({ text }) => text !== '')?.isBold === true,
      level,
    });
    for (const [index, { error, isUnsaved }] of cells.entries()) {
      if (isUnsaved) table.count('Formulas without a saved value count as empty (Excel saves them)', line);
      if (error === '') continue;
      const example = `${columnLetters(index + 1)}${line} ${error}`;
      table.report.changed(line, 'Excel errors count as empty', example);
    }
  });
  return table.programme(merged, summaryBelow);
}

function namesOf(worksheets: readonly Worksheet[]) {
  const names = worksheets.map(({ name, hidden }) => `${JSON.stringify(name)}${hidden ? ' (hidden)' : ''}`);
  return shortListText(names, shownWorksheets);
}

/**
 * @returns others: the worksheets that are not read; if the mapping names one, only visible ones with at least as many
 *   known headings as that one, and at least `minKnownHeadings`, such as the sheet of a new week
 * @throws ProgrammeError if the workbook has no worksheets, or none with the name in the mapping
 */
async function chooseWorksheet(parts: WorkbookParts, wanted: string | undefined) {
  const { worksheets } = parts;
  const named = worksheets.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase());
  if (wanted !== undefined && named === undefined) {
    const remedy = `Write one of these: ${namesOf(worksheets)}.`;
    throw new ProgrammeError(`the workbook has no worksheet ${JSON.stringify(wanted)}`, { remedy });
  }
  const hasVisible = worksheets.some(({ hidden }) => !hidden);
  const candidates = worksheets.filter((each) => each === named || !each.hidden || !hasVisible);
  const known = new Map<Worksheet, number>();
  for (const each of candidates) known.set(each, await headingsKnown(each, parts));
  const [[best] = []] = [...known].sort(([, one], [, other]) => other - one);
  const worksheet = named ?? best;
  if (worksheet === undefined) {
    const remedy = 'Save the programme as .xlsx in Excel.';
    throw new ProgrammeError('the workbook has no worksheets', { remedy });
  }
  const enough = Math.max(minKnownHeadings, known.get(worksheet) ?? 0);
  const isLike = (other: Worksheet) => !other.hidden && (known.get(other) ?? 0) >= enough;
  return {
    worksheet,
    others: worksheets.filter((each) => each !== worksheet && (named === undefined || isLike(each))),
  };
}

async function headingsKnown(worksheet: Worksheet, parts: WorkbookParts) {
  let known = 0;
  let rows = 0;
  const visit: VisitRow = (_, cells) => {
    rows += 1;
    known = Math.max(known, countKnownHeadings(cells.map(({ text }) => text)));
  };
  await eachRow(worksheet, parts, visit, () => rows >= maxHeadingSearchRows);
  return known;
}

type VisitRow = (line: number, cells: readonly Cell[], level: number) => void;

async function eachRow(
  worksheet: Worksheet,
  parts: WorkbookParts,
  visit: VisitRow,
  isEnough?: () => boolean,
) {
  const merged: MergedCells[] = [];
  let summaryBelow = true;
  let line = 0;
  let cells: Cell[] = [];
  let column = 0;
  let value = '';
  let isFormula = false;
  const visitElement: Parameters<typeof forEachElement>[1] = (name, attributes, text) => {
    switch (name) {
      case 'outlinePr':
        summaryBelow = !/^(?:0|false)$/.test(attributes['summaryBelow'] ?? '');
        break;
      case 'f':
        isFormula = true;
        break;
      case 'v':
      case 't':
        value += text;
        break;
      case 'c': {
        column = readReference(attributes['r'])?.column ?? column + 1;
        const cell =
          value === '' && isFormula ? { ...noCell, isUnsaved: true } : readCell(attributes, value, parts);
        // Cells beyond the maximum column are put right after it, so that a cell far to the right needs no long list.
        const index = column > maxTableColumns ? Math.max(cells.length, maxTableColumns) : column - 1;
        if (cell !== noCell) {
          while (cells.length < index) cells.push(noCell);
          cells[index] = cell;
        }
        value = '';
        isFormula = false;
        break;
      }
      case 'row':
        line = Number(attributes['r'] ?? line + 1);
        visit(line, cells, Number(attributes['outlineLevel'] ?? 0) || 0);
        cells = [];
        column = 0;
        break;
      case 'mergeCell': {
        const [first, last] = attributes['ref']?.split(':').map(readReference) ?? [];
        // Only merged cells of one column and several rows matter.
        if (first && last && first.column === last.column && first.line !== last.line)
          merged.push({ column: first.column, from: first.line, to: last.line });
      }
    }
  };
  await forEachElement(worksheet.entry, visitElement, isEnough);
  return { merged, summaryBelow };
}

const noCell = { text: '', indent: 0, isBold: false, fill: '', error: '', isUnsaved: false };
type Cell = Readonly<typeof noCell>;

function readCell(
  { t: type = 'n', s: style = '' }: Readonly<Record<string, string>>,
  value: string,
  { styles, sharedTexts }: WorkbookParts,
) {
  const {
    formatNumber = formatPlainNumber,
    indent = 0,
    isBold = false,
    fill = '',
  } = styles[Number(style)] ?? {};
  if (value === '') return fill === '' ? noCell : { ...noCell, fill };
  if (type === 'e') return { ...noCell, error: value };
  const number = Number(value);
  let text = value;
  if (type === 's') text = sharedTexts[number] ?? '';
  else if (type === 'b') text = value === '1' ? 'true' : 'false';
  else if (type === 'n' && Number.isFinite(number)) text = formatNumber(number);
  return { ...noCell, text, indent, isBold, fill };
}

/** Reads a reference such as `B7`. */
function readReference(reference = '') {
  const [, letters, line] = /^([A-Z]{1,3})(\d+)$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column, line: Number(line) };
}
