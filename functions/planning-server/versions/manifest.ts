import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { defineObjectKind, jsonEncoding, type ObjectSchema } from '#archive/objects.ts';
import { dataDateSchema, importedAtSchema } from '#planning/contract/programme-version.ts';
import {
  versionDatabaseKeyTemplate,
  versionKeyParameters,
  versionManifestKeyTemplate,
} from '#planning/contract/version-keys.ts';
import { isStorableId, type ProjectDescription, type ProjectReference, StoredDataError } from './version.ts';

const count = z.number();
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A row of the file that was left out or changed. `line` counts from 1; null if a problem concerns the whole file. */
const rejectedRowSchema = z.object({ line: z.nullable(z.number()), reason: z.string() });

const originSchema = z.object({
  file: z.string(),
  sha256,
  /** The mapping with which the file was read; the next file is read with it too. */
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
  // If the data date or the import time cannot be read, the version is served without it.
  dataDate: z.catch(z.nullable(dataDateSchema), null),
  importedAt: z.catch(z.nullable(importedAtSchema), null),
  project: z.object({ name: z.string(), timeZone: z.string() }),
  bytes: z.object({ stored: count, database: count }),
});

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

/** @throws ArchiveError, and StoredDataError for a manifest that this program did not write */
export const versionManifestObject = manifestOf(manifestSchema);
/**
 * Only the properties that serving needs: a version can be served even if another release wrote the rest differently.
 * @throws as `versionManifestObject`
 */
export const manifestObjectForServing = manifestOf(servedSchema);

/* @__NO_SIDE_EFFECTS__ */
function manifestOf<Schema extends ObjectSchema>(schema: Schema) {
  const form = jsonEncoding(2, (key, problem, cause) => {
    const place = /^\S+: /.test(problem) ? '' : 'the manifest: ';
    const remedy = 'Import the programme again; do not change files of the archive.';
    return new StoredDataError(key, `${place}${problem}`, { remedy, cause });
  });
  return defineObjectKind(versionKeyParameters, versionManifestKeyTemplate.template, {
    ...versionManifestKeyTemplate,
    schema,
    form,
  });
}

/**
 * Tries versions until one can be read, because only a new import replaces a damaged one.
 * @param versions newest first
 * @param onError called for each version that cannot be read and is newer than the one found
 * @returns undefined if none can be read @throws ArchiveError
 */
export async function readNewestReadableVersion<Version, Value>(
  versions: readonly Version[],
  read: (version: Version) => Promise<Value | undefined>,
  onError?: (error: StoredDataError) => void,
): Promise<Value | undefined> {
  for (const version of versions) {
    try {
      const found = await read(version);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof StoredDataError)) throw error;
      onError?.(error);
    }
  }
  return undefined;
}

export async function readLatestManifest(
  archive: ObjectStore,
  project: ProjectReference,
  listed?: ListedVersions,
): Promise<VersionManifest | undefined> {
  const { numbers } = listed ?? (await listVersions(archive, project));
  return readNewestReadableVersion(numbers, (version) =>
    versionManifestObject.read(archive, { ...project, version }),
  );
}

/**
 * Lists the projects of the archive, each described by its newest readable version. A project without one is left out.
 * @param onError called for each newer manifest that cannot be read @throws ArchiveError
 */
export async function listVersionedProjects(
  archive: ObjectStore,
  onError: (error: StoredDataError) => void,
): Promise<readonly (ProjectReference & ProjectDescription)[]> {
  const listed = await manifestObjectForServing.list(archive, {});
  const storable = listed.filter(({ projectId }) => isStorableId(projectId));
  const byProject = Map.groupBy(storable, ({ region, projectId }) => `${region}/${projectId}`);
  const described = await Promise.all(
    Array.from(byProject.values(), (own) => {
      const describe = async (of: (typeof own)[number]) => {
        const manifest = await manifestObjectForServing.read(archive, of);
        return manifest && { region: of.region, projectId: of.projectId, ...manifest.project };
      };
      const newestFirst = own.sort((one, other) => other.version - one.version);
      return readNewestReadableVersion(newestFirst, describe, onError);
    }),
  );
  return described.filter((project) => project !== undefined);
}

export function databaseKey(project: ProjectReference, version: number): string {
  return versionDatabaseKeyTemplate.key({ ...project, version });
}

export type ListedVersions = Awaited<ReturnType<typeof listVersions>>;

/**
 * The numbers of the versions, newest first, and the next number after all used ones, including those of killed
 * imports.
 */
export async function listVersions(archive: ObjectStore, project: ProjectReference) {
  const keys = await archive.list(versionManifestKeyTemplate.under(project));
  const numbers = versionManifestKeyTemplate.in(keys).map(({ version }) => version);
  const used = [...numbers, ...versionDatabaseKeyTemplate.in(keys).map(({ version }) => version)];
  return { numbers: numbers.sort((one, other) => other - one), next: Math.max(0, ...used) + 1 };
}
