/** Measures a whole week's report of a sample project in a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportFigures } from './make-report.ts';
import { sampleTasks } from './sample-tasks.ts';

/**
 * The figures of the run with the median total. A first run is not counted: it fills Node's compile cache, which the
 * command line uses too.
 */
export function benchReport(tasks: number, runs: number, say: (line: string) => void): ReportFigures {
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-bench-'));
  const file = join(folder, 'tasks.json');
  const inFreshProcess = (): ReportFigures =>
    JSON.parse(
      execFileSync(process.execPath, [join(import.meta.dirname, 'write-report.ts'), file], {
        encoding: 'utf8',
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
      }),
    );
  try {
    writeFileSync(file, JSON.stringify(sampleTasks(tasks)));
    inFreshProcess();
    const all = Array.from({ length: runs }, inFreshProcess).sort((a, b) => a.totalMs - b.totalMs);
    say(`totals: ${all.map(({ totalMs }) => totalMs.toFixed(0)).join(', ')} ms`);
    const middle = all[Math.floor(runs / 2)];
    if (middle === undefined) throw new Error('No run was asked for.');
    return middle;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function reportLines(figures: ReportFigures): string {
  const { sheets, tasksPulled, tasksInReport, bytes, ...parts } = figures;
  const lines = [
    `${tasksPulled} tasks pulled, ${tasksInReport} in the report, ${Math.round(bytes / 1000)} kB`,
    ...Object.entries(parts).map(([name, ms]) => `${name.padEnd(18)}${ms.toFixed(0).padStart(6)} ms`),
    'rows of each sheet:',
    ...sheets.map(
      ({ name, rows, rowsMs }) =>
        `  ${name.padEnd(16)}${String(rows).padStart(6)} rows${rowsMs.toFixed(1).padStart(8)} ms`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
