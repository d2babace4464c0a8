/**
 * Compares our writer with the best writers of other ecosystems on the same workload: whole processes, in turn,
 * medians, and peak memory as the system counts it. A time counts only if the file was read back and every cell was
 * equal.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { readPackage } from '../../support/workbook/read-workbook.ts';
import { firstDifference } from './compare.ts';
import { compileLibxlsxwriter } from './compile-libxlsxwriter.ts';

const writers = [
  'ours',
  'ours-warm',
  'libxlsxwriter',
  'xlsxwriter',
  'openpyxl',
  'exceljs-buffered',
  'limit',
] as const;
export type Writer = (typeof writers)[number];

export type BenchRow = {
  readonly writer: Writer;
  readonly tasks: number;
  readonly seconds: number;
  readonly peakMB: number;
  readonly equal: boolean;
};

type Run = { readonly seconds: number; readonly peakMB: number };

function findPython(library: string): string | undefined {
  return ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', `import ${library}`], { stdio: 'ignore' }).status === 0,
  );
}

/** The command of a writer, or what has to be installed for it. */
function commandOf(writer: Writer, folder: string): readonly string[] | { readonly missing: string } {
  const script = (name: string): string => join(import.meta.dirname, name);
  const node = process.execPath;
  const python = (library: string): readonly string[] | { missing: string } => {
    const found = findPython(library);
    return found === undefined
      ? { missing: `no Python has ${library}` }
      : [found, script(`write-${library}.py`)];
  };
  switch (writer) {
    case 'ours':
      return [node, script('write-ours.ts')];
    case 'ours-warm':
      return [node, script('write-ours-warm.ts')];
    case 'libxlsxwriter': {
      const program = compileLibxlsxwriter(folder);
      return typeof program === 'string' ? [program] : program;
    }
    case 'xlsxwriter':
      return python('xlsxwriter');
    case 'openpyxl':
      return python('openpyxl');
    case 'exceljs-buffered':
      return [node, '--max-old-space-size=12000', script('write-exceljs-buffered.ts')];
    case 'limit':
      return [node, script('write-limit.ts')];
  }
}

/** Runs a writer once. Node keeps compiled modules in `compiled`, as Python keeps them beside the sources. */
function runOnce(writer: Writer, command: readonly string[], compiled: string): Run {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync('/usr/bin/time', ['-v', ...command], {
    encoding: 'utf8',
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  const seconds = (performance.now() - start) / 1_000;
  if (status !== 0)
    throw new Error(`${writer} failed: ${stderr?.split('\n')[0] ?? '/usr/bin/time is not there'}`);
  const kilobytes = /Maximum resident set size \(kbytes\): (\d+)/.exec(stderr)?.[1];
  // A warm writer measures itself, without the start of its process.
  return { seconds: writer === 'ours-warm' ? Number(stdout) : seconds, peakMB: Number(kilobytes) / 1_024 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/**
 * A digest of the parts in `xl/`. The date of creation is not in them, so that a file equal to one already compared is
 * not read cell by cell again.
 */
async function contentHash(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  const file = await readPackage(bytes);
  for (const [name, content] of file.bytes) if (name.startsWith('xl/')) hash.update(name).update(content);
  return hash.digest('hex');
}

/**
 * Runs every writer that is installed `runs` times at a size.
 * @returns the median of the seconds and the largest peak memory of each writer
 * @throws Error if a writer fails
 */
export async function benchWorkbook(
  tasks: number,
  runs: number,
  say: (line: string) => void,
): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-bench-'));
  const results = new Map<Writer, Run[]>();
  const unequal = new Set<Writer>();
  const compared = new Set<string>();
  const commands = new Map(writers.map((writer) => [writer, commandOf(writer, folder)]));
  try {
    for (let round = 1; round <= runs; round += 1)
      for (const writer of writers) {
        const command = commands.get(writer) ?? { missing: 'it has no command' };
        if ('missing' in command) {
          if (round === 1) say(`${writer} is left out: ${command.missing}.`);
          continue;
        }
        const file = join(folder, 'workbook.xlsx');
        rmSync(file, { force: true });
        const result = runOnce(writer, [...command, String(tasks), file], join(folder, 'compiled'));
        const bytes = readFileSync(file);
        const hash = await contentHash(bytes);
        if (!compared.has(hash)) {
          const difference = await firstDifference(bytes, tasks);
          if (difference === undefined) compared.add(hash);
          else {
            unequal.add(writer);
            say(`${writer} wrote another workbook: ${difference}.`);
          }
        }
        results.set(writer, [...(results.get(writer) ?? []), result]);
        say(
          `${tasks} tasks, run ${round}: ${writer} ${result.seconds.toFixed(2)} s, ${result.peakMB.toFixed(0)} MB`,
        );
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [...results].map(([writer, all]) => ({
    writer,
    tasks,
    seconds: Number(median(all.map(({ seconds }) => seconds)).toFixed(3)),
    peakMB: Math.round(Math.max(...all.map(({ peakMB }) => peakMB))),
    equal: !unequal.has(writer),
  }));
}
