/**
 * Measures the deployed functions: how large each bundle is and how long its import takes, how large and how fast the
 * week page is, how long a report of 300 tasks takes in a warm process, and how much memory one of 10,000 tasks needs.
 */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { aCloud, type Cloud } from '../../integration/end-to-end/a-cloud.ts';
import { deliverMany, type LoadOutcome } from '../../integration/end-to-end/many-reports.ts';
import { smallSiteConfiguration } from '../../integration/end-to-end/small-site.ts';
import { deployedFunctionNames } from '../../integration/runtime/deploy.ts';
import { keptStack } from '../../integration/runtime/kept-stack.ts';
import type { Stack } from '../../integration/runtime/synthesise.ts';
import { benchWeekPage } from './bench-week-page.ts';

export type CloudFigure = {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'kB';
  /** The promised maximum, if any. */
  readonly atMost: number | undefined;
};

const importLimits: Readonly<Record<string, number>> = { report: 120, dispatch: 60, download: 60 };
const sizeLimits: Readonly<Record<string, number>> = { report: 1_500 };
const execute = promisify(execFile);

export async function benchCloud(runs: number, say: (line: string) => void): Promise<readonly CloudFigure[]> {
  const stack = await keptStack();
  const figures: CloudFigure[] = [];
  for (const { name, code } of byName(stack)) {
    figures.push({
      name: `${name}BundleKB`,
      value: Math.round((await bundleSize(code)) / 1_000),
      unit: 'kB',
      atMost: sizeLimits[name] ?? 1_000,
    });
  }
  const yardstick: number[] = [];
  for (let run = 0; run < runs; run += 1) yardstick.push(await importTime(['node:https', 'node:crypto']));
  figures.push({ name: 'nodeOwnImportMs', value: median(yardstick), unit: 'ms', atMost: undefined });
  say(`import of Node's own https and crypto: ${yardstick.map((time) => time.toFixed(0)).join(', ')} ms`);
  for (const { name, code } of byName(stack)) {
    const bundle = pathToFileURL(join(code, 'index.mjs')).href;
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await importTime([bundle]));
    figures.push({ name: `${name}ImportMs`, value: median(times), unit: 'ms', atMost: importLimits[name] });
    say(`import of ${name}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
  }
  for (const tasks of [1_060, 4_000]) figures.push(...(await pageFigures(stack, { tasks, runs, say })));
  const warm = await runReports(stack, { tasks: 300, runs: runs + 1, memoryMB: undefined });
  say(`300 tasks: ${warm.besides.map((time) => time.toFixed(0)).join(', ')} ms besides the network`);
  figures.push({
    name: 'warm300TasksMs',
    value: median(warm.besides.slice(1)),
    unit: 'ms',
    atMost: 350,
  });
  const large = await runReports(stack, { tasks: 10_000, runs: 2, memoryMB: 512 });
  say(`10,000 tasks: ${large.besides.map((time) => time.toFixed(0)).join(', ')} ms besides the network`);
  figures.push(
    {
      name: 'cold10000TasksMs',
      value: Math.round(large.besides[0] ?? Number.NaN),
      unit: 'ms',
      atMost: undefined,
    },
    { name: 'peak10000TasksMB', value: Math.round(large.peakMB), unit: 'MB', atMost: 512 },
  );
  return figures;
}

export async function benchLoad(reports: number, say: (line: string) => void): Promise<LoadOutcome> {
  return deliverMany({
    stack: await keptStack(),
    reports,
    perSecond: 20,
    failing: 0.05,
    killing: 0.005,
    workers: 4,
    say,
  });
}

function byName({ functions }: Stack): Stack['functions'] {
  return deployedFunctionNames.flatMap((name) => functions.filter((each) => each.name === name));
}

/**
 * Limits by the number of tasks in the project: page size in kB here, response time in ms below. A project of 1,060
 * tasks has 300 in the week; one of 4,000 has 1,060.
 */
const pageSizeLimits: Readonly<Record<number, number>> = { 1060: 18, 4000: 60 };
const pageTimeLimits: Readonly<Record<number, { readonly warm: number; readonly cold: number }>> = {
  1060: { warm: 20, cold: 250 },
};

async function pageFigures(
  { functions }: Stack,
  of: { readonly tasks: number; readonly runs: number; readonly say: (line: string) => void },
): Promise<readonly CloudFigure[]> {
  const { tasks, runs, say } = of;
  const { code = '' } = functions.find(({ name }) => name === 'download') ?? {};
  const bundle = pathToFileURL(join(code, 'index.mjs')).href;
  const { inWeek, bytes, cold, warm } = await benchWeekPage(bundle, { tasks, runs });
  say(
    `week page of ${tasks} tasks, ${inWeek} in the week: ${cold.map((time) => time.toFixed(0)).join(', ')} ms cold`,
  );
  const limits = pageTimeLimits[tasks];
  return [
    {
      name: `page${tasks}TasksKB`,
      value: Math.ceil(bytes / 1_000),
      unit: 'kB',
      atMost: pageSizeLimits[tasks],
    },
    { name: `page${tasks}WarmMs`, value: median(warm), unit: 'ms', atMost: limits?.warm },
    { name: `page${tasks}ColdMs`, value: median(cold), unit: 'ms', atMost: limits?.cold },
  ];
}

/** Bytes of all modules that are uploaded, including those that are loaded on demand. */
async function bundleSize(code: string): Promise<number> {
  const modules = (await readdir(code)).filter((path) => path.endsWith('.mjs'));
  const sizes = await Promise.all(modules.map(async (path) => (await stat(join(code, path))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Milliseconds that a fresh process takes to load modules. Node's own modules, which every function needs, are the
 * yardstick: they show how much of the time is due to this machine.
 */
async function importTime(modules: readonly string[]): Promise<number> {
  const imports = modules.map((module) => `await import(${JSON.stringify(module)});`).join(' ');
  const script = `const began = performance.now(); ${imports} process.stdout.write(String(performance.now() - began)); process.exit();`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env['PATH'], TZ: 'UTC', AWS_REGION: 'eu-west-2' },
  });
  return Number(stdout);
}

type Runs = { readonly tasks: number; readonly runs: number; readonly memoryMB: number | undefined };

/**
 * Makes reports on demand, one after the other in one process. @returns milliseconds of each, without the time in which
 * requests were in flight, and the peak memory
 */
async function runReports(
  stack: Stack,
  { tasks, runs, memoryMB }: Runs,
): Promise<{ readonly besides: readonly number[]; readonly peakMB: number }> {
  const functions = stack.functions.map((each) => (memoryMB === undefined ? each : { ...each, memoryMB }));
  await using cloud = await aCloud({
    stack: { ...stack, functions },
    projects: [
      generateSampleProject({ seed: 7, tasks, region: 'gb', projectId: 'small-site', name: 'Small Site' }),
    ],
    configuration: (url) => smallSiteConfiguration(url),
    clock: '2026-11-20T14:00:00Z',
    sendEvents: 'lost',
  });
  const besides: number[] = [];
  for (let run = 1; run <= runs; run += 1) besides.push(await timeOne(cloud, `bench-${run}`));
  return { besides, peakMB: Math.max(...cloud.functions.report.peaksMB()) };
}

async function timeOne(cloud: Cloud, runId: string): Promise<number> {
  const before = cloud.inFlight.busy();
  const began = performance.now();
  const answer = await cloud.functions.report.invoke({
    project: 'site',
    report: 'weekly',
    mode: 'send',
    runId,
  });
  const took = performance.now() - began;
  if (answer.kind !== 'response') throw new Error(`The report failed: ${JSON.stringify(answer)}`);
  return took - (cloud.inFlight.busy() - before);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return Math.round((upper + lower) / 2);
}
