/** The records of an XER file: tables `%T`, the names of their fields `%F`, rows `%R`, and the end `%E`. */
import { ProgrammeError } from '../../programme-error.ts';
import { ownText } from '../own-text.ts';
import { eachLine } from '../text-lines.ts';

export type RecordVisitor = {
  /** The fields wanted of a table, by name; undefined for a table that is not read. */
  fieldsOf(table: string): readonly string[] | undefined;
  /** @param values of the wanted fields in the order asked for; undefined where the row has no such value */
  row(table: string, line: number, values: readonly (string | undefined)[]): void;
  /** A row with more values than its table has fields, which a tab inside a value makes. */
  tooManyValues(table: string, line: number): void;
};

/** Characters of a value that is likely to occur again. */
const longestKept = 16;
/** More rows than any programme within the size limit has. */
const maxRows = 5_000_000;

/**
 * Reads the records in one pass. A line that begins with none of the marks goes on with the value above it, which
 * had a line break inside.
 * @returns the tables of the file, read or not
 * @throws ProgrammeError for bytes that are not text, a file that is no XER or that ends without `%E`
 */
export function readRecords(
  bytes: Uint8Array,
  encoding: string,
  visitor: RecordVisitor,
): ReadonlySet<string> {
  const tables = new Set<string>();
  let table = '';
  let wanted: readonly string[] | undefined;
  let columns: readonly number[] = [];
  let width = 0;
  let pending: { text: string; readonly line: number } | undefined;
  let ended = false;
  let lines = 0;
  let rows = 0;
  const known = new Map<string, string>();
  /** Ids and dates occur in many rows: each is kept once. */
  const kept = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    if (text.length > longestKept) return ownText(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const own = ownText(text);
    known.set(own, own);
    return own;
  };

  const flush = () => {
    if (pending === undefined) return;
    const { text, line } = pending;
    pending = undefined;
    const cells = text.split('\t');
    // The first cell is the mark %R. A tab at the end of the row is an empty value too many, and harmless.
    if (cells.length > width + 1 && cells.slice(width + 1).some((cell) => cell !== '')) {
      visitor.tooManyValues(table, line);
    }
    visitor.row(
      table,
      line,
      columns.map((column) => kept(cellValue(cells[column]))),
    );
  };

  eachLine(bytes, encoding, (text, line) => {
    lines = line;
    if (line === 1 && !text.startsWith('ERMHDR')) throw notXer();
    if (ended) return;
    if (text.startsWith('%R\t') || text === '%R') {
      flush();
      rows += 1;
      if (rows > maxRows) throw tooManyRows(line);
      if (wanted !== undefined) pending = { text, line };
    } else if (text.startsWith('%T\t')) {
      flush();
      table = text.slice(3).split('\t', 1)[0]?.trim().toUpperCase() ?? '';
      tables.add(table);
      wanted = undefined;
    } else if (text.startsWith('%F\t')) {
      flush();
      const names = text.split('\t').map((name) => name.trim().toLowerCase());
      wanted = visitor.fieldsOf(table);
      columns = wanted?.map((name) => names.indexOf(name)) ?? [];
      width = names.length - 1;
    } else if (text === '%E' || text.startsWith('%E\t')) {
      flush();
      ended = true;
    } else if (pending !== undefined) {
      pending.text += `\n${text}`;
    }
  });
  flush();
  if (!ended) throw cutOff(lines);
  return tables;
}

/** Quotes are doubled in the file; an empty value is none. */
function cellValue(cell: string | undefined): string | undefined {
  if (cell === undefined) return undefined;
  const text = cell.trim();
  if (text === '') return undefined;
  return text.includes('""') ? text.replaceAll('""', '"') : text;
}

function notXer(): ProgrammeError {
  return new ProgrammeError('the file does not begin with ERMHDR, as every XER file does', {
    line: 1,
    remedy: 'In Primavera P6 choose File > Export > Primavera PM (XER), and import that file.',
  });
}

function cutOff(line: number): ProgrammeError {
  return new ProgrammeError('the file ends without the line %E, so a part of it is missing', {
    line,
    remedy: 'Export it again, or copy it again, and compare the sizes.',
  });
}

function tooManyRows(line: number): ProgrammeError {
  return new ProgrammeError(`the file has more than ${maxRows.toLocaleString('en')} rows`, {
    line,
    remedy: 'Export the one project without its history, users and costs.',
  });
}
