import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { parseJson } from '#base/parse-json.ts';
import { inEnglish } from '#base/text/english.ts';
import { dataDateSchema, importedAtSchema } from '#planning/contract/programme-version.ts';
import { manifestKey } from '#planning/contract/version-keys.ts';
import {
  type ProjectDescription,
  type ProjectReference,
  StoredDataError,
} from '#planning-server/stores/store.ts';
import { type ListedVersions, listVersions, projectsWithVersions, versionNumbers } from './list-versions.ts';

const count = z.number();
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A row of the file that was left out or changed. `line` counts from 1; null if a problem concerns the whole file. */
const rejectedRowSchema = z.object({ line: z.nullable(z.number()), reason: z.string() });

const originSchema = z.object({
  file: z.string(),
  sha256,
  /** The mapping by which the file was read; the next file is read by it too. */
  mapping: z.string(),
  dataDate: z.nullable(z.string()),
  arrivedAt: z.string(),
  importedAt: z.string(),
  rejected: z.array(rejectedRowSchema),
  changed: z.array(rejectedRowSchema),
  changes: z.object({ added: count, removed: count, changed: count }),
});
export type VersionOrigin = z.infer<typeof originSchema>;

const servedSchema = z.object({
  // A version is served without these if they cannot be read.
  dataDate: z.catch(z.nullable(dataDateSchema), null),
  importedAt: z.catch(z.nullable(importedAtSchema), null),
  project: z.object({ name: z.string(), timeZone: z.string() }),
  bytes: z.object({ stored: count, database: count }),
});
export type ServedManifest = z.infer<typeof servedSchema>;

const manifestSchema = z.object({
  ...servedSchema.shape,
  ...originSchema.shape,
  number: count,
  /** The newest version when the tasks were compared; null if there was none, absent if they were not compared. */
  follows: z.optional(z.nullable(count)),
  counts: z.record(z.string(), count),
  problems: z.array(z.unknown()),
});
export type VersionManifest = z.infer<typeof manifestSchema>;

/** Milliseconds since 1970 at which the file arrived, by which versions are ordered; NaN if it cannot be read. */
export function arrivalOf({ arrivedAt }: VersionManifest): number {
  return Date.parse(arrivedAt);
}

/**
 * Undefined if there is no such version.
 * @throws ArchiveError, and StoredDataError for a manifest that this program did not write
 */
export function readManifest(archive: ObjectStore, project: ProjectReference, number: number) {
  return read(archive, manifestKey(project, number), manifestSchema);
}

/**
 * Reads only the properties that serving needs: a version can be served even if another release wrote the rest
 * differently. @throws as `readManifest`
 */
export function readServedManifest(archive: ObjectStore, project: ProjectReference, number: number) {
  return read(archive, manifestKey(project, number), servedSchema);
}

async function read<Value>(
  archive: ObjectStore,
  key: string,
  schema: z.ZodMiniType<Value>,
): Promise<Value | undefined> {
  const bytes = await archive.get(key);
  if (bytes === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)), inEnglish);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new StoredDataError(key, `${issue?.path.join('.') || 'the manifest'}: ${issue?.message ?? 'wrong'}`, {
    remedy: 'Import the programme again; do not change files of the archive.',
    cause: parsed.error,
  });
}

/**
 * Tries versions until one can be read: the remedy of a damaged one is a new import.
 * @param numbers of the versions, the newest first
 * @param onError called for each newer one that cannot be read
 * @returns undefined if there is none @throws ArchiveError
 */
export async function newestReadable<Value>(
  numbers: readonly number[],
  read: (version: number) => Promise<Value | undefined>,
  onError?: (error: StoredDataError) => void,
): Promise<Value | undefined> {
  for (const number of numbers) {
    try {
      const found = await read(number);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof StoredDataError)) throw error;
      onError?.(error);
    }
  }
  return undefined;
}

export async function latestManifest(
  archive: ObjectStore,
  project: ProjectReference,
  listed?: ListedVersions,
): Promise<VersionManifest | undefined> {
  const { numbers } = listed ?? (await listVersions(archive, project));
  return newestReadable(numbers, (number) => readManifest(archive, project, number));
}

export function manifestBytes(manifest: VersionManifest): Uint8Array {
  return Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Each project is described by its newest readable version.
 * @param onError called for each newer manifest that cannot be read @throws ArchiveError
 */
export async function listVersionedProjects(
  archive: ObjectStore,
  onError: (error: StoredDataError) => void,
): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const described = await Promise.all(
    (await projectsWithVersions(archive)).map(async (project) => {
      const numbers = await versionNumbers(archive, project);
      const read = (number: number) => readServedManifest(archive, project, number);
      const manifest = await newestReadable(numbers, read, onError);
      return manifest ? [{ ...project, ...manifest.project }] : [];
    }),
  );
  return described.flat();
}
