/**
 * The input of one run: the tasks as pulled, and the earlier issues it compares with, chosen at that moment. Every
 * attempt of the run plans from it, and later issues are compared with it.
 */

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { MeasuredWeek } from '../../lookahead/compare/ppc.ts';
import type { FirstPlanned } from '../../lookahead/compare/slip.ts';
import type { OpenSince } from '../../lookahead/readiness/findings.ts';
import type { Pull } from '../../lookahead/tasks/read-task.ts';
import {
  type Collection,
  resourceSchemas,
  taskIdSchema,
  taskSchema,
} from '../../planning/contract/resources.ts';
import { shifts } from '../../planning/contract/tasks-query.ts';
import { audienceText } from './issue.ts';
import {
  corrupt,
  dayOf,
  dayText,
  decodeObject,
  referenceOf,
  referenceText,
  reportDatesText,
  someText,
  textOfReference,
  version,
  windowOf,
  windowText,
} from './stored-object.ts';

const collections = Object.keys(resourceSchemas);
const collection = z.custom<Collection>((name) => typeof name === 'string' && collections.includes(name));

/** An earlier issue: the prefix of its objects, and how sheets and mails refer to it. */
const earlierText = z.object({ prefix: someText, reference: referenceText });
export type EarlierText = z.infer<typeof earlierText>;

const rejectedItemSchema = z.object({
  collection,
  item: z.string(),
  property: z.string(),
  reason: z.string(),
});

const snapshotSchema = z.object({
  version,
  window: windowText,
  ...reportDatesText,
  /** The dates that the wide query covered. */
  range: z.object({ first: dayText, last: dayText }),
  /** The first and last day of all tasks, where the window has none; earlier releases did not ask. */
  programmeDates: z.optional(z.object({ first: dayText, last: dayText })),
  /** The issue that changes are compared with. */
  previous: z.nullable(earlierText),
  /** The last issue before last week began. */
  lastWeekPlan: z.nullable(earlierText),
  /** PPC of earlier weeks, the earliest issue first; earlier releases did not store it. */
  measuredWeeks: z._default(
    z.array(z.object({ audience: audienceText, week: windowText, taskDay: z.number() })),
    [],
  ),
  /** Task id, first planned start and finish. */
  firstPlanned: z.array(z.tuple([taskIdSchema, z.nullable(dayText), z.nullable(dayText)])),
  /** Tasks that the previous issue said were not ready, by the issue that was the first to; earlier releases did not store them. */
  openSince: z._default(z.array(z.object({ reference: referenceText, tasks: z.array(taskIdSchema) })), []),
  /** Problems met while choosing the earlier issues. */
  warnings: z.array(z.string()),
  rejected: z.array(rejectedItemSchema),
  tasks: z.array(z.object({ task: taskSchema, answeredBy: z.array(z.enum(shifts)) })),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The same snapshot gives the same bytes on any machine. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const zipped = gzipSync(JSON.stringify(snapshot), { level: 6 });
  // Byte 9 is the operating system (RFC 1952); 255 is 'unknown'. The time, bytes 4 to 7, is 0 already.
  zipped[9] = 255;
  return zipped;
}

/** @throws RunStoreError naming the key, what is wrong and what to do */
export function decodeSnapshot(key: string, bytes: Uint8Array): Snapshot {
  return decodeObject(snapshotSchema, key, unzip(key, bytes));
}

function unzip(key: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw corrupt(key, 'it is not a whole gzip file', error);
  }
}

export function pullOf(snapshot: Snapshot): Pull {
  const { programme, programmeDates } = snapshot;
  return {
    programmeDates: programmeDates && {
      start: dayOf(programmeDates.first),
      finish: dayOf(programmeDates.last),
    },
    instant: snapshot.dataDate.instant,
    programme: programme && {
      label: programme.label,
      dataDate: programme.dataDate,
      importedAt: programme.imported?.instant,
    },
    range: { first: dayOf(snapshot.range.first), last: dayOf(snapshot.range.last) },
    tasks: snapshot.tasks,
    rejected: snapshot.rejected,
  };
}

export function openSinceOf({ openSince }: Snapshot): OpenSince {
  return new Map(
    openSince.flatMap(({ reference, tasks }) => {
      const since = referenceOf(reference);
      return tasks.map((id) => [id, since] as const);
    }),
  );
}

export function textOfOpenSince(openSince: OpenSince): Snapshot['openSince'] {
  return [...Map.groupBy(openSince, ([, since]) => `${since.window.first} ${since.number}`).values()].flatMap(
    (entries) => {
      const [first] = entries;
      return first ? [{ reference: textOfReference(first[1]), tasks: entries.map(([id]) => id) }] : [];
    },
  );
}

export function measuredWeeksOf({ measuredWeeks }: Snapshot): readonly MeasuredWeek[] {
  return measuredWeeks.map((each) => ({ ...each, week: windowOf(each.week) }));
}

export function firstPlannedOf(snapshot: Snapshot): FirstPlanned {
  return new Map(
    snapshot.firstPlanned.map(([id, start, finish]) => [
      id,
      {
        start: start === null ? undefined : dayOf(start),
        finish: finish === null ? undefined : dayOf(finish),
      },
    ]),
  );
}
