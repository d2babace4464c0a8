import type { BenchRow, Writer } from './bench-workbook.ts';

/** Limits for our writer, by number of tasks: ratios of medians, and megabytes. */
const goals: readonly {
  readonly figure: string;
  readonly of: (rows: ReadonlyMap<Writer, BenchRow>) => number | undefined;
  readonly most: Readonly<Record<number, number>>;
}[] = [
  {
    figure: 'ours ÷ XlsxWriter',
    of: quotient('ours', 'xlsxwriter'),
    most: { 1000: 0.8, 10000: 0.27, 50000: 0.19 },
  },
  {
    figure: 'ours ÷ libxlsxwriter',
    of: quotient('ours', 'libxlsxwriter'),
    most: { 10000: 0.75, 50000: 0.62 },
  },
  {
    figure: 'ours warm ÷ XlsxWriter',
    of: quotient('ours-warm', 'xlsxwriter'),
    most: { 1000: 0.6, 10000: 0.35, 50000: 0.2 },
  },
  {
    figure: 'ours ÷ openpyxl',
    of: quotient('ours', 'openpyxl'),
    most: { 1000: 0.8, 10000: 0.2, 50000: 0.12 },
  },
  { figure: 'ours ÷ exceljs buffered', of: quotient('ours', 'exceljs-buffered'), most: {} },
  { figure: 'ours ÷ limit', of: quotient('ours', 'limit'), most: { 10000: 1.5, 50000: 1.5 } },
  {
    figure: 'ours, peak MB',
    of: (rows) => rows.get('ours')?.peakMB,
    most: { 1000: 110, 10000: 130, 50000: 200 },
  },
];

function quotient(one: Writer, other: Writer): (rows: ReadonlyMap<Writer, BenchRow>) => number | undefined {
  return (rows) => {
    const [above, below] = [rows.get(one), rows.get(other)];
    return above?.equal && below?.equal ? above.seconds / below.seconds : undefined;
  };
}

function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  );
  return lines
    .map((line) => line.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  '))
    .join('\n');
}

/** A table with seconds and megabytes of every writer, and the ratios with their limits. */
export function reportTable(rows: readonly BenchRow[]): string {
  const sizes = [...new Set(rows.map(({ tasks }) => tasks))];
  const writers = [...new Set(rows.map(({ writer }) => writer))];
  const at = (size: number): Map<Writer, BenchRow> =>
    new Map(rows.filter(({ tasks }) => tasks === size).map((row) => [row.writer, row]));
  const heading = sizes.map((size) => `${size.toLocaleString('en')} tasks`);
  const times = writers.map((writer) => [
    writer,
    ...sizes.map((size) => {
      const row = at(size).get(writer);
      if (!row) return '–';
      return row.equal ? `${row.seconds.toFixed(2)} s ${row.peakMB} MB` : 'not equal';
    }),
  ]);
  const figures = goals.map(({ figure, of, most }) => [
    figure,
    ...sizes.map((size) => {
      const value = of(at(size));
      if (value === undefined) return '–';
      const limit = most[size];
      const shown = value >= 20 ? value.toFixed(0) : value.toFixed(2);
      if (limit === undefined) return shown;
      return `${shown} (≤ ${limit}${value <= limit ? '' : ', missed'})`;
    }),
  ]);
  return `${table([['writer', ...heading], ...times])}\n\n${table([['figure', ...heading], ...figures])}\n`;
}
