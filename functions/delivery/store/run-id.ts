/**
 * A run is one time a report is due. Its id is the same for every attempt, because it comes from the schedule or from
 * the caller and never from the clock. A dispatch is all that one firing of a schedule, or one request, makes due. Two
 * schedules may fire in the same minute, so the id of a scheduled dispatch has its time and its schedule; the run id
 * of its reports is the time alone.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { sha256Of, shortDigest } from '../../base/digest.ts';
import { eventBridgeSchedule, type When } from '../../config/schedule/schedule.ts';

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

/** The length of a caller's own name in a key, once encoded. */
const maxNameLength = 120;

/** The run of a schedule's own time, not the clock's: `2026-11-20T14-00-00Z`. */
export function scheduledRunId(due: Temporal.Instant): RunId {
  return runIdSchema.parse(due.toString().replaceAll(':', '-').replace('.', '_'));
}

/** The time of a scheduled run; undefined for a requested one. */
export function timeOfRun(runId: RunId): Temporal.Instant | undefined {
  const [, date, hours, minutes, seconds, fraction] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:_(\d+))?Z$/.exec(runId) ?? [];
  if (date === undefined) return undefined;
  return Temporal.Instant.from(`${date}T${hours}:${minutes}:${seconds}.${fraction ?? 0}Z`);
}

/**
 * The run that a request names: a run id as it is, anything else as the caller's own name. So an answer's run id can
 * be used in the next request; the name `7f3a` and the run id `run-7f3a` are the same run.
 * @throws RangeError as `requestedRunId`
 */
export function runIdOf(text: string): RunId {
  const known = runIdSchema.safeParse(text);
  return known.success ? known.data : requestedRunId(text);
}

/** Whether the run belongs to a schedule's dispatch, and not to a request. */
export function isScheduled(runId: RunId): boolean {
  return !runId.startsWith('run-');
}

/**
 * The run of a caller's own name: `7f3a` gives `run-7f3a`. Different names give different ids, on file systems that
 * ignore case too, and none is the id of a scheduled run.
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
 * Lower-case letters, digits and hyphens stay; every other byte of the text's UTF-8 becomes `_` and two hex
 * digits. So no two texts share a name, not even on a file system that ignores case, and no two `_` are adjacent.
 */
function keySafe(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** As `keySafe`, for ids of the planning service, which nobody can shorten: a long one ends in its digest. */
export function shortKeySafe(text: string): string {
  const name = keySafe(text);
  if (name.length <= 80) return name;
  // Cut between encoded bytes, and followed by two underscores, which no encoding contains.
  const start = name.slice(0, 48).replace(/_.?$/, '');
  return `${start}__${sha256Of(text).slice(0, 24)}`;
}

const scheduledDispatchIdSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(_\d+)?Z-[0-9a-f]{8}$/, 'expected a dispatch id'))
  .brand<'DispatchId'>();

/** The dispatch of a request has the id of its run. */
export const dispatchIdSchema = z.union(
  [scheduledDispatchIdSchema, runIdSchema],
  'expected a dispatch id, such as 2026-11-20T14-00-00Z-1f3a5b7c',
);
export type DispatchId = z.infer<typeof dispatchIdSchema>;

/** A schedule, as in the events that it sends. */
export type Schedule = { readonly cron: string; readonly timeZone: string };

/**
 * Eight hex digits that name a schedule. Two spellings of the same schedule (`FRI` and `5`) have one name.
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

/** The same of a schedule's name. */
export function dispatchIdNamed(due: Temporal.Instant, id: string): DispatchId {
  return scheduledDispatchIdSchema.parse(`${scheduledRunId(due)}-${id}`);
}

/** The dispatch of the reports that were due when a version of the project's programme arrived. */
export function arrivalDispatchId(
  { region, projectId }: { readonly region: string; readonly projectId: string },
  at: Temporal.Instant,
): DispatchId {
  return dispatchIdAt(at, `import ${region}/${projectId}`);
}

/** The dispatch of what contacts are told of the file that was put under a key of the inbox. */
export function inboxDispatchId(key: string, at: Temporal.Instant): DispatchId {
  return dispatchIdAt(at, `inbox ${key}`);
}

function dispatchIdAt(at: Temporal.Instant, what: string): DispatchId {
  return dispatchIdNamed(at, shortDigest(what));
}

/** Stands for a dispatch with notices of recipients, who may be of several dispatches. @param date of a failure, `YYYY-MM-DD` */
export function recipientsDispatchId(date: string): DispatchId {
  return dispatchIdAt(Temporal.Instant.from(`${date}T00:00Z`), 'recipients');
}

/** The time that a scheduled dispatch was due; undefined for the dispatch of a request. */
export function timeOfDispatch(dispatchId: DispatchId): Temporal.Instant | undefined {
  const runId = runIdSchema.safeParse(/^(.+Z)-[0-9a-f]{8}$/.exec(dispatchId)?.[1]);
  return runId.success ? timeOfRun(runId.data) : undefined;
}
