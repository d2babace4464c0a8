/**
 * A run is one time that a report is due. Its id is the same for every attempt, because it comes from the schedule or the
 * caller, never from the clock. A dispatch is everything that one firing of a schedule, or one request, makes due. Two
 * schedules may fire in the same minute, so a scheduled dispatch's id has its time and its schedule; the run id of its
 * reports is only the time.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { sha256Of, shortDigest } from '#base/digest.ts';
import { eventBridgeSchedule, type When } from '#config/schedule/schedule.ts';

export const runIdSchema = z
  .string()
  .check(
    z.regex(
      /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(_\d+)?Z|run-([a-z0-9-]|_[0-9a-f]{2})+)$/,
      'expected a run id, such as 2026-11-20T14-00-00Z or run-7f3a',
    ),
    z.maxLength(130),
  )
  .brand<'RunId'>();
export type RunId = z.infer<typeof runIdSchema>;

/** Characters of a caller's name in a key, once encoded. */
const maxNameLength = 120;

/** Uses the schedule's time, not the clock's: `2026-11-20T14-00-00Z`. */
export function scheduledRunId(due: Temporal.Instant): RunId {
  return runIdSchema.parse(due.toString().replaceAll(':', '-').replace('.', '_'));
}

export function timeOfRun(runId: RunId): Temporal.Instant | undefined {
  const [, date, hours, minutes, seconds, fraction] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:_(\d+))?Z$/.exec(runId) ?? [];
  if (date === undefined) return undefined;
  return Temporal.Instant.from(`${date}T${hours}:${minutes}:${seconds}.${fraction ?? 0}Z`);
}

/**
 * Takes a run id as it is, anything else as the caller's own name, so that the run id of an answer can be used in the next
 * request. The name `7f3a` and the run id `run-7f3a` are the same run.
 * @throws RangeError as `requestedRunId`
 */
export function runIdOf(text: string): RunId {
  const known = runIdSchema.safeParse(text);
  return known.success ? known.data : requestedRunId(text);
}

export function isScheduled(runId: RunId): boolean {
  return !runId.startsWith('run-');
}

/**
 * `7f3a` becomes `run-7f3a`. Different names get different ids, even on file systems that ignore case, and none is the id
 * of a scheduled run.
 * @throws RangeError for a name that is empty, too long or not well-formed text
 */
export function requestedRunId(name: string): RunId {
  const encoded = name.isWellFormed() ? keySafe(name) : '';
  if (encoded !== '' && encoded.length <= maxNameLength) return runIdSchema.parse(`run-${encoded}`);
  throw new RangeError(
    `The run id ${JSON.stringify([...name].slice(0, 40).join(''))} cannot name a run: use 1 to ${maxNameLength} lower-case letters, digits and hyphens (any other character counts for three or more).`,
  );
}

/**
 * Keeps lower-case letters, digits and hyphens; every other byte of the UTF-8 text becomes `_` and two hexadecimal digits.
 * No two texts share a result, even on a file system that ignores case, and no two `_` are adjacent.
 */
function keySafe(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** Like `keySafe`, for ids of the planning service, which nobody can shorten: long ones end in a digest. */
export function shortKeySafe(text: string): string {
  const name = keySafe(text);
  if (name.length <= 80) return name;
  // Cut between encoded bytes; two underscores never occur in an encoding.
  const start = name.slice(0, 48).replace(/_.?$/, '');
  return `${start}__${sha256Of(text).slice(0, 24)}`;
}

const scheduledDispatchIdSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(_\d+)?Z-[0-9a-f]{8}$/, 'expected a dispatch id'))
  .brand<'DispatchId'>();

/** A request's dispatch has the id of its run. */
export const dispatchIdSchema = z.union(
  [scheduledDispatchIdSchema, runIdSchema],
  'expected a dispatch id, such as 2026-11-20T14-00-00Z-1f3a5b7c',
);
export type DispatchId = z.infer<typeof dispatchIdSchema>;

export type Schedule = { readonly cron: string; readonly timeZone: string };

/**
 * Two spellings of one schedule (`FRI` and `5`) have the same id.
 * @throws RangeError for a cron expression that is not valid
 */
export function scheduleId(when: When, timeZone: string): string {
  const schedule = eventBridgeSchedule(when, timeZone);
  return shortDigest(`${schedule.expressions.join(' ')} ${schedule.timeZone}`);
}

/** `2026-11-20T14-00-00Z-1f3a5b7c`. @throws RangeError as `scheduleId` */
export function scheduledDispatchId(schedule: Schedule, due: Temporal.Instant): DispatchId {
  return dispatchIdNamed(due, scheduleId(schedule, schedule.timeZone));
}

export function dispatchIdNamed(due: Temporal.Instant, id: string): DispatchId {
  return scheduledDispatchIdSchema.parse(`${scheduledRunId(due)}-${id}`);
}

export function arrivalDispatchId(
  { region, projectId }: { readonly region: string; readonly projectId: string },
  at: Temporal.Instant,
): DispatchId {
  return dispatchIdAt(at, `import ${region}/${projectId}`);
}

export function inboxDispatchId(key: string, at: Temporal.Instant): DispatchId {
  return dispatchIdAt(at, `inbox ${key}`);
}

function dispatchIdAt(at: Temporal.Instant, what: string): DispatchId {
  return dispatchIdNamed(at, shortDigest(what));
}

/** Holds the notices of recipients, who may be of several dispatches. @param date of a failure, `YYYY-MM-DD` */
export function recipientsDispatchId(date: string): DispatchId {
  return dispatchIdAt(Temporal.Instant.from(`${date}T00:00Z`), 'recipients');
}

/** Holds the notices of answers that closed at this time, who may be of several reports. */
export function closingsDispatchId(at: Temporal.Instant): DispatchId {
  return dispatchIdAt(at, 'answers');
}

export function timeOfDispatch(dispatchId: DispatchId): Temporal.Instant | undefined {
  const runId = runIdSchema.safeParse(/^(.+Z)-[0-9a-f]{8}$/.exec(dispatchId)?.[1]);
  return runId.success ? timeOfRun(runId.data) : undefined;
}
