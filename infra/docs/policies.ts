import { exampleLinkSecret } from './commands.ts';
import { jsonBlock } from './markdown.ts';

const account = '123456789012';
const bucket = 'arn:aws:s3:::lookahead-uk-archivebucket-1a2b3c4d';
const place = `eu-west-2:${account}`;

type Statement = {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

export type Policy = { readonly Version: '2012-10-17'; readonly Statement: readonly Statement[] };

const statusKeys = [
  'dispatches/*',
  'requests/*',
  'attempts/*',
  'issues/*',
  'answers/*',
  'contacts/*',
  'stops/*',
];

export const policies = {
  status: policy([
    {
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [bucket],
      Condition: { StringLikeIfExists: { 's3:prefix': statusKeys } },
    },
    {
      Effect: 'Allow',
      Action: ['s3:GetObject'],
      Resource: statusKeys.map((pattern) => `${bucket}/${pattern}`),
    },
  ]),
  /**
   * With `status`: every command of docs/operate.md, alarms, logs and metrics. Not: to read a key of the planning
   * service, or to change a function.
   */
  operator: policy([
    { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${bucket}/stops/*`] },
    {
      Effect: 'Allow',
      Action: ['lambda:InvokeFunction'],
      Resource: [`arn:aws:lambda:${place}:function:lookahead-uk-report`],
    },
    {
      Effect: 'Allow',
      Action: [
        'sqs:ReceiveMessage',
        'sqs:DeleteMessage',
        'sqs:PurgeQueue',
        'sqs:GetQueueAttributes',
        'sqs:StartMessageMoveTask',
      ],
      Resource: [`arn:aws:sqs:${place}:lookahead-uk-*Dropped*`],
    },
    // To move dropped events back to their queue.
    {
      Effect: 'Allow',
      Action: ['sqs:SendMessage'],
      Resource: [`arn:aws:sqs:${place}:lookahead-uk-*EventsWaiting*`],
    },
    {
      Effect: 'Allow',
      Action: ['secretsmanager:PutSecretValue'],
      Resource: [`arn:aws:secretsmanager:${place}:secret:lookahead/*`],
    },
    // The current link key becomes the previous one, so it has to be read.
    {
      Effect: 'Allow',
      Action: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
      Resource: [exampleLinkSecret],
    },
    {
      Effect: 'Allow',
      Action: ['logs:FilterLogEvents', 'logs:GetLogEvents', 'logs:DescribeLogStreams', 'logs:StartQuery'],
      Resource: ['lambda', 'apigateway'].map(
        (service) => `arn:aws:logs:${place}:log-group:/aws/${service}/lookahead-uk-*`,
      ),
    },
    {
      Effect: 'Allow',
      Action: ['scheduler:GetSchedule'],
      Resource: [`arn:aws:scheduler:${place}:schedule/lookahead-uk/*`],
    },
    {
      Effect: 'Allow',
      Action: ['logs:DescribeLogGroups'],
      Resource: [`arn:aws:logs:${place}:log-group:*`],
    },
    {
      Effect: 'Allow',
      Action: [
        'cloudwatch:DescribeAlarms',
        'cloudwatch:GetDashboard',
        'cloudwatch:GetMetricData',
        // IAM knows no resource for a query: only its starter knows its id.
        'logs:GetQueryResults',
        'logs:StopQuery',
        'scheduler:ListSchedules',
        'ses:DeleteSuppressedDestination',
      ],
      Resource: ['*'],
    },
  ]),
  uploader: policy([
    { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${bucket}/inbox/gb/riverside-tower/*`] },
  ]),
  /** With `deploy role`: the commands of a person who deploys. */
  deployer: policy([
    {
      Effect: 'Allow',
      Action: ['secretsmanager:CreateSecret'],
      Resource: [`arn:aws:secretsmanager:${place}:secret:lookahead/*`],
    },
    {
      Effect: 'Allow',
      Action: ['lambda:InvokeFunction'],
      Resource: [`arn:aws:lambda:${place}:function:lookahead-uk-report`],
    },
    {
      Effect: 'Allow',
      Action: [
        'lambda:GetAccountSettings',
        'ses:GetAccount',
        'ses:CreateEmailIdentity',
        'ses:GetEmailIdentity',
        'ses:ListEmailIdentities',
        's3:ListAllMyBuckets',
        'sns:Subscribe',
      ],
      Resource: ['*'],
    },
  ]),
  /**
   * Permissions of CloudFormation: all actions of the services in the template, and in IAM only roles and policies that
   * are named after the stack. This policy and the roles of GitHub Actions have other names, so that no stack can
   * change them.
   */
  cloudformation: policy([
    {
      Effect: 'Allow',
      Action: [
        'acm:*',
        'apigateway:*',
        'budgets:*',
        'cloudwatch:*',
        'events:*',
        'kms:*',
        'lambda:*',
        'logs:*',
        's3:*',
        'scheduler:*',
        'secretsmanager:*',
        'ses:*',
        'sns:*',
        'sqs:*',
      ],
      Resource: ['*'],
    },
    {
      Effect: 'Allow',
      Action: [
        'iam:AttachRolePolicy',
        'iam:CreateRole',
        'iam:DeleteRole',
        'iam:DeleteRolePolicy',
        'iam:DetachRolePolicy',
        'iam:GetRole',
        'iam:GetRolePolicy',
        'iam:ListAttachedRolePolicies',
        'iam:ListRolePolicies',
        'iam:ListRoleTags',
        'iam:PassRole',
        'iam:PutRolePolicy',
        'iam:TagRole',
        'iam:UntagRole',
        'iam:UpdateAssumeRolePolicy',
        'iam:UpdateRole',
        'iam:UpdateRoleDescription',
      ],
      Resource: [`arn:aws:iam::${account}:role/lookahead-*`],
    },
    {
      // The CDK makes a separate policy if that of a role becomes long.
      Effect: 'Allow',
      Action: [
        'iam:CreatePolicy',
        'iam:CreatePolicyVersion',
        'iam:DeletePolicy',
        'iam:DeletePolicyVersion',
        'iam:GetPolicy',
        'iam:GetPolicyVersion',
        'iam:ListEntitiesForPolicy',
        'iam:ListPolicyVersions',
        'iam:TagPolicy',
        'iam:UntagPolicy',
      ],
      Resource: [`arn:aws:iam::${account}:policy/lookahead-*`],
    },
    {
      // API Gateway has one in each account, created with the first domain name.
      Effect: 'Allow',
      Action: ['iam:CreateServiceLinkedRole'],
      Resource: [`arn:aws:iam::${account}:role/aws-service-role/*`],
      Condition: { StringEquals: { 'iam:AWSServiceName': 'ops.apigateway.amazonaws.com' } },
    },
    {
      // The version of the bootstrap, which each CDK template checks.
      Effect: 'Allow',
      Action: ['ssm:GetParameters'],
      Resource: [`arn:aws:ssm:*:${account}:parameter/cdk-bootstrap/hnb659fds/version`],
    },
  ]),
  /** Roles of the CDK's bootstrap: to read what is deployed, to upload the functions, to start CloudFormation. */
  'deploy role': policy([
    {
      Effect: 'Allow',
      Action: ['sts:AssumeRole'],
      Resource: ['lookup', 'file-publishing', 'deploy'].map(
        (role) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${role}-role-${account}-eu-west-2`,
      ),
    },
  ]),
  /**
   * GitHub Actions, to compare templates. Not the bootstrap's lookup role: that reads every bucket of the account. The
   * CDK says that it cannot assume it, and goes on with this role.
   */
  'diff role': policy([
    {
      Effect: 'Allow',
      Action: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
      Resource: [`arn:aws:cloudformation:*:${account}:stack/lookahead-*`],
    },
  ]),
} as const satisfies Record<string, Policy>;

const issuer = 'token.actions.githubusercontent.com';

/** Subjects of GitHub's tokens that may take the roles of GitHub Actions: which job asks. */
export const trustSubjects = {
  /** The environment, whose reviewers have approved. */
  'deploy role': ['repo:example/lookahead:environment:uk'],
  /** Pull requests that are not from a fork, and main. */
  'diff role': ['repo:example/lookahead:pull_request', 'repo:example/lookahead:ref:refs/heads/main'],
} as const;

export const trustPolicies = {
  'deploy role': trustIn(trustSubjects['deploy role']),
  'diff role': trustIn(trustSubjects['diff role']),
} as const;

/** As IAM accepts it: a string in place of a list with one entry. */
export function policyBlock(policy: { readonly Statement: readonly object[] }): string {
  return jsonBlock({ ...policy, Statement: policy.Statement.map(withoutListOfOne) });
}

function withoutListOfOne(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? value[0] : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutListOfOne(item)]));
}

function trustIn(subjects: readonly string[]) {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Federated: `arn:aws:iam::${account}:oidc-provider/${issuer}` },
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: { StringEquals: { [`${issuer}:aud`]: 'sts.amazonaws.com', [`${issuer}:sub`]: subjects } },
      },
    ],
  } as const;
}

function policy(Statement: readonly Statement[]): Policy {
  return { Version: '2012-10-17', Statement };
}
