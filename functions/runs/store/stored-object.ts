/**
 * Decides the form of the run store's objects: JSON with the store's format number. Objects of another format are
 * refused.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { jsonEncoding, type ObjectEncoding } from '#archive/objects.ts';
import { type Day, formatDay, parseDay, type StartAndFinish } from '#base/day.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { englishZodMessages } from '#base/text/english.ts';
import { oneLine } from '#base/text/one-line.ts';
import type { IssueReference } from '#lookahead/compare/earlier-issue.ts';
import type { ReportDates } from '#lookahead/dates/report-dates.ts';
import { dataDateSchema } from '#planning/contract/programme-version.ts';

/** An object cannot be read, or the archive lost it. */
export class RunStoreError extends LookaheadError {
  override readonly name = 'RunStoreError';
  /** Whether the content is lost. An object of another release is intact. */
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

/** For `catch`: handles the error of an object that cannot be read, and throws any other error again. */
export function unreadableObjectHandler<Otherwise>(otherwise: (error: RunStoreError) => Otherwise) {
  return (error: unknown): Otherwise => {
    if (error instanceof RunStoreError) return otherwise(error);
    throw error;
  };
}

/** `of` names what has an object that cannot be read, such as a dispatch or a contact's mails. */
export type UnreadableObject = { readonly of: string; readonly unreadable: string };

/** Returns a read error instead of throwing it: one unreadable object must not keep others from being checked. */
export async function catchUnreadable<Value>(
  of: string,
  check: () => Promise<Value>,
): Promise<Value | UnreadableObject> {
  return check().catch(unreadableObjectHandler(({ message }) => ({ of, unreadable: message })));
}

export function missingObjectError(key: string): RunStoreError {
  return new RunStoreError(`What was stored under ${key} cannot be found`, {
    remedy:
      'Check that the archive lists new objects at once, that nothing deletes them and that you may read it. Restore it from an earlier version or a backup if it is gone, then run again.',
  });
}

export function corruptObjectError(key: string, problem: string, cause?: unknown): RunStoreError {
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

/** An object of another release is intact; restoring or moving it, as if damaged, would lose it. */
function otherReleaseError(key: string, found: number): RunStoreError {
  return new RunStoreError(
    `The run store's object ${key} was written by another release (version ${found}, this one reads ${storeFormatVersion})`,
    { remedy: 'Run that release again, or read docs/upgrade.md; nothing was changed.' },
  );
}

/** The `version` of every object. Raise it when the form of any object changes. */
export const storeFormatVersion = 7;

export const textSchema = z.string();
export const textsSchema = z.array(textSchema);
export const nonEmptyTextSchema = z.string().check(z.minLength(1));
export const positiveIntSchema = z.int().check(z.positive());

const isoDateSchema = z
  .string()
  .check(z.refine((text) => parseDay(text) !== undefined, 'expected a date, YYYY-MM-DD'));
export const instantTextSchema = z.iso.datetime('expected an instant, such as 2026-11-20T14:00:00Z');

export const windowOfIsoDatesSchema = z.object({
  first: isoDateSchema,
  last: isoDateSchema,
  weeks: z.int().check(z.gte(1), z.lte(6)),
});

// Two-way: `z.decode` reads stored values, `z.encode` writes them with properties in the schema's order.

export const daySchema = z.codec(isoDateSchema, z.custom<Day>(), {
  decode: dayFromIsoDate,
  encode: formatDay,
});
export const instantSchema = z.codec(instantTextSchema, z.custom<Temporal.Instant>(), {
  decode: (text) => Temporal.Instant.from(text),
  encode: (at) => at.toString(),
});

export const dayRangeSchema = z.codec(
  z.object({ first: daySchema, last: daySchema }),
  z.custom<StartAndFinish>(),
  {
    decode: ({ first, last }) => ({ start: first, finish: last }),
    encode: ({ start, finish }) => ({ first: start, last: finish }),
  },
);

export const windowSchema = z.object({ ...windowOfIsoDatesSchema.shape, first: daySchema, last: daySchema });
const readTimeSchema = z.object({ instant: instantTextSchema, day: daySchema, label: textSchema });

export const reportDatesFields = {
  readAt: readTimeSchema,
  reportDay: daySchema,
  programme: z.optional(
    z.object({
      label: textSchema,
      dataDate: z.optional(dataDateSchema),
      imported: z.optional(readTimeSchema),
    }),
  ),
};
const storedDatesObject = z.object(reportDatesFields);
type StoredReportDates = z.output<typeof storedDatesObject>;

export const issueReferenceSchema = z.codec(
  z.object({ number: positiveIntSchema, window: windowSchema, ...reportDatesFields }),
  z.custom<IssueReference>(),
  {
    decode: (stored) => ({ number: stored.number, window: stored.window, ...reportDatesOf(stored) }),
    encode: (of) => ({ number: of.number, window: of.window, ...toStoredReportDates(of) }),
  },
);

/** @throws RangeError for text that is not a date; the schemas above reject such text earlier */
export function dayFromIsoDate(text: string): Day {
  const found = parseDay(text);
  if (found === undefined) throw new RangeError(`${JSON.stringify(text)} is not a date.`);
  return found;
}

export function reportDatesOf({ readAt: read, reportDay, programme }: StoredReportDates): ReportDates {
  return { reportDay, read, programme };
}

export function toStoredReportDates({ reportDay, read, programme }: ReportDates): StoredReportDates {
  return { readAt: read, reportDay, programme };
}

const versionSchema = z.object({ version: positiveIntSchema });

/**
 * Checks the version first, because objects of another format would fail their schema and look damaged.
 * @throws RunStoreError
 */
function decodeVersioned(key: string, bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    // Fatal, so that damaged bytes are not read as replacement characters.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw corruptObjectError(key, bytes.length === 0 ? 'it is empty' : 'it is not JSON', error);
  }
  const { data, error } = versionSchema.safeParse(value, englishZodMessages);
  if (error) throw corruptObjectError(key, 'it has no version', error);
  if (data.version !== storeFormatVersion) throw otherReleaseError(key, data.version);
  return value;
}

const json = jsonEncoding(2, corruptObjectError);
const jsonObjectForm: ObjectEncoding = {
  ...json,
  encode: (value) => json.encode({ version: storeFormatVersion, ...value }),
  decode: decodeVersioned,
  absentError: missingObjectError,
};

const gzipObjectForm: ObjectEncoding = {
  ...jsonObjectForm,
  contentType: 'application/gzip',
  encode: (value) => {
    const bytes = gzipSync(JSON.stringify({ version: storeFormatVersion, ...value }), { level: 6 });
    // Byte 9 is the operating system (RFC 1952); 255 is 'unknown'. The time, bytes 4 to 7, is 0 already.
    bytes[9] = 255;
    return bytes;
  },
  decode: (key, bytes) => {
    let text: Uint8Array;
    try {
      text = gunzipSync(bytes);
    } catch (error) {
      throw corruptObjectError(key, 'it is not a whole gzip file', error);
    }
    return decodeVersioned(key, text);
  },
};

export function runStoreObjectEncoding(template: string): ObjectEncoding {
  return template.endsWith('.gz') ? gzipObjectForm : jsonObjectForm;
}
