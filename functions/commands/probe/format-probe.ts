/** A probe's report as a table for a terminal. */
import stringWidth from 'string-width';
import { type ProbeReport, type ProbeRow, themes, type Verdict } from './report.ts';

const marks: Readonly<Record<Verdict, string>> = {
  holds: '✓ holds',
  differs: '✗ DIFFERS',
  'not seen': '· not seen',
};
const headings = ['Question', 'Asked', 'Seen', 'Our rule', 'Verdict'] as const;
const verdictWidth = 10;
const gap = '  ';
const narrowest = 60;

/** Shares of the width that the four wrapping columns get: what was seen needs most. */
const shares = [0.27, 0.19, 0.34, 0.2] as const;

/**
 * The report as aligned text, one block a theme, at most `width` columns wide (60 where it is less), without
 * colours and without trailing blanks.
 */
export function formatProbe(report: ProbeReport, { width }: { readonly width: number }): string {
  const columns = columnWidths(Math.max(width, narrowest));
  const full = columns.reduce((sum, each) => sum + each, 0) + gap.length * (columns.length - 1);
  const line = (character: string) => character.repeat(full);
  const lines = [...opening(report, full), '', ...layOut([...headings], columns), line('═')];
  for (const theme of themes) {
    const rows = report.rows.filter((row) => row.theme === theme);
    if (rows.length === 0) continue;
    lines.push('', theme.toUpperCase(), line('─'));
    for (const row of rows) lines.push(...layOut(cellsOf(row), columns));
  }
  return `${[...lines, '', ...closing(report, full)].map((each) => each.trimEnd()).join('\n')}\n`;
}

function cellsOf({ question, asked, seen, rule, verdict }: ProbeRow): string[] {
  return [question, asked, seen, rule, marks[verdict]];
}

function columnWidths(width: number): readonly number[] {
  const room = width - verdictWidth - gap.length * 4;
  const [question, asked, , rule] = shares.map((share) => Math.floor(room * share));
  const [q, a, r] = [question ?? 0, asked ?? 0, rule ?? 0];
  return [q, a, room - q - a - r, r, verdictWidth];
}

function opening(report: ProbeReport, width: number): string[] {
  const { baseUrl, region, projectId, at, requests } = report;
  return [
    ...wrap(`Probe of ${baseUrl}, region ${region}, project ${projectId}`, width),
    ...wrap(`${at}, ${requests} requests. Each is GET …/${region}/v1/projects/${projectId}/<asked>.`, width),
  ];
}

function closing({ counts, stopped, rows }: ProbeReport, width: number): string[] {
  const summary = `${rows.length} questions: ${counts.holds} hold, ${counts.differs} differ, ${counts['not seen']} not seen.`;
  const ending = stopped ? ['', ...wrap(`Stopped early. ${stopped.reason}. ${stopped.remedy}`, width)] : [];
  return [...wrap(summary, width), ...ending];
}

/** The cells side by side, each wrapped to its column. */
function layOut(cells: readonly string[], columns: readonly number[]): string[] {
  const wrapped = cells.map((cell, at) => wrap(cell, columns[at] ?? 1));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    wrapped.map((lines, at) => padded(lines[row] ?? '', columns[at] ?? 1)).join(gap),
  );
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** Breaks between words, and in addresses after `?`, `&`, `,` and `/`; anything longer is cut where it must be. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/\s+|[^\s?&,/]+[?&,/]*|[?&,/]+/g) ?? []) {
    if (stringWidth(line + piece.trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    for (const character of piece.trimStart()) {
      if (stringWidth(line + character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length === 0 ? [''] : lines;
}
