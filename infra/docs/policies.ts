import { exampleLinkSecret } from './commands.ts';

/** IAM policies for people, which docs/operate.md lists. Names and account are those of an example. */
const bucket = 'arn:aws:s3:::lookahead-uk-archivebucket-1a2b3c4d';
const place = 'eu-west-2:123456789012';

type Statement = {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
};

export type Policy = { readonly Version: '2012-10-17'; readonly Statement: readonly Statement[] };

/** What `lookahead status` reads. */
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

export const policies = {
  status: policy(readStatus),
  /** Every command of docs/operate.md, alarms, logs and metrics. Not: to read a key of the planning service, or to change a function. */
  operator: policy([
    ...readStatus,
    // To stop all mail, and to let it go on.
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
    // Dropped events are moved back to their queue.
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
      Resource: [`arn:aws:logs:${place}:log-group:/aws/lambda/lookahead-uk-*`],
    },
    // The list from which the console of Logs Insights offers groups is of all groups.
    {
      Effect: 'Allow',
      Action: ['logs:DescribeLogGroups'],
      Resource: [`arn:aws:logs:${place}:log-group:*`],
    },
    // IAM knows no resource for a query: its id is known only to whoever started it.
    { Effect: 'Allow', Action: ['logs:GetQueryResults', 'logs:StopQuery'], Resource: ['*'] },
  ]),
  /** Whoever puts the programmes of one project, and of no other, into the bucket. */
  uploader: policy([
    { Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${bucket}/inbox/gb/riverside/*`] },
  ]),
} as const satisfies Record<string, Policy>;

function policy(Statement: readonly Statement[]): Policy {
  return { Version: '2012-10-17', Statement };
}
