const candidates = [',', ';', '\t', '|'] as const;
const sampleRows = 20;

export type Separator = {
  readonly separator: string;
  /** 1 where the first line names the separator, `sep=;`, as Excel reads it; else 0. */
  readonly line: 0 | 1;
};

/** What separates the columns: the character that parts the first rows most often into as many columns as the headings. */
export function separatorOf(sample: string): Separator {
  const named = /^"?sep=(.)"?\r?(?:\n|$)/i.exec(sample)?.[1];
  if (named !== undefined) return { separator: named, line: 1 };
  let best: { readonly separator: string; readonly score: number } = { separator: ',', score: 0 };
  for (const separator of candidates) {
    const [headings = 0, ...rows] = columnsOfRows(sample, separator);
    if (headings < 2) continue;
    const equal = rows.filter((columns) => columns === headings).length;
    // Rows count before columns: a comma within texts parts them, but not all rows alike.
    const score = 1 + (rows.length === 0 ? 0 : equal / rows.length) + headings / 10_000;
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, line: 0 };
}

/** How many columns each of the first complete rows has; blank rows aside. */
function columnsOfRows(sample: string, separator: string): readonly number[] {
  const found: number[] = [];
  let columns = 1;
  let quoted = false;
  let empty = true;
  for (const character of sample) {
    if (found.length === sampleRows) return found;
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === separator) columns += 1;
    else if (character === '\n' || character === '\r') {
      if (!empty) found.push(columns);
      columns = 1;
      empty = true;
      continue;
    }
    empty = false;
  }
  // The last row may be cut off by the end of the sample, unless it is the only one.
  return found.length === 0 ? [columns] : found;
}
