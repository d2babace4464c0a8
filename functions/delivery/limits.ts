/** The waits, retries and time limits of delivery, for the cloud and for one machine. Cron schedules are in `lookahead.yaml`. */

/** Minutes: the time limit of the function `report`. */
export const minutesOfJobInCloud = 5;
/** Minutes until the machine ends a worker that still runs its job. */
export const minutesOfJobOnMachine = 15;
/** Minutes: the time limit of the function `dead-letter`. */
export const minutesOfDeadLetter = 1;

/** Maximum number of deliveries of a job that crashes; then it is a dead letter. */
export const maxReceives = 5;
/** Maximum number of times a dead letter is redriven; then its report is given up. */
export const maxRedrives = 2;
/** Hours until a dead letter is redriven: long enough to deploy a fix of the crash. */
export const hoursUntilRedrive = 2;
/** Hours after a crash in which another delivery may come: the queue redelivers for 2.5, the redrive is 2 later; with a margin. */
export const hoursOfCrashes = 6;

/** Minutes until SQS redelivers a crashed job: AWS advises six times the function's time limit. */
export const minutesHeldInCloud = 6 * minutesOfJobInCloud;
/** Minutes until one machine redelivers a crashed job: time for the cause to pass, because its queue knows when a worker has ended. */
export const minutesHeldOnMachine = 15;

/** Minutes before the deadline at which the last attempt begins: time for the job before it in the queue, and for itself. */
export const minutesForLastAttempt = 2 * minutesOfJobInCloud;
/** Minutes between attempts while a person has to fix the cause, so that fixing it is enough. */
export const minutesBetweenCurableAttempts = 30;
/** Minutes before the first retry, doubled for each later one. */
export const minutesUntilFirstRetry = 1;
export const maxMinutesUntilRetry = 15;
/** Seconds. A service that asks for a shorter wait has been retried within the attempt. */
export const minRetryAfterSeconds = 30;
/** Seconds. Services in maintenance ask for a day, but the report has to go out soon after they are up again. */
export const maxRetryAfterSeconds = 1_800;
/** Seconds until the retryable messages of a run are sent again if others wait for a person. */
export const secondsBesideCurable = 900;
/** Seconds between polls of a planning service that is down, once the last attempt is near. */
export const secondsBetweenLastPolls = 60;

/** Seconds of a slot, in which one job asks a planning service that is down. */
export const outageSlotSeconds = 300;
/** Seconds over which postponed jobs come back, so that they do not overload a recovering service. */
export const outageSpreadSeconds = 600;
/** Cache time of the outage state, in seconds. */
export const outageCacheSeconds = 30;

/** Minutes that the intent of a message belongs to its attempt. No job takes longer, so a later owner is dead. */
export const minutesOfLease = 20;
/** Minutes after the lease in which the mail service's record of a send may still arrive. */
export const minutesUntilEvidence = 15;
/**
 * Maximum number of tries of a message in one attempt, within a minute. Workers that share SES's rate collide: with a
 * hundred workers, half of the tries are refused, and six tries would put one report in fifty back for minutes.
 */
export const maxTriesPerAttempt = 10;
/** Seconds between checks whether mail is stopped; a stop holds within a minute. */
export const secondsBetweenStopChecks = 30;
/** Seconds until a message is tried again while mail is stopped. */
export const secondsUntilRetryWhileStopped = 600;

/** Seconds reserved for planning, rendering, storing and sending after the pull. */
export const secondsAfterPull = 90;
/** Seconds. Lists are short; a pull may take all the time that is left. */
export const maxSecondsForLists = 60;
export const minSecondsForPull = 15;
/** Seconds: the mail service's time limit, and time to record the answer, without which a send is ambiguous. */
export const minSecondsForSend = 70;
/**
 * Bytes of answers for each MB of memory: 56 MiB with 1 GB, which is six weeks of a project of 24,000 tasks. Measured on
 * whole runs of the bundled function: 47 MiB of answers took 790 MB, 63 MiB took 960 MB. The rest is for many cuts.
 */
export const answerBytesPerMB = 57_344;

/** Months before the report day in which earlier issues are looked for. */
export const monthsOfEarlierIssues = 3;
/** Maximum number of windows read for earlier issues, the nearest to the report day first. */
export const maxWindowsRead = 12;

/** Milliseconds by which two clocks may differ. */
export const maxClockSkew = 60_000;

/** Minutes between two runs of reconcile, which compares what was due with what was done. */
export const minutesBetweenChecks = 10;
/** Minimum hours that reconcile looks back: the longest `deliverWithin`, and a day for its notices. */
export const hoursOfLookBack = 96;
/** A dispatch or report that is not there this many minutes after its schedule fired is missing; usually it takes seconds. */
export const minutesForDispatch = 10;
/** An attempt that has not begun this many minutes after its time may have lost its message; no job takes as long. */
export const minutesUntilLost = 30;
/** If a request has no answer after this many minutes, its function must have been killed. */
export const minutesUntilSilent = 60;

/** A report is late this many minutes after it was due. */
export const minutesUntilLate = 60;
/** The same while the queue drains: thousands of reports take more than an hour. */
export const minutesUntilLateInBacklog = 120;
/** Seconds reserved for what a check does after its last notice: it settles dispatches, and counts. */
export const secondsAfterNotices = 20;
/** Seconds for which a check takes a dispatch's reports to be as it last listed them; a notice may be untrue for so long. */
export const secondsUntilRelisted = 30;
/** Minutes between two notices to a contact of one kind and cause. */
export const minutesBetweenNotices = 60;
/** Minutes that held-back reports have to go out after mail is resumed, before any counts as late. */
export const minutesUntilResumed = 30;
/** Minutes to wait after the first refusal, so that one notice covers most of them. */
export const minutesUntilRecipientNotice = 30;
/** Hours between notices of the recipients of one dispatch: few servers refuse hours or days later. */
export const hoursBetweenRecipientNotices = 24;
/** Days without a failure after which an address counts as working: longer than the time between two monthly reports. */
export const maxDaysBetweenFailures = 35;
/** Maximum number of reports or addresses that a notice describes; it counts the others. */
export const maxDescribed = 20;
