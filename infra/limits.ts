/** Times and counts that several constructs, the alarms and their texts must agree on. */
import { Duration } from 'aws-cdk-lib';

/** How long making and sending one report may take; well inside the lease of a message's intent. */
export const reportTimeLimit = Duration.minutes(5);
export const deadLetterTimeLimit = Duration.minutes(1);

/** How many times a job is tried before it goes to the dead-letter queue. */
export const maxJobAttempts = 5;

/** A job that is older than this raises an alarm. */
export const maxJobAge = Duration.hours(2);

/** How often `reconcile` compares what was due with what was sent. */
export const reconcileInterval = Duration.minutes(30);

/** How long reconcile may be silent before an alarm says so. */
export const maxReconcileGap = Duration.hours(2);
