import { ProgrammeError } from '../../programme.ts';
import { eachLine } from '../text-lines.ts';
import { textKeeper } from '../xml-records.ts';

/** Maximum number of rows: no programme within the size limit has more. */
const maxXerRows = 5_000_000;
/** Lines that continue a row; the longest notes have hundreds. */
const maxContinuedLines = 100_000;

export type RecordVisitor = {
  fieldsOf(table: string): readonly string[] | undefined;
  missing(table: string, fields: readonly string[], line: number): void;
  /**
   * @param values of the wanted fields in the order asked for
   * @param hasMore whether it has more values than its table has fields, which a tab inside a value causes
   */
  row(table: string, line: number, values: readonly (string | undefined)[], hasMore: boolean): void;
};

export const exportAgain =
  'Export the project again from Primavera P6 (File > Export > Primavera PM (XER)), and import that file unchanged.';

/**
 * Reads the records in one pass: tables `%T`, field names `%F`, rows `%R`, the end `%E`. Any other line continues the
 * value above it, which had a line break inside.
 * @returns the tables of the file, read or not
 * @throws ProgrammeError for bytes that are not text, a file that is not XER or has no `%E`, and rows before field
 *   names
 */
export function readRecords(
  bytes: Uint8Array,
  encoding: string,
  visitor: RecordVisitor,
): ReadonlySet<string> {
  const tables = new Set<string>();
  let table = '';
  let wanted: readonly string[] | undefined;
  let named = false;
  let places: readonly (number | undefined)[] = [];
  /** Copying a row without values is faster than making a list. */
  let noValues: readonly undefined[] = [];
  let above: readonly (string | undefined)[] = [];
  let pending: { text: string; readonly line: number } | undefined;
  let ended = false;
  let lines = 0;
  let rows = 0;
  let continued = 0;
  const kept = textKeeper();

  const flush = () => {
    if (pending === undefined) return;
    const { text, line } = pending;
    pending = undefined;
    const values: (string | undefined)[] = noValues.slice();
    let from = '%R\t'.length;
    for (let column = 1; column < places.length && from <= text.length; column++) {
      const tab = text.indexOf('\t', from);
      const end = tab < 0 ? text.length : tab;
      const place = places[column];
      if (place !== undefined && end > from) {
        const same = above[place];
        // A third of all values equal those of the row above; those are not sliced out of the row.
        const isSame = same?.length === end - from && text.startsWith(same, from);
        values[place] = isSame ? same : cellValue(text.slice(from, end), kept);
      }
      from = end + 1;
    }
    const hasMore = from < text.length && /[^\t]/.test(text.slice(from));
    above = values;
    visitor.row(table, line, values, hasMore);
  };

  eachLine(bytes, encoding, (text, line) => {
    lines = line;
    if (line === 1 && !text.startsWith('ERMHDR')) throw notXer();
    if (ended) return;
    if (text.startsWith('%R\t') || text === '%R') {
      flush();
      rows += 1;
      continued = 0;
      if (rows > maxXerRows) throw tooManyRows(line);
      if (wanted !== undefined) pending = { text, line };
      else if (!named && visitor.fieldsOf(table) !== undefined) throw unnamedFields(table, line);
    } else if (text.startsWith('%T\t')) {
      flush();
      table = text.slice(3).split('\t', 1)[0]?.trim().toUpperCase() ?? '';
      tables.add(table);
      wanted = undefined;
      named = false;
    } else if (text.startsWith('%F\t')) {
      flush();
      named = true;
      wanted = visitor.fieldsOf(table);
      places = columnIndexes(text, wanted ?? []);
      noValues = (wanted ?? []).map(() => undefined);
      const missing = (wanted ?? []).filter((_, place) => !places.includes(place));
      if (missing.length > 0) visitor.missing(table, missing, line);
      above = [];
    } else if (text === '%E' || text.startsWith('%E\t')) {
      flush();
      ended = true;
    } else if (pending !== undefined) {
      pending.text += `\n${text}`;
      continued += 1;
      if (continued > maxContinuedLines) throw tooManyContinued(pending.line);
    }
  });
  flush();
  if (!ended) throw cutOff(lines);
  return tables;
}

function columnIndexes(line: string, wanted: readonly string[]): readonly (number | undefined)[] {
  const seen = new Set<string>();
  return line.split('\t').map((text) => {
    const name = text.trim().toLowerCase();
    const place = wanted.indexOf(name);
    if (place < 0 || seen.has(name)) return undefined;
    seen.add(name);
    return place;
  });
}

/** Quotes are doubled in the file; an empty value is none. */
function cellValue(cell: string, kept: (text: string) => string): string | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  return kept(text.includes('""') ? text.replaceAll('""', '"') : text);
}

function notXer(): ProgrammeError {
  return new ProgrammeError('the file does not begin with ERMHDR, as every XER file does', {
    line: 1,
    remedy: 'In Primavera P6 choose File > Export > Primavera PM (XER), and import that file.',
  });
}

function unnamedFields(table: string, line: number): ProgrammeError {
  return new ProgrammeError(`the table ${table} has rows and no line %F with the names of its fields`, {
    line,
    remedy: exportAgain,
  });
}

function cutOff(line: number): ProgrammeError {
  return new ProgrammeError('the file ends without the line %E, so a part of it is missing', {
    line,
    remedy: 'Export it again, or copy it again, and compare the sizes.',
  });
}

function tooManyContinued(line: number): ProgrammeError {
  return new ProgrammeError(
    `the row is followed by more than ${maxContinuedLines.toLocaleString('en')} lines that begin with no mark such as %R`,
    { line, remedy: exportAgain },
  );
}

function tooManyRows(line: number): ProgrammeError {
  return new ProgrammeError(`the file has more than ${maxXerRows.toLocaleString('en')} rows`, {
    line,
    remedy: 'Export the one project without its history, users and costs.',
  });
}
