import { describe, expect, it } from 'vitest';
import { createStoredKeyRing } from '#planning-server/keys/key-ring.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '#planning-server/keys/manage-keys.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const tower = [{ region: 'gb', projectId: 'tower' }] as const;

/** An archive with one key for 90 days, and a server that caches what it read for four seconds. */
async function anArchive() {
  const store = createMemoryStore();
  const clock = { now: Date.UTC(2026, 10, 22, 10, 30) };
  let drawn = 0;
  const services = {
    store,
    now: () => clock.now,
    randomBytes: (size: number) => {
      drawn += 1;
      return Buffer.alloc(size, drawn);
    },
    changedBy: 'ann',
  };
  const key = await createKey(services, { name: 'Power BI', projects: tower, lifetime: 90 * day });
  const errors: unknown[] = [];
  const ring = createStoredKeyRing(store, {
    maxAge: 4_000,
    now: services.now,
    onError: (error) => errors.push(error),
  });
  const works = async (text: string) => (await ring.find(text)) !== undefined;
  return { store, clock, services, key, ring, works, errors };
}

describe('a key', () => {
  it('has a prefix, an id and 256 random bits, and is stored as its SHA-256 only', async () => {
    const { key, store } = await anArchive();
    expect(key.text).toMatch(/^lookahead_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/);
    expect(key.expires).toBe('2027-02-20T10:30:00.000Z');
    const stored = [...store.objects.values()].map((bytes) => new TextDecoder().decode(bytes)).join('');
    expect(stored).not.toContain(key.secret);
    expect(stored).toContain('"name":"Power BI"');
  });

  it('reads its projects, until it expires', async () => {
    const { key, ring, clock, works } = await anArchive();
    expect(await ring.find(key.text)).toEqual({
      id: key.id,
      name: 'Power BI',
      projects: tower,
      endsAtMs: Date.parse(key.expires),
    });
    clock.now += 90 * day - 1;
    expect(await works(key.text)).toBe(true);
    clock.now += 1;
    expect(await works(key.text)).toBe(false);
  });

  it('is refused within five seconds after it was revoked, by its text and by its id, and the list names who revoked it', async () => {
    const { key, ring, clock, services, works, store } = await anArchive();
    expect(await works(key.text)).toBe(true);
    await revokeKey({ ...services, changedBy: 'bob' }, key.id);
    clock.now += 4_999;
    expect(await works(key.text)).toBe(false);
    expect(await ring.withId(key.id)).toBeUndefined();
    expect(await listKeys(store, () => {})).toMatchObject([
      { id: key.id, key: { createdBy: 'ann' }, revoked: { at: '2026-11-22T10:30:00.000Z', by: 'bob' } },
    ]);
  });

  it('is left out of the list if its objects are damaged, and the others are listed', async () => {
    const { key, services, store } = await anArchive();
    const other = await createKey(services, { name: 'Other', projects: '*', lifetime: 3_600_000 });
    store.objects.set(`keys/${key.id}/revoked.json`, Buffer.from('{'));
    const heard: string[] = [];
    expect(await listKeys(store, ({ message }) => heard.push(message))).toMatchObject([{ id: other.id }]);
    expect(heard).toEqual([expect.stringMatching(`keys/${key.id}/revoked.json in the archive is not what`)]);
  });

  it('is not quoted in the error if it is passed where an id is expected', async () => {
    const { key, services } = await anArchive();
    for (const pasted of [key.text, key.secret]) {
      await expect(revokeKey(services, pasted)).rejects.toThrow(
        'There is no key with the id a text that looks like a key. keys list shows the ids.',
      );
    }
  });

  it('keeps the date and author of its first revocation if it is revoked again', async () => {
    const { key, services, clock } = await anArchive();
    await revokeKey(services, key.id);
    clock.now += day;
    expect(await revokeKey({ ...services, changedBy: 'bob' }, key.id)).toMatchObject({
      revoked: { at: '2026-11-22T10:30:00.000Z', by: 'ann' },
    });
  });

  it('works alongside its successor until the overlap ends', async () => {
    const { key, services, clock, works } = await anArchive();
    const successor = await rotateKey(services, { id: key.id, overlap: 7 * day });
    expect(successor).toMatchObject({
      name: 'Power BI',
      projects: tower,
      oldUntil: '2026-11-29T10:30:00.000Z',
    });
    clock.now += 7 * day - 1;
    expect([await works(key.text), await works(successor.text)]).toEqual([true, true]);
    clock.now += 1;
    expect([await works(key.text), await works(successor.text)]).toEqual([false, true]);
  });

  it('works until it expires if the overlap would last longer, and its successor gets the same lifetime', async () => {
    const { key, services, clock, works } = await anArchive();
    clock.now += 89 * day;
    const successor = await rotateKey(services, { id: key.id, overlap: 7 * day });
    expect(successor).toMatchObject({ oldUntil: key.expires, expires: '2027-05-20T10:30:00.000Z' });
    clock.now += day;
    expect([await works(key.text), await works(successor.text)]).toEqual([false, true]);
  });

  it('gets no successor from the moment at which it expires', async () => {
    const { key, services, clock } = await anArchive();
    clock.now += 90 * day;
    await expect(rotateKey(services, { id: key.id, overlap: day })).rejects.toThrow(/no longer works/);
  });

  it('gets only one successor if two people rotate it at the same time', async () => {
    const { key, services, store, works } = await anArchive();
    const both = await Promise.allSettled([
      rotateKey(services, { id: key.id, overlap: day }),
      rotateKey(services, { id: key.id, overlap: day }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const made = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(await works(made[0]?.text ?? '')).toBe(true);
    expect((await listKeys(store, () => {})).filter(({ revoked }) => revoked)).toHaveLength(1);
    await expect(rotateKey(services, { id: key.id, overlap: day })).rejects.toThrow(
      `The key ${key.id} has already been replaced by ${made[0]?.id}. Rotate that one, or revoke this one.`,
    );
    expect(await listKeys(store, () => {})).toHaveLength(3);
  });

  it('is listed in order of creation, whatever its id', async () => {
    const { store, clock, services } = await anArchive();
    for (const byte of [9, 0, 5]) {
      clock.now += hour;
      const randomBytes = (size: number) => Buffer.alloc(size, byte);
      const request = { name: `of ${byte}`, projects: tower, lifetime: day };
      await createKey({ ...services, randomBytes }, request);
    }
    expect((await listKeys(store, () => {})).map(({ key }) => key.name)).toEqual([
      'Power BI',
      'of 9',
      'of 0',
      'of 5',
    ]);
  });

  it('that no longer works gets no successor', async () => {
    const { key, services } = await anArchive();
    await revokeKey(services, key.id);
    await expect(rotateKey(services, { id: key.id, overlap: day })).rejects.toThrow(/no longer works/);
  });

  it.each(['000000000000', 'Power BI', '../../etc'])(
    '%s cannot be revoked, because it does not exist',
    async (id) => {
      const { services } = await anArchive();
      await expect(revokeKey(services, id)).rejects.toMatchObject({ name: 'KeyError', kind: 'input' });
    },
  );

  it('is recorded as used once an hour, however often it is used', async () => {
    const { key, works, clock, store } = await anArchive();
    for (let request = 0; request < 5; request++) await works(key.text);
    clock.now += hour;
    await works(key.text);
    expect(store.writes.filter(({ key: object }) => object.includes('/used/'))).toHaveLength(2);
    expect(await listKeys(store, () => {})).toMatchObject([{ used: '2026-11-22T11' }]);
  });

  it('works if its use cannot be recorded, and the operator gets the error', async () => {
    const { key, store, services, errors } = await anArchive();
    const full = { ...store, putOnce: () => Promise.reject(new Error('the disk is full')) };
    const ring = createStoredKeyRing(full, {
      maxAge: 4_000,
      now: services.now,
      onError: (error) => errors.push(error),
    });
    expect(await ring.find(key.text)).toBeDefined();
    await expect.poll(() => errors).toEqual([new Error('the disk is full')]);
  });

  it('is looked up again after a look-up that failed', async () => {
    const { key, store, services } = await anArchive();
    let fails = true;
    const shaky: typeof store = {
      ...store,
      get: (object) => (fails ? Promise.reject(new Error('no answer')) : store.get(object)),
    };
    const ring = createStoredKeyRing(shaky, { maxAge: 4_000, now: services.now, onError: () => {} });
    await expect(ring.find(key.text)).rejects.toThrow('no answer');
    fails = false;
    expect(await ring.find(key.text)).toBeDefined();
  });

  it('whose object is damaged causes an error that names the object', async () => {
    const { key, store, ring } = await anArchive();
    store.objects.set(`keys/${key.id}/key.json`, Buffer.from('{'));
    await expect(ring.find(key.text)).rejects.toThrow(
      `keys/${key.id}/key.json in the archive is not what Lookahead wrote.`,
    );
  });
});
