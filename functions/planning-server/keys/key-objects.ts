/**
 * The objects of a key in the archive, each written once:
 *
 *     keys/<id>/key.json                 what was created, with the SHA-256 of the key
 *     keys/<id>/replaced.json            by which key, and until when this one still works
 *     keys/<id>/revoked.json             when and by whom
 *     keys/<id>/used/<hour>.json         it was used in that hour, UTC: 2026-11-22T10
 */
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { parseJson } from '#base/parse-json.ts';
import { regions } from '#planning/contract/tasks-query.ts';

const text = z.string().check(z.minLength(1));
const instant = z.iso.datetime();

const keySchema = z.object({
  name: text,
  projects: z.union([z.literal('*'), z.array(z.object({ region: z.enum(regions), projectId: text }))]),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  created: instant,
  createdBy: text,
  expires: instant,
});
const replacedSchema = z.object({ by: text, until: instant });
const revokedSchema = z.object({ at: instant, by: text });

export type StoredKey = z.infer<typeof keySchema>;
export type Replaced = z.infer<typeof replacedSchema>;
export type Revoked = z.infer<typeof revokedSchema>;

export type KeyState = {
  readonly key: StoredKey;
  readonly replaced: Replaced | undefined;
  readonly revoked: Revoked | undefined;
};

export class StoredKeyError extends LookaheadError {
  override readonly name = 'StoredKeyError';
}

const folder = 'keys/';

export async function writeKey(store: ObjectStore, id: string, key: StoredKey) {
  return put(store, `${folder}${id}/key.json`, key);
}

export async function writeReplaced(store: ObjectStore, id: string, replaced: Replaced) {
  return put(store, `${folder}${id}/replaced.json`, replaced);
}

export async function writeRevoked(store: ObjectStore, id: string, revoked: Revoked) {
  return put(store, `${folder}${id}/revoked.json`, revoked);
}

export async function writeUsed(store: ObjectStore, id: string, at: number): Promise<void> {
  await put(store, `${folder}${id}/used/${hourOf(at)}.json`, {});
}

export async function lastUsed(store: ObjectStore, id: string): Promise<string | undefined> {
  const prefix = `${folder}${id}/used/`;
  return (await store.list(prefix)).at(-1)?.slice(prefix.length, -'.json'.length);
}

/** UTC, such as `2026-11-22T10`. */
export function hourOf(at: number): string {
  return new Date(at).toISOString().slice(0, 13);
}

export async function keyIds(store: ObjectStore): Promise<readonly string[]> {
  const ids = (await store.list(folder)).flatMap(
    (key) => /^keys\/([0-9a-f]{12})\/key\.json$/.exec(key)?.[1] ?? [],
  );
  return [...new Set(ids)];
}

/** @throws ArchiveError, StoredKeyError */
export async function readKey(store: ObjectStore, id: string): Promise<StoredKey | undefined> {
  return read(store, `${folder}${id}/key.json`, keySchema);
}

export async function readEnd(store: ObjectStore, id: string): Promise<Omit<KeyState, 'key'>> {
  const [replaced, revoked] = await Promise.all([
    read(store, `${folder}${id}/replaced.json`, replacedSchema),
    read(store, `${folder}${id}/revoked.json`, revokedSchema),
  ]);
  return { replaced, revoked };
}

/** The instant from which the key no longer works, in milliseconds since 1970. */
export function endOf({ key, replaced, revoked }: KeyState): number {
  const ends = [key.expires, ...(replaced ? [replaced.until] : []), ...(revoked ? [revoked.at] : [])];
  return Math.min(...ends.map((end) => Date.parse(end)));
}

async function put(store: ObjectStore, key: string, content: unknown) {
  return store.putOnce(key, Buffer.from(`${JSON.stringify(content)}\n`), 'application/json');
}

async function read<Schema extends z.ZodMiniType>(
  store: ObjectStore,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const bytes = await store.get(key);
  if (bytes === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  throw new StoredKeyError(`${key} in the archive is not what Lookahead wrote`, {
    kind: 'curable',
    remedy: 'Put the object back as it was, or create another key and remove this one.',
  });
}
