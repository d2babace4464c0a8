/** The policy `boundary` of docs/deploy.md allows what the roles of a stack use, and no more. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type AskedPermission, isAllowed, policySchema } from '../integration/runtime/roles.ts';
import { jsonOf, policyOf } from '../support/documents.ts';
import {
  aDeployment,
  allResourcesOf,
  aReadApi,
  manyProjects,
  templateOf,
} from '../support/infra/a-deployment.ts';

const boundary = policyOf('docs/deploy.md', 'boundary');
const deployment = await aDeployment();
const links = {
  domain: 'lookahead.example.com',
  certificate: 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d',
};
const templates = [
  templateOf(deployment, { readApi: aReadApi, links, sandbox: 'on' }),
  templateOf(deployment, {
    bucket: 'lookahead-left',
    links: {
      ...links,
      secret: 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:SecretsLinkSecret1A2B3C4D-5e6f-AbCdEf',
    },
  }),
  templateOf(await aDeployment(manyProjects(50, 'a key each'))),
].map(allResourcesOf);

type Resources = (typeof templates)[number];

/** CloudFormation names a resource without a name by its stack and logical id. */
function arnOf(resources: Resources, id: string): string {
  const { Type = '', Properties = {} } = resources[id] ?? {};
  const named = (property: string) => String(Properties[property] ?? `lookahead-prod-${id}`);
  const place = 'eu-west-2:123456789012';
  switch (Type) {
    case 'AWS::S3::Bucket':
      return `arn:aws:s3:::${named('BucketName').toLowerCase()}`;
    case 'AWS::SQS::Queue':
      return `arn:aws:sqs:${place}:${named('QueueName')}`;
    case 'AWS::Lambda::Function':
      return `arn:aws:lambda:${place}:function:${named('FunctionName')}`;
    case 'AWS::Logs::LogGroup':
      return `arn:aws:logs:${place}:log-group:${named('LogGroupName')}:*`;
    case 'AWS::SecretsManager::Secret':
      return `arn:aws:secretsmanager:${place}:secret:${String(Properties['Name'] ?? id)}-5e6f-AbCdEf`;
  }
  throw new Error(`It is not known here what the ARN of ${id} is.`);
}

/** The value with its references resolved, for the references that policies use. */
function resolved(value: unknown, resources: Resources): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, resources));
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = z.looseObject(references).parse(value);
  if (Ref === 'AWS::AccountId') return '123456789012';
  if (attribute !== undefined) return arnOf(resources, attribute[0]);
  if (Ref !== undefined) return arnOf(resources, Ref);
  if (join !== undefined) return join[1].map((part) => resolved(part, resources)).join('');
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, resources)]));
}

const references = {
  Ref: z.optional(z.string()),
  'Fn::GetAtt': z.optional(z.tuple([z.string(), z.literal('Arn')])),
  'Fn::Join': z.optional(z.tuple([z.literal(''), z.array(z.unknown())])),
};

const asked = templates.flatMap((resources) =>
  Object.values(resources)
    .filter(({ Type }) => /^AWS::IAM::(?:Managed)?Policy$/.test(Type))
    .flatMap(({ Properties }) =>
      policySchema.shape.PolicyDocument.parse(
        resolved(Properties['PolicyDocument'], resources),
      ).Statement.flatMap(({ Action, Resource, Condition }) =>
        Action.map((action): AskedPermission => {
          const from = Condition['StringEquals']?.['ses:FromAddress'];
          return { action, resources: Resource, context: { 'ses:FromAddress': from?.toString() } };
        }),
      ),
    ),
);

describe('the boundary', () => {
  it('allows what the policies of all roles allow', () => {
    expect(asked.filter((one) => !isAllowed(boundary, one))).toEqual([]);
  });

  it('allows no action that no role is allowed, and none of IAM', () => {
    const allowed = new Set(boundary.flatMap(({ Action }) => Action));
    expect([...allowed].sort()).toEqual([...new Set(asked.map(({ action }) => action))].sort());
    expect([...allowed].filter((action) => /^(?:iam|sts):|\*/.test(action))).toEqual([]);
  });

  it.each([
    ['s3:GetObject', 'arn:aws:s3:::payroll/salaries.xlsx'],
    ['s3:ListBucket', 'arn:aws:s3:::payroll'],
    ['secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:payroll-AbCdEf'],
    ['lambda:InvokeFunction', 'arn:aws:lambda:eu-west-2:123456789012:function:payroll'],
    ['sqs:SendMessage', 'arn:aws:sqs:eu-west-2:123456789012:payroll'],
  ])('does not allow %s on a resource of another app', (action, other) => {
    expect(isAllowed(boundary, { action, resources: [other] })).toBe(false);
  });

  it('lets no address of another domain send', () => {
    const sends = (from: string) =>
      isAllowed(boundary, {
        action: 'ses:SendRawEmail',
        resources: ['arn:aws:ses:eu-west-2:123456789012:identity/example.com'],
        context: { 'ses:FromAddress': from },
      });
    expect([sends('lookahead@example.com'), sends('ceo@another.example.org')]).toEqual([true, false]);
  });

  it('belongs to every role', () => {
    const roles = templates.flatMap((resources) =>
      Object.values(resources).flatMap((one) =>
        one.Type === 'AWS::IAM::Role' ? [resolved(one.Properties['PermissionsBoundary'], resources)] : [],
      ),
    );
    expect(new Set(roles)).toEqual(new Set(['arn:aws:iam::123456789012:policy/boundary-for-lookahead']));
  });

  it('fits into a managed policy', () => {
    expect(JSON.stringify(jsonOf('docs/deploy.md', 'boundary')).length).toBeLessThanOrEqual(6_144);
  });
});
