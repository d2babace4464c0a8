/** Lookahead deploys through a bootstrap of its own, so that it does not change other CDK apps in the account. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AssetManifestArtifact } from 'aws-cdk-lib/cx-api';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { policyOf } from '../support/documents.ts';
import { aDeployment, anApp, aStack } from '../support/infra/a-deployment.ts';

const cdkJson = z.object({
  toolkitStackName: z.literal('CDKToolkit-lookahead'),
  context: z.object({ '@aws-cdk/core:bootstrapQualifier': z.string() }),
});
const file = z.object({
  destinations: z.record(z.string(), z.object({ bucketName: z.string(), assumeRoleArn: z.string() })),
});

it('cdk.json, the stack and the policies of docs/deploy.md name the same bootstrap', async () => {
  const { context } = cdkJson.parse(
    JSON.parse(readFileSync(resolve(import.meta.dirname, '../../cdk.json'), 'utf8')),
  );
  const qualifier = context['@aws-cdk/core:bootstrapQualifier'];
  const app = anApp();
  const { stackName } = aStack(await aDeployment(), {}, app);
  const assembly = app.synth();
  const stack = assembly.getStackByName(stackName);
  const assets = assembly.artifacts.filter((one) => one instanceof AssetManifestArtifact);
  const uploads = assets.flatMap(({ contents }) =>
    Object.values(contents.files ?? {}).flatMap((one) => Object.values(file.parse(one).destinations)),
  );
  const named = (text = '') =>
    text.replaceAll(/\$\{AWS::(\w+)\}/g, (_, name) => (name === 'Partition' ? 'aws' : '123456789012'));

  const roles = [stack.lookupRole?.arn, uploads[0]?.assumeRoleArn, stack.assumeRoleArn].map(named);
  expect(roles[0]).toContain(`:role/cdk-${qualifier}-lookup-role-`);
  expect(policyOf('docs/deploy.md', 'deploy role').flatMap(({ Resource }) => Resource)).toEqual(roles);

  const ofCloudFormation = policyOf('docs/deploy.md', 'cloudformation');
  const resourceOf = (action: string) =>
    ofCloudFormation.find(({ Action }) => Action.includes(action))?.Resource;
  const parameter = stack.bootstrapStackVersionSsmParameter ?? '';
  expect(parameter).toBe(`/cdk-bootstrap/${qualifier}/version`);
  expect(resourceOf('ssm:GetParameters')).toEqual([`arn:aws:ssm:*:123456789012:parameter${parameter}`]);
  expect(resourceOf('s3:GetObject')).toEqual([
    `arn:aws:s3:::${named(uploads[0]?.bucketName).replace('eu-west-2', '*')}`,
  ]);
});
