import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { removeFromDirectory } from '#archive/remove-objects.ts';
import { removeFromBucket } from '#archive/s3-remove.ts';
import { startS3Store } from '../support/s3-test-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const names = 'answer-names/riverside/weekly/a';
const others = ['answer-names/riverside/weekly/ab', 'answers/riverside/weekly/a'];

async function inABucket() {
  const { client, store, aws } = await startS3Store();
  return { store, remove: removeFromBucket(client, 'archive'), aws };
}

async function inAFolder() {
  const folder = join(await temporaryDirectory(), 'archive');
  return { store: createDirectoryStore(folder), remove: removeFromDirectory(folder) };
}

test.each([
  ['a bucket', inABucket],
  ['a folder', inAFolder],
])('%s loses names for good, and nothing else', async (_, open) => {
  const { store, remove } = await open();
  for (const key of [names, ...others]) await store.putOnce(key, Buffer.from('{}'), 'application/json');
  await remove(names);
  await remove(names);
  expect(await store.get(names)).toBeUndefined();
  for (const key of others) {
    expect(await store.get(key)).toBeDefined();
    if (key.startsWith('answers/')) await expect(remove(key)).rejects.toThrow('may not be removed');
  }
  await expect(remove('answer-names/../issues/a')).rejects.toThrow('begins with a dot');
});

test('a bucket is asked for the versions, and each of them is deleted', async () => {
  const { store, remove, aws } = await inABucket();
  await store.putOnce(names, Buffer.from('{}'), 'application/json');
  await remove(names);
  expect(aws.state.calls.map(({ operation }) => operation).slice(1)).toEqual([
    'ListObjectVersions',
    'DeleteObject',
  ]);
});

test('a role that may not remove is named the permissions', async () => {
  const { client } = await startS3Store({
    aws: { permits: (_, { operation }) => operation !== 'ListObjectVersions' },
  });
  await expect(removeFromBucket(client, 'archive')(names)).rejects.toThrow('s3:DeleteObjectVersion');
});
