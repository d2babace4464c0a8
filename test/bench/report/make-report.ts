/** A whole week's report of a project, from parsed tasks to bytes on disk. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Task } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';

export type ReportFigures = {
  readonly tasksPulled: number;
  readonly tasksInReport: number;
  readonly bytes: number;
  /** Milliseconds to load the modules that plan and write, if they are not loaded yet. */
  readonly loadMs: number;
  readonly planLookaheadMs: number;
  readonly planWorkbookMs: number;
  readonly writeWorkbookMs: number;
  readonly toDiskMs: number;
  /** Total of all the above. */
  readonly totalMs: number;
  /** Milliseconds of processor time, in all threads. */
  readonly processorMs: number;
  /** Milliseconds to make each sheet's rows, measured separately. */
  readonly sheets: readonly { readonly name: string; readonly rows: number; readonly rowsMs: number }[];
};

async function timed<Result>(run: () => Result | Promise<Result>): Promise<{ result: Result; ms: number }> {
  const began = performance.now();
  const result = await run();
  return { result, ms: performance.now() - began };
}

async function loadModules() {
  const [input, window, lookahead, workbook, writer] = await Promise.all([
    import('../../support/builders/a-plan-input.ts'),
    import('#lookahead/dates/window.ts'),
    import('#lookahead/plan-lookahead.ts'),
    import('#workbook/render-workbook.ts'),
    import('#workbook/xlsx/workbook-writer.ts'),
  ]);
  return { ...input, ...window, ...lookahead, ...workbook, ...writer };
}

export async function makeReport(tasks: readonly Task[]): Promise<ReportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-bench-'));
  const processor = process.cpuUsage();
  const began = performance.now();
  const loaded = await timed(loadModules);
  const { aPlanInput, day, windowFor, planLookahead, planWorkbook, writeWorkbook } = loaded.result;
  const input = {
    tasks: tasks.map((task) => ({ task, answeredBy: shifts.filter((shift) => shift === task.shift) })),
    window: windowFor(day('2026-11-20'), { weeks: 1, starts: 'next-week' }),
  } as const;
  const planned = await timed(() => planLookahead(aPlanInput(input)).cutFor({ kind: 'everyone' }, 1));
  const lookahead = planned.result;
  const plan = await timed(() => planWorkbook(lookahead, { paper: 'A3' }));
  const written = await timed(() => writeWorkbook(plan.result));
  const disk = await timed(() => writeFileSync(join(folder, 'report.xlsx'), written.result));
  const totalMs = performance.now() - began;
  const { user, system } = process.cpuUsage(processor);
  rmSync(folder, { recursive: true });
  return {
    tasksPulled: tasks.length,
    tasksInReport: lookahead.tasks.length,
    bytes: written.result.length,
    loadMs: loaded.ms,
    planLookaheadMs: planned.ms,
    planWorkbookMs: plan.ms,
    writeWorkbookMs: written.ms,
    toDiskMs: disk.ms,
    totalMs,
    processorMs: (user + system) / 1_000,
    sheets: planWorkbook(lookahead, { paper: 'A3' }).sheets.map(({ name, rows }) => {
      const start = performance.now();
      const made = [...rows].length;
      return { name, rows: made, rowsMs: performance.now() - start };
    }),
  };
}
