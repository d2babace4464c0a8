import { describe, expect, it } from 'vitest';
import { ArchiveError, type ObjectStore, workbookContentType } from '#archive/object-store.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (body: Uint8Array | undefined) => body && new TextDecoder().decode(body);

const unusableKeys: readonly (readonly [string, RegExp])[] = [
  ['', /it is empty/],
  ['/etc/passwd', /empty segment/],
  ['a//b', /empty segment/],
  ['a/', /empty segment/],
  ['../b', /begins with a dot/],
  ['a/../b', /begins with a dot/],
  ['a/./b', /begins with a dot/],
  ['a/.hidden', /begins with a dot/],
  ['a\\b', /file names cannot have/],
  ['C:/a', /file names cannot have/],
  ['a/b\u0000', /file names cannot have/],
  ['a\nb', /file names cannot have/],
  ['a\u0085b', /file names cannot have/],
  ['a/what?', /file names cannot have/],
  ['a/b.', /ends with a dot or a space/],
  ['a/b ', /ends with a dot or a space/],
  ['a/\ud800', /half of a surrogate pair/],
  [`a/${'x'.repeat(256)}`, /256 bytes long; the limit is 255/],
  [`a/${'é'.repeat(128)}`, /256 bytes long; the limit is 255/],
  [Array.from({ length: 300 }, () => 'abcd').join('/'), /bytes long; the limit is 1024/],
];

/** The contract of every object store. `makeStore` returns a new, empty one. */
export function objectStoreContract(name: string, makeStore: () => Promise<ObjectStore>): void {
  describe(`${name}, as an object store`, () => {
    it('returns the bytes that were stored', async () => {
      const store = await makeStore();
      const body = Uint8Array.from({ length: 256 }, (_, index) => index);
      expect(await store.putOnce('a/b/c.bin', body, 'application/octet-stream')).toBe('created');
      expect(Uint8Array.from((await store.get('a/b/c.bin')) ?? [])).toEqual(body);
    });

    it('stores a workbook like any other object', async () => {
      const store = await makeStore();
      expect(await store.putOnce('a/issue 1.xlsx', bytes('book'), workbookContentType)).toBe('created');
      expect(await store.putOnce('a/issue 1.xlsx', bytes('other'), workbookContentType)).toBe('exists');
      expect(textOf(await store.get('a/issue 1.xlsx'))).toBe('book');
    });

    it('stores an empty object', async () => {
      const store = await makeStore();
      expect(await store.putOnce('empty', new Uint8Array(), 'text/plain')).toBe('created');
      expect(textOf(await store.get('empty'))).toBe('');
      expect(await store.list('')).toEqual(['empty']);
    });

    it('never changes an object that exists', async () => {
      const store = await makeStore();
      await store.putOnce('a/b', bytes('first'), 'text/plain');
      expect(await store.putOnce('a/b', bytes('second'), 'text/plain')).toBe('exists');
      expect(textOf(await store.get('a/b'))).toBe('first');
    });

    it('returns nothing for a key that was never written, nor for the prefix of one that was', async () => {
      const store = await makeStore();
      expect(await store.get('a/b')).toBeUndefined();
      await store.putOnce('a/b/c', bytes('x'), 'text/plain');
      expect(await store.get('a/b')).toBeUndefined();
      expect(await store.get('a/b/c/d')).toBeUndefined();
    });

    it('lets one of 50 simultaneous writers create a key, and keeps the bytes of that one', async () => {
      const store = await makeStore();
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, writer) =>
          store.putOnce('race/one', bytes(`writer ${writer} `.repeat(1000)), 'text/plain'),
        ),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      const winner = results.indexOf('created');
      expect(textOf(await store.get('race/one'))).toBe(`writer ${winner} `.repeat(1000));
      expect(await store.list('')).toEqual(['race/one']);
    });

    it('lists the keys that begin with a prefix, which need not end at a segment', async () => {
      const store = await makeStore();
      for (const key of ['a/x/1', 'a/x/2', 'a/xy/3', 'a/y', 'b/x/4']) {
        await store.putOnce(key, bytes(key), 'text/plain');
      }
      expect(await store.list('')).toEqual(['a/x/1', 'a/x/2', 'a/xy/3', 'a/y', 'b/x/4']);
      expect(await store.list('a/x')).toEqual(['a/x/1', 'a/x/2', 'a/xy/3']);
      expect(await store.list('a/x/')).toEqual(['a/x/1', 'a/x/2']);
      expect(await store.list('a/x/2')).toEqual(['a/x/2']);
      expect(await store.list('c/')).toEqual([]);
      expect(await store.list('a/y/')).toEqual([]);
    });

    it('lists the keys after a text, which need not be a key', async () => {
      const store = await makeStore();
      const keys = [
        'k/2026-08',
        'k/2026-08-03/a',
        'k/2026-09-07/b',
        'k/2026-09-07/ﬀ',
        'k/2026-09-07/😀',
        'l/z',
      ];
      for (const key of keys) await store.putOnce(key, bytes('x'), 'text/plain');
      expect(await store.list('k/', { after: 'k/2026-08' })).toEqual(keys.slice(1, 5));
      expect(await store.list('k/', { after: 'k/2026-09-07/ﬀ' })).toEqual(['k/2026-09-07/😀']);
      expect(await store.list('k/', { after: 'a' })).toEqual(keys.slice(0, 5));
      expect(await store.list('k/', { after: 'l' })).toEqual([]);
    });

    it('lists in code-point order, across folders and beyond the basic plane', async () => {
      const store = await makeStore();
      const inOrder = ['a', 'a-b', 'a0/z', 'aa', 'b', 'é', 'ﬀ', '😀'];
      for (const key of [...inOrder].reverse()) await store.putOnce(`k/${key}`, bytes('x'), 'text/plain');
      expect(await store.list('k/')).toEqual(inOrder.map((key) => `k/${key}`));
    });

    it('accepts the names of workbooks', async () => {
      const store = await makeStore();
      const key = 'issues/riverside/Riverside – Tower (Ω) lookahead 2026-W48 issue 1 – Ó Briain & Søn.xlsx';
      await store.putOnce(key, bytes('x'), 'text/plain');
      expect(await store.list('issues/riverside/Riv')).toEqual([key]);
      expect(await store.link(key)).toMatch(/^(file|https?):\/\/\S+$/);
    });

    it('accepts keys and names of the greatest length, and none that is a byte longer', async () => {
      const store = await makeStore();
      const folder = `${'f'.repeat(255)}/`;
      const key = folder.repeat(3) + 'é'.repeat(128);
      expect(Buffer.byteLength(key)).toBe(1024);
      await expect(store.putOnce(key, bytes('x'), 'text/plain')).rejects.toThrow(/256 bytes long/);
      const longest = `${folder.repeat(3)}a/${'n'.repeat(254)}`;
      expect(longest).toHaveLength(1024);
      expect(await store.putOnce(longest, bytes('x'), 'text/plain')).toBe('created');
      expect(await store.list(folder)).toEqual([longest]);
      await expect(store.putOnce(`${longest}n`, bytes('x'), 'text/plain')).rejects.toThrow(/1025 bytes long/);
    });

    it.each(unusableKeys)('rejects the key %j with a message of one line', async (key, problem) => {
      const store = await makeStore();
      const attempts = [
        () => store.putOnce(key, bytes('x'), 'text/plain'),
        () => store.get(key),
        () => store.link(key),
      ];
      for (const attempt of attempts) {
        const error = await attempt().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).toBeInstanceOf(ArchiveError);
        expect(error).toMatchObject({ name: 'ArchiveError', code: 'key', key });
        expect(String(error)).toMatch(problem);
        expect(String(error)).not.toMatch(/[\n\r]/);
      }
      expect(await store.list('')).toEqual([]);
    });

    it('rejects a prefix that leads out of the store', async () => {
      const store = await makeStore();
      await expect(store.list('../')).rejects.toThrow(ArchiveError);
      await expect(store.list('/etc/')).rejects.toThrow(ArchiveError);
    });
  });
}
