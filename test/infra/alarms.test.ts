import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { alarmDescription, otherAlarmTexts } from '../../infra/alarm-texts.ts';
import { aDeployment, resourcesOf, templateOf } from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const template = templateOf(deployment);
const [topic = ''] = resourcesOf(template, 'AWS::SNS::Topic').keys();

describe('the alarms', () => {
  const alarms = [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()];

  const ofName = (name: string) =>
    alarms.find(({ AlarmName }) => AlarmName === `lookahead-prod-${name}`) ?? {};

  it.each(Object.entries(otherAlarmTexts))('%s is one, and says why and what to do', (name, text) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const own = alarms.filter(({ AlarmName }) => AlarmName === `lookahead-prod-${kebab}`);
    expect(own).toHaveLength(1);
    expect(own[0]?.['AlarmDescription']).toBe(alarmDescription(text));
  });

  it('are all told to the topic', () => {
    expect(alarms).toHaveLength(14);
    for (const alarm of alarms) {
      expect(alarm['AlarmActions']).toEqual([{ Ref: topic }]);
    }
    template.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
        ]),
      },
    });
  });

  it('of a missing manifest listen to what reconcile counts', () => {
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

  it('of a failed report listen to everyone who can give one up', () => {
    const [alarm] = alarms.filter(({ AlarmName }) => AlarmName === 'lookahead-prod-reports-failed');
    const services = ['report', 'dead-letter', 'reconcile'];
    const text = JSON.stringify(alarm);
    for (const name of services) expect(text).toContain(`"Value":"lookahead-prod-${name}"`);
  });

  it('of one that cannot be told of does not go by an age that leaves such messages out', () => {
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

  it.each(['reports-failed', 'mail-bounced', 'mail-refused'])(
    'of %s sees a count that comes minutes late',
    (name) => {
      expect(ofName(name)).toMatchObject({ EvaluationPeriods: 3, DatapointsToAlarm: 1, Threshold: 0 });
    },
  );

  it('of a missing manifest goes on from one sweep to the next', () => {
    expect(ofName('manifest-missing')).toMatchObject({ EvaluationPeriods: 14, DatapointsToAlarm: 1 });
  });

  it.each([
    ['report-fails', 3_600],
    ['dead-letter-fails', 1_800],
  ])('of %s counts a second failure, which comes after the queue has hidden the message', (name, Period) => {
    expect(ofName(name)).toMatchObject({
      Threshold: 1,
      ComparisonOperator: 'GreaterThanThreshold',
      Metrics: [{ MetricStat: { Metric: { MetricName: 'Errors' }, Period } }],
    });
  });

  it('of missing sweeps goes off where nothing is said, and only where schedules fire', () => {
    expect(ofName('sweep-missing')).toMatchObject({
      TreatMissingData: 'breaching',
      ComparisonOperator: 'LessThanThreshold',
      Threshold: 1,
      EvaluationPeriods: 2,
      Metrics: [{ MetricStat: { Stat: 'SampleCount', Period: 3_600 } }],
    });
    const still = templateOf(deployment, { schedules: 'off' });
    still.resourceCountIs('AWS::CloudWatch::Alarm', alarms.length - 1);
  });

  it('stand on one dashboard with the functions and queues', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'lookahead-prod' });
  });
});
