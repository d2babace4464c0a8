/**
 * The keys of what is recorded of the archive as a whole: checks, schedules and their pauses, stops, restores. `keys.ts`
 * lists all keys of the run store; no other file builds or parses these.
 */
import type { Temporal } from 'temporal-polyfill';
import { runIdSchema, scheduledRunId, timeOfRun } from './run-id.ts';

/** The prefix of the times at which the schedules of the stage were first seen off, or on again. */
export const pausesPrefix = 'schedules/pauses/';

/** Each has the next number, because a clock that was ahead must not decide which is the latest. */
export type ScheduleChange = {
  readonly number: number;
  readonly at: Temporal.Instant;
  readonly became: 'on' | 'off';
};

export function pauseKey({ number, at, became }: ScheduleChange): string {
  return `${pausesPrefix}${sixDigits(number)}-${scheduledRunId(at)}-${became}.json`;
}

/** Undefined for other keys. */
export function pauseOfKey(key: string): ScheduleChange | undefined {
  const [, digits, time, became] = /^schedules\/pauses\/(\d{6})-([^/]+Z)-(on|off)\.json$/.exec(key) ?? [];
  const at = timeOfName(time);
  return at && { number: Number(digits), at, became: became === 'off' ? 'off' : 'on' };
}

/** The prefix of what people asked of all mail: to stop, or to go on. */
export const stopsPrefix = 'stops/';

/** Each has the next number, because the clocks of several machines cannot say which is the latest. */
export function stopKey(number: number): string {
  return `${stopsPrefix}${sixDigits(number)}.json`;
}

/** Undefined for other keys. */
export function numberOfStop(key: string): number | undefined {
  const [, digits] = /^stops\/(\d{6})\.json$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function sixDigits(number: number): string {
  return String(number).padStart(6, '0');
}

/** The prefix of the times since which checks have known each schedule. */
export const watchedPrefix = 'schedules/watched/';

export function watchedKey(schedule: string, since: Temporal.Instant): string {
  return `${watchedPrefix}${schedule}/${scheduledRunId(since)}.json`;
}

/** Undefined for other keys. */
export function watchedOfKey(
  key: string,
): { readonly schedule: string; readonly since: Temporal.Instant } | undefined {
  const [, schedule = '', time] = /^schedules\/watched\/([^/]+)\/([^/]+)\.json$/.exec(key) ?? [];
  const since = timeOfName(time);
  return since && { schedule, since };
}

/** The prefix of the records of checks, the first of each day. */
export const lookedPrefix = 'looked/';

/** The prefix of the times at which the archive was restored from a backup. */
export const restoredPrefix = 'restored/';

/** Each has the next number, because a clock that was ahead must not decide which is the latest. */
export type NumberedTime = { readonly number: number; readonly at: Temporal.Instant };

/** The key of what is stored of a time below one of these prefixes. */
export function timeKey(
  prefix: typeof lookedPrefix | typeof restoredPrefix,
  { number, at }: NumberedTime,
): string {
  return `${prefix}${sixDigits(number)}-${scheduledRunId(at)}.json`;
}

/** Undefined for other keys. */
export function timeOfKey(key: string): NumberedTime | undefined {
  const [, digits, time] = /^(?:looked|restored)\/(\d{6})-([^/]+)\.json$/.exec(key) ?? [];
  const at = timeOfName(time);
  return at && { number: Number(digits), at };
}

function timeOfName(name: string | undefined): Temporal.Instant | undefined {
  const runId = runIdSchema.safeParse(name);
  return runId.success ? timeOfRun(runId.data) : undefined;
}
