/** Who may read what. Of every key and secret only the SHA-256 is kept, in memory and in the file. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { regions } from '../../planning/contract/tasks-query.ts';
import { AccessFileError } from '../errors.ts';
import type { ProjectReference } from '../stores/store.ts';

const name = z.string().check(z.minLength(1));
const sha256 = z.pipe(
  z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'expected the SHA-256 as 64 hexadecimal digits')),
  z.transform((hex) => hex.toLowerCase()),
);
const scope = z.union([
  z.literal('*'),
  z.array(z.strictObject({ region: z.enum(regions), projectId: name })),
]);
const accessKeySchema = z.strictObject({ name, sha256, projects: scope });
const apiClientSchema = z.strictObject({
  name,
  clientId: name,
  sha256,
  projects: scope,
});
const accessFileSchema = z.strictObject({
  keys: z.array(accessKeySchema),
  clients: z._default(z.array(apiClientSchema), []),
});

/** The projects a key may read: all, or those listed. */
export type Scope = '*' | readonly ProjectReference[];
/** `name` says whose key it is, in logs; `sha256` is the key's, in hexadecimal. */
export type AccessKey = { readonly name: string; readonly sha256: string; readonly projects: Scope };
/** A client that fetches tokens; `sha256` is its secret's. */
export type ApiClient = AccessKey & { readonly clientId: string };
export type Access = { readonly keys: readonly AccessKey[]; readonly clients: readonly ApiClient[] };

/** SHA-256 of the text, in hexadecimal: what stands in a key's `sha256`. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * The entry whose SHA-256 is the presented secret's. Every entry is compared, in constant time, so that the
 * time taken tells neither which one matched nor how nearly.
 */
export function findBySecret<Entry extends { readonly sha256: string }>(
  entries: readonly Entry[],
  secret: string,
): Entry | undefined {
  const presented = Buffer.from(sha256Of(secret), 'hex');
  let found: Entry | undefined;
  for (const entry of entries) {
    const kept = Buffer.from(entry.sha256, 'hex');
    if (kept.length === presented.length && timingSafeEqual(kept, presented)) found = entry;
  }
  return found;
}

export function mayRead(projects: Scope, project: ProjectReference): boolean {
  if (projects === '*') return true;
  return projects.some(
    ({ region, projectId }) => region === project.region && projectId === project.projectId,
  );
}

/**
 * Keys and clients from the JSON text of an access file:
 * `{ "keys": [{ "name", "sha256", "projects": "*" | [{ "region", "projectId" }] }], "clients": [… "clientId"] }`.
 * @param source what the text is called in errors
 * @throws AccessFileError naming the property that is wrong
 */
export function parseAccess(text: string, source: string): Access {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Without the cause: the parser's message quotes the text around the error.
    throw new AccessFileError(source, 'the file is no JSON. Correct it or write it again.');
  }
  const parsed = accessFileSchema.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AccessFileError(source, `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong'}.`);
}

/** @throws AccessFileError when the file cannot be read or is wrong */
export async function loadAccess(file: string): Promise<Access> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new AccessFileError(
      file,
      `cannot be read (${cause.code ?? 'unknown'}). Create it or name another.`,
      {
        cause,
      },
    );
  });
  return parseAccess(text, file);
}
