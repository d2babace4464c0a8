/** Comma-separated values as programs really write them: any common separator, any common encoding. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Programme, ProgrammeError, type ReadOptions } from '../../programme.ts';
import { decodeText, encodingOf, lineBreaks } from '../text-lines.ts';
import { headingIndex, knownHeadings, searchedRows, type TableRow } from './heading-row.ts';
import { explainTooLong, maxRecordCharacters, RecordTooLong, saveAgain } from './long-record.ts';
import { tableBuilder } from './table-programme.ts';

/**
 * Reads a CSV file, in the encoding of `encodingOf`.
 * @param options.headerRow line of the headings; found by default
 * @throws ProgrammeError where the file as a whole cannot be used; single wrong rows are in `problems`
 */
export async function readCsv(
  bytes: Uint8Array,
  { headerRow, ...options }: Pick<ReadOptions, 'encoding' | 'likelyEncoding' | 'headerRow'> = {},
): Promise<Programme> {
  const { label, likely, warning } = encodingOf(bytes, options);
  // The first piece has enough lines to see what separates the columns.
  const [sample = ''] = decodeText(bytes, label);
  const { separator, firstLine } = await separatorOf(sample, headerRow);
  const table = tableBuilder('csv', { headerRow });
  const shown = separator === '\t' ? 'tab' : JSON.stringify(separator);
  table.report(undefined, 'changed', `Read as ${label}, separated by ${shown}.`);
  if (warning !== undefined) table.report(undefined, 'changed', warning);
  try {
    await eachRecord(withoutNul(decodeText(bytes, label)), { separator, firstLine }, table.add);
  } catch (error) {
    if (!(error instanceof RecordTooLong)) throw error;
    throw explainTooLong(decodeText(bytes, label), { line: error.line, separator, cause: error });
  }
  return { ...table.programme(), likelyEncoding: likely };
}

/** @throws ProgrammeError at a character that no text has */
function* withoutNul(text: Iterable<string>): Generator<string> {
  let line = 1;
  for (const piece of text) {
    const at = piece.indexOf('\0');
    if (at >= 0) {
      throw new ProgrammeError('there is a NUL character, so the file is damaged or is not text', {
        line: line + lineBreaks(piece.slice(0, at)),
        remedy: saveAgain,
      });
    }
    line += lineBreaks(piece);
    yield piece;
  }
}

async function eachRecord(
  text: Iterable<string>,
  { separator, firstLine }: Separator,
  visit: (row: TableRow) => void,
): Promise<void> {
  let line = firstLine;
  let recordFrom = 0;
  const parser = parse({
    delimiter: separator,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordCharacters,
    from_line: firstLine,
    on_record: (cells: readonly string[]) => {
      visit({ line, cells });
      line += cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 1);
      recordFrom = parser.info.bytes;
      // The row is used up; the parser need not keep it.
      return null;
    },
  });
  /** The parser's own limit leaves out separators, and a list of millions of empty cells takes gigabytes. */
  const inRecords = function* () {
    for (const piece of text) {
      if (parser.info.bytes - recordFrom > maxRecordCharacters) throw new RecordTooLong(line);
      yield piece;
    }
  };
  try {
    await pipeline(Readable.from(inRecords()), parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    if (isOpen) throw new RecordTooLong(line, { cause: error });
    throw new ProgrammeError(`the row is not CSV (${error.code.toLowerCase().replaceAll('_', ' ')})`, {
      line,
      remedy: saveAgain,
      cause: error,
    });
  }
}

const candidates = [',', ';', '\t', '|'] as const;

type Separator = {
  readonly separator: string;
  /** 2 if the first line names the separator, `sep=;`, as Excel reads it. */
  readonly firstLine: 1 | 2;
};

/**
 * The character that separates the columns: the one by which the first rows have the most known headings, else by which
 * the most rows have as many columns as the headings.
 * @param headerRow line of the headings; found by default
 */
async function separatorOf(sample: string, headerRow?: number): Promise<Separator> {
  const named = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(sample)?.[1];
  if (named !== undefined) return { separator: named, firstLine: 2 };
  let best: { readonly separator: string; readonly score: number } = { separator: ',', score: 0 };
  for (const separator of candidates) {
    const rows = await firstRows(sample, separator);
    const at = headingIndex(rows, headerRow);
    const headings = rows[at];
    if (headings === undefined || headings.cells.length < 2) continue;
    const below = rows.slice(at + 1);
    const equal = below.filter(({ cells }) => cells.length === headings.cells.length).length;
    // Rows count before columns: a comma within texts parts them, but not all rows alike.
    const alike = below.length === 0 ? 0 : equal / below.length;
    const score = knownHeadings(headings) * 2 + 1 + alike + headings.cells.length / 10_000;
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, firstLine: 1 };
}

/** The first rows that are not blank. */
async function firstRows(sample: string, separator: string): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  const add = ({ line, cells }: TableRow) => {
    const texts = cells.map((cell) => cell.trim());
    if (texts.some((text) => text !== '')) rows.push({ line, cells: texts });
  };
  try {
    await eachRecord([sample], { separator, firstLine: 1 }, add);
  } catch (error) {
    // The sample ends within quotation marks, or they are not those of this separator.
    if (!(error instanceof ProgrammeError || error instanceof RecordTooLong)) throw error;
  }
  return rows.slice(0, searchedRows);
}
