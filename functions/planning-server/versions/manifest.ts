import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { parseJson } from '../../base/parse-json.ts';
import { inEnglish } from '../../base/text/english.ts';
import { dataDateSchema, importedAtSchema } from '../../planning/contract/programme-version.ts';
import { manifestKey } from '../../planning/contract/version-keys.ts';
import { type ProjectDescription, type ProjectReference, StoredDataError } from '../stores/store.ts';
import { type ListedVersions, listVersions, projectsWithVersions, versionNumbers } from './version-keys.ts';

const count = z.number();
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A row of the file that was left out, or is used otherwise than written. `line` counts from 1; null where a problem is of the whole file. */
const rejectedRowSchema = z.object({ line: z.nullable(z.number()), reason: z.string() });

/** Where a version comes from: what an import knows of it. */
const originSchema = z.object({
  /** The file's name, without its folder. */
  file: z.string(),
  sha256,
  /** The text of the mapping by which the file was read, which the next file is read by too. */
  mapping: z.string(),
  /** Local date and time up to which the programme was brought up to date; null where the file names none. */
  dataDate: z.nullable(z.string()),
  /** When the file came, ISO 8601 in UTC. */
  arrivedAt: z.string(),
  /** ISO 8601 instant, UTC. */
  importedAt: z.string(),
  rejected: z.array(rejectedRowSchema),
  /** Rows that are used otherwise than written. */
  changed: z.array(rejectedRowSchema),
  /** Tasks against the version before; all are added in the first. */
  changes: z.object({ added: count, removed: count, changed: count }),
});
export type VersionOrigin = z.infer<typeof originSchema>;

/** The properties that serving needs. */
const servedSchema = z.object({
  // A version is served without them where they cannot be read.
  dataDate: z.catch(z.nullable(dataDateSchema), null),
  importedAt: z.catch(z.nullable(importedAtSchema), null),
  project: z.object({ name: z.string(), timeZone: z.string() }),
  /** Items that do not fit the contract and were left out of the version. */
  problems: z.array(z.object({ source: z.string(), problem: z.string() })),
  /** Bytes of the database, as it is stored and as it is read. */
  bytes: z.object({ stored: count, database: count }),
});
export type ServedManifest = z.infer<typeof servedSchema>;

const manifestSchema = z.object({
  ...servedSchema.shape,
  ...originSchema.shape,
  number: count,
  /** The newest version when the tasks were compared; null for none, absent where they were compared with none. */
  follows: z.optional(z.nullable(count)),
  /** Items of each collection. */
  counts: z.record(z.string(), count),
});
export type VersionManifest = z.infer<typeof manifestSchema>;

/** When the file of a version came, in milliseconds since 1970: versions are in this order. NaN where it cannot be read. */
export function arrivalOf({ arrivedAt }: VersionManifest): number {
  return Date.parse(arrivedAt);
}

/**
 * The manifest of a version; undefined if there is no such version.
 * @throws ArchiveError, and StoredDataError for a manifest that this program did not write
 */
export function readManifest(archive: ObjectStore, project: ProjectReference, number: number) {
  return read(archive, manifestKey(project, number), manifestSchema);
}

/** The same with the properties that serving needs: a version stays servable where another release wrote the rest differently. @throws as `readManifest` */
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
 * Reads the newest version that can be read: the remedy of a damaged one is a new import.
 * @param numbers of the versions, the newest first
 * @param onError hears why a newer one cannot be read
 * @returns undefined where there is no such version @throws ArchiveError
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

/** The manifest of the newest version that has one which can be read. @throws ArchiveError */
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
 * The projects that have a version, described by their newest one that can be read.
 * @param onError hears of each manifest that cannot be read before that one @throws ArchiveError
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
