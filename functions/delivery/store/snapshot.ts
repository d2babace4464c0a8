/**
 * The input of one run: the tasks as pulled, and the earlier issues chosen at that moment. Every attempt of the run plans
 * from it, and later issues are compared with it.
 */

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Dates, Day } from '../../base/day.ts';
import type { OpenSince } from '../../lookahead/compare/unready-tasks.ts';
import type { FirstPlanned } from '../../lookahead/planned/slip.ts';
import type { Pull } from '../../lookahead/tasks/read-task.ts';
import {
  type Collection,
  resourceSchemas,
  type TaskId,
  taskIdSchema,
  taskSchema,
} from '../../planning/contract/resources.ts';
import { shifts } from '../../planning/contract/tasks-query.ts';
import { audience, ppcShares } from './issue.ts';
import {
  corrupt,
  day,
  decodeObject,
  reference,
  someText,
  storedDates,
  storeFormat,
  window,
} from './stored-object.ts';

const collections = Object.keys(resourceSchemas);
const collection = z.custom<Collection>((name) => typeof name === 'string' && collections.includes(name));

const earlierSchema = z.object({ prefix: someText, reference });
export type StoredEarlier = z.output<typeof earlierSchema>;

const datesSchema = z.codec(z.object({ first: day, last: day }), z.custom<Dates>(), {
  decode: ({ first, last }) => ({ start: first, finish: last }),
  encode: ({ start, finish }) => ({ first: start, last: finish }),
});

/** Task id, first planned start and finish. */
const firstPlannedSchema = z.codec(
  z.array(z.tuple([taskIdSchema, z.nullable(day), z.nullable(day)])),
  z.custom<FirstPlanned>(),
  {
    decode: (tasks) =>
      new Map(
        tasks.map(([id, start, finish]) => [id, { start: start ?? undefined, finish: finish ?? undefined }]),
      ),
    encode: (tasks) =>
      Array.from(tasks, ([id, { start, finish }]): [TaskId, Day | null, Day | null] => [
        id,
        start ?? null,
        finish ?? null,
      ]),
  },
);

/** Tasks of the previous issue that were not ready, grouped by the issue that first said so. */
const openSinceSchema = z.codec(
  z.array(z.object({ reference, tasks: z.array(taskIdSchema) })),
  z.custom<OpenSince>(),
  {
    decode: (issues) =>
      new Map(issues.flatMap(({ reference: since, tasks }) => tasks.map((id) => [id, since] as const))),
    encode: (openSince) => {
      const issues = Map.groupBy(openSince, ([, since]) => `${since.window.first} ${since.number}`);
      return [...issues.values()].flatMap((entries) => {
        const [first] = entries;
        return first ? [{ reference: first[1], tasks: entries.map(([id]) => id) }] : [];
      });
    },
  },
);

const rejectedItemSchema = z.object({
  collection,
  item: z.string(),
  property: z.string(),
  reason: z.string(),
});

/** Without the tasks, whose schema can only read; they are written as they were pulled. */
const headSchema = z.object({
  window,
  ...storedDates,
  range: z.object({ first: day, last: day }),
  /** First and last day of all tasks; only if the window has none. */
  programmeDates: z.optional(datesSchema),
  previous: z.nullable(earlierSchema),
  /** The last issue before last week began. */
  lastWeekPlan: z.nullable(earlierSchema),
  measuredWeeks: z.array(z.object({ audience, week: window, ...ppcShares })),
  firstPlanned: firstPlannedSchema,
  openSince: openSinceSchema,
  warnings: z.array(z.string()),
  rejected: z.array(rejectedItemSchema),
});

const snapshotSchema = z.extend(headSchema, {
  tasks: z.array(z.object({ task: taskSchema, answeredBy: z.array(z.enum(shifts)) })),
});
export type Snapshot = z.output<typeof snapshotSchema>;

/** The same snapshot gives the same bytes on any machine. */
export function encodeSnapshot({ tasks, ...head }: Snapshot): Uint8Array {
  const zipped = gzipSync(JSON.stringify({ version: storeFormat, ...z.encode(headSchema, head), tasks }), {
    level: 6,
  });
  // Byte 9 is the operating system (RFC 1952); 255 is 'unknown'. The time, bytes 4 to 7, is 0 already.
  zipped[9] = 255;
  return zipped;
}

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
  const { programme } = snapshot;
  return {
    programmeDates: snapshot.programmeDates,
    instant: snapshot.readAt.instant,
    programme: programme && {
      label: programme.label,
      dataDate: programme.dataDate,
      importedAt: programme.imported?.instant,
    },
    range: snapshot.range,
    tasks: snapshot.tasks,
    rejected: snapshot.rejected,
  };
}
