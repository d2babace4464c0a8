import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { type Programme, ProgrammeError, type ProgrammeReadOptions } from '#programme/programme.ts';
import { decodeText, encodingOf } from '#programme/readers/text-lines.ts';
import {
  countKnownHeadings,
  findHeadingRowIndex,
  maxHeadingSearchRows,
  type SourceTableRow,
} from './heading-row.ts';
import { tableBuilder } from './table-programme.ts';

/** Maximum length of a record; a quotation mark that is not closed would make one record of the rest of the file. */
const maxRecordCharacters = 1_000_000;

export async function readCsv(
  bytes: Uint8Array,
  { headerRow, ...options }: ProgrammeReadOptions = {},
): Promise<Programme> {
  const { label, likely, warning } = encodingOf(bytes, options);
  const [sample = ''] = decodeText(bytes, label);
  const delimiter = await detectSeparator(sample, headerRow);
  const table = tableBuilder('csv', { headerRow, today: options.today });
  const shown = delimiter === '\t' ? 'tab' : JSON.stringify(delimiter);
  table.report.changed(undefined, `Read as ${label}, separated by ${shown}.`);
  if (warning !== undefined) table.report.changed(undefined, warning);
  await eachRecord(decodeText(bytes, label), delimiter, table.add);
  return { ...table.programme(), likelyEncoding: likely };
}

async function eachRecord(text: Iterable<string>, delimiter: string, visit: (row: SourceTableRow) => void) {
  let line = 1;
  let recordFrom = 0;
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordCharacters,
    on_record: (cells: readonly string[]) => {
      if (cells.some((cell) => cell.includes('\0')))
        throw unreadRow('has a NUL character: the file is damaged or not text', line);
      visit({ line, cells });
      line += cells.reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 1);
      recordFrom = parser.info.bytes;
      return null;
    },
  });
  const checked = function* () {
    for (const piece of text) {
      // The parser's own limit does not count separators, and a record of millions of empty cells takes gigabytes.
      if (parser.info.bytes - recordFrom > maxRecordCharacters) throw unreadRow(tooLong, line);
      yield piece;
    }
  };
  try {
    await pipeline(checked, parser.resume());
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadRow(
      error.code === 'CSV_MAX_RECORD_SIZE' ? tooLong : 'has a quotation mark that is not closed',
      line,
      error,
    );
  }
}

const tooLong = `has more than ${maxRecordCharacters.toLocaleString('en')} characters: a quotation mark is not closed, or line breaks are missing`;

function unreadRow(problem: string, line: number, cause?: unknown) {
  const remedy =
    'Put each task on its own line, double quotation marks inside texts, and save the table as CSV again.';
  return new ProgrammeError(`the row that begins here ${problem}`, { line, remedy, cause });
}

/**
 * Finds the separator: the one that a first line such as `sep=;` names, else the one with which the first rows have the
 * most known headings; if several are equal, the one with which most rows have as many columns as the headings.
 */
async function detectSeparator(sample: string, headerRow?: number) {
  const named = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(sample)?.[1];
  if (named !== undefined) return named;
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = await firstRows(sample, delimiter);
    const at = findHeadingRowIndex(rows, headerRow);
    const { cells = [] } = rows[at] ?? {};
    const below = rows.slice(at + 1);
    const equal = below.filter((row) => row.cells.length === cells.length).length;
    // Equal rows weigh more than many columns: a comma within texts also splits rows, but not all of them alike.
    const score = countKnownHeadings(cells) * 2 + 1 + equal / (below.length || 1) + cells.length / 10_000;
    if (cells.length > 1 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

async function firstRows(sample: string, delimiter: string) {
  const rows: SourceTableRow[] = [];
  const add = ({ line, cells }: SourceTableRow) => {
    const texts = cells.map((cell) => cell.trim());
    if (texts.some((text) => text !== '')) rows.push({ line, cells: texts });
  };
  try {
    await eachRecord([sample], delimiter, add);
  } catch (error) {
    // The sample may end within quotation marks, or the marks may not fit this separator.
    if (!(error instanceof ProgrammeError)) throw error;
  }
  return rows.slice(0, maxHeadingSearchRows);
}
