/** The limits of a process on one machine. Those of jobs and reconcile are in `delivery/limits.ts`. */

/** Maximum number of downloads in progress from one address, which may stand for all the people of an office. */
export const maxDownloadsPerAddress = 25;
export const maxDownloads = 200;
/** Milliseconds: time for a workbook of 12 MB at 20 kB a second. */
export const maxDownloadMs = 600_000;

/** Milliseconds after `minutesOfJobOnMachine` until a worker without an answer is ended. */
export const workerGraceMs = 60_000;

/** Minutes without a check, or anything else done, until `/health` fails: two checks and a half. */
export const minutesUntilUnhealthy = 25;

/** Maximum milliseconds between two looks at the clock, which may be set, or stand still while the machine sleeps. */
export const maxClockWaitMs = 30_000;
