/** Times that the queue shares with machine, checks and infra. Others stand in the file that obeys them. */

/** Minutes: the time limit of the function `report`. */
export const minutesOfJobInCloud = 5;
/** Minutes until the machine ends a worker that still runs its job. */
export const minutesOfJobOnMachine = 15;
/** Minutes: the time limit of the function `dead-letter`. */
export const minutesOfDeadLetter = 1;

/** Maximum number of deliveries of a job that crashes; then it is a dead letter. */
export const maxReceives = 5;

/** Minutes until SQS redelivers a crashed job: AWS advises six times the function's time limit. */
export const minutesHeldInCloud = 6 * minutesOfJobInCloud;
/** Minutes until one machine redelivers a crashed job: time for the cause to pass, because its queue knows when a worker has ended. */
export const minutesHeldOnMachine = 15;
/** Minutes between attempts while a person has to fix the cause, so that fixing it is enough. */
export const minutesBetweenCurableAttempts = 30;

/** Milliseconds by which two clocks may differ. */
export const maxClockSkew = 60_000;

/** Minutes between two checks, which compare what was due with what was done. */
export const minutesBetweenChecks = 10;
/** Minimum hours that reconcile looks back: the longest `deliverWithin`, and a day for what its contact is told. */
export const hoursOfLookBack = 96;
/** If a request has no answer after this many minutes, its function must have been killed. */
export const minutesUntilSilent = 60;

/** A report is late this many minutes after it was due. */
export const minutesUntilLate = 60;
