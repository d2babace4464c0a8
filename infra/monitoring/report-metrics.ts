import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator } from 'aws-cdk-lib/aws-cloudwatch';
import { type CustomMetricGroup, type MetricFactory, MetricStatistic } from 'cdk-monitoring-constructs';
import type { NonFunctionAlarm } from '../alarm-texts.ts';
import { alarmRuleForAnHour, maxBounceRate, maxComplaintRate } from '../alarm-thresholds.ts';
import type { Functions } from '../functions.ts';
import type { LookaheadFunction } from '../lookahead-function.ts';
import type { Mail } from '../mail.ts';
import type { CreateMetricGroupWithAlarm } from './alarm-on-sum.ts';

const steps = ['Secrets', 'Lists', 'Pull', 'Plan', 'Render', 'Store', 'Send'] as const;

export function reportMetrics(
  { dispatch, report, reconcile, events }: Functions,
  { configurationSetName }: Mail,
  {
    factory,
    alarmOnSum,
  }: { readonly factory: MetricFactory; readonly alarmOnSum: CreateMetricGroupWithAlarm },
): CustomMetricGroup[] {
  // Metrics that Powertools writes, with the name of the function as `service`.
  const own = (metric: string, by: LookaheadFunction, statistic = MetricStatistic.SUM) =>
    factory.createMetric(metric, statistic, `${metric} ${by.name}`, { service: by.functionName });
  const mail = (metric: string) =>
    factory.createMetric(
      metric,
      MetricStatistic.SUM,
      metric,
      { 'ses:configuration-set': configurationSetName },
      undefined,
      'AWS/SES',
    );

  /** An alarm on a rate of the whole account, which AWS watches too. */
  const alarmOnRate = (
    title: string,
    alarm: NonFunctionAlarm,
    { metric, threshold }: { readonly metric: 'BounceRate' | 'ComplaintRate'; readonly threshold: number },
  ) => {
    const name = `Reputation.${metric}`;
    const rate = factory.createMetric(name, MetricStatistic.MAX, title, {}, undefined, 'AWS/SES');
    const rule = {
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold,
      period: Duration.hours(1),
      datapointsToAlarm: 1,
      evaluationPeriods: 1,
    };
    return alarmOnSum(title, alarm, { metrics: [rate], rule });
  };
  return [
    {
      title: 'Reports',
      metrics: [
        own('ReportsDue', dispatch),
        own('ReportsSent', report),
        own('MessagesAmbiguous', report),
        own('MessagesResent', report),
      ],
    },
    alarmOnSum('Reports not delivered', 'reports-failed', {
      metrics: [own('ReportsFailed', reconcile)],
    }),
    alarmOnSum('Reports that wait for a person', 'action-needed', {
      metrics: [own('ActionNeeded', reconcile), own('ActionNeeded', events)],
    }),
    alarmOnSum('Jobs postponed', 'jobs-postponed', {
      metrics: [own('JobsPostponed', report)],
      rule: alarmRuleForAnHour,
    }),
    alarmOnSum('Manifests missing', 'manifest-missing', {
      metrics: [own('ManifestMissing', reconcile)],
    }),
    alarmOnSum('Nothing due', 'nothing-due', { metrics: [own('NothingDue', dispatch)] }),
    alarmOnSum('Reports added late', 'due-added', { metrics: [own('DueAdded', reconcile)] }),
    {
      title: 'Milliseconds a step takes (p90)',
      metrics: steps.map((step) => own(`${step}Milliseconds`, report, MetricStatistic.P90)),
    },
    { title: 'Tasks', metrics: [own('Tasks', report)] },
    { title: 'Bytes stored', metrics: [own('Bytes', report)] },
    { title: 'Mail', metrics: [mail('Send')] },
    alarmOnSum('Bounced', 'mail-bounced', { metrics: [mail('Bounce')] }),
    alarmOnRate('Bounce rate', 'bounce-rate', { metric: 'BounceRate', threshold: maxBounceRate }),
    alarmOnRate('Complaint rate', 'complaint-rate', {
      metric: 'ComplaintRate',
      threshold: maxComplaintRate,
    }),
    alarmOnSum('Rejected, or complained about', 'mail-rejected', {
      metrics: [mail('Reject'), mail('Complaint')],
    }),
  ];
}
