import * as z from 'zod/mini';
import { createDirectoryStore } from '../../archive/directory.ts';
import type { ObjectStore } from '../../archive/object-store.ts';
import { underPrefix } from '../../archive/under-prefix.ts';

/** Where programmes and keys are kept: a folder, or `s3://`, the name of a bucket and perhaps a prefix in it. */
export const archiveOption = z.string().check(
  z.minLength(1, 'name a folder'),
  z.refine(
    (place) => !isS3(place) || bucketIn(place) !== undefined,
    'use s3:// and the name of a bucket, such as s3://programmes or s3://programmes/planning',
  ),
);

/** @param place as `archiveOption` takes it; a bucket is opened with the AWS credentials of the environment */
export async function openPlanningArchive(place: string): Promise<ObjectStore> {
  const found = bucketIn(place);
  if (found === undefined) return createDirectoryStore(place);
  // The client of S3 takes long to load.
  const { openArchive } = await import('../../archive/open-archive.ts');
  const archive = openArchive(found.bucket);
  return found.prefix === '' ? archive : underPrefix(archive, `${found.prefix}/`);
}

/** Whether the place is in S3, rather than a folder. */
export function isS3(place: string): boolean {
  return place.startsWith('s3:');
}

const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})((?:\/\w[\w-]*(?:\.[\w-]+)*)*)\/?$/;

function bucketIn(place: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, path = ''] = address.exec(place) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix: path.slice(1) };
}
