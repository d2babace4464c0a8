/** A whole week's report of a sample project, from parsed tasks to bytes on disk, in this fresh process. */

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowFor } from '../../functions/lookahead/dates/window.ts';
import { taskSchema } from '../../functions/planning/contract/resources.ts';
import { shifts } from '../../functions/planning/contract/tasks-query.ts';
import { generateSampleProject } from '../../functions/planning-server/sample/generate/generate-sample-project.ts';
import { aPlanInput, day } from '../support/builders/a-plan-input.ts';

export type ReportFigures = {
  readonly tasksPulled: number;
  readonly tasksInReport: number;
  readonly loadMs: number;
  readonly planLookaheadMs: number;
  readonly planWorkbookMs: number;
  readonly writeWorkbookMs: number;
  readonly toDiskMs: number;
  /** From parsed tasks to bytes on disk, loading the modules that do it included. */
  readonly totalMs: number;
  readonly bytes: number;
  /** Milliseconds it takes to make each sheet's rows, measured apart. */
  readonly sheets: readonly { readonly name: string; readonly rows: number; readonly rowsMs: number }[];
};

/** How long it takes, and what it gives. */
async function timed<Result>(run: () => Result | Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now();
  const result = await run();
  return { result, ms: performance.now() - began };
}

export async function benchReport(tasks: number): Promise<ReportFigures> {
  const sample = generateSampleProject({
    seed: 1,
    tasks,
    region: 'gb',
    projectId: 'riverside-tower',
    name: 'Riverside Tower',
  });
  const parsed = sample.collections.tasks.map((task) => taskSchema.parse(task));
  const pulled = parsed.map((task) => ({
    task,
    answeredBy: shifts.filter((shift) => shift === task.shift),
  }));
  const input = aPlanInput({
    tasks: pulled,
    window: windowFor(day('2026-11-20'), { weeks: 1, starts: 'next-week' }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-bench-'));
  const began = performance.now();
  const loaded = await timed(async () => ({
    ...(await import('../../functions/lookahead/plan-lookahead.ts')),
    ...(await import('../../functions/workbook/plan-workbook.ts')),
    ...(await import('../../functions/workbook/xlsx/workbook-writer.ts')),
  }));
  const { planLookaheads, planWorkbook, writeWorkbook } = loaded.result;
  const planned = await timed(() => planLookaheads(input, [{ kind: 'everyone' }]));
  const [lookahead] = planned.result;
  if (lookahead === undefined) throw new Error('The planner made no lookahead.');
  const plan = await timed(() => planWorkbook(lookahead, { paper: 'A3' }));
  const written = await timed(() => writeWorkbook(plan.result));
  const file = join(folder, 'report.xlsx');
  const disk = await timed(() => writeFileSync(file, written.result));
  const totalMs = performance.now() - began;
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  return {
    tasksPulled: parsed.length,
    tasksInReport: lookahead.tasks.length,
    loadMs: loaded.ms,
    planLookaheadMs: planned.ms,
    planWorkbookMs: plan.ms,
    writeWorkbookMs: written.ms,
    toDiskMs: disk.ms,
    totalMs,
    bytes,
    sheets: planWorkbook(lookahead, { paper: 'A3' }).sheets.map(({ name, rows }) => {
      const start = performance.now();
      const made = [...rows].length;
      return { name, rows: made, rowsMs: performance.now() - start };
    }),
  };
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
