/**
 * Writes the tables of docs/cost.md: what a deployment costs and needs at several numbers of projects. Figures are
 * measured with the real code on this machine, or calculated from such figures and from limits that AWS publishes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../infra/bundling.ts';
import { fillGeneratedRegions } from '../../infra/docs/markdown.ts';
import { reportCalls } from '../integration/end-to-end/counted-calls.ts';
import { simulateOutage } from './outage.ts';
import { assumed, type Checks, monthlyCost, type Quantities, s3Calls, totalLine } from './scale/cost.ts';
import {
  ifDefined,
  notAtLargest,
  reckonFrom,
  type Size,
  scaleTable,
  secondsOn,
  table,
} from './scale/limits.ts';
import { countSchedules, measureDeployment, measureSteps } from './scale/measure.ts';
import { type MeasuredStep, stepNames } from './scale/steps.ts';

export const sizes = [1, 500, 5_000, 50_000] as const;
const largest = 50_000;

const inCents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

type Cost = ReturnType<typeof monthlyCost>;

function costText(costs: readonly Cost[]): string {
  const totalOf = (at: number) => costs[at]?.find(([line]) => line === totalLine)?.[1] ?? Number.NaN;
  const cents = (100 * (totalOf(2) - totalOf(1))) / ((sizes[2] - sizes[1]) * assumed.reportsAMonth);
  const sum = `A deployment costs about ${totalOf(0).toFixed(0)} US dollars a month, and each report about ${cents.toFixed(1)} cents more.`;
  const heads = sizes.map((size) => `${size.toLocaleString('en')} ${size === 1 ? 'project' : 'projects'}`);
  const rows = (costs[0] ?? []).map(([line], at) => [
    line,
    ...costs.map((cost) => {
      const text = (cost[at]?.[1] ?? Number.NaN).toLocaleString('en', inCents);
      return line === totalLine ? `**${text}**` : text;
    }),
  ]);
  return `${sum}\n\n${table(['US dollars a month', ...heads], rows)}`;
}

export async function benchScale(say: (line: string) => void): Promise<void> {
  const outages = await Promise.all(
    [20, 100].map(async (reports) => [reports, (await simulateOutage(reports, 24)).during] as const),
  );
  const schedules = await countSchedules();
  const all: Size[] = [];
  for (const projects of sizes) {
    const deployed = await measureDeployment(projects);
    const memoryMB = deployed.functions.get('reconcile')?.memoryMB ?? 0;
    const steps = stepNames.filter((step) => projects < largest || step !== notAtLargest);
    all.push({ projects, deployed, ...measureSteps(projects, steps, memoryMB) });
    say(`${projects.toLocaleString('en')} projects: measured`);
  }
  const functions = all[0]?.deployed.functions ?? new Map<string, never>();
  const memoryMB = functions.get('reconcile')?.memoryMB ?? 0;
  const checksOf = ({ projects, steps }: Size): Checks => {
    const run = (step: MeasuredStep, calls: Quantities): Quantities => {
      const seconds = ifDefined(steps.get(step), (found) => secondsOn(memoryMB, found)) ?? Number.NaN;
      return { ...calls, lambdaGbSecond: (seconds * memoryMB) / 1_024, lambdaRequest: 1 };
    };
    const day = (name: string) =>
      reckonFrom(
        outages.map(([reports, counts]) => [reports, counts[name] ?? 0] as const),
        projects,
      );
    const { calls = {} } = steps.get('check') ?? {};
    return {
      idle: run('first check', s3Calls(reportCalls.reconcile)),
      open: run('check', { s3Write: calls['S3 lists'] ?? 0, s3Read: calls['S3 reads'] ?? 0 }),
      outageDay: {
        sqsRequest: day('SQS requests'),
        lambdaRequest: day('Lambda invocations'),
        lambdaGbSecond: day('GB-seconds'),
        s3Write: day('S3 writes') + day('S3 lists'),
        s3Read: day('S3 reads'),
      },
    };
  };
  const path = join(repositoryRoot, 'docs/cost.md');
  const contents = new Map([
    ['cost', costText(all.map((size) => monthlyCost(size.projects, size.deployed.parts, checksOf(size))))],
    ['scale', scaleTable(all, { functions, schedules })],
  ]);
  await writeFile(path, fillGeneratedRegions(await readFile(path, 'utf8'), contents));
  say('docs/cost.md is written.');
}
