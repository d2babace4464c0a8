import { readFile, stat } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { parseJson } from '../../base/parse-json.ts';
import { StoredDataError } from './stored-data-error.ts';

/**
 * Reads and parses JSON files. It returns the same object for as long as the file's time and size stay the same,
 * and undefined for a file that does not exist.
 */
export function jsonFiles<Schema extends z.ZodMiniType>(schema: Schema) {
  type Content = z.output<Schema>;
  const cache = new Map<string, { readonly version: string; readonly content: Promise<Content> }>();
  return async (file: string): Promise<Content | undefined> => {
    const status = await stat(file).catch(ignoreMissing);
    if (!status) return undefined;
    const version = `${status.mtimeMs} ${status.size} ${status.ino}`;
    const cached = cache.get(file);
    if (cached?.version === version) return cached.content;
    const content = load(file, schema);
    cache.set(file, { version, content });
    // A failed read is tried again by the next request, which may find the file corrected.
    content.catch(() => cache.delete(file));
    return content;
  };
}

async function load<Schema extends z.ZodMiniType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  const json = parseJson(await readFile(file, 'utf8'));
  if (json === undefined) {
    throw new StoredDataError(file, 'the file is not valid JSON', {
      remedy: 'Correct it or write it again.',
    });
  }
  const parsed = schema.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong shape'}`;
  throw new StoredDataError(file, problem, { remedy: 'Correct the file.', cause: parsed.error });
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
