import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { signatureOf, signLink } from '#display/signed-link.ts';
import { weekPageObject } from '#pages/objects.ts';
import { pageKey, parsePageKey, signPageLink, verifyPageLink } from '#pages/page-link.ts';
import { anAddress } from '../support/pages/a-page.ts';

const secret = 'current-'.repeat(5);
const baseUrl = 'https://links.example.com/';
const address = anAddress();
const page = signPageLink(address, { baseUrl, kind: 'page', secret });
const wall = signPageLink(address, { baseUrl, kind: 'wall', secret });
const name = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/everyone';

function verified(link: string, { at = '2026-11-23T08:00:00Z', secrets = { current: secret } } = {}) {
  return verifyPageLink(new URL(link).searchParams, { secrets, now: Temporal.Instant.from(at) });
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

describe('a link to a page', () => {
  it.each(['page', 'wall'] as const)(
    'names run and message, and opens the kind that it was signed for (%s)',
    (kind) => {
      const link = signPageLink(address, { baseUrl, kind, secret });
      expect(link).toMatch(new RegExp(`^https://links\\.example\\.com/\\?${kind}=${name}&token=[\\w-]{22}$`));
      expect(verified(link)).toEqual({ kind, address });
    },
  );

  it('opens until the end of the 14th day after its window, in UTC', () => {
    expect(verified(page, { at: '2026-12-13T23:59:59.999Z' })).toEqual({ kind: 'page', address });
    expect(verified(page, { at: '2026-12-14T00:00:00Z' })).toBeUndefined();
  });

  it('opens after a rotation of the secret, while the old secret is kept', () => {
    const current = 'rotated-'.repeat(5);
    const rotated = { current, previous: secret };
    expect(verified(page, { secrets: rotated })).toEqual({ kind: 'page', address });
    expect(verified(page, { secrets: { current } })).toBeUndefined();
  });

  it('of a test or a preview opens too', () => {
    const tested = anAddress({ space: 'test-runs/preview' });
    expect(verified(signPageLink(tested, { baseUrl, kind: 'page', secret }))).toEqual({
      kind: 'page',
      address: tested,
    });
  });

  it('cannot be signed with a secret that is too short', () => {
    expect(() => signPageLink(address, { baseUrl, kind: 'page', secret: 'short' })).toThrow(RangeError);
  });

  const workbook = signLink({
    baseUrl,
    key: name,
    expires: Temporal.Instant.from('2026-12-20T14:00:00Z'),
    secret,
  });
  const lastChanged = page.slice(0, -1) + (page.endsWith('A') ? 'B' : 'A');
  it.each([
    ['that was shortened in a mail', page.slice(0, -1)],
    ['without its token', page.replace(/&token=.*/, '')],
    ['without a name', `${baseUrl}?token=${tokenOf(page)}`],
    [
      'whose token was changed',
      page.replace(/token=./, (start) => `token=${start.endsWith('x') ? 'y' : 'x'}`),
    ],
    ['whose token has other bits after its last byte', lastChanged],
    ['whose token has padding', `${page}==`],
    ['to another message', page.replace('everyone', 'pile-co')],
    ['to another run', page.replace('T14-00', 'T15-00')],
    ['with a later window', page.replace('_2026-11-29', '_2026-12-29')],
    ['with the token of the wall', page.replace(tokenOf(page), tokenOf(wall))],
    ['of the wall with the token of a page', wall.replace(tokenOf(wall), tokenOf(page))],
    ['with the token of a workbook', page.replace(tokenOf(page), tokenOf(workbook))],
    ['with its name twice', `${page}&page=${name}`],
    ['with its token twice', `${page}&token=${tokenOf(page)}`],
    [
      'signed with another secret',
      signPageLink(address, { baseUrl, kind: 'page', secret: 'somebody'.repeat(5) }),
    ],
    ['without any parameter', baseUrl],
  ])('%s is refused', (_, link) => {
    expect(verified(link)).toBeUndefined();
  });

  it.each([
    ['a parent folder', 'everyone', '../everyone'],
    ['a subfolder', 'everyone', 'pages/everyone'],
    ['a file', 'everyone', 'everyone.json.gz'],
    ['upper case', 'everyone', 'Everyone'],
    ['no message', 'everyone', ''],
    ['no run', '2026-11-20T14-00-00Z', ''],
    ['a parent folder as run', '2026-11-20T14-00-00Z', '..'],
    ['another folder of the archive', 'issues', 'machine'],
    ['an unknown kind of test', 'issues', 'test-runs/x'],
    ['a parent folder as project', 'riverside', '..'],
    ['a project in upper case', 'riverside', 'Riverside'],
    ['no window', '2026-11-23_2026-11-29/', ''],
    ['days that do not exist', '2026-11-29', '2026-13-45'],
    ['a line end', 'everyone', 'everyone\n'],
  ])('with %s is refused even if it is signed', (_, part, other) => {
    const signed = (page: string) => {
      const token = signatureOf(['lookahead page 1', page], secret).subarray(0, 16).toString('base64url');
      return `${baseUrl}?${new URLSearchParams({ page, token })}`;
    };
    expect(verified(signed(name))).toEqual({ kind: 'page', address });
    expect(verified(signed(name.replace(part, other)))).toBeUndefined();
  });

  it('is not signed for an address that cannot be a page', () => {
    const wrong = anAddress({ message: '../everyone' });
    expect(() => signPageLink(wrong, { baseUrl, kind: 'page', secret })).toThrow(RangeError);
  });
});

describe('the key of a page', () => {
  it('is below the prefix of its run, and can be parsed to its address', () => {
    const key = pageKey('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/', 'everyone');
    expect(weekPageObject.key(address)).toBe(key);
    expect(parsePageKey(key)).toEqual(address);
  });

  it('can be parsed if project and report are called pages', () => {
    const own = anAddress({ project: 'pages', report: 'pages' });
    expect(parsePageKey(weekPageObject.key(own))).toEqual(own);
  });

  it.each(['', 'machine/link-secret.json', weekPageObject.key(address).replace('pages', 'mail')])(
    'cannot be %j',
    (key) => {
      expect(() => parsePageKey(key)).toThrow(RangeError);
    },
  );
});
