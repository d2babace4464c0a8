import { describe, expect, it } from 'vitest';
import { isAllowed } from '../integration/runtime/roles.ts';
import { jsonOf, policyOf } from '../support/documents.ts';
import {
  aDeployment,
  allResourcesOf,
  configurationText,
  manyProjects,
  templateOf,
} from '../support/infra/a-deployment.ts';

const budget = 'deployment:\n  budget: { dollars: 100, address: finance@example.com }';
const withBudget = await aDeployment(configurationText.replace('deployment:', budget));
const ownDomain = {
  domain: 'lookahead.example.com',
  certificate: 'arn:aws:acm:eu-west-2:123456789012:certificate/1a2b3c4d',
};
const templates = [
  templateOf(withBudget, { readApi: { corsOrigins: [] }, links: ownDomain }),
  templateOf(await aDeployment(manyProjects(50, 'a key each'))),
];
const resources = templates.flatMap((template) => Object.values(allResourcesOf(template)));

/** Services whose prefix in actions is not the lower-case form of their name in resource types. */
const prefixes: Readonly<Record<string, string>> = {
  ApiGatewayV2: 'apigateway',
  CertificateManager: 'acm',
};

describe('the permission of CloudFormation for the stack', () => {
  const statements = policyOf('docs/deploy.md', 'cloudformation');
  const allowed = new Set(statements.flatMap(({ Action }) => Action.map((action) => action.split(':')[0])));
  const types = [...new Set(resources.map(({ Type }) => Type))];

  it.each(types)('includes the service of %s', (type) => {
    const service = type.split('::')[1] ?? '';
    expect(allowed).toContain(prefixes[service] ?? service.toLowerCase());
  });

  it.each([
    'AWS::KMS::Key',
    'AWS::Budgets::Budget',
    'AWS::ApiGatewayV2::DomainName',
    'AWS::IAM::ManagedPolicy',
  ])('is checked against templates that contain %s', (type) => {
    expect(types).toContain(type);
  });

  it('includes nothing of IAM except for roles and policies that are named after the stack', () => {
    const ofIam = statements.filter(({ Action }) => Action.some((action) => action.startsWith('iam:')));
    const named = ofIam.flatMap(({ Action, Resource }) =>
      Action.includes('iam:CreateServiceLinkedRole') ? [] : Resource,
    );
    expect(new Set(named)).toEqual(
      new Set(['arn:aws:iam::123456789012:role/lookahead-*', 'arn:aws:iam::123456789012:policy/lookahead-*']),
    );
    expect(ofIam.flatMap(({ Action }) => Action.filter((action) => action.includes('*')))).toEqual([]);
    // If a template gives no name, CloudFormation uses one that begins with the name of the stack.
    const ofStack = resources.filter(({ Type }) => /^AWS::IAM::(Role|ManagedPolicy)$/.test(Type));
    const given = ofStack.flatMap(({ Properties }) => [
      Properties['RoleName'],
      Properties['ManagedPolicyName'],
    ]);
    expect(given.filter((name) => name !== undefined)).toEqual([]);
  });

  // The actions with this condition key in AWS's Service Authorization Reference.
  it.each([
    'iam:AttachRolePolicy',
    'iam:CreateRole',
    'iam:DeleteRolePolicy',
    'iam:DetachRolePolicy',
    'iam:PutRolePermissionsBoundary',
    'iam:PutRolePolicy',
  ])('includes %s only for a role that has the boundary', (action) => {
    const may = (boundary?: string) =>
      isAllowed(statements, {
        action,
        resources: ['arn:aws:iam::123456789012:role/lookahead-uk-FunctionsReportRole'],
        context: { 'iam:PermissionsBoundary': boundary },
      });
    expect(may('arn:aws:iam::123456789012:policy/boundary-for-lookahead')).toBe(true);
    expect(may('arn:aws:iam::aws:policy/AdministratorAccess')).toBe(false);
    expect(may()).toBe(false);
  });

  it('allows neither the removal nor a change of the boundary', () => {
    expect(statements.flatMap(({ Action }) => Action)).not.toContain('iam:DeleteRolePermissionsBoundary');
    const resources = ['arn:aws:iam::123456789012:policy/boundary-for-lookahead'];
    expect(isAllowed(statements, { action: 'iam:CreatePolicyVersion', resources })).toBe(false);
  });

  it.each(['Create', 'Update', 'Delete'])(
    'includes %s of triggers for the stack’s own functions only',
    (verb) => {
      const may = (name: string) =>
        isAllowed(statements, {
          action: `lambda:${verb}EventSourceMapping`,
          resources: ['arn:aws:lambda:eu-west-2:123456789012:event-source-mapping:1a2b3c4d'],
          context: { 'lambda:FunctionArn': `arn:aws:lambda:eu-west-2:123456789012:function:${name}` },
        });
      expect([may('lookahead-uk-report'), may('payroll')]).toEqual([true, false]);
    },
  );

  it.each([
    ['lambda:*', 'arn:aws:lambda:eu-west-2:123456789012:function:payroll'],
    ['s3:*', 'arn:aws:s3:::payroll'],
    ['s3:*', 'arn:aws:s3:::cdk-hnb659fds-assets-123456789012-eu-west-2'],
    ['secretsmanager:*', 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:lookahead/planning-AbCdEf'],
  ])('does not include %s on resources of another app, or on a key: %s', (action, other) => {
    expect(isAllowed(statements, { action, resources: [other] })).toBe(false);
  });

  it('fits into a managed policy', () => {
    expect(JSON.stringify(jsonOf('docs/deploy.md', 'cloudformation')).length).toBeLessThanOrEqual(6_144);
  });
});

it('a person and GitHub Actions may deploy through roles of the bootstrap, and change nothing themselves', () => {
  for (const name of ['deployer', 'deploy role', 'diff role']) {
    const actions = policyOf('docs/deploy.md', name).flatMap(({ Action }) => Action);
    expect(
      actions.filter((action) => /\*|^iam:|^cloudformation:(?!DescribeStacks|GetTemplate)/.test(action)),
    ).toEqual([]);
  }
});
