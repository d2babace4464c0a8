import { randomUUID } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';
import { createS3Client, createS3Store } from './s3.ts';

/**
 * The archive of the deployed stack.
 * @param linkTo returns the URL at which a person opens an object; functions that create no links give none
 */
export function openArchive(bucket: string, linkTo: (key: string) => Promise<string> = noLink): ObjectStore {
  return createS3Store({
    client: createS3Client(),
    bucket,
    linkTo,
    writer: randomUUID(),
    random: Math.random,
  });
}

async function noLink(key: string): Promise<string> {
  throw new Error(`This function creates no links, but one to ${key} was requested.`);
}
