/**
 * The keys of records about the whole archive: checks, schedules, pauses, stops, restores. `run-keys.ts` lists all keys; no
 * other file builds or parses these.
 */
import type { Temporal } from 'temporal-polyfill';
import { type ReportKeys, reportName } from './dispatch-keys.ts';
import { type RunId, runIdSchema, scheduledRunId, timeOfRun } from './run-id.ts';

export const pausesPrefix = 'schedules/pauses/';

/** Numbered, because a clock that was ahead must not decide which is the latest. */
export type ScheduleChange = NumberedTime & { readonly became: 'on' | 'off' };

export function pauseKey({ number, at, became }: ScheduleChange): string {
  return `${pausesPrefix}${sixDigits(number)}-${scheduledRunId(at)}-${became}.json`;
}

export function pauseOfKey(key: string): ScheduleChange | undefined {
  const [, digits, time, became] = /^schedules\/pauses\/(\d{6})-([^/]+Z)-(on|off)\.json$/.exec(key) ?? [];
  const at = timeOfName(time);
  return at && { number: Number(digits), at, became: became === 'off' ? 'off' : 'on' };
}

export const stopsPrefix = 'stops/';

/** Numbered, because the clocks of several machines cannot say which is the latest. */
export function stopKey(number: number): string {
  return `${stopsPrefix}${sixDigits(number)}.json`;
}

export function numberOfStop(key: string): number | undefined {
  const [, digits] = /^stops\/(\d{6})\.json$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The dates first planned for the tasks of a project: the highest number has all of them. */
export function firstPlannedPrefix(project: string): string {
  return `first-planned/${project}/`;
}

export function firstPlannedKey(project: string, number: number): string {
  return `${firstPlannedPrefix(project)}${sixDigits(number)}.json.gz`;
}

export function numberOfFirstPlanned(key: string): number | undefined {
  const [, digits] = /^first-planned\/[^/]+\/(\d{6})\.json\.gz$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function sixDigits(number: number): string {
  return String(number).padStart(6, '0');
}

export const watchedPrefix = 'schedules/watched/';

export function watchedKey(schedule: string, since: Temporal.Instant): string {
  return `${watchedPrefix}${schedule}/${scheduledRunId(since)}.json`;
}

export function watchedOfKey(
  key: string,
): { readonly schedule: string; readonly since: Temporal.Instant } | undefined {
  const [, schedule = '', time] = /^schedules\/watched\/([^/]+)\/([^/]+)\.json$/.exec(key) ?? [];
  const since = timeOfName(time);
  return since && { schedule, since };
}

export const lookedPrefix = 'looked/';

export const restoredPrefix = 'restored/';

/** Numbered, because a clock that was ahead must not decide which is the latest. */
export type NumberedTime = { readonly number: number; readonly at: Temporal.Instant };

export function timeKey(
  prefix: typeof lookedPrefix | typeof restoredPrefix,
  { number, at }: NumberedTime,
): string {
  return `${prefix}${sixDigits(number)}-${scheduledRunId(at)}.json`;
}

export function timeOfKey(key: string): NumberedTime | undefined {
  const [, digits, time] = /^(?:looked|restored)\/(\d{6})-([^/]+)\.json$/.exec(key) ?? [];
  const at = timeOfName(time);
  return at && { number: Number(digits), at };
}

export const closingsPrefix = 'closings/';

/** When the answers of an issue close. */
export type ClosingAt = ReportKeys & { readonly at: Temporal.Instant; readonly runId: RunId };

/** Sorts before all keys of the date and of later ones. @param date `YYYY-MM-DD` */
export function closingsFrom(date: string): string {
  return `${closingsPrefix}${date}`;
}

export function closingKey(of: ClosingAt, what: 'closing' | 'told' = 'closing'): string {
  return `${closingsPrefix}${scheduledRunId(of.at)}/${reportName(of)}/${of.runId}/${what}.json`;
}

export function closingOfKey(key: string): ClosingAt | undefined {
  const [, time, project = '', report = '', run] =
    /^closings\/([^/]+)\/([^/_]+)_([^/_]+)\/([^/]+)\/closing\.json$/.exec(key) ?? [];
  const at = timeOfName(time);
  const runId = runIdSchema.safeParse(run).data;
  return at && runId && { at, project, report, runId };
}

function timeOfName(name: string | undefined): Temporal.Instant | undefined {
  const runId = runIdSchema.safeParse(name).data;
  return runId && timeOfRun(runId);
}
