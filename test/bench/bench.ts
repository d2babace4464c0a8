/**
 * `npm run bench -- workbook | report | pull | planning | cloud | deliveries | outage | storm | week | import | answers
 * | scale [options]`; `--help` describes them.
 */

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { takeTemporaryFolderUntilExit } from '../support/private-temporary-folder.ts';
import { answerLines, benchAnswers } from './answers.ts';
import { benchCloud, benchLoad } from './cloud/bench-cloud.ts';
import { brokenDeliveries, brokenPromises, cloudJson, cloudTable, deliveryLines } from './cloud/report.ts';
import { benchImport, importLines, overPromise } from './import.ts';
import { simulateOutage } from './outage.ts';
import { benchPlanning, planningTable } from './planning.ts';
import { benchPull } from './pull.ts';
import { benchReport, reportLines } from './report/bench-report.ts';
import { benchScale } from './scale.ts';
import { measureReport, simulateStorm } from './storm.ts';
import { benchWeek } from './week.ts';
import { type BenchRow, benchWorkbook } from './workbook/bench-workbook.ts';
import { reportTable } from './workbook/report.ts';

const allConcurrencies: readonly number[] = [2, 10, 50, 100];
const sizes = [1_000, 10_000, 50_000];

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number above 0.');
}

function wholeNumbers(text: string, before: readonly number[] | undefined): readonly number[] {
  return [...(before === allConcurrencies ? [] : (before ?? [])), wholeNumber(text)];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

type CloudOptions = { runs: number; strict?: true; json?: true };

async function cloud(options: CloudOptions): Promise<void> {
  const figures = await benchCloud(options.runs, say);
  process.stdout.write(options.json ? cloudJson(figures) : cloudTable(figures));
  fail(brokenPromises(figures, options.strict ? 'counted' : 'printed only'));
}

async function deliveries({ reports }: { reports: number }): Promise<void> {
  const outcome = await benchLoad(reports, say);
  process.stdout.write(deliveryLines(outcome));
  fail(brokenDeliveries(outcome));
}

function fail(broken: readonly string[]): void {
  for (const line of broken) say(line);
  if (broken.length > 0) process.exitCode = 1;
}

async function workbook(options: { tasks?: number; runs: number; json?: true }): Promise<void> {
  const rows: BenchRow[] = [];
  for (const tasks of options.tasks === undefined ? sizes : [options.tasks])
    rows.push(...(await benchWorkbook(tasks, options.runs, say)));
  process.stdout.write(options.json ? `${JSON.stringify({ rows })}\n` : reportTable(rows));
  if (rows.some(({ equal }) => !equal)) process.exitCode = 1;
}

const program = new Command('bench').description('Metrics what this project promises to be fast at.');
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
  .command('report')
  .description(
    'Makes a whole week of a sample project, from parsed tasks to bytes on disk, each time in a fresh process.',
  )
  .option('--tasks <number>', 'tasks of the project, 50 to 50000', wholeNumber, 2_000)
  .option('--runs <number>', 'how often; the median run is shown', wholeNumber, 5)
  .option('--json', 'one JSON object instead of a table')
  .action((options: { tasks: number; runs: number; json?: true }) => {
    const figures = benchReport(options.tasks, options.runs, say);
    process.stdout.write(options.json ? `${JSON.stringify(figures)}\n` : reportLines(figures));
  });
program
  .command('pull')
  .description('Reads a sample project over HTTP and counts seconds, raw pages held and memory.')
  .option('--tasks <number>', 'tasks of the project, 50 to 50000', wholeNumber, 10_000)
  .option('--json', 'one JSON object instead of a line')
  .action(async (options: { tasks: number; json?: true }) => {
    const figures = await benchPull(options.tasks);
    const { tasks, pages, seconds, peakMB } = figures;
    const line = `${tasks} tasks in ${pages} pages: ${seconds.toFixed(2)} s, ${Math.round(peakMB)} MB at the peak`;
    process.stdout.write(`${options.json ? JSON.stringify(figures) : line}\n`);
  });
program
  .command('planning')
  .description('Measures the planning server over its full stack, from versions in a folder.')
  .option('--tasks <number>', 'tasks of the large project, 50 to 50000', wholeNumber, 50_000)
  .option('--json', 'one JSON object instead of a table')
  .action(async (options: { tasks: number; json?: true }) => {
    const rows = await benchPlanning(options.tasks, say);
    process.stdout.write(options.json ? `${JSON.stringify({ rows })}\n` : planningTable(rows));
  });
program
  .command('cloud')
  .description('Weighs the deployed functions: import, a warm run, the largest run, the bundles.')
  .option('--runs <number>', 'how often each is measured', wholeNumber, 7)
  .option('--strict', 'exit code 1 also for a time that is over its limit, not only for sizes')
  .option('--json', 'one JSON object instead of a table')
  .action(cloud);
program
  .command('deliveries')
  .description(
    'Delivers reports due in one minute with the deployed functions, against a planning service that allows 20 requests a second, while workers are killed. 2,000 take ten minutes or more.',
  )
  .option('--reports <number>', 'reports that are due', wholeNumber, 200)
  .action(deliveries);
program
  .command('storm')
  .description(
    'Reports of ten recipients each, all due at once: 14 recipients a second, 50,000 a day, a planning service with 20 requests a second of which 5 % fail. Virtual time, with a measured time for each workbook.',
  )
  .option('--reports <number>', 'reports that are due', wholeNumber, 5_000)
  .option('--concurrency <numbers...>', 'maxConcurrency', wholeNumbers, allConcurrencies)
  .action(async (options: { reports: number; concurrency: number[] }) => {
    const renderMs = await measureReport();
    say(`In virtual time; a workbook takes ${Math.round(renderMs)} ms, as measured.`);
    for (const maxConcurrency of options.concurrency) {
      const { minutes, lost, unmarkedDuplicates, peakMB } = await simulateStorm(options.reports, {
        maxConcurrency,
        renderMs,
      });
      process.stdout.write(
        `maxConcurrency ${maxConcurrency}: ${minutes.toFixed(1)} minutes to the last mail, ${lost} lost, ${unmarkedDuplicates} unmarked duplicates, ${Math.round(peakMB)} MB at the peak\n`,
      );
    }
  });
program
  .command('outage')
  .description('Counts the calls of a day on which the planning service is down, in virtual time.')
  .option('--reports <number>', 'reports that are due when it goes down', wholeNumber, 200)
  .option('--hours <number>', 'how long it is down', wholeNumber, 24)
  .action(async ({ reports, hours }: { reports: number; hours: number }) => {
    process.stdout.write(`${JSON.stringify(await simulateOutage(reports, hours), null, 2)}\n`);
  });
program
  .command('week')
  .description(
    'A week of made-up trouble in virtual time, once for each seed: outages, a used-up quota, wrong keys and configurations, crashes and kills. Exit code 1 if a report was neither delivered nor its contact told once.',
  )
  .option('--projects <number>', 'projects, with two reports each; 12 or more', wholeNumber, 50)
  .option('--seeds <number>', 'how many weeks', wholeNumber, 10)
  .action(async ({ projects, seeds }: { projects: number; seeds: number }) => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { faults, due, delivered, mails, planningRequests } = await benchWeek(String(seed), projects);
      process.stdout.write(
        `week ${seed}: ${due} reports due, ${delivered} delivered, ${faults.length} faults; notices to a contact ${mails.min} / ${mails.median} / ${mails.max} (least, median, most); ${Math.round(planningRequests)} requests to the planning service in an hour of outage\n`,
      );
      for (const fault of faults) say(fault);
      if (faults.length > 0) process.exitCode = 1;
    }
  });
program
  .command('import')
  .description(
    'Imports a sample project from XER, MS Project XML, CSV and Excel, each in a process of its own.',
  )
  .option('--tasks <number>', 'tasks of the project, 10 to 50000', wholeNumber, 50_000)
  .option('--strict', 'exit code 1 if an XER file takes more time or memory than is promised')
  .option('--json', 'one JSON object instead of a line a format')
  .action(async (options: { tasks: number; strict?: true; json?: true }) => {
    const figures = await benchImport(options.tasks);
    process.stdout.write(options.json ? `${JSON.stringify({ rows: figures })}\n` : importLines(figures));
    if (!options.strict) return;
    for (const line of overPromise(figures)) {
      say(line);
      process.exitCode = 1;
    }
  });
program
  .command('answers')
  .description("Sends answers to 200 cuts' pages on the machine's link server, stored in a directory.")
  .option('--per-second <number>', 'submissions a second', wholeNumber, 50)
  .option('--seconds <number>', 'how long', wholeNumber, 60)
  .action(async ({ perSecond, seconds }: { perSecond: number; seconds: number }) => {
    const folder = await mkdtemp(join(tmpdir(), 'answers-'));
    const figures = await benchAnswers(folder, { perSecond, seconds, cuts: 200 });
    process.stdout.write(answerLines(figures));
    const { sent, stored, names, p99Ms } = figures;
    if (stored !== sent || names !== sent || p99Ms > 150) process.exitCode = 1;
  });
program
  .command('scale')
  .description(
    'What 1, 500, 5,000 and 50,000 projects cost a month and take: the configuration, dispatch and reconcile with the real code over emulated services, the rest reckoned. Writes the tables of docs/cost.md. Takes two minutes.',
  )
  .action(() => benchScale(say));
takeTemporaryFolderUntilExit();
await program.parseAsync();
