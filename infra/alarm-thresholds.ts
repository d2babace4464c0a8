/** How long something may be wrong before an alarm goes off. The texts of the alarms quote these numbers. */

import { Duration } from 'aws-cdk-lib';
import { maxRecipients } from '#base/text/mail-address.ts';

/**
 * Age of a job in the queue from which the alarm `jobs-waiting` goes off, unless the job was received three times.
 * @tunable
 */
export const maxJobAge = Duration.hours(2);

/**
 * Age of an SES event in the queue from which the alarm `ses-events-waiting` goes off, unless it was received three
 * times.
 * @tunable
 */
export const maxSesEventAge = Duration.hours(1);

/**
 * Time without a run of `reconcile` after which the alarm `reconcile-missing` goes off.
 * @tunable
 */
export const maxReconcileGap = Duration.hours(2);

/**
 * Share of messages that bounce at which the alarm `bounce-rate` goes off. AWS reviews the account at 5 %, and may stop
 * all its mail at 10 %.
 * @tunable
 */
export const maxBounceRate = 0.05;
/**
 * Share of messages that are marked as spam at which the alarm `complaint-rate` goes off. AWS reviews the account at
 * 0.1 %, and may stop all its mail at 0.5 %.
 * @tunable
 */
export const maxComplaintRate = 0.001;

/**
 * Goes off if anything was counted within fifteen minutes: a count may reach CloudWatch minutes late, so an alarm on
 * only the last five minutes would miss it. Periods are five minutes unless a rule says otherwise.
 */
export const alarmRuleOnAny = { threshold: 0, datapointsToAlarm: 1, evaluationPeriods: 3 } as const;

/** Goes off if a queue has had messages for half an hour without interruption. */
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
 * Server errors of a public address within five minutes above which `http-errors` goes off: a burst of calls to a
 * function that has to start may cause a few.
 * @tunable
 */
export const maxHttpErrors = 5;

/**
 * Requests refused with 429 within five minutes above which an alarm goes off: a mail gateway may open the links of all
 * recipients of a message at once.
 */
export const maxRefusedRequests = maxRecipients;

export const maxShareOfTimeLimit = 0.9;

/**
 * Goes off if a job was postponed in each of four consecutive periods of 15 minutes, the maximum time between two
 * attempts.
 */
export const alarmRuleForAnHour = {
  threshold: 0,
  period: Duration.minutes(15),
  datapointsToAlarm: 4,
  evaluationPeriods: 4,
} as const;
