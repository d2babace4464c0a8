import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '#cli.ts';
import { callCli } from '../support/call-cli.ts';
import { deep } from '../support/deep-checks.ts';
import { codeOf, documents } from '../support/documents.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { aSampleProgramme, programmeFile } from '../support/programmes/sample-files.ts';
import { sampleMappings } from '../support/programmes/sample-mappings.ts';
import { argumentsOf } from '../support/shell-command.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/**
 * A call of the command line: with npm in a clone; or of the installed program, at the start of a line, after another
 * command, or as the user lookahead.
 */
const called =
  /(?:npm(?:\.cmd)? run (?:-s )?lookahead --|(?:^|[;&] |-u lookahead (?:-- )?)lookahead(?= \S+ \S)) ([a-z][^>|]*)/;

/** The arguments of each line that is a command of this program, without a pipe or a redirection after them. */
function commandsIn(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.flatMap((line) => {
    const [, words] = called.exec(line) ?? [];
    return words === undefined ? [] : [argumentsOf('npm', `npm ${words.replace(/"\s*$/, '').trim()}`)];
  });
}

const commands = documents.flatMap((path) => (path === 'docs/commands.md' ? [] : commandsIn(codeOf(path))));

const settings = { readApi: { corsOrigins: [] }, bucket: 'lookahead-left' };
const outputs = Object.values(templateOf(await aDeployment(), settings).findOutputs('*')).flatMap(
  ({ Value }) => commandsIn([String(Value)]),
);

/** The command line with commands that do nothing. */
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

  it('occurs at least once for each kind', () => {
    const kinds = onBuckets.map(([command = '', ...words]) => [
      command,
      ...words.filter((one) => one === '--resume'),
    ]);
    expect(new Set(kinds.map((words) => words.join(' ')))).toEqual(
      new Set(['stop', 'stop --resume', 'status', 'import', 'keys']),
    );
    expect(outputs).toHaveLength(4);
  });

  // Each command waits until the client of AWS has looked for credentials.
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
