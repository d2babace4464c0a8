/** A probe's report as a table for a terminal. */
import stringWidth from 'string-width';
import { type ProbeReport, type ProbeRow, type Theme, themes, type Verdict } from './report.ts';

const marks: Readonly<Record<Verdict, string>> = {
  holds: '✓ holds',
  differs: '✗ DIFFERS',
  'not seen': '· not seen',
};
const headings = ['Question', 'Asked', 'Seen', 'Our rule', 'Verdict'] as const;
const verdictWidth = 10;
const gap = '  ';
const narrowest = 60;
const windowName = '<window>';

/** Shares of the width that question, asked and rule get; what was seen gets the rest. */
const shares = { question: 0.25, asked: 0.23, rule: 0.2 } as const;

/**
 * The report as aligned text, one block a theme, at most `width` columns wide (60 where it is less), without
 * colours and without trailing blanks. What differs is said again at the end, where a reader's eye is.
 */
export function formatProbe(
  report: ProbeReport,
  { width, title }: { readonly width: number; readonly title: 'Probe' | 'Conformance' },
): string {
  const columns = columnWidths(Math.max(width, narrowest));
  const full = columns.reduce((sum, each) => sum + each, 0) + gap.length * (columns.length - 1);
  const lines = [
    ...opening(report, { title, width: full }),
    '',
    ...layOut([...headings], columns),
    '═'.repeat(full),
  ];
  for (const theme of themes) {
    const rows = report.rows.filter((row) => row.theme === theme);
    if (rows.length === 0) continue;
    lines.push('', themeLine(theme, { rows, width: full }));
    const blocks = rows.map((row) => layOut(cellsOf(row, report.window), columns));
    // Where cells wrap, a blank line keeps the rows apart.
    const tall = blocks.some((block) => block.length > 1);
    for (const [at, block] of blocks.entries()) lines.push(...(tall && at > 0 ? [''] : []), ...block);
  }
  const text = [...lines, '', '═'.repeat(full), ...closing(report, full)];
  return `${text.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** `── Paging ─────── 6 hold, 1 differs ──`. */
function themeLine(
  theme: Theme,
  { rows, width }: { readonly rows: readonly ProbeRow[]; readonly width: number },
): string {
  const opening = `── ${theme} `;
  const ending = ` ${tallyLine(rows)} ──`;
  return `${opening}${'─'.repeat(Math.max(2, width - stringWidth(opening) - stringWidth(ending)))}${ending}`;
}

function tallyLine(rows: readonly ProbeRow[]): string {
  const tally = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  const [hold, differ, unseen] = [tally('holds'), tally('differs'), tally('not seen')];
  return [
    ...(hold > 0 ? [`${hold} hold${hold === 1 ? 's' : ''}`] : []),
    ...(differ > 0 ? [`${differ} differ${differ === 1 ? 's' : ''}`] : []),
    ...(unseen > 0 ? [`${unseen} not seen`] : []),
  ].join(', ');
}

function cellsOf({ question, asked, seen, rule, verdict }: ProbeRow, window: string | undefined): string[] {
  const short = window === undefined ? asked : asked.replace(window, windowName);
  return [question, short, seen, rule, marks[verdict]];
}

function columnWidths(width: number): readonly number[] {
  const room = width - verdictWidth - gap.length * 4;
  const question = Math.floor(room * shares.question);
  const asked = Math.floor(room * shares.asked);
  const rule = Math.floor(room * shares.rule);
  return [question, asked, room - question - asked - rule, rule, verdictWidth];
}

function opening(
  report: ProbeReport,
  { title, width }: { readonly title: string; readonly width: number },
): string[] {
  const { baseUrl, region, projectId, at, requests, window } = report;
  const explained = window === undefined ? [] : wrap(`${windowName} is ${window}.`, width);
  return [
    ...wrap(`${title} of ${baseUrl}, region ${region}, project ${projectId}, at ${at}`, width),
    ...wrap(`${requests} requests, each GET …/${region}/v1/projects/${projectId}/<asked>.`, width),
    ...explained,
  ];
}

function closing({ stopped, rows }: ProbeReport, width: number): string[] {
  const differing = rows.filter(({ verdict }) => verdict === 'differs');
  const summary = wrap(`${rows.length} questions: ${tallyLine(rows)}.`, width);
  const again = differing.flatMap(({ question, seen, rule }) => {
    const [first = '', ...rest] = wrap(`${question} ${seen}. We count on: ${rule}.`, width - 2);
    return [`✗ ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  const ending = stopped ? wrap(`Stopped early. ${stopped.reason}. ${stopped.remedy}`, width) : [];
  return [...summary, ...again, ...ending];
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

/** A word with its count and what follows it, or blanks between words. */
const pieces = /\s+|[^\s?&,/]+(?:\s\d+%?(?=[,;.]| and |$))?[?&,/;.…]*|[?&,/;.…]+/g;

/**
 * Breaks between words, but not between a word and its count, and in addresses after `?`, `&`, `,` and `/`; what
 * is still longer than a line breaks after `=`, and else where it must.
 */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const put = (piece: string) => {
    if (stringWidth(line + piece.trimEnd()) > width) {
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = piece.trimStart();
    } else {
      line += piece;
    }
  };
  for (const piece of text.match(pieces) ?? []) {
    if (stringWidth(piece) <= width) put(piece);
    else for (const part of piece.split(/(?<==)/)) for (const cut of cutsOf(part, width)) put(cut);
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length === 0 ? [''] : lines;
}

function cutsOf(text: string, width: number): readonly string[] {
  return stringWidth(text) <= width ? [text] : [...text];
}
