/** A graph of metrics with one alarm for their sum, and when such an alarm goes off. */
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { AddAlarmProps, CustomMetricGroup, MetricFactory } from 'cdk-monitoring-constructs';
import { alarmDescription, type OtherAlarm, otherAlarmTexts } from './alarm-texts.ts';

type Rule = Pick<AddAlarmProps, 'threshold'> &
  Partial<Pick<AddAlarmProps, 'datapointsToAlarm' | 'evaluationPeriods' | 'period' | 'comparisonOperator'>>;

/** A count may reach CloudWatch minutes late; one look at the last five minutes alone would miss it. */
const onceInAQuarterHour = { threshold: 0, datapointsToAlarm: 1, evaluationPeriods: 3 } as const;
/** The sweep counts what is missing every half hour: one alarm for as long as it is, and not one each time. */
export const onceInTwoSweeps = { ...onceInAQuarterHour, evaluationPeriods: 14 } as const;
/** Half an hour without a moment in which nothing lies there. */
export const allOfHalfAnHour = { threshold: 0.5, datapointsToAlarm: 6, evaluationPeriods: 6 } as const;

export type AlarmedSum = {
  readonly metrics: readonly ReturnType<MetricFactory['createMetric']>[];
  /** @default the sum is above nought in any five minutes of a quarter of an hour */
  readonly rule?: Rule;
  /** What five minutes without a word mean. @default nothing */
  readonly missing?: TreatMissingData;
};

/** @param stackName the first part of the alarm's name */
export function alarmingGroup(
  factory: MetricFactory,
  group: AlarmedSum & { readonly stackName: string; readonly title: string; readonly alarm: OtherAlarm },
): CustomMetricGroup {
  const { title, metrics, rule = onceInAQuarterHour, missing = TreatMissingData.NOT_BREACHING } = group;
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
    ...alarmText(group.stackName, group.alarm),
  };
  return { title, metrics: [{ metric, alarmFriendlyName: kebab(group.alarm), addAlarm: { Critical } }] };
}

/** Name and description of an alarm. */
export function alarmText(
  stackName: string,
  alarm: OtherAlarm,
): Required<Pick<AddAlarmProps, 'alarmNameOverride' | 'alarmDescriptionOverride'>> {
  return {
    alarmNameOverride: `${stackName}-${kebab(alarm)}`,
    alarmDescriptionOverride: alarmDescription(otherAlarmTexts[alarm]),
  };
}

/** `manifestMissing` as `manifest-missing`. */
function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
