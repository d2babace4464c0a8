/** A graph of metrics with one alarm on their sum, and the rules by which such an alarm goes off. */
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AddAlarmProps, CustomMetricGroup, MetricFactory } from 'cdk-monitoring-constructs';
import { alarmDescription, type OtherAlarm, otherAlarmTexts } from './alarm-texts.ts';

type Rule = Pick<AddAlarmProps, 'threshold'> &
  Partial<Pick<AddAlarmProps, 'datapointsToAlarm' | 'evaluationPeriods' | 'period' | 'comparisonOperator'>>;

// Periods are five minutes each, unless a rule says otherwise.

/** A count may reach CloudWatch minutes late; an alarm on the last five minutes alone would miss it. */
const anyInFifteenMinutes = { threshold: 0, datapointsToAlarm: 1, evaluationPeriods: 3 } as const;
/** Longer than two of reconcile's half hours, so that what it finds missing each time raises one alarm. */
export const anyInTwoChecks = { ...anyInFifteenMinutes, evaluationPeriods: 14 } as const;
/** The queue was not empty at any time for half an hour. */
export const allOfThirtyMinutes = { threshold: 0.5, datapointsToAlarm: 6, evaluationPeriods: 6 } as const;

export type AlarmedSum = {
  readonly metrics: readonly ReturnType<MetricFactory['createMetric']>[];
  /** @default the sum is above zero in any five minutes of the last fifteen */
  readonly rule?: Rule;
  /** How periods without data count. @default as not breaching */
  readonly missing?: TreatMissingData;
};

/** @param stackName the first part of the alarm's name */
export function alarmOnSum(
  factory: MetricFactory,
  sum: AlarmedSum & { readonly stackName: string; readonly title: string; readonly alarm: OtherAlarm },
): CustomMetricGroup {
  const { title, metrics, rule = anyInFifteenMinutes, missing = TreatMissingData.NOT_BREACHING } = sum;
  const [first, ...others] = metrics;
  if (first === undefined) return { title, metrics: [] };
  const metric =
    others.length === 0
      ? first
      : factory.createMetricMath(
          metrics.map((_, index) => `FILL(m${index},0)`).join('+'),
          Object.fromEntries(metrics.map((each, index) => [`m${index}`, each])),
          title,
        );
  const Critical = {
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    ...rule,
    treatMissingDataOverride: missing,
    ...alarmNameAndText(sum.stackName, sum.alarm),
  };
  return { title, metrics: [{ metric, alarmFriendlyName: sum.alarm, addAlarm: { Critical } }] };
}

export function alarmNameAndText(
  stackName: string,
  alarm: OtherAlarm,
): Required<Pick<AddAlarmProps, 'alarmNameOverride' | 'alarmDescriptionOverride'>> {
  return {
    alarmNameOverride: `${stackName}-${alarm}`,
    alarmDescriptionOverride: alarmDescription(otherAlarmTexts[alarm]),
  };
}
