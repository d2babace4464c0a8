import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { signLink } from '#mail/signed-link.ts';
import { addressOfKey, keyOfPage, pageKey, signPage, verifyPage } from '#pages/page-link.ts';
import { anAddress } from '../support/pages/a-page.ts';

const secret = 'current-'.repeat(5);
const baseUrl = 'https://links.example.com/';
const address = anAddress();
const page = signPage(address, { baseUrl, kind: 'page', secret });
const wall = signPage(address, { baseUrl, kind: 'wall', secret });
const name = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/everyone';

function verified(link: string, { at = '2026-11-23T08:00:00Z', secrets = { current: secret } } = {}) {
  return verifyPage(new URL(link).searchParams, { secrets, now: Temporal.Instant.from(at) });
}

const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

describe('a link to a page', () => {
  test.each(['page', 'wall'] as const)(
    'names run and message, and opens what it was made for (%s)',
    (kind) => {
      const link = signPage(address, { baseUrl, kind, secret });
      expect(link).toMatch(new RegExp(`^https://links\\.example\\.com/\\?${kind}=${name}&token=[\\w-]{22}$`));
      expect(verified(link)).toEqual({ kind, address });
    },
  );

  test('opens until the 14th day after the last one of its window has ended in UTC', () => {
    expect(verified(page, { at: '2026-12-13T23:59:59.999Z' })).toEqual({ kind: 'page', address });
    expect(verified(page, { at: '2026-12-14T00:00:00Z' })).toBeUndefined();
  });

  test('opens after the secret was changed, as long as the old one is kept', () => {
    const current = 'rotated-'.repeat(5);
    const rotated = { current, previous: secret };
    expect(verified(page, { secrets: rotated })).toEqual({ kind: 'page', address });
    expect(verified(page, { secrets: { current } })).toBeUndefined();
  });

  test('of a test or a preview opens too', () => {
    const windowAt = 'test-runs/preview/riverside/weekly/2026-11-23_2026-11-29/';
    const tested = { ...address, windowAt };
    expect(verified(signPage(tested, { baseUrl, kind: 'page', secret }))).toEqual({
      kind: 'page',
      address: tested,
    });
  });

  test('is refused where its secret is too short', () => {
    expect(() => signPage(address, { baseUrl, kind: 'page', secret: 'short' })).toThrow(RangeError);
  });

  const workbook = signLink({
    baseUrl,
    key: name,
    expires: Temporal.Instant.from('2026-12-20T14:00:00Z'),
    secret,
  });
  const lastChanged = page.slice(0, -1) + (page.endsWith('A') ? 'B' : 'A');
  test.each([
    ['that was cut in a mail', page.slice(0, -1)],
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
    ['signed by somebody else', signPage(address, { baseUrl, kind: 'page', secret: 'somebody'.repeat(5) })],
    ['without anything', baseUrl],
  ])('%s is refused', (_, link) => {
    expect(verified(link)).toBeUndefined();
  });

  test.each([
    ['a folder above', { message: '../everyone' }],
    ['a folder below', { message: 'pages/everyone' }],
    ['a file', { message: 'everyone.json.gz' }],
    ['upper case', { message: 'Everyone' }],
    ['no message', { message: '' }],
    ['no run', { run: '' }],
    ['a run above', { run: '..' }],
    ['another folder of the archive', { windowAt: 'machine/riverside/weekly/2026-11-23_2026-11-29/' }],
    ['a test of another kind', { windowAt: 'test-runs/x/riverside/weekly/2026-11-23_2026-11-29/' }],
    ['a project above', { windowAt: 'issues/../weekly/2026-11-23_2026-11-29/' }],
    ['a project in upper case', { windowAt: 'issues/Riverside/weekly/2026-11-23_2026-11-29/' }],
    ['no window', { windowAt: 'issues/riverside/weekly/' }],
    ['days that do not exist', { windowAt: 'issues/riverside/weekly/2026-11-23_2026-13-45/' }],
    ['a line end', { message: 'everyone\n' }],
  ])('with %s is refused though it is signed', (_, changes) => {
    const signed = new URL(signPage({ ...address, ...changes }, { baseUrl, kind: 'page', secret }));
    expect(verified(signed.href)).toBeUndefined();
  });
});

describe('the key of a page', () => {
  test('is below its run, and gives its address back', () => {
    const key = pageKey('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/', 'everyone');
    expect(keyOfPage(address)).toBe(key);
    expect(addressOfKey(key)).toEqual(address);
  });

  test('gives its address back where a project and a report are called pages', () => {
    const windowAt = 'issues/pages/pages/2026-11-23_2026-11-29/';
    expect(addressOfKey(keyOfPage({ ...address, windowAt }))).toEqual({ ...address, windowAt });
  });

  test.each(['', 'machine/link-secret.json', keyOfPage(address).replace('pages', 'mail')])(
    'is not %j',
    (key) => {
      expect(() => addressOfKey(key)).toThrow(RangeError);
    },
  );
});
