import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isAllowed, statementsOf } from '../integration/runtime/roles.ts';
import {
  aDeployment,
  aReadApi,
  arnOf,
  hoursTried,
  idOf,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';
import { rightsOf } from '../support/infra/policies.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, { readApi: aReadApi });

const statementsFor = (construct: string) =>
  statementsOf(
    [...resourcesOf(template, 'AWS::IAM::Policy').values()],
    idOf(template, 'AWS::IAM::Role', construct),
  );
const bucket = `<${idOf(template, 'AWS::S3::Bucket', 'ArchiveBucket').replace(/[0-9A-F]{8}$/, '')}>`;
const mayRead = (construct: string, key: string) =>
  isAllowed(statementsFor(construct), { action: 's3:GetObject', resources: [`${bucket}/${key}`] });
const mayCreate = (construct: string, key: string) =>
  isAllowed(statementsFor(construct), {
    action: 's3:PutObject',
    resources: [`${bucket}/${key}`],
    context: { 's3:if-none-match': '*' },
  });

describe('the Planning Read API of a stage', () => {
  it('does not exist unless it is configured', () => {
    const without = templateOf(deployment);
    expect(idOf(without, 'AWS::ApiGatewayV2::Api', 'FunctionsPlanning')).toBe('');
    expect(idOf(without, 'AWS::Lambda::Function', 'FunctionsPlanning')).toBe('');
    const [created] = resourcesOf(without, 'AWS::S3::Bucket').values();
    expect(created).not.toHaveProperty('NotificationConfiguration');
  });

  it('answers every path through an HTTP API, throttled, with an access log without query and key', () => {
    template.hasResourceProperties('AWS::ApiGatewayV2::Route', { RouteKey: 'ANY /{proxy+}' });
    template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 40, ThrottlingBurstLimit: 40 },
      AccessLogSettings: { Format: Match.not(Match.stringLikeRegexp('query|header|\\$context\\.identity')) },
    });
  });

  it('makes its links with the address of the API, and has the configured CORS origins', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'lookahead-prod-read-api',
      Environment: {
        Variables: Match.objectLike({
          ORIGIN: {
            'Fn::GetAtt': [idOf(template, 'AWS::ApiGatewayV2::Api', 'FunctionsPlanning'), 'ApiEndpoint'],
          },
          CORS_ORIGINS: 'https://app.example.com',
        }),
      },
    });
  });

  it('lists only versions and keys, because anyone may call it', () => {
    const mayList = (prefix?: string) =>
      isAllowed(statementsFor('FunctionsPlanningReadApi'), {
        action: 's3:ListBucket',
        resources: [bucket],
        context: { 's3:prefix': prefix },
      });
    expect(['programmes/gb/riverside/', 'keys/', 'issues/', undefined].map(mayList)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('reads versions and keys, and writes only that a key was used', () => {
    const own = 'FunctionsPlanningReadApi';
    expect(mayRead(own, 'programmes/gb/riverside/3.sqlite.zst')).toBe(true);
    expect(mayRead(own, 'keys/0123456789ab/key.json')).toBe(true);
    expect(mayRead(own, 'issues/riverside/weekly/2026-11-23--2026-11-29/x/issue.json')).toBe(false);
    expect(mayCreate(own, 'keys/0123456789ab/used/2026-11-22T10.json')).toBe(true);
    expect(mayCreate(own, 'keys/0123456789ab/key.json')).toBe(false);
    expect(mayCreate(own, 'programmes/gb/riverside/4.json')).toBe(false);
  });
});

describe('a file under inbox/', () => {
  it('is reported to the alarm address if it belongs to no contact', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: Match.objectLike({ ALARM_ADDRESS: 'alarms@example.com' }) },
    });
  });

  it('starts the import through a queue, which retries it for over four hours', () => {
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { object: { key: [{ prefix: 'inbox/' }] } },
      },
      Targets: [
        Match.objectLike({
          Arn: arnOf(template, 'AWS::SQS::Queue', 'FunctionsPlanningInboxEventsWaiting'),
          DeadLetterConfig: {
            Arn: arnOf(template, 'AWS::SQS::Queue', 'FunctionsPlanningInboxEventsDropped'),
          },
        }),
      ],
    });
    expect(hoursTried(template, 'FunctionsPlanningInboxEventsWaiting')).toBeGreaterThanOrEqual(4);
    template.hasResourceProperties('AWS::S3::Bucket', {
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
    });
  });

  it('is read by the import function only, which writes versions and results, and no key, manifest or mail', () => {
    expect(mayRead('FunctionsPlanningImport', 'inbox/gb/riverside/plan.xer')).toBe(true);
    expect(mayRead('FunctionsPlanningReadApi', 'inbox/gb/riverside/plan.xer')).toBe(false);
    expect(mayCreate('FunctionsPlanningImport', 'programmes/gb/riverside/4.sqlite.zst')).toBe(true);
    expect(mayCreate('FunctionsPlanningImport', 'keys/0123456789ab/key.json')).toBe(false);
    const result = 'inbox-results/2026-11-25/1f3a5b7c/1f3a5b7c1f3a5b7c';
    expect(mayCreate('FunctionsPlanningImport', `${result}/result.json`)).toBe(true);
    expect(mayCreate('FunctionsPlanningImport', `${result}/told.json`)).toBe(false);
    const others = ['dispatches/2026-11-25T09-00-00Z-1f3a5b7c/manifest-1.json', 'contacts/2026-11-25/1/n'];
    expect(others.filter((key) => mayCreate('FunctionsPlanningImport', key))).toEqual([]);
    expect(rightsOf(template, 'PlanningImport').filter((right) => right.startsWith('ses:'))).toEqual([]);
  });

  it('causes events in an existing bucket once a person runs the command of an output', () => {
    const taken = templateOf(deployment, { readApi: aReadApi, bucket: 'lookahead-left' });
    taken.hasOutput('InboxEvents', {
      Value:
        'aws s3api put-bucket-notification-configuration --region eu-west-2 --bucket lookahead-left --notification-configuration \'{"EventBridgeConfiguration":{}}\'',
    });
  });
});

it('dispatch and reconcile may read which versions have arrived', () => {
  for (const reader of ['FunctionsDispatch', 'FunctionsReconcile']) {
    expect(mayRead(reader, 'programmes/gb/riverside/3.json')).toBe(true);
    expect(mayRead(reader, 'programmes/gb/riverside/3.sqlite.zst')).toBe(false);
  }
});

describe('a report', () => {
  const invokes = (of: Template) =>
    rightsOf(of, 'Report').filter((right) => right.startsWith('lambda:InvokeFunction'));
  const variablesOf = (of: Template) =>
    z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(
        resourcesOf(of, 'AWS::Lambda::Function').get(idOf(of, 'AWS::Lambda::Function', 'FunctionsReport')),
      ).Environment.Variables;

  it('invokes the function of the Planning Read API only, because a stranger can use up the throttle of its address', () => {
    expect(invokes(template)).toEqual(['lambda:InvokeFunction <FunctionsPlanningReadApiFunction>']);
    expect(variablesOf(template)).toMatchObject({
      READ_API_FUNCTION: 'lookahead-prod-read-api',
      READ_API_URL: {
        'Fn::GetAtt': [idOf(template, 'AWS::ApiGatewayV2::Api', 'FunctionsPlanning'), 'ApiEndpoint'],
      },
    });
  });

  it('makes so many invocations for one job that Lambda must not treat them as a loop', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'lookahead-prod-read-api',
      RecursiveLoop: 'Allow',
    });
  });

  it('invokes no function in a stage without readApi', () => {
    const without = templateOf(deployment);
    expect(invokes(without)).toEqual([]);
    expect(Object.keys(variablesOf(without)).filter((name) => name.startsWith('READ_API'))).toEqual([]);
  });
});

it('the function of the Planning Read API, which anyone may call, has exactly the listed permissions', () => {
  expect(rightsOf(template, 'PlanningReadApi')).toEqual([
    's3:GetObject keys/* keys/*/used/* keys/signing-secret programmes/*',
    's3:ListBucket <ArchiveBucket> {"StringLike":{"s3:prefix":["programmes/*","keys/*"]}}',
    's3:PutObject keys/*/used/* keys/signing-secret {"Null":{"s3:if-none-match":"false"}}',
  ]);
});
