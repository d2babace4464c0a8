import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../infra/bundling.ts';
import { costOf, monthlyCost } from './scale/cost.ts';
import { reckonFrom, secondsOn } from './scale/limits.ts';
import { measureDeployment } from './scale/measure.ts';
import { sizes } from './scale.ts';

it('the cost of counted calls follows from their prices', () => {
  expect(costOf({ s3Write: 2_000, s3Read: 10_000, sqsRequest: 1_000_000 })).toBeCloseTo(0.414, 10);
  expect(costOf({ recipient: 1_000, lambdaGbSecond: 1_000, lambdaRequest: 1_000_000 })).toBeCloseTo(
    0.3133,
    10,
  );
});

it('the cost of 500 projects is the sum of its lines', () => {
  const parts = {
    alarms: 27,
    alarmMetrics: 45,
    customMetrics: 25,
    dashboards: 1,
    encryptionKeys: 1,
    secrets: 2,
    polledQueues: 3,
  };
  const checks = { idle: { s3Write: 19 }, open: { s3Write: 20 }, outageDay: { s3Write: 1_000 } };
  const cost = monthlyCost(500, parts, checks).map(([line, dollars]) => `${line}: ${dollars.toFixed(2)}`);
  expect(cost).toEqual([
    '25 custom metrics: 7.50',
    '27 alarms on 45 metrics: 4.50',
    'Dashboard: 3.00',
    'Encryption key, 2 secrets: 1.91',
    '`reconcile` every ten minutes, polling of 3 queues: 1.21',
    'Lambda: 0.25',
    'SES: 3.57',
    'S3: 0.58',
    'SQS, reads of secrets, logs: 0.07',
    '**Total**: 22.58',
    'Added by imports: checks for new versions: 11.83',
    'Added by imports: the rest: 1.29',
    "Added by a day's outage of the planning service: 0.01",
  ]);
});

it('the duration of a function of 512 MB is calculated with less than a third of a processor', () => {
  expect(secondsOn(512, { waitSeconds: 2, loadSeconds: 0.512, cpuSeconds: 5.12 })).toBeCloseTo(21.459, 10);
});

it('a figure is extrapolated linearly from two sizes', () => {
  const two = [
    [500, 10],
    [5_000, 100],
  ] as const;
  expect(reckonFrom(two, 50_000)).toBe(1_000);
});

it('the tables of docs/cost.md have all sizes, and the alarms and metrics of the template', async () => {
  const text = await readFile(join(repositoryRoot, 'docs/cost.md'), 'utf8');
  const heads = text.split('\n').filter((_, at, lines) => lines[at + 1]?.startsWith('| --- '));
  const numbers = heads.map((line) =>
    [...line.matchAll(/[\d,]+/g)].map(([found]) => Number(found.replaceAll(',', ''))),
  );
  expect(numbers).toEqual([sizes, sizes]);
  const { alarms, alarmMetrics, customMetrics } = (await measureDeployment(1)).parts;
  expect(text).toContain(`| ${customMetrics} custom metrics |`);
  expect(text).toContain(`| ${alarms} alarms on ${alarmMetrics} metrics |`);
});
