/** Where `serve` reads projects: the versions in a folder or a bucket. */

import { glob } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { createDirectoryStore } from '#archive/directory.ts';
import { type ObjectStore, underPrefix } from '#archive/object-store.ts';
import { commandText } from '#base/text/shell.ts';
import { openBucket } from '#commands/bucket.ts';
import { badInput } from '#commands/failure.ts';
import { regions } from '#planning/contract/tasks-query.ts';
import { listVersions } from '#planning-server/versions/manifest.ts';
import { makeVersionsFolder, versionStore } from '#planning-server/versions/open-versions.ts';
import {
  isStorableId,
  type PlanningStore,
  type ProjectReference,
} from '#planning-server/versions/version.ts';

/** Limit of the decompressed versions in the temporary folder. */
const maxBytes = 4 * 1024 ** 3;
/** Each takes about two megabytes of memory; opening one again takes a fifth of a millisecond. */
const maxOpen = 20;

export type DataPlace = {
  readonly place: string;
  readonly archive: ObjectStore;
  readonly onError: (error: unknown) => void;
};

/**
 * @param place as in `archiveOption`
 * @throws BadInput for a bucket of unknown region
 */
export async function openDataPlace(
  place: string,
  onError: DataPlace['onError'],
  region?: string,
): Promise<DataPlace> {
  const data = { place, archive: await openPlanningArchive(place, region), onError };
  if (!isS3(place)) await reportUnservedJson(data);
  return data;
}

/** Earlier releases served JSON files of a folder. */
async function reportUnservedJson({ place, archive, onError }: DataPlace): Promise<void> {
  for (const region of regions) {
    for await (const file of glob('*/tasks.json', { cwd: join(place, region) })) {
      const projectId = dirname(file);
      if (await hasProject(archive, { region, projectId })) continue;
      const folder = join(place, region, projectId);
      const words = ['import', folder, '--project', `${region}/${projectId}`, '--to', place];
      onError(badInput(`${folder} has no imported version to serve`, `Import it: ${commandText(words)}.`));
    }
  }
}

/** @param maxAge milliseconds for which an older version may be served */
export function dataStore(
  { archive, onError }: Pick<DataPlace, 'archive' | 'onError'>,
  maxAge: number,
): PlanningStore {
  const folder = makeVersionsFolder(tmpdir());
  return versionStore({ archive, folder, maxBytes, maxOpen, maxAge, onError, now: Date.now });
}

export async function hasProject(archive: ObjectStore, project: ProjectReference): Promise<boolean> {
  return isStorableId(project.projectId) && (await listVersions(archive, project)).numbers.length > 0;
}

/** Where programmes and keys are kept: a folder, or `s3://`, the name of a bucket and optionally a prefix in it. */
export const archiveOption = z.string().check(
  z.minLength(1, 'name a folder'),
  z.refine(
    (place) => !isS3(place) || bucketIn(place) !== undefined,
    'use s3:// and the name of a bucket, such as s3://programmes or s3://programmes/planning',
  ),
);

/**
 * @param place as in `archiveOption`; a bucket is opened with the AWS credentials of the environment
 * @param region as in `openBucket`
 * @throws BadInput for a bucket of unknown region
 */
export async function openPlanningArchive(place: string, region?: string): Promise<ObjectStore> {
  const found = bucketIn(place);
  if (found === undefined) return createDirectoryStore(place);
  const { client } = await openBucket(found.bucket, region);
  const { openArchive } = await import('#archive/s3.ts');
  const archive = openArchive(found.bucket, { client });
  return found.prefix === '' ? archive : underPrefix(archive, `${found.prefix}/`);
}

export function placeWords(
  option: '--to' | '--data',
  { place, region }: { readonly place: string; readonly region: string | undefined },
): readonly string[] {
  return [option, place, ...(region === undefined ? [] : ['--region', region])];
}

export function isS3(place: string): boolean {
  return place.startsWith('s3:');
}

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})((?:\/\w[\w-]*(?:\.[\w-]+)*)*)\/?$/;

function bucketIn(place: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, path = ''] = address.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: path.slice(1) };
}
