import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { signLink, verifyLink } from '#display/signed-link.ts';
import { anyCharacter } from '../support/any-character.ts';

const secret = 'a secret of thirty-two characters';
const other = 'another one, also long enough for it';
const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const expires = now.add({ hours: 24 * 30 });
const baseUrl = 'https://abc.lambda-url.eu-west-2.on.aws/';
const key = 'issues/riverside/weekly/Riverside – Tower (Ω) & Søn.xlsx';
const read = (link: Parameters<typeof verifyLink>[0], at = now) =>
  verifyLink(link, { secrets: { current: secret }, now: at });

describe('a link', () => {
  it('is valid for its object until it expires', () => {
    const link = signLink({ baseUrl, key, expires, secret });
    expect(link).toMatch(
      /^https:\/\/abc\.lambda-url\.eu-west-2\.on\.aws\/\?key=[\w-]+&expires=\d+&token=[\w-]{43}$/,
    );
    expect(read(link)).toEqual({ key });
    expect(read(link, expires.subtract({ seconds: 1 }))).toEqual({ key });
    expect(read(link, expires)).toBe('refused');
  });

  it('is verified from the whole address or only its query, as text or parsed', () => {
    const link = signLink({ baseUrl, key, expires, secret });
    const url = new URL(link);
    for (const form of [link, url, url.search, url.search.slice(1), url.searchParams, `${link}#part`]) {
      expect(read(form)).toEqual({ key });
    }
  });

  it('keeps the query of the base address', () => {
    const link = signLink({ baseUrl: 'https://files.example.com/get?stage=prod', key, expires, secret });
    expect(link).toMatch(/^https:\/\/files\.example\.com\/get\?stage=prod&key=/);
    expect(read(link)).toEqual({ key });
  });

  it('is valid after one rotation of the secret, not after two', () => {
    const link = signLink({ baseUrl, key, expires, secret });
    expect(verifyLink(link, { secrets: { current: other, previous: secret }, now })).toEqual({ key });
    expect(verifyLink(link, { secrets: { current: other }, now })).toBe('refused');
    expect(verifyLink(link, { secrets: { current: other, previous: `${secret}!` }, now })).toBe('refused');
  });

  it.each([
    '',
    '?',
    '?key=&expires=&token=',
    '?key=YQ',
    '?key=YQ&expires=99999999999',
    `?key=YQ&expires=99999999999&token=${'A'.repeat(43)}`,
    '?key=YQ&expires=NaN&token=AA',
    '?key=%FF&expires=1e99&token=%00',
    'nonsense',
  ])('%j is refused', (text) => {
    expect(read(text)).toBe('refused');
  });

  it('is refused when any character is changed', () => {
    const link = signLink({ baseUrl: 'https://a.example/', key, expires, secret });
    const start = link.indexOf('?') + 1;
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: link.length - 1 }),
        fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
        (at, character) => {
          const changed = link.slice(0, at) + character + link.slice(at + 1);
          fc.pre(changed !== link && new URL(changed).search !== new URL(link).search);
          const query = new URL(changed).searchParams;
          fc.pre(
            ['key', 'expires', 'token'].some(
              (name) => query.get(name) !== new URL(link).searchParams.get(name),
            ),
          );
          expect(read(changed)).toBe('refused');
        },
      ),
    );
  });

  it('stays valid in later releases, because the form of the signed text never changes', () => {
    const mailed =
      '?key=aXNzdWVzL2EvYi54bHN4&expires=1800000000&token=4P_cs_tw3GTsXyP90fxSrbHcMBA-c7WSygZAHnLSDTc';
    expect(read(mailed)).toEqual({ key: 'issues/a/b.xlsx' });
  });

  it('is refused in any other spelling of the same bytes', () => {
    const link = new URL(signLink({ baseUrl, key, expires, secret }));
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const parts: readonly string[] = ['key', 'token'];
    for (const name of parts) {
      const text = link.searchParams.get(name) ?? '';
      const bytes = Buffer.from(text, 'base64url');
      const endings = [...alphabet].map((last) => text.slice(0, -1) + last);
      const spellings = [
        ...endings,
        `${text}=`,
        `${text} `,
        `${text.slice(0, 4)}\n${text.slice(4)}`,
        `${text}!`,
      ];
      const others = spellings.filter(
        (other) => other !== text && Buffer.from(other, 'base64url').equals(bytes),
      );
      expect(others.length).toBeGreaterThan(2);
      for (const other of others) {
        const spelled = new URLSearchParams(link.search);
        spelled.set(name, other);
        expect(read(spelled)).toBe('refused');
      }
    }
  });

  it('is refused with a part removed, repeated, or taken from another link', () => {
    const link = new URL(signLink({ baseUrl, key, expires, secret }));
    const later = new URL(signLink({ baseUrl, key: 'b', expires: expires.add({ hours: 1 }), secret }));
    for (const name of ['key', 'expires', 'token']) {
      const without = new URLSearchParams(link.search);
      without.delete(name);
      expect(read(without)).toBe('refused');
      const doubled = new URLSearchParams(link.search);
      doubled.append(name, link.searchParams.get(name) ?? '');
      expect(read(doubled)).toBe('refused');
      const mixed = new URLSearchParams(link.search);
      mixed.set(name, later.searchParams.get(name) ?? '');
      expect(read(mixed)).toBe('refused');
    }
  });

  it('works for any key and time, with its own secret only', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, minLength: 1 }),
        fc.integer({ min: 1, max: 4_000_000_000 }),
        fc.string({ minLength: 32 }),
        (anyKey, seconds, anySecret) => {
          const link = signLink({
            baseUrl,
            key: anyKey,
            expires: now.add({ seconds }),
            secret: anySecret,
          });
          expect(verifyLink(link, { secrets: { current: anySecret }, now })).toEqual({ key: anyKey });
          expect(verifyLink(link, { secrets: { current: `${anySecret}x` }, now })).toBe('refused');
        },
      ),
    );
  });

  it('cannot be signed or verified with a secret that is too short', () => {
    expect(() => signLink({ baseUrl, key, expires, secret: '' })).toThrow(/at least 32/);
    expect(() => signLink({ baseUrl, key, expires, secret: 'x'.repeat(31) })).toThrow(/31 characters/);
    expect(signLink({ baseUrl, key, expires, secret: 'x'.repeat(32) })).toContain('&token=');
    expect(() => verifyLink('', { secrets: { current: 'short' }, now })).toThrow(RangeError);
  });
});
