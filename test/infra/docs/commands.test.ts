import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { dispatchEvent } from '#cloud/dispatch-event.ts';
import { answerRequest } from '#queue/answer-request.ts';
import { documentedCommands } from '../../../infra/docs/commands.ts';
import { readDeployment } from '../../../infra/stage/deployment.ts';
import { anInvocation, aSiteConfiguration, aWorld } from '../../support/a-world.ts';
import { aScheduledSite, firing } from '../../support/builders/a-scheduled-site.ts';
import { deep } from '../../support/deep-checks.ts';
import { planningOnLoopback } from '../../support/planning/planning-on-loopback.ts';
import { sampleFile } from '../../support/sample-configuration.ts';
import { argumentsOf, invokePayload } from '../../support/shell-command.ts';
import { withoutCredentials } from '../../support/without-credentials.ts';

const root = resolve(import.meta.dirname, '../../..');
const commands = Object.values(documentedCommands);

/** In code blocks and in lines of text. */
function commandsIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split(/(?<!\\)\n/),
  );
  const inline = [...text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code);
  return [...blocks, ...inline].filter((code) => /^(?:npx cdk|aws) [a-z0-9]+ \S/.test(code));
}

describe('a command of the documents', () => {
  it.each(['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)])(
    'is one of those that are run here: %s',
    (path) => {
      if (!path.endsWith('.md')) return;
      const named = commandsIn(readFileSync(join(root, path), 'utf8'));
      expect(named.filter((one) => !commands.some((command) => command === one))).toEqual([]);
    },
  );

  it('sends a first mail', async () => {
    const planning = await planningOnLoopback();
    const services = aWorld({ configuration: aSiteConfiguration(planning.url) });
    await answerRequest(invokePayload(documentedCommands['request-report']), anInvocation(), services);
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['you@example.com']]);
  });

  it('sends a report again', async () => {
    const { services } = await aScheduledSite({ reports: ['weekly'] });
    await dispatchEvent(firing, services);
    services.clock.advance({ hours: 48 });
    const answer = await answerRequest(
      invokePayload(documentedCommands['send-again']),
      anInvocation(),
      services,
    );
    expect(answer).toMatchObject({ ok: true, reports: [{ outcome: 'delivered' }] });
  });

  it.each(['create-secret', 'put-secret'] as const)('%s leaves no key behind', (name) => {
    const { cwd, env } = withoutCredentials();
    const run = (aws: string) =>
      spawnSync('sh', ['-c', `aws() { ${aws}; }\n${documentedCommands[name]}`], { cwd, env });
    run('false');
    expect(existsSync(join(cwd, 'key.txt'))).toBe(true);
    run('true');
    expect(existsSync(join(cwd, 'key.txt'))).toBe(false);
  });

  it('creates the secret that lookahead.yaml names', async () => {
    const { secretNames } = await readDeployment(sampleFile, 'uk');
    expect(argumentsOf('aws', documentedCommands['create-secret'])).toContain(secretNames[0]);
  });
});

/** The first AWS CLI 2 of the path in deep tests, or undefined. */
const awsCli = (deep ? (process.env['PATH'] ?? '') : '')
  .split(':')
  .map((folder) => join(folder, 'aws'))
  .find((path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('aws-cli/2'));

/** Operations that the oldest CLI in use does not know; `awscli` of Debian 12 is of January 2023. */
const newOperations = ['put-account-pricing-attributes', 'start-message-move-task'];

/** What each says on its standard error. */
function errorsOf(cli: string, asked: readonly (readonly string[])[]): readonly string[] {
  const [, python] = /^#!(\S*python\S*)/.exec(readFileSync(cli, 'latin1')) ?? [];
  // AWS's own installer brings a program in place of the script.
  if (python === undefined) return asked.map((words) => spawnSync(cli, words, withoutCredentials()).stderr);
  const all = [join(import.meta.dirname, 'aws_cli.py'), JSON.stringify(asked)];
  const { stdout } = spawnSync(python, all, withoutCredentials());
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe.skipIf(awsCli === undefined)('the AWS CLI 2 (in deep tests, where it is installed)', () => {
  const aws = commands.filter((command) => command.startsWith('aws '));
  const wrong = ['s3', 'ls', '--regoin', 'eu-west-2'];
  const words = aws.map((command) => argumentsOf('aws', command));
  const said = awsCli === undefined ? [] : errorsOf(awsCli, [...words, wrong]);

  it.each(aws.map((command, index) => [command, index] as const))(
    'takes every argument, and asks for credentials: %s',
    (_command, index) => {
      const stderr = said[index] ?? '';
      const isNew = newOperations.includes(words[index]?.[1] ?? '');
      if (isNew && stderr.includes('Invalid choice')) return;
      // Optional since 2024.
      if (stderr.includes('the following arguments are required: --thumbprint-list')) return;
      expect(stderr).toContain('Unable to locate credentials');
    },
  );

  it('refuses an argument that does not exist', () => {
    expect(said[aws.length]).toContain('Unknown options');
  });
});
