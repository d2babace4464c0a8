import * as z from 'zod/mini';
import { createDirectoryStore } from '../../archive/directory.ts';
import type { ObjectStore } from '../../archive/object-store.ts';

/** Where imported programmes and keys are kept: a folder, or `s3://` and the name of a bucket. */
export const archiveOption = z.string().check(
  z.minLength(1, 'name a folder'),
  z.refine(
    (place) => !place.startsWith('s3:') || bucketIn(place) !== undefined,
    'use s3:// and the name of a bucket',
  ),
);

/** @param place as `archiveOption` takes it; a bucket is opened with the AWS credentials of the environment */
export async function openPlanningArchive(place: string): Promise<ObjectStore> {
  const bucket = bucketIn(place);
  if (bucket === undefined) return createDirectoryStore(place);
  // The client of S3 takes long to load.
  const { openArchive } = await import('../../handlers/aws/archive-store.ts');
  return openArchive(bucket);
}

function bucketIn(place: string): string | undefined {
  return /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})\/?$/.exec(place)?.[1];
}
