/** The permissions in a template, parsed. */
import type { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod/mini';
import { getOrInsert } from '#base/get-or-insert.ts';
import { isLike, policySchema } from '../../integration/runtime/roles.ts';
import { resourcesOf } from './a-deployment.ts';

type Policy = z.infer<typeof policySchema>;

const policies = new WeakMap<Template, readonly Policy[]>();

export function policiesOf(template: Template): readonly Policy[] {
  return getOrInsert(policies, template, () =>
    [...resourcesOf(template, 'AWS::IAM::Policy').values()].map((properties) =>
      policySchema.parse(properties),
    ),
  );
}

/** The permissions of a function except for its log, with a line for each statement: `s3:GetObject issues/*.xlsx`. */
export function rightsOf(template: Template, role: string): readonly string[] {
  return policiesOf(template)
    .filter(({ Roles }) => Roles.some((one) => one.startsWith(`Functions${role}Role`)))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => Action.every((action) => !action.startsWith('logs:')))
    .map(({ Action, Resource, Condition }) => {
      const keys = Resource.map((resource) => resource.replace('<ArchiveBucket>/', ''));
      const limits = Object.keys(Condition).length === 0 ? [] : [JSON.stringify(Condition)];
      return [...Action, ...keys, ...limits].join(' ');
    })
    .sort();
}

/** Whether a function's role allows the action on an object of the archive, or on the keys with a prefix. */
export function allows(
  template: Template,
  role: string,
  {
    action,
    key,
  }: {
    readonly action: 's3:GetObject' | 's3:PutObject' | 's3:PutObjectTagging' | 's3:ListBucket';
    readonly key: string;
  },
): boolean {
  return policiesOf(template)
    .filter(({ Roles }) => Roles.some((one) => one.startsWith(`Functions${role}Role`)))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => Action.includes(action))
    .some(({ Resource, Condition }) =>
      action === 's3:ListBucket'
        ? prefixesOf(Condition).some((pattern) => isLike(pattern, key))
        : Resource.some((pattern) => isLike(pattern, `<ArchiveBucket>/${key}`)),
    );
}

const prefixes = z.object({ 's3:prefix': z.union([z.string(), z.array(z.string())]) });
const listing = z.union([z.object({ StringLikeIfExists: prefixes }), z.object({ StringLike: prefixes })]);

function prefixesOf(condition: unknown): readonly string[] {
  const found = listing.parse(condition);
  const named = 'StringLike' in found ? found.StringLike : found.StringLikeIfExists;
  return [named['s3:prefix']].flat();
}

/**
 * The condition that a service acts for one resource of the stack's own account. @param resource the part of its ARN
 * after the account
 */
export function onlyFor(service: string, resource: string) {
  const account = { Ref: 'AWS::AccountId' };
  const source = { 'Fn::Join': ['', [`arn:aws:${service}:eu-west-2:`, account, `:${resource}`]] };
  return { StringEquals: { 'aws:SourceAccount': account, 'aws:SourceArn': source } };
}
