import { Duration, Stack } from 'aws-cdk-lib';
import { Grant, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule, CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { sha256Of } from '#base/digest.ts';
import { minutesBetweenChecks } from '#watch/open-dispatches.ts';
import { DeadLetterQueue } from './job-queue.ts';
import type { LookaheadFunction } from './lookahead-function.ts';
import type { ScheduleWithExpressions } from './stage/deployment.ts';

export interface SchedulesProps {
  readonly stage: string;
  readonly dueTimes: readonly ScheduleWithExpressions[];
  readonly dispatch: LookaheadFunction;
  readonly reconcile: LookaheadFunction;
  /** Off: the schedules of reports exist but are disabled; reconcile goes on with what was due before. @default 'on' */
  readonly state?: 'on' | 'off';
}

/** EventBridge Scheduler replaces it with the scheduled time, however late it fires. */
const scheduledTime = '<aws.scheduler.scheduled-time>';

/** How long a schedule keeps trying to start its function. Reconcile notices a missing start much earlier. */
const maxEventAge = Duration.hours(4);

export class Schedules extends Construct {
  readonly dropped: DeadLetterQueue;
  readonly checks: CfnSchedule;
  readonly #grants: readonly Grant[];
  readonly #role: Role;
  readonly #group: CfnScheduleGroup;

  constructor(scope: Construct, id: string, props: SchedulesProps) {
    super(scope, id);
    this.dropped = new DeadLetterQueue(this, 'Dropped');
    const groupName = `lookahead-${props.stage}`;
    this.#group = new CfnScheduleGroup(this, 'Group', { name: groupName });
    const stack = Stack.of(this);
    this.#role = new Role(this, 'Role', {
      description: 'Lets the schedules start their functions',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': stack.account,
            'aws:SourceArn': stack.formatArn({
              service: 'scheduler',
              resource: 'schedule-group',
              resourceName: groupName,
            }),
          },
        },
      }),
    });

    this.#grants = [
      Grant.addToPrincipal({
        grantee: this.#role,
        actions: ['lambda:InvokeFunction'],
        resourceArns: [props.dispatch.lambda.functionArn, props.reconcile.lambda.functionArn],
      }),
      Grant.addToPrincipal({
        grantee: this.#role,
        actions: ['sqs:SendMessage'],
        resourceArns: [this.dropped.queueArn],
      }),
    ];
    for (const { cron, timeZone, expressions } of props.dueTimes) {
      const schedule = `${cron} ${timeZone}`;
      const id = `Due${digest(`${expressions.join(' ')} ${timeZone}`)}`;
      // All expressions of a schedule send the same event, so that a time at which two of them fire makes one dispatch.
      expressions.forEach((expression, index) => {
        this.#add(index === 0 ? id : `${id}Part${index + 1}`, props.dispatch, {
          description: `Reports due at ${schedule}`,
          expression,
          timeZone,
          state: props.state === 'off' ? 'DISABLED' : 'ENABLED',
          input: { schedule, cron, timeZone, scheduledTime },
        });
      });
    }
    this.checks = this.#add('Reconcile', props.reconcile, {
      description: 'Compares what was due in the last hours with what was sent',
      expression: `rate(${minutesBetweenChecks} minutes)`,
      state: 'ENABLED',
      input: { reconcile: 'check', scheduledTime },
    });
  }

  #add(
    id: string,
    target: LookaheadFunction,
    schedule: {
      readonly description: string;
      readonly expression: string;
      readonly timeZone?: string;
      readonly state: 'ENABLED' | 'DISABLED';
      readonly input: Readonly<Record<string, string>>;
    },
  ): CfnSchedule {
    const created = new CfnSchedule(this, id, {
      description: schedule.description,
      groupName: this.#group.ref,
      state: schedule.state,
      scheduleExpression: schedule.expression,
      ...(schedule.timeZone === undefined ? {} : { scheduleExpressionTimezone: schedule.timeZone }),
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.lambda.functionArn,
        roleArn: this.#role.roleArn,
        input: JSON.stringify(schedule.input),
        deadLetterConfig: { arn: this.dropped.queueArn },
        retryPolicy: { maximumEventAgeInSeconds: maxEventAge.toSeconds(), maximumRetryAttempts: 60 },
      },
    });
    // A schedule with a rate fires as soon as it exists, so the permissions must exist before it.
    for (const grant of this.#grants) grant.applyBefore(created);
    return created;
  }
}

/** Names the resource after its schedule, so that the name stays when other schedules are added or removed. */
function digest(schedule: string): string {
  return sha256Of(schedule).slice(0, 10);
}
