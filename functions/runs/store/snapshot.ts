/**
 * The input of one run: the tasks as pulled, and the earlier issues chosen at that moment. Every attempt of the run
 * plans from it, and later issues are compared with it.
 */

import * as z from 'zod/mini';
import type { Day } from '#base/day.ts';
import type { FirstPlannedDates, FirstPlannedTaskDates } from '#lookahead/planned/slip.ts';
import type { Pull } from '#lookahead/tasks/read-task.ts';
import { type Misfit, misfitOutcomes } from '#planning/contract/misfit.ts';
import { type Task, type TaskId, taskIdSchema } from '#planning/contract/resources.ts';
import { shifts } from '#planning/contract/tasks-query.ts';
import { audienceSchema, namedAudienceSchema, partialPpcFields } from './issue.ts';
import {
  dayRangeSchema,
  daySchema,
  issueReferenceSchema,
  nonEmptyTextSchema,
  positiveIntSchema,
  reportDatesFields,
  textSchema,
  textsSchema,
  windowSchema,
} from './stored-object.ts';

const days = z.array(daySchema);

/**
 * Task id, start, finish; then, if there are any, its exceptions from the calendar: days off, and extra working days.
 */
export const firstPlannedSchema = z.codec(
  z.array(z.tuple([taskIdSchema, daySchema, daySchema, z.optional(days), z.optional(days)])),
  z.custom<FirstPlannedDates>(),
  {
    decode: (tasks) =>
      new Map(
        tasks.map(([id, start, finish, daysOff, extraDays]): [TaskId, FirstPlannedTaskDates] => [
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

const earlierSchema = z.object({ prefix: nonEmptyTextSchema, reference: issueReferenceSchema });
export type StoredEarlierIssue = z.output<typeof earlierSchema>;

const misfitSchema = z.object({
  property: textSchema,
  reason: textSchema,
  outcome: z.custom<Misfit['outcome']>((word) => typeof word === 'string' && word in misfitOutcomes),
  items: z.readonly(textsSchema),
  example: z.optional(textSchema),
});

/** A snapshot without its tasks, which are written as they were pulled. */
const headSchema = z.object({
  window: windowSchema,
  ...reportDatesFields,
  range: z.object({ first: daySchema, last: daySchema }),
  /** As in `Pull`. */
  lookedBeyond: z.boolean(),
  /** First and last day of all tasks; only if the window has none. */
  programmeDates: z.optional(dayRangeSchema),
  previous: z.nullable(earlierSchema),
  /** The last issue made before last week began; failing that, the last one made on last week's Monday. */
  lastWeekPlan: z.nullable(earlierSchema),
  /** The plans of earlier weeks that are measured again, because all days of the week may be reported now. */
  unfinishedWeeks: z.array(z.extend(earlierSchema, { week: windowSchema })),
  /** Issues that foresaw the week of `lastWeekPlan`, each made at least `weeks` weeks before that plan. */
  foreseeing: z.array(z.extend(earlierSchema, { weeks: positiveIntSchema })),
  /** Monday of the first week of the first issue that is known. */
  firstWeek: z.optional(daySchema),
  measuredWeeks: z.array(
    z.object({
      audience: audienceSchema,
      week: windowSchema,
      reportDay: daySchema,
      ...partialPpcFields,
      anticipated: z.optional(z.number()),
      madeReady: z.optional(z.number()),
    }),
  ),
  firstPlanned: firstPlannedSchema,
  /**
   * Keys of the answers that the plan uses, and whom issues asked; present only if a report of the project asks for
   * promises.
   */
  answers: z.optional(
    z.object({
      keys: z.array(nonEmptyTextSchema),
      asked: z.array(z.object({ week: daySchema, audiences: z.array(namedAudienceSchema) })),
    }),
  ),
  warnings: textsSchema,
  misfits: z.array(misfitSchema),
});

/**
 * Tasks are not parsed by the contract's schema again: each task was parsed when it was pulled, gzip's checksum finds
 * damage, and parsing all of them takes as long as planning them.
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
