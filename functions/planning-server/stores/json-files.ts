import { readFile, stat } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { sha256Of } from '../../base/digest.ts';
import { parseJson } from '../../base/parse-json.ts';
import { inEnglish } from '../../base/text/english.ts';
import { codeOf } from '../../base/text/redact.ts';
import { StoredDataError } from './store.ts';

export type JsonFile<Content> = {
  /** Undefined if the file has never been readable. */
  readonly content: Content | undefined;
  readonly digest: string;
  readonly error: StoredDataError | undefined;
};

/**
 * Reads and parses a JSON file again when its time or size has changed. A file that is missing, half-written or wrong
 * keeps its previous content.
 * @param whenMissing content of a file that does not exist; without it, that is an error
 */
export function jsonFile<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  whenMissing?: z.output<Schema>,
): () => Promise<JsonFile<z.output<Schema>>> {
  let known: JsonFile<z.output<Schema>> = { content: undefined, digest: '', error: undefined };
  let knownSignature = '';
  return async () => {
    const signature = await fileSignature(path);
    if (knownSignature !== signature) {
      known =
        signature === missing && whenMissing !== undefined
          ? { content: whenMissing, digest: '', error: undefined }
          : await load(path, schema, known);
      knownSignature = signature;
    }
    return known;
  };
}

async function load<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  before: JsonFile<z.output<Schema>>,
): Promise<JsonFile<z.output<Schema>>> {
  try {
    const bytes = await readFile(path);
    const content = parse(path, bytes.toString(), schema);
    return { content, digest: sha256Of(bytes), error: undefined };
  } catch (error) {
    return { ...before, error: asStoredDataError(path, error) };
  }
}

function parse<Schema extends z.ZodMiniType>(path: string, text: string, schema: Schema): z.output<Schema> {
  const json = parseJson(text);
  if (json === undefined) {
    throw new StoredDataError(path, 'the file is not valid JSON', {
      remedy: 'Correct it or write it again.',
    });
  }
  const parsed = schema.safeParse(json, inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const problem = `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'wrong shape'}`;
  throw new StoredDataError(path, problem, { remedy: 'Correct the file.', cause: parsed.error });
}

function asStoredDataError(path: string, error: unknown): StoredDataError {
  if (error instanceof StoredDataError) return error;
  const code = codeOf(error) ?? 'unknown';
  if (code === 'ENOENT') {
    return new StoredDataError(path, 'the file is missing', {
      remedy: 'Create it; `[]` is an empty collection.',
      cause: error,
    });
  }
  return new StoredDataError(path, `the file cannot be read (${code})`, {
    remedy: 'Check that it is a file and that this program may read it.',
    cause: error,
  });
}

const missing = 'missing';

async function fileSignature(path: string): Promise<string> {
  const status = await stat(path).catch(ignoreMissing);
  return status ? `${status.mtimeMs} ${status.size} ${status.ino}` : missing;
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
