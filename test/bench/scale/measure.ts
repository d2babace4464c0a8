/** Measures, with the real code, what grows with the number of projects. Each step has a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Template } from 'aws-cdk-lib/assertions';
import { stringify } from 'yaml';
import * as z from 'zod/mini';
import { formatConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { configurationSchema } from '#config/configuration.ts';
import { readDeployment } from '../../../infra/stage/deployment.ts';
import { aStack, resourcesOf, writeConfiguration } from '../../support/infra/a-deployment.ts';
import { assumed, type StackParts } from './cost.ts';
import { type MeasuredStep, type Measurement, measurementSchema } from './steps.ts';

/** Projects with a weekly report each, all due at the same time. Each has its own readers and its own contact. */
function manyProjects(count: number) {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return {
    from: 'lookahead@example.com',
    projects: numbers.map((number) => ({
      key: `site-${number}`,
      name: `Site ${number}`,
      region: 'gb',
      projectId: `site-${number}`,
      timeZone: 'Europe/London',
      baseUrl: 'https://planning.example.com',
      apiKey: { secret: 'lookahead/planning' },
    })),
    reports: numbers.map((number) => ({
      key: `weekly-${number}`,
      name: 'Weekly lookahead',
      projects: [`site-${number}`],
      when: { cron: '0 14 * * FRI' },
      to: Array.from({ length: assumed.recipients }, (_, one) => `reader.${one}@site-${number}.example.com`),
      contact: `planner@site-${number}.example.com`,
    })),
  };
}

const prod = { awsRegion: 'eu-west-2', regions: ['gb'], schedules: 'on', alarmAddress: 'alarms@example.com' };

const awsFunction = z.object({ FunctionName: z.string(), MemorySize: z.number(), Timeout: z.number() });
const alarm = z.object({
  Metrics: z._default(z.array(z.object({ MetricStat: z.optional(z.unknown()) })), [{ MetricStat: {} }]),
});

export type Deployed = {
  readonly validateSeconds: number;
  readonly parts: StackParts;
  readonly schedules: number;
  readonly functions: ReadonlyMap<string, { readonly memoryMB: number; readonly seconds: number }>;
};

export async function measureDeployment(projects: number): Promise<Deployed> {
  const text = yamlOf(manyProjects(projects));
  const path = writeConfiguration(text);
  const began = performance.now();
  const deployment = await readDeployment(path, 'prod');
  const read = performance.now();
  const template = Template.fromStack(aStack(deployment));
  const all = (type: string) => [...resourcesOf(template, type).values()];
  const metrics = all('AWS::CloudWatch::Alarm').flatMap((properties) => alarm.parse(properties).Metrics);
  // Custom metrics are counted on the dashboard, which also shows every metric that an alarm watches.
  const shown = JSON.stringify(all('AWS::CloudWatch::Dashboard')).replaceAll('\\', '');
  const custom = shown.matchAll(
    /"(?:Lookahead","[^"]+"(?:,"service","[^"]+")?|AWS\/SES","\w+","ses:configuration-set")/g,
  );
  return {
    validateSeconds: (read - began) / 1_000,
    parts: {
      alarms: all('AWS::CloudWatch::Alarm').length,
      alarmMetrics: metrics.filter(({ MetricStat }) => MetricStat !== undefined).length,
      customMetrics: new Set([...custom].map(([metric]) => metric)).size,
      dashboards: all('AWS::CloudWatch::Dashboard').length,
      encryptionKeys: all('AWS::KMS::Key').length,
      secrets: all('AWS::SecretsManager::Secret').length + deployment.secretNames.length,
      polledQueues: all('AWS::Lambda::EventSourceMapping').length,
    },
    schedules: all('AWS::Scheduler::Schedule').length,
    functions: new Map(
      all('AWS::Lambda::Function').map((properties) => {
        const { FunctionName, MemorySize, Timeout } = awsFunction.parse(properties);
        return [FunctionName.replace('lookahead-prod-', ''), { memoryMB: MemorySize, seconds: Timeout }];
      }),
    ),
  };
}

function yamlOf(configuration: object): string {
  return stringify({ ...configuration, deployment: { stages: { prod } } }, { aliasDuplicateObjects: false });
}

/** Maximum number of schedules in a stack, read from the error message for too many. */
export async function countSchedules(): Promise<number> {
  const {
    reports: [report],
    ...one
  } = manyProjects(1);
  const reports = Array.from({ length: 600 }, (_, minute) => ({
    ...report,
    key: `report-${minute}`,
    when: { cron: `${minute % 60} ${Math.floor(minute / 60)} * * FRI` },
  }));
  const path = writeConfiguration(yamlOf({ ...one, reports }));
  const deployment = await readDeployment(path, 'prod');
  try {
    aStack(deployment);
  } catch (error) {
    const [, room] = /has room for (\d+)/.exec(String(error)) ?? [];
    if (room !== undefined) return Number(room);
    throw error;
  }
  throw new Error('A stack took 600 schedules.');
}

export type StepsMeasured = {
  readonly bundleMB: number;
  readonly steps: ReadonlyMap<MeasuredStep, Measurement>;
};

/** Measures each step in a new process. @param memoryMB memory of the function whose heap limits the process gets */
export function measureSteps(
  projects: number,
  steps: readonly MeasuredStep[],
  memoryMB: number,
): StepsMeasured {
  const folder = mkdtempSync(join(tmpdir(), 'lookahead-scale-'));
  try {
    mkdirSync(join(folder, 'objects'));
    const file = join(folder, 'lookahead.json');
    writeFileSync(file, formatConfigurationBundle(configurationSchema.parse(manyProjects(projects))));
    // Lambda limits the heap of a function in this way.
    const heap = [
      `--max-semi-space-size=${Math.floor(memoryMB * 0.05)}`,
      `--max-old-space-size=${Math.floor(memoryMB * 0.9)}`,
    ];
    const script = join(import.meta.dirname, 'write-measurement.ts');
    const measured = steps.map((step) => {
      const printed = execFileSync(process.execPath, [...heap, script, step, folder], { encoding: 'utf8' });
      return [step, measurementSchema.parse(JSON.parse(printed))] as const;
    });
    return { bundleMB: statSync(file).size / 1e6, steps: new Map(measured) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
