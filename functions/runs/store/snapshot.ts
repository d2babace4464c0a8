/**
 * The input of one run: the tasks as pulled, and the earlier issues chosen at that moment. Every attempt of the run plans
 * from it, and later issues are compared with it.
 */

import * as z from 'zod/mini';
import type { Day } from '#base/day.ts';
import type { FirstDates, FirstPlanned } from '#lookahead/planned/slip.ts';
import type { Pull } from '#lookahead/tasks/read-task.ts';
import { type Misfit, misfitOutcomes } from '#planning/contract/misfit.ts';
import { type Task, type TaskId, taskIdSchema } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';
import { askedAudience, audience, weekFigures } from './issue.ts';
import {
  day,
  dayRange,
  positiveInt,
  reference,
  someText,
  storedDates,
  text,
  texts,
  window,
} from './stored-object.ts';

const days = z.array(day);

/** Task id, start, finish, then, if it has some, its exceptions: days off, and days worked beside its calendar. */
export const firstPlannedSchema = z.codec(
  z.array(z.tuple([taskIdSchema, day, day, z.optional(days), z.optional(days)])),
  z.custom<FirstPlanned>(),
  {
    decode: (tasks) =>
      new Map(
        tasks.map(([id, start, finish, daysOff, extraDays]): [TaskId, FirstDates] => [
          id,
          {
            start,
            finish,
            ...(daysOff && { exceptions: { daysOff: new Set(daysOff), extraDays: new Set(extraDays) } }),
          },
        ]),
      ),
    encode: (tasks) =>
      Array.from(tasks, ([id, { start, finish, exceptions }]): [TaskId, Day, Day, Day[]?, Day[]?] =>
        exceptions === undefined
          ? [id, start, finish]
          : [id, start, finish, [...exceptions.daysOff], [...exceptions.extraDays]],
      ),
  },
);

const earlierSchema = z.object({ prefix: someText, reference });
export type StoredEarlier = z.output<typeof earlierSchema>;

const misfitSchema = z.object({
  property: text,
  reason: text,
  outcome: z.custom<Misfit['outcome']>((word) => typeof word === 'string' && word in misfitOutcomes),
  items: z.readonly(texts),
  example: z.optional(text),
});

/** Without the tasks, which are written as they were pulled. */
const headSchema = z.object({
  window,
  ...storedDates,
  range: z.object({ first: day, last: day }),
  /** As in `Pull`. */
  lookedBeyond: z.boolean(),
  /** First and last day of all tasks; only if the window has none. */
  programmeDates: z.optional(dayRange),
  previous: z.nullable(earlierSchema),
  /** The last issue before last week began. */
  lastWeekPlan: z.nullable(earlierSchema),
  /** The plans of earlier weeks that may have become final since. */
  unfinishedWeeks: z.array(z.extend(earlierSchema, { week: window })),
  /** Issues from n weeks before `lastWeekPlan` that foresaw its week. */
  foreseeing: z.array(z.extend(earlierSchema, { weeks: positiveInt })),
  /** Monday of the first week of the first issue that is known. */
  firstWeek: z.optional(day),
  measuredWeeks: z.array(
    z.object({
      audience,
      week: window,
      reportDay: day,
      ...weekFigures,
      anticipated: z.optional(z.number()),
      madeReady: z.optional(z.number()),
    }),
  ),
  firstPlanned: firstPlannedSchema,
  /** Keys of the answers that it goes by, and whom issues asked; only if a report of the project asks for promises. */
  answers: z.optional(
    z.object({
      keys: z.array(someText),
      asked: z.array(z.object({ week: day, audiences: z.array(askedAudience) })),
    }),
  ),
  warnings: texts,
  misfits: z.array(misfitSchema),
});

/**
 * Not parsed by the contract's schema again: each task was when it was pulled, gzip's checksum finds damage, and parsing
 * all of them takes as long as planning them.
 */
const pulledTask = z.custom<Task>((task) => typeof task === 'object' && task !== null && 'id' in task);

export const snapshotSchema = z.extend(headSchema, {
  tasks: z.array(z.object({ task: pulledTask, answeredBy: z.array(z.enum(shifts)) })),
});
export type Snapshot = z.output<typeof snapshotSchema>;

export function pullOf(snapshot: Snapshot): Pull {
  const { programme } = snapshot;
  return {
    ...snapshot,
    instant: snapshot.readAt.instant,
    programme: programme && {
      label: programme.label,
      dataDate: programme.dataDate,
      importedAt: programme.imported?.instant,
    },
  };
}
