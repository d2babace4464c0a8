/**
 * A run is one time a report was due. Its name is the same for every attempt, because it comes from the
 * schedule or from the caller and never from the clock: same name, same run.
 */
import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';

export const runIdSchema = z
  .string()
  .check(
    z.regex(/^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(_\d+)?Z|run-[a-z0-9_-]+)$/, 'expected a run id'),
    z.maxLength(130),
  )
  .brand<'RunId'>();
export type RunId = z.infer<typeof runIdSchema>;

/** What a caller's own name of a run may take in a key, once encoded. */
const longestRunId = 120;

/** A time a schedule named: `2026-11-20T14-00-00Z`. The schedule's own time, not the clock's. */
export function scheduledRunId(due: Temporal.Instant): RunId {
  return runIdSchema.parse(due.toString().replaceAll(':', '-').replace('.', '_'));
}

/** The id of the run that a request names: an id of the run store as it is, or the caller's own name for the run. */
export function runIdOf(text: string): RunId {
  const known = runIdSchema.safeParse(text);
  return known.success ? known.data : requestedRunId(text);
}

/** Whether a schedule made the run, and not a request. */
export function isScheduled(runId: RunId): boolean {
  return !runId.startsWith('run-');
}

/**
 * A run on demand, by the caller's own id: `run-7f3a`. Different ids give different names on any file system,
 * and none is the name of a scheduled one.
 * @throws RangeError for an id that is empty, too long, or no valid text
 */
export function requestedRunId(runId: string): RunId {
  const name = runId.isWellFormed() ? keySafe(runId) : '';
  if (name !== '' && name.length <= longestRunId) return runIdSchema.parse(`run-${name}`);
  throw new RangeError(
    `The run id ${JSON.stringify([...runId].slice(0, 40).join(''))} cannot name a run: use 1 to ${longestRunId} lower-case letters, digits and hyphens (any other character counts for three or more).`,
  );
}

/**
 * Lower-case letters, digits and hyphens stay; every other byte of the text's UTF-8 becomes `_` and two hex
 * digits. So no two texts share a name, not even where upper and lower case are one, and no two `_` meet.
 */
function keySafe(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** As `keySafe`, for ids that the service gives and nobody can shorten: a long one ends in its digest. */
export function shortKeySafe(text: string): string {
  const name = keySafe(text);
  if (name.length <= 80) return name;
  // Cut between encoded bytes, and after two underscores, which no encoding has.
  const start = name.slice(0, 48).replace(/_.?$/, '');
  return `${start}__${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
}
