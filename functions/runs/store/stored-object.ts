/** Decides the form of the run store's objects: JSON with the store's format number. Objects of another format are refused. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Form, jsonForm } from '#archive/objects.ts';
import { type Dates, type Day, formatDay, parseDay } from '#base/day.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { inEnglish } from '#base/text/english.ts';
import { oneLine } from '#base/text/one-line.ts';
import type { IssueReference } from '#lookahead/compare/earlier-issue.ts';
import type { ReportDates } from '#lookahead/dates/report-dates.ts';
import { dataDateSchema } from '#planning/contract/programme-version.ts';

/** An object that cannot be read, or an archive that loses what it was given. */
export class RunStoreError extends LookaheadError {
  override readonly name = 'RunStoreError';
  /** Whether its content is lost. An object of another release is whole. */
  readonly isDamaged: boolean;

  constructor(
    what: string,
    details: {
      readonly remedy: string;
      readonly cause?: unknown;
      readonly isDamaged?: boolean;
    },
  ) {
    super(what, { kind: 'curable', remedy: details.remedy, cause: details.cause });
    this.isDamaged = details.isDamaged ?? false;
  }
}

/** For `catch`: what to do where an object cannot be read. Any other error is thrown again. */
export function ifUnreadable<Otherwise>(otherwise: (error: RunStoreError) => Otherwise) {
  return (error: unknown): Otherwise => {
    if (error instanceof RunStoreError) return otherwise(error);
    throw error;
  };
}

/** `of` names what has an object that cannot be read. */
export type Unreadable = { readonly of: string; readonly unreadable: string };

/** An unreadable object of one dispatch or report must not keep the others from being checked. */
export async function isolated<Value>(of: string, check: () => Promise<Value>): Promise<Value | Unreadable> {
  return check().catch(ifUnreadable(({ message }) => ({ of, unreadable: message })));
}

export function missing(key: string): RunStoreError {
  return new RunStoreError(`What was stored under ${key} cannot be found`, {
    remedy:
      'Check that the archive lists new objects at once, that nothing deletes them and that you may read it. Restore it from an earlier version or a backup if it is gone, then run again.',
  });
}

export function corrupt(key: string, problem: string, cause?: unknown): RunStoreError {
  return new RunStoreError(
    `The run store's object ${key} cannot be read (${oneLine(problem).slice(0, 200)})`,
    {
      remedy:
        'It is written once and never changed, so restore it from an earlier version or a backup; if there is none, move it away, and the next run creates it again.',
      cause,
      isDamaged: true,
    },
  );
}

/** Such an object is whole: the remedies of a damaged one, restoring or moving it, would lose it. */
function ofAnotherRelease(key: string, found: number): RunStoreError {
  return new RunStoreError(
    `The run store's object ${key} was written by another release (version ${found}, this one reads ${storeFormat})`,
    { remedy: 'Run that release again, or read docs/upgrade.md; nothing was changed.' },
  );
}

/** The `version` of every object. Raise it when the form of any object changes. */
export const storeFormat = 7;

export const text = z.string();
export const texts = z.array(text);
export const someText = z.string().check(z.minLength(1));
export const positiveInt = z.int().check(z.positive());

const dayText = z
  .string()
  .check(z.refine((text) => parseDay(text) !== undefined, 'expected a date, YYYY-MM-DD'));
export const instantText = z.iso.datetime('expected an instant, such as 2026-11-20T14:00:00Z');

export const windowText = z.object({
  first: dayText,
  last: dayText,
  weeks: z.int().check(z.gte(1), z.lte(6)),
});

// Two-way: `z.decode` reads stored values, `z.encode` writes them with properties in the schema's order.

export const day = z.codec(dayText, z.custom<Day>(), { decode: dayOf, encode: formatDay });
export const instant = z.codec(instantText, z.custom<Temporal.Instant>(), {
  decode: (text) => Temporal.Instant.from(text),
  encode: (at) => at.toString(),
});

export const dayRange = z.codec(z.object({ first: day, last: day }), z.custom<Dates>(), {
  decode: ({ first, last }) => ({ start: first, finish: last }),
  encode: ({ start, finish }) => ({ first: start, last: finish }),
});

export const window = z.object({ ...windowText.shape, first: day, last: day });
const readTime = z.object({ instant: instantText, day, label: text });

export const storedDates = {
  readAt: readTime,
  reportDay: day,
  programme: z.optional(
    z.object({
      label: text,
      dataDate: z.optional(dataDateSchema),
      imported: z.optional(readTime),
    }),
  ),
};
const storedDatesObject = z.object(storedDates);
type StoredDates = z.output<typeof storedDatesObject>;

export const reference = z.codec(
  z.object({ number: positiveInt, window, ...storedDates }),
  z.custom<IssueReference>(),
  {
    decode: (stored) => ({ number: stored.number, window: stored.window, ...reportDatesOf(stored) }),
    encode: (of) => ({ number: of.number, window: of.window, ...toStoredDates(of) }),
  },
);

/** @throws RangeError for text that is not a date; the schemas above reject it before */
export function dayOf(text: string): Day {
  const found = parseDay(text);
  if (found === undefined) throw new RangeError(`${JSON.stringify(text)} is not a date.`);
  return found;
}

export function reportDatesOf({ readAt: read, reportDay, programme }: StoredDates): ReportDates {
  return { reportDay, read, programme };
}

export function toStoredDates({ reportDay, read, programme }: ReportDates): StoredDates {
  return { readAt: read, reportDay, programme };
}

const anyFormat = z.object({ version: positiveInt });

/** Without the version, objects of another format would fail their schema and look damaged. @throws RunStoreError */
function decode(key: string, bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    // Fatal, so that damaged bytes are not read as replacement characters.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw corrupt(key, bytes.length === 0 ? 'it is empty' : 'it is not JSON', error);
  }
  const { data, error } = anyFormat.safeParse(value, inEnglish);
  if (error) throw corrupt(key, 'it has no version', error);
  if (data.version !== storeFormat) throw ofAnotherRelease(key, data.version);
  return value;
}

const json = jsonForm(2, corrupt);
const readable: Form = {
  ...json,
  encode: (value) => json.encode({ version: storeFormat, ...value }),
  decode,
  absent: missing,
};

const zipped: Form = {
  ...readable,
  contentType: 'application/gzip',
  encode: (value) => {
    const bytes = gzipSync(JSON.stringify({ version: storeFormat, ...value }), { level: 6 });
    // Byte 9 is the operating system (RFC 1952); 255 is 'unknown'. The time, bytes 4 to 7, is 0 already.
    bytes[9] = 255;
    return bytes;
  },
  decode: (key, bytes) => {
    let text: Uint8Array;
    try {
      text = gunzipSync(bytes);
    } catch (error) {
      throw corrupt(key, 'it is not a whole gzip file', error);
    }
    return decode(key, text);
  },
};

export function runStoreForm(template: string): Form {
  return template.endsWith('.gz') ? zipped : readable;
}
