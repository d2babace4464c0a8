/**
 * The week page of a message as stored with its issue: what the page and the calendar show, with every rule of the plan
 * applied, so that whoever serves it needs no planner.
 */

import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseJson } from '#base/json.ts';
import type { PromiseState } from '#lookahead/promises/promises.ts';
import { audienceKinds, shiftSlots } from '#lookahead/tasks/select-tasks.ts';
import { objectExists, type PageAddress, type PageStore, pageKeys } from './objects.ts';

const text = z.string();
const index = z.int().check(z.gte(0));

const askSchema = z.object({
  name: text,
  /** `mailto:`, with a subject that names project, week and task. */
  link: z.optional(text),
});

/** A constraint or a gap: its word on the wall, and the sentence that says what is missing. */
const missingSchema = z.object({
  word: text,
  says: text,
  isGap: z.boolean(),
  ask: z.optional(askSchema),
  /** The task that was declined: an answer that is given later may say otherwise. */
  declined: z.optional(text),
});

/**
 * Consecutive days of work: `YYYY-MM-DD`, the last one included. `from` and `to` are instants, where the service gives
 * the hours.
 */
const stretchSchema = z.object({
  first: text,
  last: text,
  from: z.optional(text),
  to: z.optional(text),
});

/** Why no day of the window has the task's work, in the order of the page. `due before`: by the day before the window. */
export const noWorkDayReasons = [
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
  /** `new`, `2 working days later`; empty if nothing changed since the last issue. */
  since: text,
  dates: text,
  /** The same as `YYYY-MM-DD`; undefined without dates. An answer is for the days that its page showed. */
  days: z.optional(z.object({ start: text, finish: text })),
  shift: text,
  subcontractor: text,
  /** The id of its subcontractor. */
  firm: z.optional(text),
  place: text,
  owner: z.optional(askSchema),
  /** Other subcontractors in its place on its days. */
  alsoHere: text,
  status: z.object({ kind: text, text }),
  ready: z.optional(z.enum(['yes', 'gap', 'no'])),
  missing: z.readonly(z.array(missingSchema)),
  /** Predecessors that hold it up if they are declined for these dates; left out if there are none. */
  after: z.optional(
    z.array(z.object({ id: text, label: text, firm: z.optional(text), start: text, finish: text })),
  ),
  /** In full, with its line breaks. It, plant and materials are left out if empty, and of a page with days only. */
  notes: z.optional(text),
  /** `1 × concrete pump` */
  plant: z.optional(text),
  /** `106 m³ C32/40 concrete` */
  materials: z.optional(text),
  /** Why no day of the window has its work. If it is carried over, it has people whom no day counts. */
  toFinish: z.optional(z.object({ why: z.enum(noWorkDayReasons), people: z.optional(z.number()) })),
  /** For each day of the window, the place of its cell in `cells`. */
  cells: z.readonly(z.array(index)),
  runs: z.readonly(z.array(stretchSchema)),
});

const shiftSchema = z.object({
  /** As in `shift` of its tasks. */
  name: text,
  slot: z.enum(shiftSlots),
  /** Times of the site; `to` is on the next day if it is not later than `from`. */
  hours: z.optional(z.object({ from: text, to: text })),
});

/** A task that is asked for, and its dates as the page shows them: `YYYY-MM-DD`. */
const askedSchema = z.object({ id: text, start: text, finish: text });

/** What the answer page asks an audience. */
const questionsSchema = z.object({
  cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
  /** When the answers close, as an instant and as people read it. */
  closes: z.object({ instant: text, label: text }),
  reasons: z.array(text),
  /** Days until names and notes are removed. */
  nameDays: z.int(),
  /** Monday of the week to promise, and how the week is named. */
  week: text,
  weekName: text,
  /** Of the page's tasks, those with a day in the week that are not finished. */
  tasks: z.array(z.extend(askedSchema, { people: z.number() })),
  /** Tasks of the week before. Each is asked for from its last day on. */
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
          /** `moved to Mon 30 Nov`: what the plan says since, so that it is not asked for. */
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
  /** When the tasks were read, as an instant and as people read it. */
  read: z.object({ instant: text, label: text }),
  only: z.optional(text),
  stale: z.optional(text),
  /** Warnings, as in the mail: tasks that could not be read, dates that are not as given. */
  warnings: z.array(text),
  lastWeek: z.optional(text),
  contact: askSchema,
  audience: text,
  detail: z.enum(['full', 'days']),
  /** Whether a code on its print leads to its wall. */
  qr: z.boolean(),
  /** Key of the project's report that asks for promises, if its answers are shown here. */
  asking: z.optional(text),
  /** Only for a cut of that report. */
  questions: z.optional(questionsSchema),
  legend: z.array(text),
  /** The key of the page of the issue before, which may be of other dates. */
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
  /** Those of its tasks, in their order. */
  shifts: z.array(shiftSchema),
  /** By shift, then by place, as on the wall. */
  tasks: z.array(taskSchema),
});

export type StoredPage = z.infer<typeof pageSchema>;
export type PageTask = StoredPage['tasks'][number];
export type Questions = z.infer<typeof questionsSchema>;
export type PageContact = z.infer<typeof askSchema>;

export function encodePage(page: StoredPage): Uint8Array {
  return gzipSync(JSON.stringify(page));
}

/** @returns undefined for bytes that are no page of this format */
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

export type AnsweredTask = PageTask & { readonly answer?: TaskAnswer };

/** A page with what was answered to its tasks by now. */
export type AnsweredPage = Omit<StoredPage, 'tasks'> & {
  readonly tasks: AnsweredTask[];
  /** When the answers close; undefined if nobody was asked for the week. */
  readonly closes?: Questions['closes'];
};

/** @returns undefined if the page is damaged, or no longer stored */
export async function readStoredPage(
  store: PageStore,
  address: PageAddress,
): Promise<StoredPage | undefined> {
  const key = pageKeys.key(address);
  // Lists first: without the permission to list everything, S3 answers a missing object as a forbidden one.
  const bytes = (await objectExists(store, key)) ? await store.get(key) : undefined;
  return bytes && decodePage(bytes);
}
