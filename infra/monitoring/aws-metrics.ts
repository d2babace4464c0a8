import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type CustomMetricGroup, type MetricFactory, MetricStatistic } from 'cdk-monitoring-constructs';
import {
  alarmRuleForFifteenMinutes,
  alarmRuleOnAny,
  maxHttpErrors,
  maxRefusedRequests,
  maxShareOfTimeLimit,
} from '../alarm-thresholds.ts';
import type { Functions } from '../functions.ts';
import type { LookaheadFunction } from '../lookahead-function.ts';
import type { CreateMetricGroupWithAlarm } from './alarm-on-sum.ts';

export function awsMetrics(
  { all, sesTopic, planning, links }: Functions,
  alarmTopic: ITopic,
  {
    factory,
    alarmOnSum,
  }: { readonly factory: MetricFactory; readonly alarmOnSum: CreateMetricGroupWithAlarm },
): CustomMetricGroup[] {
  const measured = (
    statistic: MetricStatistic,
    [namespace, metric]: readonly [string, string],
    [dimension, value]: readonly [string, string],
    label: string,
  ) => factory.createMetric(metric, statistic, label, { [dimension]: value }, undefined, namespace);
  const count = (metric: readonly [string, string], of: readonly [string, string], label: string) =>
    measured(MetricStatistic.SUM, metric, of, label);
  const lambda = ({ functionName }: LookaheadFunction) => ['FunctionName', functionName] as const;
  const limits = all.map(({ timeLimit }, index) => `FILL(m${index},0)/${timeLimit.toMilliseconds()}`);
  const addresses = [links, ...(planning ? [planning.api] : [])];
  return [
    alarmOnSum('Throttled', 'throttled', {
      metrics: all.map((each) => count(['AWS/Lambda', 'Throttles'], lambda(each), each.name)),
      rule: alarmRuleForFifteenMinutes,
    }),
    alarmOnSum('Share of the time limit', 'near-time-limit', {
      metrics: all.map((each) =>
        measured(MetricStatistic.MAX, ['AWS/Lambda', 'Duration'], lambda(each), each.name),
      ),
      expression: `MAX([${limits.join(',')}])`,
      rule: { ...alarmRuleOnAny, threshold: maxShareOfTimeLimit },
    }),
    alarmOnSum('Not handed on', 'not-handed-on', {
      metrics: [
        ...Object.entries({ 'events of SES': sesTopic, alarms: alarmTopic }).map(([label, { topicName }]) =>
          count(['AWS/SNS', 'NumberOfNotificationsFailed'], ['TopicName', topicName], label),
        ),
        ...[planning?.inboxRule ?? []]
          .flat()
          .map(({ ruleName }) =>
            count(['AWS/Events', 'FailedInvocations'], ['RuleName', ruleName], 'files in the inbox'),
          ),
        ...all
          .filter(({ hasDestination }) => hasDestination)
          .map((each) =>
            count(['AWS/Lambda', 'DestinationDeliveryFailures'], lambda(each), `failures of ${each.name}`),
          ),
      ],
    }),
    alarmOnSum('Errors of public addresses', 'http-errors', {
      metrics: addresses.map(({ serverErrors }) => serverErrors),
      rule: { ...alarmRuleOnAny, threshold: maxHttpErrors },
    }),
    alarmOnSum('Refused at public addresses', 'requests-refused', {
      metrics: addresses.map(({ refused }) => refused),
      rule: { ...alarmRuleOnAny, threshold: maxRefusedRequests },
    }),
  ];
}
