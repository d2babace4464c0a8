/** The file of keys and clients. Of every key and secret it holds only the SHA-256. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { inEnglish } from '../../base/english.ts';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { parseJson } from '../../base/parse-json.ts';
import { regions } from '../../planning/contract/tasks-query.ts';
import type { AccessKey, ApiClient } from './access-keys.ts';

const text = z.string().check(z.minLength(1));
const accessKey = {
  name: text,
  sha256: z.pipe(
    z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'expected the SHA-256 as 64 hexadecimal digits')),
    z.transform((hex) => hex.toLowerCase()),
  ),
  projects: z.union([z.literal('*'), z.array(z.strictObject({ region: z.enum(regions), projectId: text }))]),
};
const accessFileSchema = z.strictObject({
  keys: z.array(z.strictObject(accessKey)),
  clients: z._default(z.array(z.strictObject({ ...accessKey, clientId: text })), []),
});

export type Access = { readonly keys: readonly AccessKey[]; readonly clients: readonly ApiClient[] };

/** The file of keys and clients is missing or wrong. The message never holds a hash or a secret. */
class AccessFileError extends LookaheadError {
  override readonly name = 'AccessFileError';

  constructor(file: string, problem: string, remedy: string) {
    super(`${file}: ${problem}`, { kind: 'curable', remedy });
  }
}

/**
 * Keys and clients from a JSON file:
 * `{ "keys": [{ "name", "sha256", "projects": "*" | [{ "region", "projectId" }] }], "clients": [… "clientId"] }`.
 * @throws AccessFileError when the file cannot be read, or naming the property that is wrong
 */
export async function loadAccess(file: string): Promise<Access> {
  const content = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new AccessFileError(
      file,
      `cannot be read (${cause.code ?? 'unknown'})`,
      'Create it or name another.',
    );
  });
  const json = parseJson(content);
  if (json === undefined) {
    throw new AccessFileError(file, 'the file is not valid JSON', 'Correct it or write it again.');
  }
  const parsed = accessFileSchema.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong'}`;
  throw new AccessFileError(file, problem, 'Correct the file.');
}
