import { exampleLinkSecret } from './commands.ts';

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

const statusKeys = ['dispatches/*', 'requests/*', 'attempts/*', 'issues/*', 'stops/*'];
const readStatus: readonly Statement[] = [
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
];

/** Roles of the CDK's bootstrap: to read what is deployed, to upload the functions, to start CloudFormation. */
const deploy: Statement = {
  Effect: 'Allow',
  Action: ['sts:AssumeRole'],
  Resource: ['lookup', 'file-publishing', 'deploy'].map(
    (role) => `arn:aws:iam::${account}:role/cdk-hnb659fds-${role}-role-${account}-eu-west-2`,
  ),
};

export const policies = {
  status: policy(readStatus),
  /**
   * Every command of docs/operate.md, alarms, logs and metrics. Not: to read a key of the planning service, or to
   * change a function.
   */
  operator: policy([
    ...readStatus,
    { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${bucket}/stops/*`] },
    {
      Effect: 'Allow',
      Action: ['lambda:InvokeFunction'],
      Resource: ['report', 'dispatch'].map((name) => `arn:aws:lambda:${place}:function:lookahead-uk-${name}`),
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
    { Effect: 'Allow', Action: ['ses:DeleteSuppressedDestination'], Resource: ['*'] },
    {
      Effect: 'Allow',
      Action: ['cloudwatch:DescribeAlarms', 'cloudwatch:GetDashboard', 'cloudwatch:GetMetricData'],
      Resource: ['*'],
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
    { Effect: 'Allow', Action: ['scheduler:ListSchedules'], Resource: ['*'] },
    {
      Effect: 'Allow',
      Action: ['logs:DescribeLogGroups'],
      Resource: [`arn:aws:logs:${place}:log-group:*`],
    },
    // IAM knows no resource for a query: only its starter knows its id.
    { Effect: 'Allow', Action: ['logs:GetQueryResults', 'logs:StopQuery'], Resource: ['*'] },
  ]),
  uploader: policy([
    { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${bucket}/inbox/gb/riverside-tower/*`] },
  ]),
  deployer: policy([
    deploy,
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
  'deploy role': policy([deploy]),
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

/** Who may take the roles of GitHub Actions, as GitHub's tokens name the requesting job. */
export const trustPolicies = {
  /** The environment, whose reviewers have approved. */
  'deploy role': trustIn(['repo:example/lookahead:environment:uk']),
  /** Pull requests that are not from a fork, and main. */
  'diff role': trustIn(['repo:example/lookahead:pull_request', 'repo:example/lookahead:ref:refs/heads/main']),
} as const;

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
