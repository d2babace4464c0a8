/** Measures time and memory of an import of a large programme, from the file to the stored version. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import manifest from '../../package.json' with { type: 'json' };
import {
  aSampleProgramme,
  programmeFile,
  programmeFormats,
  type SampleFormat,
} from '../support/programmes/sample-files.ts';
import { sampleMappings } from '../support/programmes/sample-mappings.ts';

export type ImportFigures = {
  readonly format: SampleFormat;
  readonly activities: number;
  readonly fileMB: number;
  /** Seconds of the whole command, including its start. */
  readonly seconds: number;
  readonly peakMB: number;
};

/** Promised maximums for a file of 50,000 activities: `seconds` for XER only, `peakMB` for every format. */
const promised = { seconds: 6, peakMB: 500 } as const;

const root = resolve(import.meta.dirname, '../..');
/** The arguments with which `npm run lookahead` starts Node. */
const [, ...cli] = manifest.scripts.lookahead.split(' ');
const endings: Readonly<Record<SampleFormat, string>> = {
  xer: 'xer',
  mspdi: 'xml',
  csv: 'csv',
  excel: 'xlsx',
};
/** Runs in the measured process before the command, and reports its peak memory when it ends. */
const sayPeak =
  "data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))";

/** Imports a sample project with a number of tasks from a file of each format, one after the other. */
export async function benchImport(tasks: number): Promise<readonly ImportFigures[]> {
  const programme = aSampleProgramme(tasks);
  const folder = await mkdtemp(join(tmpdir(), 'lookahead-bench-import-'));
  const figures: ImportFigures[] = [];
  for (const format of programmeFormats) {
    const bytes = await programmeFile(programme, format);
    const file = join(folder, `plan.${endings[format]}`);
    const mapping = join(folder, `${format}.yaml`);
    await writeFile(file, bytes);
    await writeFile(mapping, sampleMappings[format]);
    const words = [
      'import',
      file,
      '--map',
      mapping,
      '--project',
      `gb/${format}`,
      '--to',
      join(folder, 'data'),
    ];
    const measured = await measure(['--import', sayPeak, ...cli, ...words]);
    figures.push({
      format,
      activities: programme.activities.length,
      fileMB: bytes.length / 1e6,
      ...measured,
    });
  }
  return figures;
}

async function measure(words: readonly string[]): Promise<Pick<ImportFigures, 'seconds' | 'peakMB'>> {
  const began = performance.now();
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const [peak, errors] = [child.stdio[3], child.stderr];
  if (!peak || !('read' in peak) || errors === null) throw new Error('The process has no output.');
  const [kilobytes, said, [code]] = await Promise.all([text(peak), text(errors), once(child, 'close')]);
  if (code !== 0) throw new Error(`The import failed: ${said}`);
  return { seconds: (performance.now() - began) / 1000, peakMB: Number(kilobytes) / 1024 };
}

export function importLines(figures: readonly ImportFigures[]): string {
  return figures
    .map(
      ({ format, activities, fileMB, seconds, peakMB }) =>
        `${format}: ${activities} activities, ${fileMB.toFixed(1)} MB: ${seconds.toFixed(1)} s, ${Math.round(peakMB)} MB at the peak\n`,
    )
    .join('');
}

export function overPromise(figures: readonly ImportFigures[]): readonly string[] {
  return figures
    .filter(
      ({ format, seconds, peakMB }) =>
        (format === 'xer' && seconds > promised.seconds) || peakMB > promised.peakMB,
    )
    .map(
      ({ format }) => `A file of ${format} takes more than ${promised.seconds} s or ${promised.peakMB} MB.`,
    );
}
