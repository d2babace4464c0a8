/** One alarm for each thing that can go wrong, the topic that alarms go to, and a dashboard. */
import { Duration, Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  type CustomMetricGroup,
  DefaultDashboardFactory,
  type MetricFactory,
  MetricStatistic,
  MonitoringFacade,
  notifySns,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import { alarmDescription, functionAlarmTexts, type NonFunctionAlarm } from '../alarm-texts.ts';
import {
  alarmRuleForThirtyMinutes,
  alarmRuleOnAny,
  maxJobAge,
  maxReconcileGap,
  maxSesEventAge,
} from '../alarm-thresholds.ts';
import type { Functions } from '../functions.ts';
import { DeadLetterQueue, type JobQueues } from '../job-queue.ts';
import type { LookaheadFunction } from '../lookahead-function.ts';
import type { Mail } from '../mail.ts';
import type { Schedules } from '../schedules.ts';
import { allowPublishing } from '../topic-key.ts';
import {
  type AlarmedSum,
  type AlarmNameAndText,
  alarmNameAndText,
  type CreateMetricGroupWithAlarm,
  metricGroupWithAlarm,
} from './alarm-on-sum.ts';
import { awsMetrics } from './aws-metrics.ts';
import { reportMetrics } from './report-metrics.ts';

export interface MonitoringProps {
  readonly stage: string;
  readonly functions: Functions;
  readonly queue: JobQueues;
  readonly schedules: Schedules;
  readonly mail: Mail;
  readonly alarmAddress?: string | undefined;
  readonly topicKey: IKey;
}

const period = Duration.minutes(5);

export class Monitoring extends Construct {
  readonly dashboardName: string;
  readonly topic: Topic;
  readonly #facade: MonitoringFacade;
  readonly #metrics: MetricFactory;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { functions, queue, schedules, mail } = props;
    this.dashboardName = `lookahead-${props.stage}`;
    this.topic = this.#openTopic(props);
    this.#facade = new MonitoringFacade(this, 'Facade', {
      alarmFactoryDefaults: {
        alarmNamePrefix: this.dashboardName,
        actionsEnabled: true,
        datapointsToAlarm: 1,
        // A second mail says when the alarm is over, so that nobody looks for a problem that has passed.
        action: notifySns(this.topic, this.topic),
      },
      metricFactoryDefaults: { namespace: 'Lookahead', period },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: this.dashboardName,
        detailDashboardRange: Duration.days(7),
      }),
    });
    this.#metrics = this.#facade.createMetricFactory();

    const alarmOnSum: CreateMetricGroupWithAlarm = (...sum) => this.#alarmOnSum(...sum);

    this.#facade.addLargeHeader('Reports');
    this.#facade.monitorCustom({
      alarmFriendlyName: 'reports',
      humanReadableName: 'What was due and what was sent',
      metricGroups: reportMetrics(functions, mail, { factory: this.#metrics, alarmOnSum }),
    });
    this.#watchChecks(functions.reconcile);
    this.#facade.addLargeHeader('Queues');
    this.#watchQueue(queue.jobs, 'jobs', 'jobs-waiting', { maxAge: maxJobAge });
    this.#watchDeadLetters(queue.deadLetters);
    this.#watchQueue(schedules.dropped, 'schedules-dropped', 'schedules-dropped', { maxMessages: 0 });
    this.#watchQueue(functions.dropped, 'events-dropped', 'events-dropped', { maxMessages: 0 });
    this.#watchQueue(functions.sesEvents.events, 'ses-events', 'ses-events-waiting', {
      maxAge: maxSesEventAge,
    });
    this.#watchQueue(functions.sesEvents.dropped, 'ses-events-dropped', 'ses-events-dropped', {
      maxMessages: 0,
    });
    if (functions.planning) {
      this.#watchQueue(functions.planning.inbox.dropped, 'inbox-dropped', 'inbox-dropped', {
        maxMessages: 0,
      });
    }
    this.#facade.addLargeHeader('Functions');
    this.#facade.monitorCustom({
      alarmFriendlyName: 'aws',
      humanReadableName: 'What AWS starts and hands on',
      metricGroups: awsMetrics(functions, this.topic, { factory: this.#metrics, alarmOnSum }),
    });
    for (const watched of functions.all) this.#watchFunction(watched);
  }

  #alarmOnSum(title: string, alarm: NonFunctionAlarm, sum: AlarmedSum): CustomMetricGroup {
    return metricGroupWithAlarm(this.#metrics, {
      title,
      alarm: alarmNameAndText(this.dashboardName, alarm),
      ...sum,
    });
  }

  #openTopic({ alarmAddress, topicKey }: MonitoringProps): Topic {
    const topic = new Topic(this, 'Alarms', {
      topicName: `${this.dashboardName}-alarms`,
      enforceSSL: true,
      masterKey: topicKey,
    });
    allowPublishing(
      topic,
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmAddress !== undefined) {
      const deadLetterQueue = new DeadLetterQueue(this, 'AlarmsDropped');
      topic.addSubscription(new EmailSubscription(alarmAddress, { deadLetterQueue }));
    }
    return topic;
  }

  #watchFunction(watched: LookaheadFunction): void {
    const { lambda, name, alarmAfter, failedRecords } = watched;
    const alarm = {
      alarmNameOverride: `${this.dashboardName}-${name}-fails`,
      alarmDescriptionOverride: alarmDescription(functionAlarmTexts[name]),
    };
    const threshold = {
      maxErrorCount: alarmAfter.failures - 1,
      period: alarmAfter.within,
      // Lambda counts a failure at the time when the invocation began, which may be in an earlier period.
      evaluationPeriods:
        alarmAfter.within.toMinutes() > period.toMinutes() ? 1 : alarmRuleOnAny.evaluationPeriods,
    };
    this.#facade.monitorLambdaFunction({
      lambdaFunction: lambda,
      humanReadableName: name,
      alarmFriendlyName: name,
      isIterator: false,
      ...(failedRecords === 'counted'
        ? {}
        : { addFaultCountAlarm: { Critical: { ...threshold, ...alarm } } }),
    });
    if (failedRecords === 'counted') this.#watchFailedRecords(watched, alarm);
  }

  /** An invocation succeeds although records of its batch failed, so Lambda counts only crashes as errors. */
  #watchFailedRecords({ lambda, name, functionName }: LookaheadFunction, alarm: AlarmNameAndText): void {
    const crashes = this.#metrics.createMetric(
      'Errors',
      MetricStatistic.SUM,
      'Invocations that failed',
      { FunctionName: lambda.functionName },
      undefined,
      'AWS/Lambda',
    );
    const records = this.#metrics.createMetric('RecordsFailed', MetricStatistic.SUM, 'Records that failed', {
      service: functionName,
    });
    this.#facade.monitorCustom({
      alarmFriendlyName: `${name}-failures`,
      humanReadableName: `What ${name} failed on`,
      metricGroups: [
        metricGroupWithAlarm(this.#metrics, { title: 'Failures', alarm, metrics: [crashes, records] }),
      ],
    });
  }

  /**
   * Watches the number of messages (`maxMessages`), or the age of messages that the function does not receive
   * (`maxAge`): the age that SQS reports leaves out messages that were received three times. A message that fails each
   * time raises the alarm of the function.
   */
  #watchQueue(
    queue: IQueue,
    name: string,
    alarm: NonFunctionAlarm,
    limit: { readonly maxAge: Duration } | { readonly maxMessages: number },
  ): void {
    // SQS reports no data for a queue that is empty and not read.
    const text = {
      ...alarmNameAndText(this.dashboardName, alarm),
      treatMissingDataOverride: TreatMissingData.NOT_BREACHING,
    };
    this.#facade.monitorSqsQueue({
      queue,
      humanReadableName: name,
      alarmFriendlyName: name,
      ...('maxAge' in limit
        ? {
            addQueueMaxMessageAgeAlarm: {
              Critical: { maxAgeInSeconds: limit.maxAge.toSeconds(), ...text },
            },
          }
        : { addQueueMaxSizeAlarm: { Critical: { maxMessageCount: limit.maxMessages, ...text } } }),
    });
  }

  /**
   * Watches the number of messages, not the age of the oldest: a dead letter that cannot be handled is received again
   * and again.
   */
  #watchDeadLetters(queue: IQueue): void {
    const messages = (state: 'Visible' | 'NotVisible') =>
      this.#metrics.createMetric(
        `ApproximateNumberOfMessages${state}`,
        MetricStatistic.AVERAGE,
        state,
        { QueueName: queue.queueName },
        undefined,
        'AWS/SQS',
      );
    this.#facade.monitorCustom({
      alarmFriendlyName: 'dead-letters',
      humanReadableName: 'Dead letters',
      metricGroups: [
        this.#alarmOnSum('Contact not notified yet', 'dead-letters-waiting', {
          metrics: [messages('Visible'), messages('NotVisible')],
          rule: alarmRuleForThirtyMinutes,
        }),
      ],
    });
  }

  /** Each run of reconcile reports the number of missing manifests, even 0: no data means that none ran. */
  #watchChecks(reconcile: LookaheadFunction): void {
    const checks = this.#metrics.createMetric('ManifestMissing', MetricStatistic.N, 'Checks', {
      service: reconcile.functionName,
    });
    this.#facade.monitorCustom({
      alarmFriendlyName: 'checks',
      humanReadableName: 'Checks of what was due',
      metricGroups: [
        this.#alarmOnSum('Checks', 'reconcile-missing', {
          metrics: [checks],
          rule: {
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            threshold: 1,
            period: Duration.hours(1),
            datapointsToAlarm: maxReconcileGap.toHours(),
            evaluationPeriods: maxReconcileGap.toHours(),
          },
          missing: TreatMissingData.BREACHING,
        }),
      ],
    });
  }
}
