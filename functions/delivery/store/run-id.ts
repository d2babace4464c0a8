/**
 * A run is one time a report is due. Its id is the same for every attempt, because it comes from the schedule or from
 * the caller and never from the clock.
 */
import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';

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
  return `${start}__${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
