/** How long something may be wrong before an alarm goes off. The texts of the alarms say the same times. */
import { Duration } from 'aws-cdk-lib';
import { maxRecipients } from '#base/limits.ts';

/** An older job that was not received three times raises `jobs-waiting`. */
export const maxJobAge = Duration.hours(2);

/** An older SES event that was not received three times raises `ses-events-waiting`. */
export const maxEventsAge = Duration.hours(1);

/** How long reconcile may be silent before `reconcile-missing` goes off. */
export const maxReconcileGap = Duration.hours(2);

/** Shares of the account's messages at which AWS puts it under review; at 10 % and 0.5 % it may stop all its mail. */
export const maxBounceRate = 0.05;
export const maxComplaintRate = 0.001;

/**
 * A count may reach CloudWatch minutes late; an alarm on the last five minutes alone would miss it. Periods are five
 * minutes unless a rule says otherwise.
 */
export const anyInFifteenMinutes = { threshold: 0, datapointsToAlarm: 1, evaluationPeriods: 3 } as const;

/** The dead-letter queue was not empty at any time for half an hour. */
export const allOfThirtyMinutes = { threshold: 0.5, datapointsToAlarm: 6, evaluationPeriods: 6 } as const;

export const allOfFifteenMinutes = { threshold: 0, datapointsToAlarm: 3, evaluationPeriods: 3 } as const;

/** In five minutes: a burst of calls to a function that has to start may cause a few. */
export const maxHttpErrors = 5;

/** In five minutes: a mail gateway may open the links of all recipients of a message at once. */
export const maxRefused = maxRecipients;

export const maxShareOfTime = 0.9;

/** In each quarter of an hour, the longest wait between two attempts, a job was postponed: for an hour. */
export const postponedForAnHour = {
  threshold: 0,
  period: Duration.minutes(15),
  datapointsToAlarm: 4,
  evaluationPeriods: 4,
} as const;
