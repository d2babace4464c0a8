import process from 'node:process';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deep } from '../support/deep-checks.ts';
import {
  aDeployment,
  arnOf,
  aStack,
  configurationText,
  idOf,
  resourcesOf,
  templateOf,
} from '../support/infra/a-deployment.ts';
import { onlyFor } from '../support/infra/policies.ts';

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
        RetryPolicy: { MaximumEventAgeInSeconds: 14_400, MaximumRetryAttempts: 60 },
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
        RetryPolicy: { MaximumEventAgeInSeconds: 14_400, MaximumRetryAttempts: 60 },
      },
    });
  });

  it('may start dispatch and reconcile, and nothing else', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          Match.objectLike({
            Principal: { Service: 'scheduler.amazonaws.com' },
            Condition: onlyFor('scheduler', 'schedule-group/lookahead-prod'),
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

  it('are created once their role may start the functions, and that of reconcile after all resources that could fail', () => {
    const dependencies = z.object({ DependsOn: z._default(z.array(z.string()), []) });
    const policy = idOf(template, 'AWS::IAM::Policy', 'SchedulesRole');
    const schedules = Object.entries(template.findResources('AWS::Scheduler::Schedule'));
    expect(schedules.length).toBeGreaterThan(1);
    for (const [, schedule] of schedules) {
      expect(dependencies.parse(schedule).DependsOn).toContain(policy);
    }
    const checks = schedules.find(([id]) => id.startsWith('SchedulesReconcile'))?.[1];
    expect(dependencies.parse(checks).DependsOn).toEqual(
      expect.arrayContaining([
        idOf(template, 'AWS::ApiGatewayV2::Stage', 'FunctionsLinks'),
        idOf(template, 'AWS::SES::EmailIdentity', 'Mail'),
        idOf(template, 'AWS::SES::ConfigurationSetEventDestination', 'MailSetEvents'),
      ]),
    );
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

describe('schedules that exceed the limit of a stack', () => {
  /** A deployment with `count` due times, one for each minute from 05:00 on. */
  const manySchedules = (count: number) => ({
    ...deployment,
    dueTimes: Array.from({ length: count }, (_, index) => {
      const [minute, hour] = [index % 60, 5 + Math.floor(index / 60)];
      return {
        cron: `${minute} ${hour} * * *`,
        timeZone: 'Europe/London',
        expressions: [`cron(${minute} ${hour} * * ? *)`],
      };
    }),
  });
  const refusal = (count: number) => {
    try {
      aStack(manySchedules(count));
      return '';
    } catch (error) {
      return String(error);
    }
  };

  const [, needed, room] =
    /needs (\d+) schedules, and a stack has room for (\d+)\. Each/.exec(refusal(480)) ?? [];
  // Reconcile needs one more schedule.
  const most = Number(room) - 1;

  it('are refused with their number, the maximum and the remedy', () => {
    expect(needed).toBe('481');
    expect(refusal(most + 1)).toMatch(/give reports the same times, or serve fewer regions/);
  });

  it.runIf(deep)('are refused only when the stack is nearly at its limit of 500 resources', () => {
    const template = templateOf(manySchedules(most)).toJSON();
    const { Resources } = z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(template);
    process.stdout.write(
      `a stack has room for ${most} schedules of reports: ${Object.keys(Resources).length} resources\n`,
    );
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(500);
    expect(Object.keys(Resources).length).toBeGreaterThan(490);
  });
});

it('two schedules with the same event replace one that EventBridge cannot express', async () => {
  const text = configurationText.replace("'30 15 * * 5'", "'30 15 15,L * *'");
  const inputs = [...resourcesOf(templateOf(await aDeployment(text)), 'AWS::Scheduler::Schedule').values()]
    .map((properties) =>
      z.object({ ScheduleExpression: z.string(), Target: z.object({ Input: z.string() }) }).parse(properties),
    )
    .filter(({ Target }) => Target.Input.includes('15,L'));
  expect(inputs.map(({ ScheduleExpression }) => ScheduleExpression)).toEqual([
    'cron(30 15 15 * ? *)',
    'cron(30 15 L * ? *)',
  ]);
  expect(new Set(inputs.map(({ Target }) => Target.Input)).size).toBe(1);
});
