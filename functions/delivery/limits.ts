/** How long jobs may take, how often they are delivered and checked. Where cloud and one machine differ, both are here. */

/** Minutes that a job may take in the cloud: the time limit of the function `report`. */
export const minutesOfJobInCloud = 5;
/** Minutes that a job may take on one machine, before its worker is ended. */
export const minutesOfJobOnMachine = 15;

/** How often the queue delivers a job. Only a crash leaves it in the queue; after the last one it is a dead letter. */
export const maxReceives = 5;
/** A dead letter is brought back so often; then its report is given up. */
export const maxBroughtBack = 2;
/** Hours until it is brought back: long enough for a deployment that mends the crash. */
export const hoursUntilBroughtBack = 2;

/** Minutes that handling one dead letter may take. */
export const minutesOfDeadLetter = 1;

/**
 * Minutes until SQS delivers the job of a crash again: six times what a job may take, as AWS advises for a queue that a
 * function reads.
 */
export const minutesHeldInCloud = 6 * minutesOfJobInCloud;
/** The same on one machine, whose queue knows at once that a worker has ended. */
export const minutesHeldOnMachine = 15;

/**
 * Minutes before the deadline at which the last attempt begins: the job before it in the queue may take as long as a job
 * may in the cloud, and its own pull, workbooks and messages as long again.
 */
export const minutesForLastAttempt = 2 * minutesOfJobInCloud;

/** Minutes that the intent of a message belongs to its attempt. No job takes longer, so a later owner is dead. */
export const minutesOfLease = 20;

/** Milliseconds by which two clocks may differ. */
export const maxClockSkew = 60_000;

/** Minutes between two checks of what was due against what was done. */
export const minutesBetweenChecks = 10;
/** Hours that a check looks back at least: the longest `deliverWithin`, and a day for its notices. */
export const hoursOfLookBack = 96;
