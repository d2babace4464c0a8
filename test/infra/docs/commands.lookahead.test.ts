import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '#cli.ts';
import { callCli } from '../../support/call-cli.ts';
import { deep } from '../../support/deep-checks.ts';
import { aDeployment, templateOf } from '../../support/infra/a-deployment.ts';
import { aSampleProgramme, programmeFile } from '../../support/programmes/sample-files.ts';
import { sampleMappings } from '../../support/programmes/sample-mappings.ts';
import { argumentsOf } from '../../support/shell-command.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const root = resolve(import.meta.dirname, '../../..');
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

/** The arguments of each command of this program in a document, in code blocks and in lines of text. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const inline = [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code = '']) =>
    code.replaceAll('\n', ' '),
  );
  const lines = [...text.replaceAll(/(?<!`)`[^`]+`(?!`)/g, '').split('\n'), ...inline];
  return lines.flatMap((line) => {
    // Without what a shell does with the output.
    const [, words] = /npm(?:\.cmd)? run (?:-s )?lookahead -- ([a-z][^>|]*)/.exec(line) ?? [];
    return words === undefined ? [] : [argumentsOf('npm', `npm ${words.replace(/"\s*$/, '').trim()}`)];
  });
}

const commands = documents
  .filter((path) => path.endsWith('.md') && path !== 'docs/commands.md')
  .flatMap((path) => commandsIn(readFileSync(join(root, path), 'utf8')));

const settings = { readApi: { corsOrigins: [] }, bucket: 'lookahead-left' };
const outputs = Object.values(templateOf(await aDeployment(), settings).findOutputs('*')).flatMap(
  ({ Value }) => commandsIn(`\`${String(Value)}\``),
);

/** The command line, whose commands do nothing. */
function parserOnly(): Command {
  const program = buildProgram();
  for (const each of program.commands.flatMap((command) => [command, ...command.commands])) {
    if (each.commands.length === 0) each.action(() => {});
  }
  return program;
}

describe('a lookahead command of the documents', () => {
  it.each(commands.map((words) => [words.join(' '), words] as const))(
    'is one that exists: %s',
    async (_, words) => {
      await expect(parserOnly().parseAsync([...words], { from: 'user' })).resolves.toBeDefined();
    },
  );
});

describe('a lookahead command on a bucket, in the documents and the outputs', () => {
  const onBuckets = [...commands, ...outputs].filter((words) =>
    words.some((word) => /^(?:--bucket|s3:.*)$/.test(word)),
  );

  it('is one of each kind, at the least', () => {
    const kinds = onBuckets.map(([command = '', ...words]) => [
      command,
      ...words.filter((one) => one === '--resume'),
    ]);
    expect(new Set(kinds.map((words) => words.join(' ')))).toEqual(
      new Set(['stop', 'stop --resume', 'status', 'import', 'keys']),
    );
    expect(outputs).toHaveLength(4);
  });

  // Each needs the client of AWS to look for credentials.
  it.runIf(deep).each(onBuckets.map((words) => [words.join(' '), words] as const))(
    'runs without a region in the environment, until it asks for credentials: %s',
    async (_, words) => {
      const cwd = await temporaryDirectory();
      const plan = await programmeFile(aSampleProgramme(20), 'xer');
      await writeFile(join(cwd, 'plan.xer'), plan);
      await writeFile(join(cwd, 'plan-map.yaml'), sampleMappings.xer);
      const env = { HOME: cwd, AWS_EC2_METADATA_DISABLED: 'true' };
      const { stdout, stderr } = await callCli(words, { cwd, env });
      expect(`${stdout}${stderr}`).toContain('The AWS credentials are missing');
    },
  );
});
