/**
 * The week page of a message as stored with its issue: the content of the page and the calendar, with all rules of the
 * plan applied, so that serving it needs no planner.
 */

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseJson } from '#base/json.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { audienceKinds, shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { objectExists, type PageKeyValues, type PageStore, weekPageObject } from './objects.ts';

const text = z.string();
const index = z.int().check(z.gte(0));

const askSchema = z.object({
  name: text,
  /** `mailto:`, with a subject that names project, week and task. */
  link: z.optional(text),
});

/** A constraint or a gap: a word for the wall, and a sentence about what is missing. */
const missingSchema = z.object({
  word: text,
  says: text,
  isGap: z.boolean(),
  ask: z.optional(askSchema),
  /** Id of the declined task that is the cause. After a later answer about that task, this may no longer be shown. */
  declined: z.optional(text),
});

/**
 * Consecutive days of work: `YYYY-MM-DD`, both inclusive. `from` and `to` are instants, if the hours are known.
 */
const stretchSchema = z.object({
  first: text,
  last: text,
  from: z.optional(text),
  to: z.optional(text),
});

/**
 * Why a task has no day of work in the window, in the order of the page. `due before`: due before the window begins.
 */
export const noWorkInWindowReasons = [
  'overdue',
  'not reported',
  'due before',
  'no date',
  'no day of work',
] as const;

const taskSchema = z.object({
  id: text,
  ref: text,
  name: text,
  key: z.boolean(),
  /** `overdue, dates reversed`; empty without marks. */
  marks: text,
  /** `new`, `2 working days later`; empty if nothing has changed since the last issue. */
  since: text,
  dates: text,
  /** `dates` as `YYYY-MM-DD`; undefined without dates. An answer is valid for the days that its page showed. */
  days: z.optional(z.object({ start: text, finish: text })),
  shift: text,
  subcontractor: text,
  /** Id of the subcontractor. */
  firm: z.optional(text),
  place: text,
  owner: z.optional(askSchema),
  /** Other subcontractors at the same place on the same days. */
  alsoHere: text,
  status: z.object({ kind: text, text }),
  ready: z.optional(z.enum(['yes', 'gap', 'no'])),
  missing: z.readonly(z.array(missingSchema)),
  /** Predecessors that delay the task if they are declined for these dates; left out if there are none. */
  after: z.optional(
    z.array(z.object({ id: text, label: text, firm: z.optional(text), start: text, finish: text })),
  ),
  /** In full, with line breaks. Notes, plant and materials are left out if empty, and in a page with days only. */
  notes: z.optional(text),
  /** `1 × concrete pump` */
  plant: z.optional(text),
  /** `106 m³ C32/40 concrete` */
  materials: z.optional(text),
  /** Why it has no day of work in the window; `people` of a carried-over task, which are not counted on any day. */
  toFinish: z.optional(z.object({ why: z.enum(noWorkInWindowReasons), people: z.optional(z.number()) })),
  /** For each day of the window, an index into the `cells` of the page. */
  cells: z.readonly(z.array(index)),
  runs: z.readonly(z.array(stretchSchema)),
});

const shiftSchema = z.object({
  /** The same as `shift` of the tasks. */
  name: text,
  slot: z.enum(shiftsOrNone),
  /** Local times; `to` is on the next day if it is not later than `from`. */
  hours: z.optional(z.object({ from: text, to: text })),
});

/** A task that is asked about, with the dates that the page shows: `YYYY-MM-DD`. */
const askedSchema = z.object({ id: text, start: text, finish: text });

/** The questions that the answer page asks an audience. */
const questionsSchema = z.object({
  cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
  /** When the answers close: an ISO 8601 instant, and `Mon 23 Nov, 07:00`. */
  closes: z.object({ instant: text, label: text }),
  reasons: z.array(text),
  /** Days until names and notes are removed. */
  nameDays: z.int(),
  /** Monday of the week to promise; `weekName` is `week 48`. */
  week: text,
  weekName: text,
  /** The unfinished tasks of the page with a day in the week. */
  tasks: z.array(z.extend(askedSchema, { people: z.number() })),
  /** Tasks of the week before. Each is asked about from its last day on. */
  toClose: z.optional(
    z.object({
      week: text,
      weekName: text,
      tasks: z.array(
        z.extend(askedSchema, {
          ref: text,
          name: text,
          place: text,
          planned: text,
          /** Why the task is not asked about, from the plan: `moved to Mon 30 Nov`. */
          since: z.optional(text),
        }),
      ),
    }),
  ),
});

const pageSchema = z.object({
  format: z.literal(2),
  project: z.object({ key: text, name: text, timeZone: text }),
  /** `Weekly lookahead · week 48 · revision 1` */
  revision: text,
  number: z.int(),
  /** `Week 48` */
  weeks: text,
  dates: text,
  source: text,
  /** `changes since revision 1, Fri 20 Nov`; undefined without changes. */
  changesSince: z.optional(text),
  /** When the tasks were read: ISO 8601, and `Fri 20 Nov 2026 14:02 GMT`. */
  read: z.object({ instant: text, label: text }),
  only: z.optional(text),
  stale: z.optional(text),
  /** Warnings, as in the mail: tasks that could not be read, dates that were corrected. */
  warnings: z.array(text),
  lastWeek: z.optional(text),
  contact: askSchema,
  audience: text,
  detail: z.enum(['full', 'days']),
  /** Whether its print has a QR code, which opens its wall page. */
  qr: z.boolean(),
  /** Key of the project's report that asks for promises, if the page shows its answers. */
  asking: z.optional(text),
  /** Only in the page of a cut that is asked. */
  questions: z.optional(questionsSchema),
  legend: z.array(text),
  /** Key of the page of the previous issue, which may have other dates. */
  previous: z.optional(text),
  days: z.array(
    z.object({
      day: z.int(),
      weekday: text,
      dayOfMonth: z.int(),
      month: text,
      kind: z.enum(['workday', 'dayOff', 'today']),
      isHoliday: z.optional(z.literal(true)),
    }),
  ),
  /** The distinct cells of the plan. */
  cells: z.array(
    z.object({ kind: text, text, status: z.optional(text), people: z.number(), isWork: z.boolean() }),
  ),
  /** The shifts that have tasks, in the order of the page. */
  shifts: z.array(shiftSchema),
  /** Sorted by shift, then by place, as on the wall. */
  tasks: z.array(taskSchema),
});

export type StoredPage = z.infer<typeof pageSchema>;
export type PageTask = StoredPage['tasks'][number];
export type PageQuestions = z.infer<typeof questionsSchema>;
export type PageContact = z.infer<typeof askSchema>;

export function encodePage(page: StoredPage): Uint8Array {
  return gzipSync(JSON.stringify(page));
}

/** @returns undefined if the bytes are not a page in this format */
export function decodePage(bytes: Uint8Array): StoredPage | undefined {
  try {
    return pageSchema.safeParse(parseJson(gunzipSync(bytes).toString())).data;
  } catch {
    return undefined;
  }
}

type TaskAnswer = {
  readonly state: PromiseState;
  /** `✓ promised by Stonebridge Frame Ltd, 11 people` */
  readonly words: string;
};

export type PageTaskWithAnswer = PageTask & { readonly answer?: TaskAnswer };

/** A page with the latest answers to its tasks. */
export type StoredPageWithAnswers = Omit<StoredPage, 'tasks'> & {
  readonly tasks: PageTaskWithAnswer[];
  /** When the answers close; undefined if nobody was asked for the week. */
  readonly closes?: PageQuestions['closes'];
};

/** @returns undefined if the page is damaged or no longer stored */
export async function readStoredPage(
  store: PageStore,
  address: PageKeyValues,
): Promise<StoredPage | undefined> {
  const key = weekPageObject.key(address);
  // Lists first: without permission to list the whole bucket, S3 answers 403 for a missing object.
  const bytes = (await objectExists(store, key)) ? await store.get(key) : undefined;
  return bytes && decodePage(bytes);
}
