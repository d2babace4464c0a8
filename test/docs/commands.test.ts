import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { carryOutReportRequest } from '#queue/carry-out-report-request.ts';
import { readDeployment } from '../../infra/stage/deployment.ts';
import { anInvocation, aSiteConfiguration, aWorld } from '../support/a-world.ts';
import { aScheduledSite, firing } from '../support/builders/a-scheduled-site.ts';
import { deep } from '../support/deep-checks.ts';
import { awsCommands, awsCommandWith } from '../support/documents.ts';
import { planningOnLoopback } from '../support/planning/planning-on-loopback.ts';
import { sampleFile } from '../support/sample-configuration.ts';
import { argumentsOf, invokePayload } from '../support/shell-command.ts';
import { withoutCredentials } from '../support/without-credentials.ts';

describe('a command of the documents', () => {
  it('sends a first mail', async () => {
    const planning = await planningOnLoopback();
    const services = aWorld({ configuration: aSiteConfiguration(planning.url) });
    await carryOutReportRequest(invokePayload(awsCommandWith('"mode":"test"')), anInvocation(), services);
    expect(services.mailer.taken.map(({ recipients }) => recipients)).toEqual([['you@example.com']]);
  });

  it('sends a report again', async () => {
    const { services } = await aScheduledSite({ reports: ['weekly'] });
    await handleDispatchEvent(firing, services);
    services.clock.advance({ hours: 48 });
    const answer = await carryOutReportRequest(
      invokePayload(awsCommandWith('"runId":"2026-11-20T14-00-00Z"')),
      anInvocation(),
      services,
    );
    expect(answer).toMatchObject({ ok: true, reports: [{ outcome: 'delivered' }] });
  });

  it.each(awsCommands.filter((command) => command.includes('--secret-string')))(
    'deletes the file with the secret, unless the command failed: %s',
    (command) => {
      const [, file = ''] = /--secret-string file:\/\/(\S+)/.exec(command) ?? [];
      const { cwd, env } = withoutCredentials();
      const run = (aws: string) => spawnSync('sh', ['-c', `aws() { ${aws}; }\n${command}`], { cwd, env });
      run('false');
      expect(existsSync(join(cwd, file))).toBe(true);
      run('true');
      expect(existsSync(join(cwd, file))).toBe(false);
    },
  );

  it('creates the secret that lookahead.yaml names', async () => {
    const { secretNames } = await readDeployment(sampleFile, 'uk');
    expect(argumentsOf('aws', awsCommandWith('create-secret'))).toContain(secretNames[0]);
  });
});

/** The first AWS CLI 2 on the path in deep tests, otherwise undefined. */
const awsCli = (deep ? (process.env['PATH'] ?? '') : '')
  .split(':')
  .map((folder) => join(folder, 'aws'))
  .find((path) => spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('aws-cli/2'));

/** Operations that are missing in the oldest CLI in use: `awscli` of Debian 12 is from January 2023. */
const newOperations = ['put-account-pricing-attributes', 'start-message-move-task'];

/** The standard error of each command. */
function errorsOf(cli: string, asked: readonly (readonly string[])[]): readonly string[] {
  const [, python] = /^#!(\S*python\S*)/.exec(readFileSync(cli, 'latin1')) ?? [];
  // AWS's own installer installs a program instead of the script.
  if (python === undefined) return asked.map((words) => spawnSync(cli, words, withoutCredentials()).stderr);
  const all = [join(import.meta.dirname, 'aws_cli.py'), JSON.stringify(asked)];
  const { stdout } = spawnSync(python, all, withoutCredentials());
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe.skipIf(awsCli === undefined)('the AWS CLI 2 (in deep tests, where it is installed)', () => {
  const aws = awsCommands.filter((command) => command.startsWith('aws '));
  const wrong = ['s3', 'ls', '--regoin', 'eu-west-2'];
  const words = aws.map((command) => argumentsOf('aws', command));
  const said = awsCli === undefined ? [] : errorsOf(awsCli, [...words, wrong]);

  it.each(aws.map((command, index) => [command, index] as const))(
    'accepts every argument, and asks for credentials: %s',
    (_command, index) => {
      const stderr = said[index] ?? '';
      const isNew = newOperations.includes(words[index]?.[1] ?? '');
      if (isNew && stderr.includes('Invalid choice')) return;
      // An older CLI still requires these options, which have been optional since 2024.
      if (/arguments are required: --(?:thumbprint-list|use-case-description)$/m.test(stderr)) return;
      expect(stderr).toContain('Unable to locate credentials');
    },
  );

  it('refuses an argument that does not exist', () => {
    expect(said[aws.length]).toContain('Unknown options');
  });
});
