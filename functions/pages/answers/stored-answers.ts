/**
 * What people answered, written once: an object for each time that somebody sends the page, and beside it, apart, the
 * name and the notes, so that these can be removed.
 */
import * as z from 'zod/mini';
import { sha256Of } from '#base/digest.ts';
import { parseJson } from '#base/parse-json.ts';
import { together } from '#base/together.ts';
import { isAboutPromise, sayings } from '#lookahead/promises/answer.ts';
import { audienceKinds } from '#lookahead/tasks/select.ts';
import type { PageStore } from '#pages/find-later.ts';
import type { PageAddress } from '#pages/page-link.ts';

const text = z.string();

const entrySchema = z.object({
  task: text,
  says: z.enum(sayings),
  /** Monday of the week that it is about, and the dates that the page showed: `YYYY-MM-DD`. */
  week: text,
  start: text,
  finish: text,
  reason: z.optional(text),
  from: z.optional(text),
  people: z.optional(z.number()),
  /** Whether a note came with it, or with the last answer before that had one. The page cannot read it. */
  noted: z.optional(z.boolean()),
});
export type Entry = z.infer<typeof entrySchema>;

const submissionSchema = z.object({
  format: z.literal(1),
  /** The server's instant, ISO 8601. */
  at: text,
  /** The instant that it has in the order of all, where that is not `at`. */
  order: z.optional(text),
  /** When the answers of the page closed. */
  closes: text,
  cut: z.object({ kind: z.enum(audienceKinds), id: text, name: text }),
  revision: z.int(),
  /** As of `pageDigest`. */
  page: text,
  entries: z.array(entrySchema),
});
export type Submission = z.infer<typeof submissionSchema>;

/** Whether it came after the answers closed. */
export function cameLate({ at, closes }: Submission): boolean {
  return Date.parse(at) > Date.parse(closes);
}

const namesSchema = z.object({
  format: z.literal(1),
  at: text,
  name: text,
  /** By the place of its entry. */
  notes: z.record(text, text),
});
export type Names = z.infer<typeof namesSchema>;

const answersRoot = 'answers/';
const namesRoot = 'answer-names/';

/** @param windowAt prefix of the window of an issue: `issues/riverside/weekly/2026-11-23_2026-11-29/` */
export function answersInWindow(windowAt: string): string {
  return windowAt.replace(/^issues\//, answersRoot);
}

export function answersPrefix({ windowAt, message }: Pick<PageAddress, 'windowAt' | 'message'>): string {
  return `${answersInWindow(windowAt)}${message}/`;
}

/** The key of the name and the notes of a submission. */
export function namesKey(answersKey: string): string {
  return answersKey.replace(answersRoot, namesRoot);
}

/** The key of the submission whose name and notes these are. */
export function answersKeyOf(names: string): string {
  return names.replace(namesRoot, answersRoot);
}

/** Names the page that a submission was sent from. @param nonce of the page */
export function pageDigest(nonce: string): string {
  return sha256Of(nonce).slice(0, 32);
}

/**
 * Sent twice at the same time, or again after a crash, the same content of the same page is stored once.
 * @param of.before how often something was sent from the page before
 */
export function answersKey(
  address: PageAddress,
  of: { readonly nonce: string; readonly before: number; readonly content: object },
): string {
  return `${answersPrefix(address)}${sha256Of(JSON.stringify([of.nonce, of.before, of.content]))}.json`;
}

export function encodeAnswers(value: Submission | Names): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`);
}

/** @returns undefined for bytes that are no submission of this format */
export function decodeSubmission(bytes: Uint8Array): Submission | undefined {
  return submissionSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
}

/** @returns undefined for bytes that are no names of this format */
export function decodeNames(bytes: Uint8Array): Names | undefined {
  return namesSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
}

/** All names and notes that are still stored; undefined if they cannot be read. */
export async function readAllNames(
  store: Pick<PageStore, 'get' | 'list'>,
): Promise<readonly { readonly key: string; readonly names: Names | undefined }[]> {
  return together(await store.list(namesRoot), readAtOnce, async (key) => {
    const bytes = await store.get(key);
    return { key, names: bytes && decodeNames(bytes) };
  });
}

/** On an answer that cannot be read, and so is left out everywhere else: its key, and what to do. */
export function damagedText(key: string): string {
  return `${key} cannot be read, so its answers do not count. Restore it from a backup; or ask for the answers again, and move it away.`;
}

export async function damagedAnswers(
  store: Pick<PageStore, 'get'>,
  keys: readonly string[],
): Promise<readonly string[]> {
  const read = await together(keys, readAtOnce, async (key) => {
    const bytes = await store.get(key);
    if (bytes === undefined || decodeSubmission(bytes)) return [];
    return damagedText(key);
  });
  return read.flat();
}

const readAtOnce = 16;

/** Names what an entry answers, of all that its cut is asked. */
export function questionKey({ task, week, says }: Pick<Entry, 'task' | 'week' | 'says'>): string {
  return JSON.stringify([week, isAboutPromise({ says }), task]);
}

/** In the order in which they were stored. */
export function inOrder<One extends { readonly key: string; readonly submission: Submission }>(
  all: readonly One[],
): readonly One[] {
  return all.toSorted((a, b) => orderOf(a) - orderOf(b) || (a.key < b.key ? -1 : 1));
}

export function orderOf({ submission }: { readonly submission: Submission }): number {
  return Date.parse(submission.order ?? submission.at);
}
