/** A page of a PDF as a printer puts it on paper, and the QR code on it as another program reads it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const dotsPerInch = 150;
const millimetresPerInch = 25.4;

const programs = ['pdftoppm', 'pdftotext', 'zbarimg'];
const missing = programs.filter((program) => spawnSync(program, ['--version']).error !== undefined);

/** If it is false, tests that read prints are skipped. */
export const canReadPrints = missing.length === 0;
if (!canReadPrints) process.stderr.write(`${missing.join(', ')} not installed: prints are not read.\n`);

function run(command: string, ...words: string[]): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, words, { maxBuffer: 512 * 1_024 * 1_024 });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr.toString()}`);
  return stdout;
}

/** The text of each page. */
export function textsOf(pdf: string): readonly string[] {
  const text = run('pdftotext', '-layout', pdf, '-').toString();
  return text.replace(/\f$/, '').split('\f');
}

export type PrintedCode = {
  readonly link: string;
  /** Width from the first dark module to the last, without the light border. */
  readonly millimetres: number;
};

/** The code on a page, printed in grey at 150 dots per inch; undefined if there is none. */
export function codeOn(pdf: string, page: number, folder: string): PrintedCode | undefined {
  const name = join(folder, `page-${page}`);
  run(
    'pdftoppm',
    '-r',
    `${dotsPerInch}`,
    '-gray',
    '-singlefile',
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    pdf,
    name,
  );
  const picture = `${name}.pgm`;
  const { status, stdout } = spawnSync('zbarimg', ['-q', '--raw', '-Sdisable', '-Sqrcode.enable', picture]);
  return status === 0
    ? { link: stdout.toString().trim(), millimetres: widthOf(readFileSync(picture)) }
    : undefined;
}

type Square = { readonly start: number; readonly end: number };

/** Width in millimetres from the left edge of the code's left squares to the right edge of its right square. */
function widthOf(pgm: Buffer): number {
  const [header = '', width = ''] = /^P5\s+(\d+)\s+\d+\s+255\s/.exec(pgm.toString('latin1', 0, 40)) ?? [];
  const dots = pgm.subarray(header.length);
  const across = Number(width);
  const down = Array.from({ length: dots.length / across }, (_, row) => row * across);
  const squares = down
    .flatMap((at) => squaresOn(dots.subarray(at, at + across)))
    .filter(({ start, end }) => {
      // Letters may have the pattern of a square along a row, but not along a column too.
      const middle = Math.floor((start + end) / 2);
      const column = Buffer.from(down.map((at) => dots[at + middle] ?? 255));
      return squaresOn(column).some((other) => Math.abs(other.end - other.start - (end - start)) <= 2);
    });
  const widest = Math.max(...squares.map(({ end }) => end)) - Math.min(...squares.map(({ start }) => start));
  return (widest / dotsPerInch) * millimetresPerInch;
}

/**
 * Finds where dark, light, dark, light and dark pixels follow each other in lengths of 1 : 1 : 3 : 1 : 1, as on a line
 * through the middle of a square.
 */
function squaresOn(line: Buffer): readonly Square[] {
  const starts = [...line.keys()].filter((at) => at > 0 && isDark(line[at]) !== isDark(line[at - 1]));
  return starts.flatMap((start, index) => {
    const end = starts[index + 5];
    if (end === undefined || !isDark(line[start])) return [];
    const module = (end - start) / 7;
    const isSquare = [1, 1, 3, 1, 1].every((modules, run) => {
      const length = (starts[index + run + 1] ?? 0) - (starts[index + run] ?? 0);
      return Math.abs(length - modules * module) <= module / 2;
    });
    return isSquare && module > 3 ? [{ start, end }] : [];
  });
}

function isDark(grey = 255): boolean {
  return grey < 128;
}

/** The PDF that LibreOffice prints of each workbook. It starts once for all of them. */
export function printWithLibreOffice(workbooks: readonly Uint8Array[], folder: string): readonly string[] {
  const files = workbooks.map((workbook, index) => {
    const file = join(folder, `${index}.xlsx`);
    writeFileSync(file, workbook);
    return file;
  });
  const home = `-env:UserInstallation=file://${folder}/profile`;
  run('soffice', '--headless', home, '--convert-to', 'pdf', '--outdir', folder, ...files);
  return files.map((_, index) => join(folder, `${index}.pdf`));
}
