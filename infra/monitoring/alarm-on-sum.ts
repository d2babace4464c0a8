import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AddAlarmProps, CustomMetricGroup, MetricFactory } from 'cdk-monitoring-constructs';
import { alarmDescription, type NonFunctionAlarm, nonFunctionAlarmTexts } from '../alarm-texts.ts';
import { alarmRuleOnAny } from '../alarm-thresholds.ts';

type Rule = Pick<AddAlarmProps, 'threshold'> &
  Partial<Pick<AddAlarmProps, 'datapointsToAlarm' | 'evaluationPeriods' | 'period' | 'comparisonOperator'>>;

export type AlarmedSum = {
  readonly metrics: readonly ReturnType<MetricFactory['createMetric']>[];
  readonly rule?: Rule;
  readonly missing?: TreatMissingData;
  /** An expression over the metrics, in which they are named `m0`, `m1` and so on. @default their sum */
  readonly expression?: string;
};

export type CreateMetricGroupWithAlarm = (
  title: string,
  alarm: NonFunctionAlarm,
  sum: AlarmedSum,
) => CustomMetricGroup;

export type AlarmNameAndText = Required<
  Pick<AddAlarmProps, 'alarmNameOverride' | 'alarmDescriptionOverride'>
>;

export function metricGroupWithAlarm(
  factory: MetricFactory,
  sum: AlarmedSum & { readonly title: string; readonly alarm: AlarmNameAndText },
): CustomMetricGroup {
  const {
    title,
    metrics,
    alarm,
    expression,
    rule = alarmRuleOnAny,
    missing = TreatMissingData.NOT_BREACHING,
  } = sum;
  const [first, ...others] = metrics;
  if (first === undefined) return { title, metrics: [] };
  const metric =
    others.length === 0 && expression === undefined
      ? first
      : factory.createMetricMath(
          expression ?? metrics.map((_, index) => `FILL(m${index},0)`).join('+'),
          Object.fromEntries(metrics.map((each, index) => [`m${index}`, each])),
          title,
        );
  const Critical = {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    ...rule,
    treatMissingDataOverride: missing,
    ...alarm,
  };
  return { title, metrics: [{ metric, alarmFriendlyName: alarm.alarmNameOverride, addAlarm: { Critical } }] };
}

export function alarmNameAndText(stackName: string, alarm: NonFunctionAlarm): AlarmNameAndText {
  return {
    alarmNameOverride: `${stackName}-${alarm}`,
    alarmDescriptionOverride: alarmDescription(nonFunctionAlarmTexts[alarm]),
  };
}
