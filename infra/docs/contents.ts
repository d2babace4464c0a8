/** Everything in the documents that is generated, by the name of its region, from the source of truth of each. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { configurationJsonSchema } from '../../functions/config/configuration.ts';
import { hoursOfLookBack, minutesBetweenChecks } from '../../functions/delivery/limits.ts';
import { minutesUntilLate, minutesUntilLateInBacklog } from '../../functions/delivery/notify/due-notices.ts';
import { mappingJsonSchema } from '../../functions/programme/mapping/mapping.ts';
import { type AlarmText, functionAlarmTexts, otherAlarmTexts } from '../alarm-texts.ts';
import { projectRoot } from '../bundling.ts';
import { queriesOfReport } from './aws-calls.ts';
import { documentedCommands } from './commands.ts';
import { codeBlock, table } from './markdown.ts';
import { assumedReport, assumedStack, costOfStoredYear, monthlyCost } from './monthly-cost.ts';
import { type OutageCalls, outageCalls, outageCost } from './outage-cost.ts';
import { policies, trustPolicies } from './policies.ts';
import { assumedProgramme, programmesCost } from './programmes-cost.ts';
import { schemaList } from './schema-list.ts';

export async function generatedContents(): Promise<ReadonlyMap<string, string>> {
  const schema: unknown = JSON.parse(configurationJsonSchema());
  return new Map([
    ['configuration', schemaList(schema)],
    ['configuration of projects', schemaList(schema, { path: 'projects' })],
    ['configuration of reports', schemaList(schema, { path: 'reports' })],
    ['configuration of stages', schemaList(schema, { path: 'deployment.stages' })],
    [
      'mapping',
      schemaList(JSON.parse(mappingJsonSchema()), { without: ['code', 'udf', 'column', 'join', 'else'] }),
    ],
    ['alarms', alarms()],
    ['checks', checkTimes()],
    ['assumptions', assumptions()],
    ['costs', costs([10, 500, 5_000])],
    ['costs of programmes', bill([10, 100, 500], programmesCost)],
    ['outage', outage([500, 5_000])],
    ['object keys', await objectKeys()],
    ...(await stations()),
    ['commands', await commandHelp()],
    ...Object.entries(policies).map(
      ([name, policy]) => [`policy ${name}`, codeBlock('json', JSON.stringify(policy, null, 2))] as const,
    ),
    ...Object.entries(trustPolicies).map(
      ([name, policy]) =>
        [`trust policy ${name}`, codeBlock('json', JSON.stringify(policy, null, 2))] as const,
    ),
    ...Object.entries(documentedCommands).map(
      ([name, text]) => [`command ${name}`, codeBlock('sh', text)] as const,
    ),
  ]);
}

/** The name and the meaning of each; the mail of an alarm has all of its text. */
function alarms(): string {
  const texts: readonly (readonly [string, AlarmText])[] = [
    ...Object.entries(functionAlarmTexts).map(([name, text]) => [`${name}-fails`, text] as const),
    ...Object.entries(otherAlarmTexts),
  ];
  return texts.map(([name, { meaning }]) => `- \`${name}\`: ${meaning}`).join('\n');
}

function checkTimes(): string {
  return `\`reconcile\` runs every ${minutesBetweenChecks} minutes and looks back ${hoursOfLookBack} hours, and after an absence to whatever was open then. A report that is not delivered ${minutesUntilLate} minutes after it was due is late; while the queue drains, it is late after ${minutesUntilLateInBacklog}.`;
}

function assumptions(): string {
  const { timesAMonth, lambdaGbSeconds, lambdaInvocations, recipients, workbookMb } = assumedReport;
  const { alarmMetrics, alarms: count, ownMetrics, sesMetrics, pollsAMinute } = assumedStack;
  const { importGbSeconds, queryGbSeconds, versionMb } = assumedProgramme;
  return [
    `- A weekly report of a project: ${timesAMonth} times a month, with ${lambdaGbSeconds} GB-seconds in ${lambdaInvocations} invocations, ${recipients} recipients of one message, a workbook of ${workbookMb} MB, ${assumedReport.sqsRequests} requests to SQS and ${assumedReport.logKb} kB of logs. SES reports what became of it at each recipient, in one event each with ${assumedReport.eventGbSeconds} GB-seconds: 55,000 events of 5,000 reports. Workbooks are stored for a year.`,
    `- The stack: ${assumedStack.secrets} secrets, ${assumedStack.keys} key that encrypts two topics, asked ${assumedStack.keyRequests.toLocaleString('en')} times, ${alarmMetrics} metrics in ${count} alarms, ${ownMetrics + sesMetrics} custom metrics (${ownMetrics} of Lookahead, ${sesMetrics} of SES), ${assumedStack.dashboards} dashboard, ${assumedStack.reconcileRuns} runs of reconcile with ${assumedStack.reconcileGbSeconds} GB-seconds each, which check open dispatches ${assumedStack.dispatchChecks} times, and ${assumedStack.polledQueues} queues that Lambda polls ${pollsAMinute} times a minute each.`,
    `- A project whose programme is imported here: ${timesAMonth} imports a month with ${importGbSeconds} GB-seconds each, whose versions of ${versionMb} MB are stored for a year, and as many reports that ask \`read-api\` ${queriesOfReport} times, with ${queryGbSeconds} GB-seconds each.`,
  ].join('\n');
}

function costs(projects: readonly number[]): string {
  return bill(projects, monthlyCost, [
    ['Each further year of workbooks', ...projects.map((count) => costOfStoredYear(count).toFixed(2))],
  ]);
}

/** A row for each line of the bills, then their totals. */
function bill(
  projects: readonly number[],
  costOf: (count: number) => ReadonlyMap<string, number>,
  more: readonly (readonly string[])[] = [],
): string {
  const columns = projects.map(costOf);
  const heads = [...(columns[0]?.keys() ?? [])];
  const dollars = (values: readonly number[]) => values.map((value) => value.toFixed(2));
  return table(
    ['US dollars a month', ...projects.map((count) => `${count.toLocaleString('en')} projects`)],
    [
      ...heads.map((head) => [head, ...dollars(columns.map((column) => column.get(head) ?? 0))]),
      [
        '**Total**',
        ...dollars(columns.map((column) => [...column.values()].reduce((sum, each) => sum + each, 0))),
      ],
      ...more,
    ],
  );
}

/** A day on which the planning service is down. */
function outage(reports: readonly number[]): string {
  const calls = reports.map(outageCalls);
  const bills = calls.map(outageCost);
  const whole = (name: keyof OutageCalls) => calls.map((each) => Math.round(each[name]).toLocaleString('en'));
  return table(
    ['', ...reports.map((count) => `${count.toLocaleString('en')} reports`)],
    [
      ['requests to SQS', ...whole('sqsRequests')],
      ['invocations of Lambda', ...whole('lambdaInvocations')],
      ['GB-seconds of Lambda', ...whole('lambdaTime')],
      ['S3 writes', ...whole('s3Writes')],
      ['S3 lists', ...whole('s3Lists')],
      ['S3 reads', ...whole('s3Reads')],
      ['requests to the planning service', ...whole('planningRequests')],
      ...[...(bills[0]?.keys() ?? [])].map((line) => [
        `${line}, US dollars`,
        ...bills.map((bill) => (bill.get(line) ?? 0).toFixed(2)),
      ]),
      [
        '**Total, US dollars**',
        ...bills.map((bill) => [...bill.values()].reduce((sum, each) => sum + each, 0).toFixed(2)),
      ],
    ],
  );
}

/** The stations that test/architecture/stations.test.ts compares with the imports. */
async function stations(): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(join(projectRoot, 'test/architecture/stations.json'), 'utf8');
  const way = z.array(z.tuple([z.string(), z.string()]));
  const found = z.record(z.string(), way).parse(JSON.parse(text));
  return Object.entries(found).map(([name, steps]) => [
    `stations: ${name}`,
    steps.map(([file, what], index) => `${index + 1}. \`${file}\`: ${what}`).join('\n'),
  ]);
}

/** The listing at the top of the file that spells the keys. */
async function objectKeys(): Promise<string> {
  const source = await readFile(join(projectRoot, 'functions/delivery/store/keys.ts'), 'utf8');
  const [, listing = ''] = /^ \* ```\n([\s\S]*?)^ \* ```$/m.exec(source) ?? [];
  return codeBlock('', listing.replaceAll(/^ \* ?/gm, '').trimEnd());
}

/** Usage, arguments and options of each command, from its `--help`; of a command with others below it, those. */
async function commandHelp(...parents: readonly string[]): Promise<string> {
  const help = await helpOf(...parents);
  const [before = '', listed] = help.split('Commands:\n');
  if (listed === undefined) {
    const [used = ''] = before.split(/^ {2}-h, --help/m);
    const text = used.replace(/^ {2}--json .*\n(?: {3,}.*\n)*/m, '').replace(/\nOptions:\n$/, '');
    return `## \`${parents.join(' ')}\`\n\n${codeBlock('', text.trimEnd())}`;
  }
  const names = [...listed.matchAll(/^ {2}([a-z]+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'help' && name !== 'npm');
  const below = await Promise.all(names.map((name) => commandHelp(...parents, name)));
  return below.join('\n\n');
}

async function helpOf(...command: readonly string[]): Promise<string> {
  const words = [join(projectRoot, 'functions/cli.ts'), ...command, '--help'];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return stdout.trimEnd();
}
