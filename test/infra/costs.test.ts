/** The table of costs in the README, reckoned again from the counts and prices that stand above it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aDeployment, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const chapter = readme.slice(readme.indexOf('### Cost'), readme.indexOf('## How it works'));
const text = chapter.replaceAll(/\s+/g, ' ');

/** The number before or after some words of the chapter. */
function said(pattern: RegExp): number {
  const [, number = ''] = pattern.exec(text) ?? [];
  expect(number, String(pattern)).not.toBe('');
  return Number(number.replaceAll(',', ''));
}

/** The numbers of a row; an empty cell is nought. */
function row(head: string): number[] {
  const line = chapter.split('\n').find((one) => one.startsWith(`| ${head} |`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell.replaceAll(',', '')));
}

const price = {
  gigabyteSecond: said(/arm64 ([\d.]+) a GB-second/),
  invocation: said(/a GB-second and ([\d.]+) a million requests/) / 1e6,
  write: said(/S3 ([\d.]+) a thousand writes or lists/) / 1e3,
  read: said(/([\d.]+) a thousand reads/) / 1e3,
  stored: said(/and ([\d.]+) a GB and month/),
  queued: said(/SQS ([\d.]+) a million/) / 1e6,
  secret: said(/secrets ([\d.]+) each/),
  secretRead: said(/and ([\d.]+) for ten thousand reads/) / 1e4,
  alarmed: said(/alarms ([\d.]+) for each metric/),
  metric: said(/custom metrics ([\d.]+),/),
  dashboard: said(/a dashboard ([\d.]+),/),
  logged: said(/logs ([\d.]+) a GB/),
  recipient: said(/SES ([\d.]+) a thousand recipients/) / 1e3,
  attached: said(/([\d.]+) a GB of attachments/),
};

const recipients = 10;
const secretsRead = 2;
const workbookGB = said(/a workbook of ([\d.]+) MB/) / 1e3;
const weeks = said(/project, ([\d.]+) times a month/) * 12;

type Calls = readonly number[];
const report = row('a scheduled report, one message');
const record = row("SES's record of a message");
const look = row('its look at a report, three times');
const sweep = row('a sweep, with one time to look back at');
const s3 = ([writes = 0, lists = 0, reads = 0]: Calls) => (writes + lists) * price.write + reads * price.read;

const stack =
  2 * price.secret +
  said(/([\d]+) metrics in/) * price.alarmed +
  said(/([\d]+) custom metrics/) * price.metric +
  price.dashboard +
  said(/([\d,]+) sweeps/) *
    (s3(sweep) + said(/sweeps of ([\d.]+) GB-seconds/) * price.gigabyteSecond + price.invocation) +
  2 * said(/each asked (\d+) times a minute/) * 60 * 24 * (365 / 12) * price.queued;
const aYear = weeks * workbookGB * price.stored;
const aReport = {
  lambda:
    said(/(\d+) GB-seconds in/) * price.gigabyteSecond + said(/in (\d+) invocations/) * price.invocation,
  ses: recipients * (price.recipient + workbookGB * (4 / 3) * price.attached),
  s3: s3(report) + s3(record) + 3 * s3(look),
  rest:
    said(/(\d+) requests to SQS/) * price.queued +
    secretsRead * price.secretRead +
    (said(/(\d+) kB of logs/) / 1e6) * price.logged,
};

describe.each([
  [10, 0],
  [500, 1],
  [5_000, 2],
])('the costs of %i projects', (projects, column) => {
  const reports = (projects * weeks) / 12;
  const lines: readonly (readonly [string, number])[] = [
    ['the stack', stack],
    ['Lambda', reports * aReport.lambda],
    ['SES, recipients and attachments', reports * aReport.ses],
    ['S3, calls and a year of workbooks', reports * aReport.s3 + projects * aYear],
    ['queue, reading secrets, logs', reports * aReport.rest],
  ];

  it.each(lines)('%s', (head, reckoned) => {
    expect(row(head)[column]).toBe(Number(reckoned.toFixed(2)));
  });

  it('together', () => {
    const sum = lines.reduce((total, [, reckoned]) => total + reckoned, 0);
    expect(row('together')[column]).toBe(Number(sum.toFixed(2)));
  });

  it('and another year', () => {
    const [, ...years] = /that is kept adds ([\d.]+), ([\d.]+) and ([\d.]+)\./.exec(text) ?? [];
    expect(Number(years[column])).toBe(Number((projects * aYear).toFixed(2)));
  });
});

it('the alarms are as many as are paid for', async () => {
  const alarms = [...resourcesOf(templateOf(await aDeployment()), 'AWS::CloudWatch::Alarm').values()];
  const metrics = alarms.flatMap(({ Metrics }) =>
    [Metrics].flat().filter((one) => JSON.stringify(one).includes('MetricStat')),
  );
  expect([metrics.length, alarms.length]).toEqual([said(/([\d]+) metrics in/), said(/in (\d+) alarms/)]);
});
