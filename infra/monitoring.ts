/** One alarm with one sentence for each thing that can go wrong, a topic that alarms go to, and a dashboard. */
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
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
import type { OtherAlarm } from './alarm-texts.ts';
import {
  type AlarmedSum,
  alarmingGroup,
  alarmText,
  allOfHalfAnHour,
  onceInTwoSweeps,
} from './alarming-group.ts';
import type { Functions } from './functions.ts';
import type { JobQueue } from './job-queue.ts';
import type { LookaheadFunction } from './lookahead-function.ts';
import type { Mail } from './mail.ts';
import type { Schedules } from './schedules.ts';

export interface MonitoringProps {
  readonly stage: string;
  readonly functions: Functions;
  readonly queue: JobQueue;
  readonly schedules: Schedules;
  readonly mail: Mail;
  /** Whether the schedules fire, so that their absence means something. */
  readonly schedulesFire: 'on' | 'off';
  /** Who hears of alarms, by e-mail. @default nobody but who subscribes to the topic */
  readonly alarmEmail?: string | undefined;
}

const period = Duration.minutes(5);

/** The steps of a report, as the report function times them. */
const steps = ['Secrets', 'Lists', 'Pull', 'Plan', 'Render', 'Store', 'Send'] as const;

export class Monitoring extends Construct {
  readonly dashboardName: string;
  /** Where every alarm goes. */
  readonly topic: Topic;
  readonly #facade: MonitoringFacade;
  readonly #metrics: MetricFactory;

  constructor(scope: Construct, id: string, props: MonitoringProps) {
    super(scope, id);
    const { functions, queue, schedules, mail } = props;
    this.dashboardName = `lookahead-${props.stage}`;
    this.topic = this.#openTopic(props.alarmEmail);
    this.#facade = new MonitoringFacade(this, 'Facade', {
      alarmFactoryDefaults: {
        alarmNamePrefix: this.dashboardName,
        actionsEnabled: true,
        datapointsToAlarm: 1,
        action: notifySns(this.topic),
      },
      metricFactoryDefaults: { namespace: 'Lookahead', period },
      dashboardFactory: new DefaultDashboardFactory(this, 'Dashboards', {
        dashboardNamePrefix: this.dashboardName,
        detailDashboardRange: Duration.days(7),
      }),
    });
    this.#metrics = this.#facade.createMetricFactory();

    this.#facade.addLargeHeader('Reports');
    this.#watchReports(functions, mail);
    if (props.schedulesFire === 'on') this.#watchSweeps(functions.reconcile);
    this.#facade.addLargeHeader('Queues');
    this.#watchQueue(queue.jobs, 'jobs', 'jobsWaiting', { oldest: Duration.hours(2) });
    this.#watchFailed(queue.failed);
    this.#watchQueue(schedules.dropped, 'schedules-dropped', 'schedulesDropped', { messages: 0 });
    this.#watchQueue(functions.dropped, 'events-dropped', 'eventsDropped', { messages: 0 });
    this.#facade.addLargeHeader('Functions');
    for (const watched of functions.all) this.#watchFunction(watched);
  }

  #alarmingGroup(title: string, alarm: OtherAlarm, sum: AlarmedSum): CustomMetricGroup {
    return alarmingGroup(this.#metrics, { stackName: this.dashboardName, title, alarm, ...sum });
  }

  #openTopic(alarmEmail: string | undefined): Topic {
    const topic = new Topic(this, 'Alarms', { topicName: `${this.dashboardName}-alarms`, enforceSSL: true });
    // A topic with a policy of its own no longer lets CloudWatch in by itself.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmEmail !== undefined) {
      topic.addSubscription(new EmailSubscription(alarmEmail));
      Validations.of(topic).acknowledge({
        id: 'Serverless-SNSRedrivePolicy',
        reason: 'SNS takes no dead-letter queue for a subscription by e-mail.',
      });
    }
    return topic;
  }

  #watchFunction({ lambda, name, impact, alarmAfter }: LookaheadFunction): void {
    this.#facade.monitorLambdaFunction({
      lambdaFunction: lambda,
      humanReadableName: name,
      alarmFriendlyName: name,
      isIterator: false,
      addFaultCountAlarm: {
        Critical: {
          maxErrorCount: alarmAfter.failures - 1,
          period: alarmAfter.within,
          alarmNameOverride: `${this.dashboardName}-${name}-fails`,
          alarmDescriptionOverride: impact,
        },
      },
    });
  }

  #watchQueue(
    queue: IQueue,
    name: string,
    alarm: OtherAlarm,
    most: { readonly oldest: Duration } | { readonly messages: number },
  ): void {
    const text = alarmText(this.dashboardName, alarm);
    this.#facade.monitorSqsQueue({
      queue,
      humanReadableName: name,
      alarmFriendlyName: name,
      ...('oldest' in most
        ? {
            addQueueMaxMessageAgeAlarm: {
              Critical: { maxAgeInSeconds: most.oldest.toSeconds(), ...text },
            },
          }
        : { addQueueMaxSizeAlarm: { Critical: { maxMessageCount: most.messages, ...text } } }),
    });
  }

  /**
   * Not by the age of the oldest message: SQS leaves one that was received three times out of that figure, and
   * what nobody can be told of is received again and again.
   */
  #watchFailed(queue: IQueue): void {
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
      alarmFriendlyName: 'failed',
      humanReadableName: 'Jobs that failed for good',
      metricGroups: [
        this.#alarmingGroup('Whose contact is not told yet', 'deadLettersWaiting', {
          metrics: [messages('Visible'), messages('NotVisible')],
          rule: allOfHalfAnHour,
        }),
      ],
    });
  }

  /** Each sweep says how many manifests are missing, and be it none: no word from it is no sweep. */
  #watchSweeps(reconcile: LookaheadFunction): void {
    const sweeps = this.#metrics.createMetric('ManifestMissing', MetricStatistic.N, 'Sweeps', {
      service: reconcile.functionName,
    });
    this.#facade.monitorCustom({
      alarmFriendlyName: 'sweeps',
      humanReadableName: 'Looks over what was due',
      metricGroups: [
        this.#alarmingGroup('Sweeps', 'sweepMissing', {
          metrics: [sweeps],
          rule: {
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            threshold: 1,
            period: Duration.hours(1),
            datapointsToAlarm: 2,
            evaluationPeriods: 2,
          },
          missing: TreatMissingData.BREACHING,
        }),
      ],
    });
  }

  #watchReports(functions: Functions, { configurationSetName }: Mail): void {
    const { dispatch, report, reconcile, deadLetter } = functions;
    // Counted by Powertools, which names the function as `service`.
    const own = (metric: string, by: LookaheadFunction, statistic = MetricStatistic.SUM) =>
      this.#metrics.createMetric(metric, statistic, `${metric} ${by.name}`, { service: by.functionName });
    const mail = (metric: string) =>
      this.#metrics.createMetric(
        metric,
        MetricStatistic.SUM,
        metric,
        { 'ses:configuration-set': configurationSetName },
        undefined,
        'AWS/SES',
      );
    this.#facade.monitorCustom({
      alarmFriendlyName: 'reports',
      humanReadableName: 'What was due and what went out',
      metricGroups: [
        {
          title: 'Reports',
          metrics: [
            own('ReportsDue', dispatch),
            own('ReportsSent', report),
            own('MessagesAmbiguous', report),
            own('MessagesResent', report),
          ],
        },
        this.#alarmingGroup('Reports that failed for good', 'reportsFailed', {
          metrics: [
            own('ReportsFailed', report),
            own('ReportsFailed', deadLetter),
            own('ReportsFailed', reconcile),
          ],
        }),
        this.#alarmingGroup('Times missed', 'manifestMissing', {
          metrics: [own('ManifestMissing', reconcile)],
          rule: onceInTwoSweeps,
        }),
        {
          title: 'Milliseconds a step takes, nine times of ten',
          metrics: steps.map((step) => own(`${step}Milliseconds`, report, MetricStatistic.P90)),
        },
        { title: 'Tasks', metrics: [own('Tasks', report)] },
        { title: 'Bytes stored', metrics: [own('Bytes', report)] },
        { title: 'Mail', metrics: [mail('Send')] },
        this.#alarmingGroup('Bounced', 'mailBounced', { metrics: [mail('Bounce')] }),
        this.#alarmingGroup('Rejected or complained about', 'mailRefused', {
          metrics: [mail('Reject'), mail('Complaint')],
        }),
      ],
    });
  }
}
