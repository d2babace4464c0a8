import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { otherAlarmTexts } from '../../infra/alarm-texts.ts';
import { aDeployment, resourcesOf, templateOf } from './a-deployment.ts';

const template = templateOf(await aDeployment());
const [topic = ''] = resourcesOf(template, 'AWS::SNS::Topic').keys();

describe('the alarms', () => {
  const alarms = [...resourcesOf(template, 'AWS::CloudWatch::Alarm').values()];

  it.each(Object.entries(otherAlarmTexts))('%s is one, with its sentence', (name, { meaning }) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const own = alarms.filter(({ AlarmName }) => AlarmName === `lookahead-prod-${kebab}`);
    expect(own).toHaveLength(1);
    expect(own[0]?.['AlarmDescription']).toBe(meaning);
  });

  it('are all told to the topic', () => {
    expect(alarms).toHaveLength(13);
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
    const services = ['report', 'undelivered', 'reconcile'];
    const text = JSON.stringify(alarm);
    for (const name of services) expect(text).toContain(`"Value":"lookahead-prod-${name}"`);
  });

  it('stand on one dashboard with the functions and queues', () => {
    template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
    template.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'lookahead-prod' });
  });
});
