/** How long functions may run, how often jobs are tried and how often reconcile runs. */
import { Duration } from 'aws-cdk-lib';

/** How long making and sending one report may take; well inside the lease of a message's intent. */
export const reportTimeLimit = Duration.minutes(5);
export const deadLetterTimeLimit = Duration.minutes(1);

/** How many times a job is received before it goes to the dead-letter queue. Only a crash leaves it in the queue. */
export const maxJobAttempts = 5;

/** How often `reconcile` compares what was due with what was sent. */
export const reconcileInterval = Duration.minutes(10);
