import { expect, it } from 'vitest';
import { createStoredKeyRing } from '#planning-server/keys/key-ring.ts';
import { createKey } from '#planning-server/keys/manage-keys.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

/** Two keys of an archive, and a server that records what it looks up. */
async function anArchive() {
  const store = createMemoryStore();
  const now = () => Date.UTC(2026, 10, 22);
  let drawn = 0;
  const randomBytes = (size: number) => Buffer.alloc(size, ++drawn);
  const services = { store, now, randomBytes, changedBy: 'ann' };
  const one = await createKey(services, { name: 'one', projects: '*', lifetime: 1_000 });
  const other = await createKey(services, { name: 'other', projects: '*', lifetime: 1_000 });
  const asked: string[] = [];
  const listed: typeof store = {
    ...store,
    get: (object) => {
      asked.push(object);
      return store.get(object);
    },
  };
  const ring = createStoredKeyRing(listed, { maxAge: 4_000, now, onError: () => {} });
  return { ring, one, other, asked };
}

it('a key is found by its complete text, and not by its id with another secret', async () => {
  const { ring, one, other } = await anArchive();
  expect(await ring.find(one.text)).toMatchObject({ name: 'one' });
  expect(await ring.find(one.text.replace(one.secret, other.secret))).toBeUndefined();
  expect(await ring.find(one.secret)).toBeUndefined();
});

it('a key is found by its id, and nothing is looked up for a text that is not an id', async () => {
  const { ring, one, asked } = await anArchive();
  expect(await ring.withId(one.id)).toMatchObject({ name: 'one' });
  expect(await ring.withId('cccccccccccc')).toBeUndefined();
  asked.length = 0;
  expect(await ring.withId(`../${one.id}`)).toBeUndefined();
  expect(asked).toEqual([]);
});
