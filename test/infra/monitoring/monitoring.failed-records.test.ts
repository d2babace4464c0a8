/** A failed record, from the function that counts it to the alarm that goes off. */
import process from 'node:process';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLog } from '#cloud/log.ts';
import { processSesEvents } from '#cloud/ses-events.ts';
import { reference } from '../../integration/runtime/roles.ts';
import { aWorld } from '../../support/a-world.ts';
import { aBatch } from '../../support/builders/a-batch.ts';
import { aDelivery } from '../../support/builders/ses-events.ts';
import { aDeployment, aReadApi, resourcesOf, templateOf } from '../../support/infra/a-deployment.ts';

const template = templateOf(await aDeployment(), { readApi: aReadApi });

const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const mappingSchema = z.object({ FunctionName: reference, BatchSize: z.number() });
const alarmSchema = z.object({
  AlarmName: z.string(),
  Threshold: z.number(),
  Metrics: z.array(
    z.object({
      Expression: z.optional(z.string()),
      MetricStat: z.optional(
        z.object({
          Stat: z.string(),
          Metric: z.object({
            Namespace: z.string(),
            MetricName: z.string(),
            Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
          }),
        }),
      ),
    }),
  ),
});
/** A line of the log from which CloudWatch takes metrics. */
const metricLine = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const functions = [...resourcesOf(template, 'AWS::Lambda::Function').entries()].flatMap(
  ([id, properties]) => {
    const { success, data } = functionSchema.safeParse(properties);
    return success ? [{ id, ...data }] : [];
  },
);
const mappings = [...resourcesOf(template, 'AWS::Lambda::EventSourceMapping').values()]
  .map((properties) => mappingSchema.parse(properties))
  .map(({ FunctionName, BatchSize }) => {
    const { FunctionName: name = '' } = functions.find(({ id }) => id === FunctionName) ?? {};
    return { name: name.replace('lookahead-prod-', ''), BatchSize };
  });
const alarmOf = (name: string) =>
  alarmSchema.parse(
    [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()].find(
      ({ AlarmName }) => AlarmName === `lookahead-prod-${name}`,
    ),
  );

/** The metrics that the function `events` prints for a batch, with the environment that the template sets. */
async function metricsPrintedFor(...bodies: readonly unknown[]) {
  const events = functions.find(({ FunctionName }) => FunctionName === 'lookahead-prod-events');
  for (const [name, value] of Object.entries(events?.Environment.Variables ?? {})) {
    if (typeof value === 'string') vi.stubEnv(name, value);
  }
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const { store, clock } = aWorld();
  await processSesEvents(aBatch(...bodies), { store, clock, log: createLog({ COMMIT: '1a2b3c4d5e6f' }) });
  vi.restoreAllMocks();
  return lines
    .filter((line) => line.includes('"_aws"'))
    .map((line) => metricLine.parse(JSON.parse(line)))
    .flatMap((line) =>
      line._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
        Metrics.map(({ Name }) => ({
          Namespace,
          MetricName: Name,
          Dimensions: Dimensions.flat().map((name) => ({ Name: name, Value: line[name] })),
          values: [line[Name]].flat(),
        })),
      ),
    );
}

it('the alarm on the events function includes the metric that the function writes for failed records', async () => {
  const [printed, ...others] = await metricsPrintedFor('no event', 'no event either');
  expect(others).toEqual([]);
  const { values, ...metric } = printed ?? {};
  expect(values).toEqual([1, 1]);
  const { Threshold, Metrics } = alarmOf('events-fails');
  const events = functions.find(({ FunctionName }) => FunctionName === 'lookahead-prod-events');
  expect(Threshold).toBe(0);
  expect(Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat] : []))).toEqual([
    {
      Stat: 'Sum',
      Metric: {
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: events?.id } }],
      },
    },
    { Stat: 'Sum', Metric: metric },
  ]);
  expect(Metrics.flatMap(({ Expression }) => Expression ?? [])).toEqual(['FILL(m0,0)+FILL(m1,0)']);
});

it.each(mappings)(
  'the alarm of $name counts a record that fails in a batch of up to $BatchSize',
  ({ name, BatchSize }) => {
    const counted = alarmOf(`${name}-fails`).Metrics.flatMap(
      ({ MetricStat }) => MetricStat?.Metric.MetricName ?? [],
    );
    // In a batch of one, a record that fails makes the invocation fail.
    expect(counted).toEqual(BatchSize > 1 ? ['Errors', 'RecordsFailed'] : ['Errors']);
  },
);

it('a batch without a failed record writes no metric for failed records', async () => {
  const sent = { run: 'site__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z', message: 'everyone' };
  expect(await metricsPrintedFor(aDelivery(sent, 'works.manager@example.com'))).toEqual([]);
});
