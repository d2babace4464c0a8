import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { compileCache } from '../support/compile-cache.ts';
import { awsCommands, awsCommandWith, policyOf } from '../support/documents.ts';
import { isDelivered } from '../support/sample-configuration.ts';
import { withoutCredentials } from '../support/without-credentials.ts';

const root = resolve(import.meta.dirname, '../..');
// AWS's own schema check takes seconds; `deploy` runs it.
const withoutCheck = { CDK_VALIDATION: 'false' };
const installed = (command: string) => command.replace('npx cdk', join(root, 'node_modules/.bin/cdk'));
const diff = awsCommandWith('npx cdk diff');
const others = awsCommands.filter((command) => command.startsWith('npx cdk') && command !== diff);

/** The message with which each command stops if there is no account. */
const lacking: Readonly<Record<string, string>> = {
  bootstrap: 'no credentials have been configured',
  deploy: 'Unable to resolve AWS account to use',
  // It asks for confirmation first, which it cannot get here.
  destroy: 'unable to get a confirmation from the user',
};

describe.runIf(isDelivered)('on the stages of the sample (skipped where lookahead.yaml is another)', () => {
  it.each(others)(
    'the CDK runs the documented command until it needs an account: %s',
    (command) => {
      const name = command.split(' ')[2] ?? '';
      const { cwd, env, encoding } = withoutCredentials();
      const { stderr, stdout } = spawnSync('sh', ['-c', `${installed(command)} --output ${cwd}/out`], {
        cwd: root,
        encoding,
        env: { ...env, ...compileCache(), ...(name === 'deploy' ? {} : withoutCheck) },
      });
      expect(`${stdout}${stderr}`).toContain(lacking[name]);
    },
    60_000,
  );

  it('the CDK runs the documented diff, and needs no more permissions than the diff role has to compare templates', async () => {
    const asked: string[] = [];
    await using aws = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      const action = new URLSearchParams(body).get('Action') ?? '';
      asked.push(action);
      response.statusCode = action in answers ? 200 : 403;
      response.end(
        answers[action] ?? '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>',
      );
    });
    await new Promise<void>((listening) => aws.listen(0, '127.0.0.1', listening));
    const { cwd, env } = withoutCredentials();
    const { stdout, stderr } = await promisify(execFile)(
      'sh',
      ['-c', `${installed(diff)} --method=template --output ${cwd}/out`],
      {
        cwd: root,
        env: {
          ...env,
          ...compileCache(),
          ...withoutCheck,
          AWS_ENDPOINT_URL: `http://127.0.0.1:${portOf(aws.address())}`,
          AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
          AWS_SECRET_ACCESS_KEY: 'example',
        },
      },
    );
    expect(`${stdout}${stderr}`).toContain('Number of stacks with differences: 1');
    const allowed = policyOf('docs/deploy.md', 'diff role').flatMap(({ Action }) => Action);
    // The caller's identity needs no permission. The CDK asks for the lookup role and is refused.
    expect([...new Set(asked)].filter((action) => action !== 'GetCallerIdentity').sort()).toEqual(
      [...allowed.map((action) => action.replace('cloudformation:', '')), 'AssumeRole'].sort(),
    );
  }, 60_000);
});

const answers: Readonly<Record<string, string>> = {
  GetCallerIdentity: `<GetCallerIdentityResponse><GetCallerIdentityResult>
    <Arn>arn:aws:sts::123456789012:assumed-role/github-lookahead-diff/session</Arn><Account>123456789012</Account>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`,
  DescribeStacks: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
    <StackName>lookahead-uk</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-11-20T14:00:00Z</CreationTime>
  </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  GetTemplate: `<GetTemplateResponse><GetTemplateResult><TemplateBody>{"Resources":{}}</TemplateBody></GetTemplateResult></GetTemplateResponse>`,
};

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
