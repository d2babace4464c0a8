/**
 * The week page of a message as stored with its issue: what the page and the calendar show, with every rule of the plan
 * applied, so that whoever serves it needs no planner.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseJson } from '../base/parse-json.ts';

const text = z.string();
const index = z.int().check(z.gte(0));

const askSchema = z.object({
  name: text,
  /** `mailto:`, with a subject that names project, week and task. */
  link: z.optional(text),
});

/** A constraint or a gap: its word on the wall, and the sentence that says what is missing. */
const missingSchema = z.object({ word: text, says: text, isGap: z.boolean(), ask: z.optional(askSchema) });

/**
 * Consecutive days of work: `YYYY-MM-DD`, the last one included. `from` and `to` are instants, where the service gives
 * the hours.
 */
const runSchema = z.object({
  first: text,
  last: text,
  from: z.optional(text),
  to: z.optional(text),
});

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
  shift: text,
  subcontractor: text,
  place: text,
  owner: z.optional(askSchema),
  /** Other subcontractors in its place on its days. */
  alsoHere: text,
  status: z.object({ kind: text, text }),
  ready: z.optional(z.enum(['yes', 'gap', 'no'])),
  missing: z.readonly(z.array(missingSchema)),
  /** For each day of the window, the place of its cell in `cells`. */
  cells: z.readonly(z.array(index)),
  runs: z.readonly(z.array(runSchema)),
});

const pageSchema = z.object({
  format: z.literal(1),
  project: z.object({ key: text, name: text, timeZone: text }),
  /** `Weekly lookahead · week 48 · revision 1` */
  revision: text,
  number: z.int(),
  /** `Week 48` */
  weeks: text,
  dates: text,
  source: text,
  /** When the tasks were read, as an instant and as people read it. */
  read: z.object({ instant: text, label: text }),
  only: z.optional(text),
  stale: z.optional(text),
  lastWeek: z.optional(text),
  contact: askSchema,
  audience: text,
  detail: z.enum(['full', 'days']),
  /** Whether a code on its print leads to its wall. */
  qr: z.boolean(),
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
    }),
  ),
  /** The distinct cells of the plan. */
  cells: z.array(
    z.object({ kind: text, text, status: z.optional(text), people: z.number(), isWork: z.boolean() }),
  ),
  /** By shift, then by place, as on the wall. */
  tasks: z.array(taskSchema),
});

export type StoredPage = z.infer<typeof pageSchema>;
export type PageTask = StoredPage['tasks'][number];
export type PageAsk = z.infer<typeof askSchema>;

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
