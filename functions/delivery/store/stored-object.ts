/** Reading and writing the run store's objects: JSON with a version, parsed by its schema at the edge. */
import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import type { ObjectStore } from '../../archive/object-store.ts';
import { inEnglish } from '../../base/english.ts';
import { RunStoreError } from './run-store-error.ts';

/** First in every object. A later form of an object counts on, and is read by the schema of its own version. */
export const version = z.literal(1, 'expected 1; if a later release wrote it, run that one');

export const someText = z.string().check(z.minLength(1));
export const positiveInt = z.int().check(z.positive());

/** JSON that people can read, ending in a line feed. The same value gives the same bytes. */
function encodeObject(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

/** @throws RunStoreError naming the key, the property and what to do */
export function decodeObject<Schema extends z.ZodMiniType>(
  schema: Schema,
  key: string,
  bytes: Uint8Array,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(key, bytes), inEnglish);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue && issue.path.length > 0 ? `${toDotPath(issue.path)}: ` : '';
  throw corrupt(key, `${path}${issue?.message ?? 'it does not fit'}`, parsed.error);
}

/**
 * The object under a key, or undefined where there is none.
 * @throws RunStoreError as `decodeObject`
 */
export async function readObject<Schema extends z.ZodMiniType>(
  store: ObjectStore,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const bytes = await store.get(key);
  return bytes && decodeObject(schema, key, bytes);
}

/** Writes an object once. What stands there afterwards is for the caller to read back, unless this call made it. */
export function writeObject(store: ObjectStore, key: string, value: object): Promise<'created' | 'exists'> {
  return store.putOnce(key, encodeObject(value), 'application/json');
}

export function missing(key: string): RunStoreError {
  return new RunStoreError(
    `The run store's object ${key} is gone. Objects are never deleted in the normal course; restore it from an earlier version or a backup, then run again.`,
    { key },
  );
}

export function corrupt(key: string, problem: string, cause: unknown): RunStoreError {
  const line = problem.replaceAll(/\s+/g, ' ').slice(0, 200);
  return new RunStoreError(
    `The run store's object ${key} cannot be read (${line}). It is written once and never changed, so restore it from an earlier version or a backup; if there is none, move it away and the next run makes it again.`,
    { key, cause },
  );
}

function parseJson(key: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw corrupt(key, bytes.length === 0 ? 'it is empty' : 'it is not JSON', error);
  }
}
