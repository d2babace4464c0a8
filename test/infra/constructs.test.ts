/** What each construct of the stack is, said directly. */
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { lease } from '../../functions/delivery/run/next-step.ts';
import { aDeployment, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';
import { policiesOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, {
  maxConcurrency: 40,
  keepDays: 800,
  workbookDays: 500,
  trialDays: 60,
});

function idOf(type: string, prefix: string): string {
  const [id = ''] = [...resourcesOf(template, type).keys()].filter((one) => one.startsWith(prefix));
  return id;
}
const arnOf = (type: string, prefix: string) => ({ 'Fn::GetAtt': [idOf(type, prefix), 'Arn'] });

describe('the schedules', () => {
  const inputs = [...resourcesOf(template, 'AWS::Scheduler::Schedule').values()].map((properties) =>
    z.object({ Target: z.object({ Input: z.string() }) }).parse(properties),
  );

  it('fire dispatch in the zone of the schedule, at the minute and not around it', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'cron(0 14 ? * FRI *)',
      ScheduleExpressionTimezone: 'Australia/Sydney',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: arnOf('AWS::Lambda::Function', 'FunctionsDispatch'),
        DeadLetterConfig: { Arn: arnOf('AWS::SQS::Queue', 'SchedulesDropped') },
      },
    });
  });

  it('say which schedule it is and which time was meant', () => {
    expect(inputs.map(({ Target }) => JSON.parse(Target.Input))).toContainEqual({
      schedule: '0 14 * * FRI Europe/London',
      cron: '0 14 * * FRI',
      timeZone: 'Europe/London',
      scheduledTime: '<aws.scheduler.scheduled-time>',
    });
  });

  it('let reconcile look over the last hours every half hour', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(30 minutes)',
      ScheduleExpressionTimezone: Match.absent(),
      Target: {
        Arn: arnOf('AWS::Lambda::Function', 'FunctionsReconcile'),
        Input: '{"reconcile":"check","scheduledTime":"<aws.scheduler.scheduled-time>"}',
      },
    });
  });

  it('may start those two functions and nothing else, and only for this stage', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          Match.objectLike({
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: { StringEquals: Match.objectLike({ 'aws:SourceAccount': { Ref: 'AWS::AccountId' } }) },
          }),
        ],
      },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: idOf('AWS::IAM::Role', 'SchedulesRole') }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: 'lambda:InvokeFunction',
            Resource: [
              arnOf('AWS::Lambda::Function', 'FunctionsDispatch'),
              arnOf('AWS::Lambda::Function', 'FunctionsReconcile'),
            ],
          },
          {
            Effect: 'Allow',
            Action: 'sqs:SendMessage',
            Resource: arnOf('AWS::SQS::Queue', 'SchedulesDropped'),
          },
        ],
      },
    });
  });

  it('keep their names when others come and go', async () => {
    const text = (await import('../support/infra/a-deployment.ts')).configurationText;
    const fewer = templateOf(await aDeployment(text.replace("    when: { cron: '30 15 * * 5' }\n", '')));
    const before = [...resourcesOf(template, 'AWS::Scheduler::Schedule').keys()];
    const after = [...resourcesOf(fewer, 'AWS::Scheduler::Schedule').keys()];
    expect(before).toEqual(expect.arrayContaining(after));
    expect(after).toHaveLength(before.length - 1);
  });
});

describe('the queue', () => {
  const limitOf = (prefix: string) =>
    z
      .object({ Timeout: z.int() })
      .parse(resourcesOf(template, 'AWS::Lambda::Function').get(idOf('AWS::Lambda::Function', prefix)))
      .Timeout;

  it('hides a job for six times as long as the function may work on it', () => {
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * limitOf('FunctionsReport'),
      RedrivePolicy: { deadLetterTargetArn: arnOf('AWS::SQS::Queue', 'QueueFailed'), maxReceiveCount: 5 },
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 3600,
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * limitOf('FunctionsDeadLetter'),
    });
  });

  it('works on a job no longer than the lease of a message lasts', () => {
    expect(limitOf('FunctionsReport')).toBeLessThan(lease.total('seconds'));
  });

  it('brings jobs one at a time, as many at once as configured, and takes back the one that failed', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf('AWS::SQS::Queue', 'QueueJobs'),
      FunctionName: { Ref: idOf('AWS::Lambda::Function', 'FunctionsReport') },
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 40 },
    });
  });

  it('may bring a job later more often than Lambda lets a function start itself', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'lookahead-prod-report',
      RecursiveLoop: 'Allow',
    });
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { RecursiveLoop: Match.absent() }, 4);
  });

  it('hands what failed for good to dead-letter', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf('AWS::SQS::Queue', 'QueueFailed'),
      FunctionName: { Ref: idOf('AWS::Lambda::Function', 'FunctionsDeadLetter') },
      BatchSize: 1,
    });
  });

  it('is closed to plain HTTP, as every queue is', () => {
    template.resourceCountIs('AWS::SQS::Queue', 4);
    template.resourcePropertiesCountIs(
      'AWS::SQS::QueuePolicy',
      {
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          ]),
        },
      },
      4,
    );
  });
});

describe('the archive', () => {
  it('is private, owned, encrypted, versioned, and outlives the stack, once it has been deployed', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        VersioningConfiguration: { Status: 'Enabled' },
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
      },
    });
  });

  it('answers over TLS only', () => {
    template.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('lets workbooks go by their tag, an issue as a whole later, trials and requests sooner, and nothing else by age', () => {
    const [bucket] = resourcesOf(template, 'AWS::S3::Bucket').values();
    const rules = z
      .object({ LifecycleConfiguration: z.object({ Rules: z.array(z.record(z.string(), z.unknown())) }) })
      .parse(bucket).LifecycleConfiguration.Rules;
    expect(
      rules.flatMap(({ Prefix, TagFilters, ExpirationInDays }) =>
        ExpirationInDays === undefined ? [] : [{ Prefix, TagFilters, ExpirationInDays }],
      ),
    ).toEqual([
      { Prefix: 'issues/', ExpirationInDays: 800 },
      { Prefix: 'issues/', TagFilters: [{ Key: 'kind', Value: 'workbook' }], ExpirationInDays: 500 },
      { Prefix: 'test-runs/', ExpirationInDays: 60 },
      { Prefix: 'dispatches/', ExpirationInDays: 800 },
      { Prefix: 'requests/', ExpirationInDays: 30 },
    ]);
  });
});

describe('the mail', () => {
  it('comes from an identity of the configured address', () => {
    template.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'lookahead@example.com' });
    templateOf(deployment, { identity: 'domain' }).hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: 'example.com',
    });
    templateOf(deployment, { identity: 'existing' }).resourceCountIs('AWS::SES::EmailIdentity', 0);
  });

  it('may come from an existing identity of the address, of its domain or of one above', async () => {
    const text = (await import('../support/infra/a-deployment.ts')).configurationText;
    const below = await aDeployment(text.replace('lookahead@example.com', 'lookahead@site.example.co.uk'));
    const sending = policiesOf(templateOf(below, { identity: 'existing' }))
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => Action.includes('ses:SendRawEmail'));
    expect(sending).toHaveLength(3);
    for (const { Resource } of sending) {
      expect(Resource.map((one) => one.replace(/^.*:/, '')).sort()).toEqual([
        'configuration-set/lookahead-prod',
        'identity/co.uk',
        'identity/example.co.uk',
        'identity/lookahead@site.example.co.uk',
        'identity/site.example.co.uk',
      ]);
    }
  });

  it('is reported to EventBridge, and from there as proof to reconcile', () => {
    template.hasResourceProperties('AWS::SES::ConfigurationSetEventDestination', {
      EventDestination: Match.objectLike({
        EventBridgeDestination: Match.anyValue(),
        MatchingEventTypes: ['send'],
      }),
    });
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Sent'],
        detail: { mail: { tags: { 'ses:configuration-set': ['lookahead-prod'] } } },
      },
      Targets: [
        Match.objectLike({
          Arn: arnOf('AWS::Lambda::Function', 'FunctionsReconcile'),
          DeadLetterConfig: { Arn: arnOf('AWS::SQS::Queue', 'FunctionsDropped') },
        }),
      ],
    });
  });
});

describe('the links', () => {
  const secret = idOf('AWS::SecretsManager::Secret', 'SecretsLinkSecret');

  it('are signed with a secret that the deployment draws, and that has no earlier one yet', () => {
    template.hasResourceProperties('AWS::SecretsManager::Secret', {
      GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: 'current', PasswordLength: 64 },
    });
  });

  it('leave no name behind that the next deployment would find taken', () => {
    template.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: 'Delete',
      Properties: { Name: Match.absent() },
    });
  });

  it('open at an address that anyone can call, which serves a few at a time', () => {
    template.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'NONE' });
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'lookahead-prod-download',
      ReservedConcurrentExecutions: 10,
    });
  });

  it('are made by the report function, with that address', () => {
    const environment = z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(
        resourcesOf(template, 'AWS::Lambda::Function').get(idOf('AWS::Lambda::Function', 'FunctionsReport')),
      ).Environment.Variables;
    expect(environment).toMatchObject({ LINK_SECRET: { Ref: secret }, LINK_DAYS: '30' });
    expect(environment['LINK_BASE_URL']).toEqual({
      'Fn::GetAtt': [idOf('AWS::Lambda::Url', 'FunctionsDownload'), 'FunctionUrl'],
    });
  });
});
