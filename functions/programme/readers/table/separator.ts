import { headingIndex, knownHeadings, searchedRows, type TableRow } from './heading-row.ts';

const candidates = [',', ';', '\t', '|'] as const;

export type Separator = {
  readonly separator: string;
  /** 1 where the first line names the separator, `sep=;`, as Excel reads it; else 0. */
  readonly line: 0 | 1;
};

/**
 * The character that separates the columns: the one by which the first rows have the most known headings, else by which
 * the most rows have as many columns as the headings.
 * @param headerRow line of the headings; found by default
 */
export function separatorOf(sample: string, headerRow?: number): Separator {
  const named = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(sample)?.[1];
  if (named !== undefined) return { separator: named, line: 1 };
  let best: { readonly separator: string; readonly score: number } = { separator: ',', score: 0 };
  for (const separator of candidates) {
    const rows = firstRows(sample, separator);
    const at =
      headerRow === undefined ? headingIndex(rows) : rows.findIndex(({ line }) => line === headerRow);
    const headings = rows[at];
    if (headings === undefined || headings.cells.length < 2) continue;
    const below = rows.slice(at + 1);
    const equal = below.filter(({ cells }) => cells.length === headings.cells.length).length;
    // Rows count before columns: a comma within texts parts them, but not all rows alike.
    const alike = below.length === 0 ? 0 : equal / below.length;
    const score = knownHeadings(headings) * 2 + 1 + alike + headings.cells.length / 10_000;
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, line: 0 };
}

/** The first complete rows, blank ones aside. */
function firstRows(sample: string, separator: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  let [line, begun] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    cells.push(cell.trim());
    if (cells.some((text) => text !== '')) rows.push({ line: begun, cells });
    cells = [];
    cell = '';
    begun = line;
  };
  for (const character of sample.replaceAll(/\r\n?/g, '\n')) {
    if (rows.length === searchedRows) return rows;
    if (character === '\n') line += 1;
    if (character === '"' && (quoted || cell.trim() === '')) quoted = !quoted;
    else if (quoted) cell += character;
    else if (character === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (character === '\n') endRow();
    else cell += character;
  }
  // The last row may be cut off by the end of the sample, unless it is the only one.
  if (rows.length === 0) endRow();
  return rows;
}
