import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { buildProgram } from '#cli.ts';
import { configurationJsonSchema } from '#config/configuration.ts';
import { mappingJsonSchema } from '#programme/mapping/mapping.ts';
import { type AlarmText, functionAlarmTexts, otherAlarmTexts } from '../alarm-texts.ts';
import { projectRoot } from '../bundling.ts';
import { commandGroups, documentedCommands } from './commands.ts';
import { codeBlock, jsonBlock } from './markdown.ts';
import { policies, policyBlock, trustPolicies, trustSubjects } from './policies.ts';
import { schemaList } from './schema-list.ts';

/** Keys of a mapping that docs/import.md describes once for all values. */
const describedInText = [
  ...['code', 'udf', 'column', 'join', 'else', 'unit'],
  ...['subcontractor', 'location', 'package', 'owner', 'notes'],
  ...['day', 'afternoon', 'night'],
];

export async function generatedContents(): Promise<ReadonlyMap<string, string>> {
  const schema: unknown = JSON.parse(configurationJsonSchema());
  return new Map([
    ['configuration', schemaList(schema, { without: ['env'] })],
    ['configuration of projects', schemaList(schema, { path: 'projects' })],
    ['configuration of reports', schemaList(schema, { path: 'reports' })],
    ['configuration of stages', schemaList(schema, { path: 'deployment.stages' })],
    ['mapping', schemaList(JSON.parse(mappingJsonSchema()), { without: describedInText })],
    ['alarms', alarms()],
    ['object keys', await objectKeys()],
    ...(await stations()),
    ['commands', commandHelp(buildProgram())],
    ...Object.entries(policies).map(([name, policy]) => [`policy ${name}`, policyBlock(policy)] as const),
    ...Object.entries(trustPolicies).map(
      ([name, policy]) => [`trust policy ${name}`, policyBlock(policy)] as const,
    ),
    ...Object.entries(trustSubjects).map(
      ([name, subjects]) => [`trust subjects ${name}`, jsonBlock(subjects)] as const,
    ),
    ...Object.entries(documentedCommands).map(
      ([name, text]) => [`command ${name}`, codeBlock('sh', text)] as const,
    ),
    ...Object.entries(commandGroups).map(
      ([name, commands]) =>
        [
          `commands ${name}`,
          codeBlock('sh', commands.map((command) => documentedCommands[command]).join('\n')),
        ] as const,
    ),
  ]);
}

function alarms(): string {
  const texts: readonly (readonly [string, AlarmText])[] = [
    ...Object.entries(functionAlarmTexts).map(([name, text]) => [`${name}-fails`, text] as const),
    ...Object.entries(otherAlarmTexts),
  ];
  // What follows from it, and what to do, is in the mail.
  const what = (meaning: string) => meaning.replace(/, (?:so|and|or|which|at which)\b.*|\.$/, '');
  return texts.map(([name, { meaning }]) => `- \`${name}\`: ${what(meaning)}`).join('\n');
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

async function objectKeys(): Promise<string> {
  const source = await readFile(join(projectRoot, 'functions/delivery/store/run-keys.ts'), 'utf8');
  const [, listing = ''] = /^ \* ```\n([\s\S]*?)^ \* ```$/m.exec(source) ?? [];
  return codeBlock('', listing.replaceAll(/^ \* ?/gm, '').trimEnd());
}

/**
 * Arguments and options from `--help`, without those that docs/commands.md describes once for all commands; the
 * subcommands of a command that has some.
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
    // The heading and the arguments say the same.
    .replace(/^Usage: .*\n\n/, '')
    .replaceAll(/^ {2}--(?:json|region) .*\n(?: {3,}.*\n)*/gm, '')
    .replace(/\nOptions:\n$/, '');
  return `## \`${parents.join(' ')}\`\n\n${codeBlock('', text.trimEnd())}`;
}
