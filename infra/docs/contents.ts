import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import * as answers from '#answers/objects.ts';
import { buildProgram } from '#cli.ts';
import { formatConfigurationJsonSchema } from '#config/configuration.ts';
import * as pages from '#pages/objects.ts';
import * as versions from '#planning/contract/version-keys.ts';
import * as apiKeys from '#planning-server/keys/objects.ts';
import { formatMappingJsonSchema } from '#programme/mapping/mapping.ts';
import * as runStore from '#runs/store/objects.ts';
import { type AlarmText, functionAlarmTexts, nonFunctionAlarmTexts } from '../alarm-texts.ts';
import { repositoryRoot } from '../bundling.ts';
import { schemaPropertyListText } from './schema-list.ts';

/** Keys of a mapping that docs/import.md describes once for all values. */
const describedInText = [
  ...['code', 'udf', 'column', 'join', 'else', 'unit'],
  ...['subcontractor', 'location', 'package', 'owner', 'notes'],
  ...['day', 'afternoon', 'night'],
];

export async function generatedDocParts(): Promise<ReadonlyMap<string, string>> {
  const schema: unknown = JSON.parse(formatConfigurationJsonSchema());
  const numbers = await taggedNumbers();
  return new Map([
    ['configuration', schemaPropertyListText(schema, { without: ['env'] })],
    ['configuration of projects', schemaPropertyListText(schema, { path: 'projects' })],
    ['configuration of reports', schemaPropertyListText(schema, { path: 'reports' })],
    ['configuration of stages', schemaPropertyListText(schema, { path: 'deployment.stages' })],
    ['mapping', schemaPropertyListText(JSON.parse(formatMappingJsonSchema()), { without: describedInText })],
    ['alarms', alarms()],
    ['tunable numbers', tunableNumbers(numbers)],
    ['limits', limits(numbers)],
    ['object keys', await objectKeys()],
    ...(await stations()),
    ['commands', commandHelp(buildProgram())],
  ]);
}

function alarms(): string {
  const texts: readonly (readonly [string, AlarmText])[] = [
    ...Object.entries(functionAlarmTexts).map(([name, text]) => [`${name}-fails`, text] as const),
    ...Object.entries(nonFunctionAlarmTexts),
  ];
  // The consequence and what to do are only in the alarm's mail.
  const what = (meaning: string) => meaning.replace(/, (?:so|and|or|which|at which)\b.*|\.$/, '');
  return texts.map(([name, { meaning }]) => `- \`${name}\`: ${what(meaning)}`).join('\n');
}

type TaggedNumber = {
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  readonly isTunable: boolean;
  /** Topic of the limit, such as `mail`; undefined for a number that is not a limit. */
  readonly topic: string | undefined;
};

/** Each constant whose comment has `@tunable`, for operators, or `@limit <topic>`, for users. */
async function taggedNumbers(): Promise<readonly TaggedNumber[]> {
  const files: string[] = [];
  for await (const path of glob('{functions,infra}/**/*.ts', { cwd: repositoryRoot })) files.push(path);
  const numbers = files.toSorted().map(async (path) => {
    const source = await readFile(join(repositoryRoot, path), 'utf8');
    const pattern =
      /\/\*\*((?:(?!\*\/)[\s\S])*@(?:tunable|limit)\b(?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?const (\w+) = ([^;]+);/g;
    return [...source.matchAll(pattern)].map(([, comment = '', name = '', value = '']): TaggedNumber => {
      const [meaning = ''] = comment.split(/@(?:tunable|limit)/);
      return {
        path: path.replaceAll('\\', '/'),
        name,
        value: value.replaceAll('_', ','),
        meaning: meaning.replaceAll(/\s*\n \* ?/g, ' ').trim(),
        isTunable: comment.includes('@tunable'),
        topic: comment.match(/@limit (.*)/)?.[1],
      };
    });
  });
  return (await Promise.all(numbers)).flat();
}

function tunableNumbers(numbers: readonly TaggedNumber[]): string {
  return numbers
    .filter(({ isTunable }) => isTunable)
    .map(({ path, name, value, meaning }) => `- \`${name}\` = ${value}: ${meaning} In \`${path}\`.`)
    .join('\n');
}

/** A table for each topic. */
function limits(numbers: readonly TaggedNumber[]): string {
  const ofTopics = numbers.filter(({ topic }) => topic !== undefined);
  const tables = [...Map.groupBy(ofTopics, ({ topic }) => topic)].map(([topic, limitsOfTopic]) =>
    [
      `## Limits of ${topic}`,
      '',
      '| At most | |',
      '| --- | --- |',
      ...limitsOfTopic.map(({ value, meaning }) => `| ${value} | ${meaning} |`),
    ].join('\n'),
  );
  return tables.toSorted().join('\n\n');
}

/** Numbered lists of the files that data passes through, which `test/architecture/stations.test.ts` checks. */
async function stations(): Promise<readonly (readonly [string, string])[]> {
  const text = await readFile(join(repositoryRoot, 'test/architecture/stations.json'), 'utf8');
  const way = z.array(z.tuple([z.string(), z.string()]));
  const found = z.record(z.string(), way).parse(JSON.parse(text));
  return Object.entries(found).map(([name, steps]) => [
    `stations: ${name}`,
    steps.map(([file, what], index) => `${index + 1}. \`${file}\`: ${what}`).join('\n'),
  ]);
}

/** The tables of objects. `without`: exports of these files that are not objects of their table. */
const tables = [
  { path: 'functions/runs/store/objects.ts', kinds: runStore, without: ['attemptRecordKeyTemplate'] },
  {
    path: 'functions/pages/objects.ts',
    kinds: pages,
    without: ['pageNameTemplate', 'issueKeyTemplate', 'issueNumberObject'],
  },
  { path: 'functions/answers/objects.ts', kinds: answers, without: [] },
  { path: 'functions/planning-server/keys/objects.ts', kinds: apiKeys, without: [] },
  { path: 'functions/planning/contract/version-keys.ts', kinds: versions, without: [] },
];

const prefixes: readonly Line[] = [
  [
    '<run>',
    'issues/<project>/<report>/<window>/<runId>/; of a test or preview, test-runs/<which>/<project>/…',
  ],
  ['<numbered>', 'issues/<project>/<report>/<window>/; of a test or preview, its <run>'],
  ['<tests>', 'test-runs/<which>/ for a test or preview, otherwise nothing'],
  ['<mail>', '<run>mail/<message>/, or contacts/<date>/<contact>/<n>/mail/contact/'],
  ['<notifiedFolder>', 'the folder of a closing, a reminder, a failed recipient or a result of the inbox'],
];

/** A line for each kind of object: the template of its key and the comment of its row. */
async function objectKeys(): Promise<string> {
  const rows = tables.map(async ({ path, kinds, without }) => {
    const source = await readFile(join(repositoryRoot, path), 'utf8');
    const templates = new Map(
      Object.entries<unknown>(kinds).flatMap(([name, kind]) => {
        const { data } = z.object({ template: z.string() }).safeParse(kind);
        return data ? [[name, data.template]] : [];
      }),
    );
    return [...source.matchAll(/^(?:\/\*\* ([^\n]+?)\.? \*\/\n)?export const (\w+) = /gm)].flatMap(
      ([, what = '', name = '']): Line[] => {
        const template = without.some((one) => one === name) ? undefined : templates.get(name);
        return template === undefined ? [] : [[keyText(template), lowerFirst(what)]];
      },
    );
  });
  const lines = (await Promise.all(rows)).flat();
  // Keys with the same first part form a block. Adjacent keys whose first part no other key has share one block.
  const groups = [...Map.groupBy(lines, ([key]) => firstPart(key)).values()];
  const blocks: Line[][] = [];
  for (const [index, group] of groups.entries()) {
    const isWithLast = group.length === 1 && groups[index - 1]?.length === 1;
    if (isWithLast) blocks.at(-1)?.push(...group);
    else blocks.push([...group]);
  }
  return codeBlock(
    [aligned(prefixes), '', ...blocks.map((block) => aligned(withoutRepeats(block)))].join('\n'),
  );
}

type Line = readonly [string, string];

function keyText(template: string): string {
  return template
    .replace('{first}_{last}', '{window}')
    .replace('{space}/{project}/{report}/{window}/{runId}/', '{run}')
    .replaceAll(/\{(\w+)\}/g, '<$1>');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** The parts of a key. `<run>` counts as a folder. */
const parts = /^<(?:run|numbered|tests|mail)>|[^/]+\/|[^/]+$/g;

function firstPart(key: string): string {
  return key.match(parts)?.[0] ?? '';
}

/** Replaces the beginning that a key shares with the key above it with blanks. */
function withoutRepeats(lines: readonly Line[]): readonly Line[] {
  return lines.map(([key, what], index) => {
    const own = key.match(parts) ?? [];
    const above = lines[index - 1]?.[0].match(parts) ?? [];
    const differs = own.findIndex((part, at) => part !== above[at]);
    const repeated = own.slice(0, differs).join('').length;
    return [' '.repeat(repeated) + key.slice(repeated), what];
  });
}

function aligned(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([key]) => key.length));
  return lines.map(([key, what]) => `${key.padEnd(width)}  ${what}`.trimEnd()).join('\n');
}

/**
 * Arguments and options from `--help`, without those that docs/commands.md describes once for all commands. For a
 * command with subcommands, returns those of each subcommand.
 */
function commandHelp(command: Command, parents: readonly string[] = []): string {
  const below = command.commands.map((one) => commandHelp(one, [...parents, one.name()]));
  if (below.length > 0) return below.join('\n\n');
  let help = '';
  command
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      getOutHelpWidth: () => 80,
    })
    .outputHelp();
  const [used = ''] = help.split(/^ {2}-h, --help/m);
  const text = used
    // The usage is left out: heading and arguments say the same.
    .replace(/^Usage: .*\n\n/, '')
    .replaceAll(/^ {2}--(?:json|region) .*\n(?: {3,}.*\n)*/gm, '')
    .replace(/\nOptions:\n$/, '');
  return `## \`${parents.join(' ')}\`\n\n${codeBlock(text.trimEnd())}`;
}

function codeBlock(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
