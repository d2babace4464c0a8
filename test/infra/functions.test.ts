import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { alarmDescription, functionAlarmTexts, functionNames } from '../../infra/alarm-texts.ts';
import { reference } from '../integration/runtime/roles.ts';
import {
  aDeployment,
  arnOf,
  hoursTried,
  idOf,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';
import { policiesOf } from '../support/infra/policies.ts';

const template = templateOf(await aDeployment());
const functionSchema = z.object({
  FunctionName: z.string(),
  Architectures: z.array(z.string()),
  Runtime: z.string(),
  Timeout: z.int(),
  MemorySize: z.int(),
  Handler: z.string(),
  Role: reference,
  LoggingConfig: z.object({ LogFormat: z.string(), LogGroup: reference }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const functions = [...resourcesOf(template, 'AWS::Lambda::Function')].map(([id, properties]) => ({
  id,
  ...functionSchema.parse(properties),
}));

const policies = policiesOf(template);
const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

describe('every function', () => {
  it('has one of the six listed names', () => {
    expect(functions.map(({ FunctionName }) => FunctionName).sort()).toEqual(
      functionNames.map((name) => `lookahead-prod-${name}`).sort(),
    );
  });

  it.each(functions)('$FunctionName runs Node 24 on arm64', (one) => {
    expect(one.Architectures).toEqual(['arm64']);
    expect(one.Runtime).toBe('nodejs24.x');
    expect(one.Handler).toBe('index.handler');
  });

  it('has a time limit, in seconds, and memory, in MB, of its own', () => {
    expect(functions.map((one) => [one.FunctionName, one.Timeout, one.MemorySize]).sort()).toEqual([
      ['lookahead-prod-dead-letter', 60, 512],
      ['lookahead-prod-dispatch', 180, 512],
      ['lookahead-prod-download', 10, 512],
      ['lookahead-prod-events', 60, 512],
      ['lookahead-prod-reconcile', 300, 512],
      ['lookahead-prod-report', 300, 1024],
    ]);
  });

  it.each(functions)(
    '$FunctionName logs JSON to a log group of its own with limited retention',
    ({ FunctionName, LoggingConfig }) => {
      expect(LoggingConfig.LogFormat).toBe('JSON');
      const group = resourcesOf(template, 'AWS::Logs::LogGroup').get(LoggingConfig.LogGroup);
      expect(group).toMatchObject({ LogGroupName: `/aws/lambda/${FunctionName}`, RetentionInDays: 180 });
    },
  );

  it.each(functionNames)(
    '%s has an alarm with the impact of its failure, the likely cause and what to do',
    (name) => {
      const alarms = [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()];
      const own = alarms.filter(({ AlarmName }) => AlarmName === `lookahead-prod-${name}-fails`);
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({
        AlarmDescription: alarmDescription(functionAlarmTexts[name]),
        ActionsEnabled: true,
        TreatMissingData: 'notBreaching',
      });
      expect(own[0]?.['AlarmActions']).toHaveLength(1);
    },
  );

  it.each(functions)('$FunctionName passes its name to Powertools', ({ FunctionName, Environment }) => {
    expect(Environment.Variables).toMatchObject({
      POWERTOOLS_SERVICE_NAME: FunctionName,
      POWERTOOLS_METRICS_NAMESPACE: 'Lookahead',
      POWERTOOLS_LOG_LEVEL: 'INFO',
    });
  });

  it('has a role of its own', () => {
    expect(new Set(functions.map(({ Role }) => Role)).size).toBe(functions.length);
    expect(
      [...resourcesOf(template, 'AWS::IAM::Role').values()].flatMap(
        (role) => role['ManagedPolicyArns'] ?? [],
      ),
    ).toEqual([]);
  });
});

describe('least privilege', () => {
  it('no action is a pattern', () => {
    expect(statements.flatMap(({ Action }) => Action).filter((action) => action.includes('*'))).toEqual([]);
  });

  it('no resource is a bare *, except for reading the sending quota, which has no ARN; all other patterns are object keys', () => {
    const patterns = statements.flatMap(({ Resource }) => Resource).filter((text) => text.includes('*'));
    expect(statements.filter(({ Resource }) => Resource.includes('*')).map(({ Action }) => Action)).toEqual([
      ['ses:GetSendQuota'],
      ['ses:GetSendQuota'],
    ]);
    expect([...new Set(patterns)].sort()).toEqual([
      '*',
      '<ArchiveBucket>/answer-names/*',
      '<ArchiveBucket>/answer-names/*.json',
      '<ArchiveBucket>/answers/*',
      '<ArchiveBucket>/answers/*.json',
      '<ArchiveBucket>/answers/stand/*.json',
      '<ArchiveBucket>/attempts/*',
      '<ArchiveBucket>/attempts/*/dead-letter-*.json',
      '<ArchiveBucket>/closings/*',
      '<ArchiveBucket>/closings/*/closing.json',
      '<ArchiveBucket>/closings/*/told.json',
      '<ArchiveBucket>/contacts/*',
      '<ArchiveBucket>/contacts/*/mail/*/event-send.json',
      '<ArchiveBucket>/contacts/*/mail/*/events/*.json',
      '<ArchiveBucket>/data-problems/*',
      '<ArchiveBucket>/dispatches/*/manifest-*.json',
      '<ArchiveBucket>/dispatches/*/settled.json',
      '<ArchiveBucket>/failed-recipients/*',
      '<ArchiveBucket>/failed-recipients/*/failed.json',
      '<ArchiveBucket>/failing-addresses/*',
      '<ArchiveBucket>/first-planned/*',
      '<ArchiveBucket>/inbox-results/*',
      '<ArchiveBucket>/inbox-results/*/told.json',
      '<ArchiveBucket>/issues/*',
      '<ArchiveBucket>/issues/*.xlsx',
      '<ArchiveBucket>/issues/*/issue.json',
      '<ArchiveBucket>/issues/*/mail/*/event-send.json',
      '<ArchiveBucket>/issues/*/mail/*/events/*.json',
      '<ArchiveBucket>/issues/*_*/*/pages/*.json.gz',
      '<ArchiveBucket>/issues/*_*/numbers/*.json',
      '<ArchiveBucket>/looked/*',
      '<ArchiveBucket>/outages/*',
      '<ArchiveBucket>/refused-fields/*',
      '<ArchiveBucket>/reminders/*',
      '<ArchiveBucket>/reminders/*/reminder.json',
      '<ArchiveBucket>/reminders/*/told.json',
      '<ArchiveBucket>/requests/*',
      '<ArchiveBucket>/requests/*/request.json',
      '<ArchiveBucket>/requests/*/settled.json',
      '<ArchiveBucket>/restored/*',
      '<ArchiveBucket>/schedules/*',
      '<ArchiveBucket>/stops/*',
      '<ArchiveBucket>/test-runs/*',
      '<ArchiveBucket>/test-runs/*.xlsx',
      '<ArchiveBucket>/test-runs/*/mail/*/event-send.json',
      '<ArchiveBucket>/test-runs/*/mail/*/events/*.json',
      '<ArchiveBucket>/test-runs/*_*/*/pages/*.json.gz',
    ]);
  });

  it.each([
    [
      'Dispatch',
      [
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
        'sqs:SendMessage',
      ],
    ],
    [
      'Download',
      [
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
        'secretsmanager:GetSecretValue',
      ],
    ],
    [
      'Events',
      [
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:ReceiveMessage',
      ],
    ],
    [
      'DeadLetter',
      [
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        's3:GetObject',
        's3:ListBucket',
        's3:PutObject',
        'sqs:ChangeMessageVisibility',
        'sqs:DeleteMessage',
        'sqs:GetQueueAttributes',
        'sqs:GetQueueUrl',
        'sqs:ReceiveMessage',
        'sqs:SendMessage',
      ],
    ],
  ])('%s has only the permissions that it uses', (name, actions) => {
    const own = policies.filter(({ Roles }) => Roles.some((role) => role.startsWith(`Functions${name}Role`)));
    const allowed = own.flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.flatMap(({ Action }) => Action),
    );
    expect([...new Set(allowed)].sort()).toEqual(actions);
  });

  it('writes to the archive create objects and never change them', () => {
    const writes = statements.filter(({ Action }) => Action.includes('s3:PutObject'));
    expect(writes).toHaveLength(6);
    for (const { Action, Condition } of writes) {
      expect(Action).toEqual(['s3:PutObject']);
      expect(Condition).toEqual({ Null: { 's3:if-none-match': 'false' } });
    }
    expect(statements.flatMap(({ Action }) => Action)).not.toContain('s3:DeleteObject');
  });

  it('mail is sent from the configured address only, through the configuration set', () => {
    const sending = statements.filter(({ Action }) => Action.includes('ses:SendRawEmail'));
    expect(sending).toHaveLength(2);
    for (const { Condition, Resource } of sending) {
      expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'lookahead@example.com' } });
      expect(Resource.map((text) => text.slice(text.lastIndexOf(':') + 1)).sort()).toEqual([
        'configuration-set/lookahead-prod',
        'identity/example.com',
        'identity/lookahead@example.com',
      ]);
    }
  });

  it('only the report function reads the keys of the planning service, each by its name', () => {
    const reading = policies.filter(({ PolicyDocument }) =>
      PolicyDocument.Statement.some(({ Resource }) => Resource.some((one) => one.includes('planning'))),
    );
    expect(reading.flatMap(({ Roles }) => Roles)).toEqual([expect.stringMatching(/^FunctionsReportRole/)]);
    const names = reading
      .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .flatMap(({ Resource }) => Resource)
      .filter((text) => text.includes('planning'));
    expect(names.map((text) => text.slice(text.indexOf('secret:'))).sort()).toEqual([
      'secret:lookahead/planning-au-??????',
      'secret:lookahead/planning-gb-??????',
    ]);
  });

  it('no environment variable holds a key', () => {
    for (const { Environment } of functions) {
      expect(Object.keys(Environment.Variables).filter((name) => /KEY|TOKEN|PASSWORD/.test(name))).toEqual(
        [],
      );
    }
  });
});

describe('the queue of SES’s events', () => {
  it('is processed by a function of its own, with limited concurrency, and retried for over four hours', () => {
    expect(hoursTried(template, 'FunctionsSesEventsWaiting')).toBeGreaterThanOrEqual(4);
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      EventSourceArn: arnOf(template, 'AWS::SQS::Queue', 'FunctionsSesEventsWaiting'),
      FunctionName: { Ref: idOf(template, 'AWS::Lambda::Function', 'FunctionsEvents') },
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 5 },
    });
  });

  it('has a dead-letter queue, with a command that moves messages back', () => {
    const dropped = arnOf(template, 'AWS::SQS::Queue', 'FunctionsSesEventsDropped');
    expect(JSON.stringify(template.findOutputs('SesEventsDropped'))).toContain(
      'aws sqs start-message-move-task --region eu-west-2 --source-arn ',
    );
    expect(JSON.stringify(template.findOutputs('SesEventsDropped'))).toContain(JSON.stringify(dropped));
  });
});

describe('a function that is invoked asynchronously', () => {
  it.each(['Dispatch', 'Report', 'Reconcile'])(
    'puts its name and its event in a queue if it fails: %s',
    (name) => {
      template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
        FunctionName: { Ref: idOf(template, 'AWS::Lambda::Function', `Functions${name}`) },
        DestinationConfig: {
          OnFailure: { Destination: arnOf(template, 'AWS::SQS::Queue', 'FunctionsDropped') },
        },
      });
    },
  );
});

const apiEndpoint = (of: typeof template, id: string) => ({
  'Fn::GetAtt': [idOf(of, 'AWS::ApiGatewayV2::Api', id), 'ApiEndpoint'],
});

describe('links', () => {
  it('are made by the report function, whose environment has their address and secret and the number of workers', () => {
    const environment = z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(
        resourcesOf(template, 'AWS::Lambda::Function').get(
          idOf(template, 'AWS::Lambda::Function', 'FunctionsReport'),
        ),
      ).Environment.Variables;
    expect(environment).toMatchObject({
      LINK_SECRET: { Ref: idOf(template, 'AWS::SecretsManager::Secret', 'SecretsLinkSecret') },
      LINK_DAYS: '30',
      MAX_CONCURRENCY: '10',
    });
    expect(environment['LINK_BASE_URL']).toEqual({
      'Fn::Join': ['', [apiEndpoint(template, 'FunctionsLinks'), '/']],
    });
  });
});
