/** How long something may be wrong before an alarm goes off. The texts of the alarms say the same times. */

import { Duration } from 'aws-cdk-lib';
import { maxRecipients } from '#base/text/mail-address.ts';

/**
 * An older job that was not received three times raises `jobs-waiting`.
 * @tunable
 */
export const maxJobAge = Duration.hours(2);

/**
 * An older SES event that was not received three times raises `ses-events-waiting`.
 * @tunable
 */
export const maxEventsAge = Duration.hours(1);

/**
 * How long reconcile may be silent before `reconcile-missing` goes off.
 * @tunable
 */
export const maxReconcileGap = Duration.hours(2);

/**
 * Share of messages that bounce at which the alarm `bounce-rate` goes off. AWS reviews the account at 5 %, and may stop all its mail at 10 %.
 * @tunable
 */
export const maxBounceRate = 0.05;
/**
 * Share of messages that are marked as spam at which the alarm `complaint-rate` goes off. AWS reviews the account at 0.1 %, and may stop all its mail at 0.5 %.
 * @tunable
 */
export const maxComplaintRate = 0.001;

/**
 * A count may reach CloudWatch minutes late; an alarm on the last five minutes alone would miss it. Periods are five
 * minutes unless a rule says otherwise.
 */
export const alarmRuleOnAny = { threshold: 0, datapointsToAlarm: 1, evaluationPeriods: 3 } as const;

/** The dead-letter queue was not empty at any time for half an hour. */
export const alarmRuleForThirtyMinutes = {
  threshold: 0.5,
  datapointsToAlarm: 6,
  evaluationPeriods: 6,
} as const;

export const alarmRuleForFifteenMinutes = {
  threshold: 0,
  datapointsToAlarm: 3,
  evaluationPeriods: 3,
} as const;

/**
 * Errors of a public address in five minutes above which its alarm goes off: a burst of calls to a function that has to start may cause a few.
 * @tunable
 */
export const maxHttpErrors = 5;

/** In five minutes: a mail gateway may open the links of all recipients of a message at once. */
export const maxRefused = maxRecipients;

export const maxShareOfTime = 0.9;

/** In each quarter of an hour, the longest wait between two attempts, a job was postponed: for an hour. */
export const alarmRuleForAnHour = {
  threshold: 0,
  period: Duration.minutes(15),
  datapointsToAlarm: 4,
  evaluationPeriods: 4,
} as const;
