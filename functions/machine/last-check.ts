/**
 * A file that says when `start` last checked the archive, for other commands to read. Each check replaces it, which
 * also shows whether the archive can be written.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import { ArchiveError } from '#archive/object-store.ts';
import { parseJson } from '#base/json.ts';
import { instantSchema } from '#runs/store/stored-object.ts';

/** Minutes without a check or other work after which `/health` fails: two and a half times the time between checks. */
export const minutesUntilUnhealthy = 25;

const lastCheckFileName = '.last-check.json';
const lastCheckSchema = z.object({ at: instantSchema, problem: z.optional(z.string()) });
export type LastCheck = z.output<typeof lastCheckSchema>;

/** @returns why the check could not read or write the archive, or why the file cannot be written now; else undefined */
export async function saveLastCheck(folder: string, check: LastCheck): Promise<string | undefined> {
  try {
    const text = JSON.stringify(z.encode(lastCheckSchema, check));
    await createDirectoryStore(folder).replace(lastCheckFileName, Buffer.from(`${text}\n`));
    return check.problem;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return error.message;
  }
}

/** @returns undefined if `start` has never checked this folder, or the file cannot be read */
export async function readLastCheck(folder: string): Promise<LastCheck | undefined> {
  const text = await readFile(join(folder, lastCheckFileName), 'utf8').catch(() => '');
  return lastCheckSchema.safeParse(parseJson(text)).data;
}

/** Whether `start` no longer checks the folder, or could not read or write it in its last check. */
export function isCheckMissingOrFailed({ at, problem }: LastCheck, now: Temporal.Instant): boolean {
  return problem !== undefined || now.since(at).total('minutes') > minutesUntilUnhealthy;
}
