/**
 * The product of one run. Once it is stored, nothing about the run is decided again: it contains the complete messages,
 * so that every later attempt sends the same bytes, even after a deployment.
 */

import * as z from 'zod/mini';
import { countMissesByReason } from '#lookahead/compare/last-week.ts';
import { figuresOfWeek } from '#lookahead/compare/ppc.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { audienceKinds, shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { taskIdSchema } from '#planning/contract/resources.ts';
import { dispatchIdSchema, runIdSchema } from './names.ts';
import {
  dayRangeSchema,
  daySchema,
  instantTextSchema,
  issueReferenceSchema,
  nonEmptyTextSchema,
  positiveIntSchema,
  reportDatesFields,
  textSchema,
  textsSchema,
  windowSchema,
} from './stored-object.ts';

const int = z.int();

export const namedAudienceSchema = z.object({
  kind: z.enum(audienceKinds),
  id: textSchema,
  name: textSchema,
});

export const audienceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  namedAudienceSchema,
]);

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex'));

const tasksPerShiftSchema = z.record(z.enum(['day', 'afternoon', 'night', '24hr', 'none']), int);
export type TasksPerShift = z.infer<typeof tasksPerShiftSchema>;

const readinessSchema = z.object({
  of: int,
  ready: int,
  withGap: int,
  notReady: int,
  behind: int,
});

/** Counts of tasks. */
const promisePpc = z.object({
  asked: int,
  promised: int,
  counted: int,
  kept: int,
  saidDone: int,
});

const countOfFields = { count: int, of: int };
const namedCounts = z.array(z.object({ named: textSchema, ...countOfFields }));

/** The reason is empty if none is recorded. */
const reasonCounts = z.readonly(z.array(z.object({ reason: textSchema, count: int })));

/**
 * PPC by task and by task-day, 0 to 1; undefined if no task was due, or no day was planned. `promises` exists if
 * anybody was asked.
 */
const ppcFields = {
  task: z.optional(z.number()),
  taskDay: z.optional(z.number()),
  promises: z.optional(promisePpc),
  finished: int,
  dueToFinish: int,
  /** The last day that was reported. If it is before the week's Sunday, the figures cover the week so far. */
  countedTo: daySchema,
  missed: z.readonly(z.array(taskIdSchema)),
  misses: reasonCounts,
};
export const partialPpcFields = z.partial(z.object(ppcFields)).shape;

/** The figures of the week before the issue, and of earlier weeks that became final since the previous issue. */
const measuresSchema = z.object({
  week: windowSchema,
  ppc: z.optional(z.object(ppcFields)),
  /** Tasks planned in the week. */
  planned: z.optional(int),
  foresight: z.array(
    z.object({
      weeksBefore: positiveIntSchema,
      /** The issue that foresaw the week. */
      by: z.object({ number: positiveIntSchema, window: windowSchema, reportDay: daySchema }),
      anticipated: z.object(countOfFields),
      madeReady: z.object(countOfFields),
      readyOnTime: z.object(countOfFields),
      begun: int,
      cancelled: int,
    }),
  ),
  lateConstraints: z.optional(z.object({ ...countOfFields, byKind: namedCounts, byAsk: namedCounts })),
  finals: z.array(z.object({ week: windowSchema, ...ppcFields })),
});
export type IssueMeasures = z.infer<typeof measuresSchema>;

/** As stored: days are `YYYY-MM-DD`. */
export type StoredMeasures = z.input<typeof measuresSchema>;

const workbookSchema = z.object({
  audience: audienceSchema,
  key: nonEmptyTextSchema,
  /** Bytes. */
  size: positiveIntSchema,
  sha256: sha256Schema,
  /** Target of the QR code on its wall sheet. */
  wallLink: z.optional(textSchema),
  measures: measuresSchema,
});
export type StoredWorkbook = z.infer<typeof workbookSchema>;

export const messageSchema = z.object({
  /** Unique in the run, and part of keys: `everyone`, `subcontractor-s1`. */
  id: z
    .string()
    .check(z.regex(/^[a-z0-9_-]+$/, 'expected lower-case letters, digits, hyphens and underscores')),
  audience: audienceSchema,
  from: textSchema,
  fromName: z.optional(textSchema),
  to: textsSchema,
  cc: textsSchema,
  replyTo: textsSchema,
  /** For the List-Id and List-Unsubscribe headers; absent in mails to contacts. */
  list: z.optional(z.object({ id: textSchema, unsubscribe: textSchema })),
  subject: textSchema,
  date: instantTextSchema,
  text: textSchema,
  html: textSchema,
  /** Keys of the attached workbooks; none if they would make the message too large. */
  attachments: textsSchema,
});
export type IssueMessage = z.infer<typeof messageSchema>;

export const issueSchema = z.object({
  project: textSchema,
  report: textSchema,
  runId: runIdSchema,
  /** The manifest of this dispatch names the contact. */
  dispatchId: dispatchIdSchema,
  number: positiveIntSchema,
  window: windowSchema,
  ...reportDatesFields,
  previous: z.nullable(issueReferenceSchema),
  onAmbiguous: z.enum(['resend', 'hold']),
  tasksPerShift: tasksPerShiftSchema,
  readiness: readinessSchema,
  /** The days that its plan record covers. */
  recorded: dayRangeSchema,
  stale: z.optional(textSchema),
  /** How many tasks could be read, and what was wrong; only if not all could. */
  unread: z.optional(textSchema),
  warnings: textsSchema,
  workbooks: z.array(workbookSchema),
  messages: z.array(messageSchema),
});
export type Issue = z.infer<typeof issueSchema>;

export const skippedSchema = z.object({
  window: windowSchema,
  ...reportDatesFields,
  reason: textSchema,
  stale: z.optional(textSchema),
  warnings: textsSchema,
});

export const noTasksPerShift: TasksPerShift = { day: 0, afternoon: 0, night: 0, '24hr': 0, none: 0 };

/** Counts tasks without a date, too. */
export function tasksPerShiftOf(lookahead: Lookahead): TasksPerShift {
  const counts = { ...noTasksPerShift };
  for (const slot of shiftsOrNone) {
    counts[slot] = lookahead.shifts.find(({ shift }) => shift === slot)?.figures.tasks ?? 0;
  }
  return counts;
}

export function readinessCountsOf({ readiness }: Lookahead): z.infer<typeof readinessSchema> {
  const { of, ready, withGap, notReady, behind } = readiness;
  return { of, ready, withGap, notReady, behind };
}

export function measuresOf({ ppc, lastWeek, foresight, finals }: Lookahead): IssueMeasures {
  const { weeksBefore = [], planned, lateConstraints } = foresight ?? {};
  return {
    week: ppc.week,
    ppc: ppc.kind === 'measured' ? figuresOfWeek(ppc, countMissesByReason(lastWeek)) : undefined,
    planned,
    foresight: weeksBefore.map(({ weeks, issue: { number, window: of, reportDay }, ...counts }) => ({
      weeksBefore: weeks,
      by: { number, window: of, reportDay },
      ...counts,
    })),
    lateConstraints: lateConstraints && {
      ...lateConstraints.all,
      byKind: [...lateConstraints.byKind],
      byAsk: [...lateConstraints.byAsk],
    },
    finals: finals.map(({ misses, ...final }) => figuresOfWeek(final, misses)),
  };
}

/** @returns undefined if nothing was measured: there is no figure of the week, and no earlier week became final */
export function toStoredMeasures(measures: IssueMeasures): StoredMeasures | undefined {
  const { ppc, planned, finals } = measures;
  if (ppc === undefined && planned === undefined && finals.length === 0) return undefined;
  return z.encode(measuresSchema, measures);
}
