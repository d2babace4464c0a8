import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { alarmDescription, functionNames, nonFunctionAlarmTexts } from '../../../infra/alarm-texts.ts';
import { aDeployment, aReadApi, idOf, resourcesOf, templateOf } from '../../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const template = templateOf(deployment, { readApi: aReadApi });
const topic = idOf(template, 'AWS::SNS::Topic', 'MonitoringAlarms');

describe('the alarms', () => {
  const alarms = [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()];

  const ofName = (name: string) =>
    alarms.find(({ AlarmName }) => AlarmName === `lookahead-prod-${name}`) ?? {};

  it.each(Object.entries(nonFunctionAlarmTexts))('include %s once, with its text', (name, text) => {
    const own = alarms.filter(({ AlarmName }) => AlarmName === `lookahead-prod-${name}`);
    expect(own).toHaveLength(1);
    expect(own[0]?.['AlarmDescription']).toBe(alarmDescription(text));
  });

  it('all notify the topic, when they go off and when they are over', () => {
    expect(alarms).toHaveLength(31);
    for (const alarm of alarms) {
      expect(alarm['AlarmActions']).toEqual([{ Ref: topic }]);
      expect(alarm['OKActions']).toEqual([{ Ref: topic }]);
    }
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
        ]),
      },
    });
  });

  it('on a missing manifest use the count of reconcile', () => {
    template.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmName: 'lookahead-prod-manifest-missing',
      Threshold: 0,
      Metrics: [
        Match.objectLike({
          MetricStat: Match.objectLike({
            Metric: {
              Namespace: 'Lookahead',
              MetricName: 'ManifestMissing',
              Dimensions: [{ Name: 'service', Value: 'lookahead-prod-reconcile' }],
            },
          }),
        }),
      ],
    });
  });

  it.each([
    ['reports-failed', 'ReportsFailed', 'reconcile'],
    ['due-added', 'DueAdded', 'reconcile'],
    ['nothing-due', 'NothingDue', 'dispatch'],
    ['jobs-postponed', 'JobsPostponed', 'report'],
  ])('on %s use the metric %s of %s', (name, metric, by) => {
    expect(ofName(name)).toMatchObject({
      Threshold: 0,
      Metrics: [
        {
          MetricStat: {
            Metric: {
              MetricName: metric,
              Dimensions: [{ Name: 'service', Value: `lookahead-prod-${by}` }],
            },
          },
        },
      ],
    });
  });

  it('on problems that wait for a person sum the counts of reconcile and events', () => {
    const text = JSON.stringify(ofName('action-needed'));
    for (const by of ['reconcile', 'events']) expect(text).toContain(`lookahead-prod-${by}`);
  });

  it('on waiting dead letters do not use the age metric, which leaves such messages out', () => {
    const text = JSON.stringify(ofName('dead-letters-waiting'));
    expect(text).not.toContain('ApproximateAgeOfOldestMessage');
    for (const state of ['Visible', 'NotVisible'])
      expect(text).toContain(`"ApproximateNumberOfMessages${state}"`);
    expect(ofName('dead-letters-waiting')).toMatchObject({
      EvaluationPeriods: 6,
      DatapointsToAlarm: 6,
      Threshold: 0.5,
    });
  });

  it.each([
    'reports-failed',
    'action-needed',
    'manifest-missing',
    'nothing-due',
    'due-added',
    'mail-bounced',
    'mail-rejected',
  ])('on %s include a count that arrives minutes late', (name) => {
    expect(ofName(name)).toMatchObject({ EvaluationPeriods: 3, DatapointsToAlarm: 1, Threshold: 0 });
  });

  it.each([
    ['bounce-rate', 'Reputation.BounceRate', 0.05],
    ['complaint-rate', 'Reputation.ComplaintRate', 0.001],
  ])('on %s go off at the rate at which AWS reviews the account', (name, MetricName, Threshold) => {
    expect(ofName(name)).toMatchObject({
      Threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      Metrics: [{ MetricStat: { Metric: { Namespace: 'AWS/SES', MetricName } } }],
    });
  });

  const names = [...functionNames, 'read-api', 'import'];
  const metricsOf = (name: string) =>
    z
      .array(
        z.object({
          Expression: z.optional(z.string()),
          MetricStat: z.optional(
            z.object({
              Metric: z.object({
                MetricName: z.string(),
                Dimensions: z.array(z.object({ Name: z.string(), Value: z.unknown() })),
              }),
              Stat: z.string(),
            }),
          ),
        }),
      )
      .parse(ofName(name)['Metrics']);
  const measured = (name: string) =>
    metricsOf(name).flatMap(({ MetricStat }) =>
      MetricStat === undefined
        ? []
        : MetricStat.Metric.Dimensions.map(({ Value }) => [MetricStat.Metric.MetricName, Value] as const),
    );

  it('on queues treat missing figures of an idle queue as good, so that they end', () => {
    for (const name of [
      'jobs-waiting',
      'ses-events-waiting',
      'schedules-dropped',
      'events-dropped',
      'ses-events-dropped',
      'inbox-dropped',
    ]) {
      expect(ofName(name)).toMatchObject({ TreatMissingData: 'notBreaching' });
    }
  });

  it('on failures look back far enough to include a long invocation, which is counted at the time it began', () => {
    for (const name of ['dispatch', 'reconcile', 'import', 'events']) {
      expect(ofName(`${name}-fails`)).toMatchObject({ EvaluationPeriods: 3, DatapointsToAlarm: 1 });
    }
  });

  it('on throttled functions include every function, for a quarter of an hour', () => {
    expect(measured('throttled')).toEqual(names.map((name) => ['Throttles', `lookahead-prod-${name}`]));
    expect(ofName('throttled')).toMatchObject({ DatapointsToAlarm: 3, EvaluationPeriods: 3, Threshold: 0 });
  });

  it('on the time limit compare the longest invocation of each function with its own limit', () => {
    expect(measured('near-time-limit')).toEqual(names.map((name) => ['Duration', `lookahead-prod-${name}`]));
    const limits = names.map((name) => {
      const [limit] = [...resourcesOf(template, 'AWS::Lambda::Function').values()].flatMap((one) =>
        one['FunctionName'] === `lookahead-prod-${name}` ? [Number(one['Timeout'])] : [],
      );
      return limit;
    });
    const [{ Expression } = {}] = metricsOf('near-time-limit');
    expect(Expression).toBe(
      `MAX([${limits.map((seconds, index) => `FILL(m${index},0)/${Number(seconds) * 1_000}`).join(',')}])`,
    );
    expect(ofName('near-time-limit')).toMatchObject({ Threshold: 0.9 });
  });

  it('on undelivered events include both topics, the rule of the inbox and the functions with a destination', () => {
    const rule = idOf(template, 'AWS::Events::Rule', 'FunctionsPlanningInbox');
    expect(measured('not-handed-on')).toEqual([
      [
        'NumberOfNotificationsFailed',
        { 'Fn::GetAtt': [idOf(template, 'AWS::SNS::Topic', 'Mail'), 'TopicName'] },
      ],
      ['NumberOfNotificationsFailed', { 'Fn::GetAtt': [topic, 'TopicName'] }],
      ['FailedInvocations', { Ref: rule }],
      ...['dispatch', 'report', 'reconcile'].map((name) => [
        'DestinationDeliveryFailures',
        `lookahead-prod-${name}`,
      ]),
    ]);
  });

  it('on errors of public addresses include the links and the Planning Read API', () => {
    expect(measured('http-errors')).toEqual(
      ['FunctionsLinks', 'FunctionsPlanning'].map((id) => [
        '5xx',
        { Ref: idOf(template, 'AWS::ApiGatewayV2::Api', id) },
      ]),
    );
  });

  it('on refused requests include both public addresses, and ignore the few requests of a mail gateway', () => {
    expect(ofName('requests-refused')).toMatchObject({
      Threshold: 50,
      EvaluationPeriods: 3,
      DatapointsToAlarm: 1,
      TreatMissingData: 'notBreaching',
      Metrics: [
        { Expression: 'FILL(m0,0)+FILL(m1,0)' },
        ...['links', 'read-api'].map((address) => ({
          MetricStat: {
            Metric: { Namespace: 'Lookahead', MetricName: `RequestsRefused lookahead-prod-${address}` },
            Period: 300,
            Stat: 'Sum',
          },
        })),
      ],
    });
  });

  it('on postponed jobs need an hour with such a job in every quarter', () => {
    expect(ofName('jobs-postponed')).toMatchObject({
      EvaluationPeriods: 4,
      DatapointsToAlarm: 4,
      Metrics: [{ MetricStat: { Period: 900, Stat: 'Sum' } }],
    });
  });

  it.each([
    ['report-fails', 3_600],
    ['dead-letter-fails', 1_800],
  ])(
    'on %s go off only at a second failure, after the queue has delivered the message again',
    (name, Period) => {
      expect(ofName(name)).toMatchObject({
        Threshold: 1,
        ComparisonOperator: 'GreaterThanThreshold',
        Metrics: [{ MetricStat: { Metric: { MetricName: 'Errors' }, Period } }],
      });
    },
  );

  it('on missing checks go off without data, even if the schedules of reports are off', () => {
    expect(ofName('reconcile-missing')).toMatchObject({
      TreatMissingData: 'breaching',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 2,
      Metrics: [{ MetricStat: { Stat: 'SampleCount', Period: 3_600 } }],
    });
    const withoutSchedules = templateOf(deployment, { readApi: aReadApi, schedules: 'off' });
    withoutSchedules.resourceCountIs('AWS::CloudWatch::Alarm', alarms.length);
  });

  it('are on one dashboard with the functions and queues', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'lookahead-prod' });
  });
});

describe('the topics', () => {
  const key = { 'Fn::GetAtt': [idOf(template, 'AWS::KMS::Key', 'TopicKey'), 'Arn'] };

  it('are encrypted by a key that CloudWatch and SES may use', () => {
    const topics = [...resourcesOf(template, 'AWS::SNS::Topic').values()];
    expect(topics.map(({ KmsMasterKeyId }) => KmsMasterKeyId)).toEqual([key, key]);
    template.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          {
            Effect: 'Allow',
            Principal: { Service: ['cloudwatch.amazonaws.com', 'ses.amazonaws.com'] },
            Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
            Resource: '*',
          },
        ]),
      },
    });
  });

  it('put undeliverable messages in a queue', () => {
    const subscriptions = [...resourcesOf(template, 'AWS::SNS::Subscription').values()];
    expect(subscriptions).toHaveLength(2);
    for (const { RedrivePolicy } of subscriptions) {
      expect(RedrivePolicy).toMatchObject({
        deadLetterTargetArn: { 'Fn::GetAtt': [expect.anything(), 'Arn'] },
      });
    }
  });
});
