import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  aDeployment,
  arnOf,
  configurationText,
  idOf,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';

const deployment = await aDeployment();
const template = templateOf(deployment);

describe('the schedules', () => {
  const inputs = [...resourcesOf(template, 'AWS::Scheduler::Schedule').values()].map((properties) =>
    z.object({ Target: z.object({ Input: z.string() }) }).parse(properties),
  );

  it('start dispatch in the time zone of the schedule, at the exact minute', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'cron(0 14 ? * FRI *)',
      ScheduleExpressionTimezone: 'Australia/Sydney',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: arnOf(template, 'AWS::Lambda::Function', 'FunctionsDispatch'),
        DeadLetterConfig: { Arn: arnOf(template, 'AWS::SQS::Queue', 'SchedulesDropped') },
      },
    });
  });

  it('send dispatch the schedule and the scheduled time', () => {
    expect(inputs.map(({ Target }) => JSON.parse(Target.Input))).toContainEqual({
      schedule: '0 14 * * FRI Europe/London',
      cron: '0 14 * * FRI',
      timeZone: 'Europe/London',
      scheduledTime: '<aws.scheduler.scheduled-time>',
    });
  });

  it('start reconcile every ten minutes', () => {
    template.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(10 minutes)',
      ScheduleExpressionTimezone: Match.absent(),
      Target: {
        Arn: arnOf(template, 'AWS::Lambda::Function', 'FunctionsReconcile'),
        Input: '{"reconcile":"check","scheduledTime":"<aws.scheduler.scheduled-time>"}',
      },
    });
  });

  it('may start those two functions and nothing else', () => {
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
      Roles: [{ Ref: idOf(template, 'AWS::IAM::Role', 'SchedulesRole') }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: 'lambda:InvokeFunction',
            Resource: [
              arnOf(template, 'AWS::Lambda::Function', 'FunctionsDispatch'),
              arnOf(template, 'AWS::Lambda::Function', 'FunctionsReconcile'),
            ],
          },
          {
            Effect: 'Allow',
            Action: 'sqs:SendMessage',
            Resource: arnOf(template, 'AWS::SQS::Queue', 'SchedulesDropped'),
          },
        ],
      },
    });
  });

  it('keep their logical ids when others are added or removed', async () => {
    const fewer = templateOf(
      await aDeployment(configurationText.replace("    when: { cron: '30 15 * * 5' }\n", '')),
    );
    const before = [...resourcesOf(template, 'AWS::Scheduler::Schedule').keys()];
    const after = [...resourcesOf(fewer, 'AWS::Scheduler::Schedule').keys()];
    expect(before).toEqual(expect.arrayContaining(after));
    expect(after).toHaveLength(before.length - 1);
  });
});
