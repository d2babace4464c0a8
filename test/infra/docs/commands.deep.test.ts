import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { documentedCommands } from '../../../infra/docs/commands.ts';
import { withoutCredentials } from '../../support/without-credentials.ts';

const root = resolve(import.meta.dirname, '../../..');

it.each([
  ['bootstrap', 'no credentials have been configured'],
  ['deploy', 'Unable to resolve AWS account to use'],
  ['diff', 'Unable to resolve AWS account to use'],
  // It asks for confirmation first, which it cannot get here.
  ['destroy', 'unable to get a confirmation from the user'],
] as const)(
  'the CDK runs %s as the documents say it, until it needs an account',
  (name, asked) => {
    const { cwd, ...options } = withoutCredentials();
    const cdk = documentedCommands[name].replace('npx cdk', join(root, 'node_modules/.bin/cdk'));
    const { stderr, stdout } = spawnSync('sh', ['-c', `${cdk} --output ${cwd}/out`], {
      ...options,
      cwd: root,
    });
    expect(`${stdout}${stderr}`).toContain(asked);
  },
  60_000,
);
