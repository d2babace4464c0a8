/** `npm run bench -- workbook [--tasks N] [--runs N] [--json]`, `npm run bench -- pull [--tasks N] [--json]` */
import { Command, InvalidArgumentError } from 'commander';
import { benchPull } from './pull.ts';
import { type BenchRow, benchWorkbook } from './workbook/bench-workbook.ts';
import { reportTable } from './workbook/report.ts';

const sizes = [1_000, 10_000, 50_000];

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number above 0.');
}

async function workbook(options: { tasks?: number; runs: number; json?: true }): Promise<void> {
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const rows: BenchRow[] = [];
  for (const tasks of options.tasks === undefined ? sizes : [options.tasks])
    rows.push(...(await benchWorkbook(tasks, options.runs, say)));
  process.stdout.write(options.json ? `${JSON.stringify({ rows })}\n` : reportTable(rows));
  if (rows.some(({ equal }) => !equal)) process.exitCode = 1;
}

const program = new Command('bench').description('Measures what this project promises to be fast at.');
program
  .command('workbook')
  .description(
    'Writes one workload with our writer and with others, and compares time, memory and every cell.',
  )
  .option('--tasks <number>', `one size instead of ${sizes.join(', ')}`, wholeNumber)
  .option('--runs <number>', 'how often each writer runs', wholeNumber, 5)
  .option('--json', 'one JSON object instead of tables')
  .action(workbook);
program
  .command('pull')
  .description('Reads a sample project over HTTP and counts seconds, raw pages held and memory.')
  .option('--tasks <number>', 'tasks of the project, 50 to 50000', wholeNumber, 10_000)
  .option('--json', 'one JSON object instead of a line')
  .action(async (options: { tasks: number; json?: true }) => {
    const figures = await benchPull(options.tasks);
    const { tasks, pages, seconds, mostRawPages, peakMB } = figures;
    const line = `${tasks} tasks in ${pages} pages: ${seconds.toFixed(2)} s, at most ${mostRawPages} raw pages at a time, ${Math.round(peakMB)} MB at the peak`;
    process.stdout.write(`${options.json ? JSON.stringify(figures) : line}\n`);
  });
await program.parseAsync();
