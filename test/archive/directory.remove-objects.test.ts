import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as answers from '#answers/objects.ts';
import { namesAndNotesObject, submissionObject } from '#answers/objects.ts';
import { createDirectoryObjectRemover, createDirectoryStore } from '#archive/directory.ts';
import { createBucketObjectRemover } from '#archive/s3-remove.ts';
import * as pages from '#pages/objects.ts';
import * as keys from '#planning-server/keys/objects.ts';
import * as versions from '#planning-server/versions/manifest.ts';
import * as delivery from '#runs/store/objects.ts';
import { startS3Store } from '../support/s3-test-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const week = { first: '2026-11-23', last: '2026-11-29' };
const of = { project: 'riverside', report: 'weekly', ...week, message: 'm', digest: 'a' };
const names = namesAndNotesObject.key(of);
const others = [namesAndNotesObject.key({ ...of, digest: 'ab' }), submissionObject.key(of)];

async function inABucket() {
  const { client, store, aws } = await startS3Store();
  return { store, remove: createBucketObjectRemover(client, 'archive'), aws };
}

async function inAFolder() {
  const folder = join(await temporaryDirectory(), 'archive');
  return { store: createDirectoryStore(folder), remove: createDirectoryObjectRemover(folder) };
}

it.each([
  ['a bucket', inABucket],
  ['a folder', inAFolder],
])('names are removed from %s, and nothing else is', async (_, open) => {
  const { store, remove } = await open();
  for (const key of [names, ...others]) await store.putOnce(key, Buffer.from('{}'), 'application/json');
  await remove(namesAndNotesObject, of);
  await remove(namesAndNotesObject, of);
  expect(await store.get(names)).toBeUndefined();
  for (const key of others) expect(await store.get(key)).toBeDefined();
  await expect(remove(namesAndNotesObject, { ...of, project: '..' })).rejects.toThrow(RangeError);
});

it('a bucket is asked for all versions, and each of them is deleted', async () => {
  const { store, remove, aws } = await inABucket();
  await store.putOnce(names, Buffer.from('{}'), 'application/json');
  await remove(namesAndNotesObject, of);
  expect(aws.state.calls.map(({ operation }) => operation).slice(1)).toEqual([
    'ListObjectVersions',
    'DeleteObject',
  ]);
});

it('the error for a role without the right to remove objects lists the needed permissions', async () => {
  const { client } = await startS3Store({
    aws: { permits: (_, { operation }) => operation !== 'ListObjectVersions' },
  });
  await expect(createBucketObjectRemover(client, 'archive')(namesAndNotesObject, of)).rejects.toThrow(
    's3:DeleteObjectVersion',
  );
});

it('removing objects other than names and notes is a type error', () => {
  const remove = createDirectoryObjectRemover('archive');
  // @ts-expect-error Answers stay until they expire.
  expect(() => remove(submissionObject, of)).toBeInstanceOf(Function);
});

it('the names with answers are the only names of persons that can be removed', () => {
  const objects: readonly unknown[] = [delivery, pages, answers, keys, versions].flatMap((table) =>
    Object.values(table),
  );
  const kinds = objects.filter((one) => typeof one === 'object' && one !== null && 'persons' in one);
  expect(kinds.length).toBeGreaterThan(40);
  expect(kinds.filter(({ persons }) => persons === 'forget')).toEqual([namesAndNotesObject]);
});
