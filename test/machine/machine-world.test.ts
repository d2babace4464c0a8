import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { linkSecretOf } from '../../functions/machine/link-secret.ts';
import { isThisMachine, openMachineArchive } from '../../functions/machine/machine-world.ts';
import { verifyPage } from '../../functions/pages/page-link.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://server:8080', false],
  ['http://10.0.0.5:8080', false],
  ['https://lookahead.example.com', false],
])('readers’ phones reach %s, or not', (url, isOwn) => {
  expect(isThisMachine(url)).toBe(isOwn);
});

test('the archive of a machine signs pages with the secret that its server checks', async () => {
  const now = () => Temporal.Instant.from('2026-11-20T14:00:00Z');
  const archive = await temporaryDirectory();
  const store = await openMachineArchive(
    { archive, url: 'https://links.example.com', linkDays: 30 },
    { now },
  );
  const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/pages/everyone.json.gz';
  const link = new URL(await store.signPage(key, 'wall'));
  const secret = await linkSecretOf(store);
  expect(link.origin).toBe('https://links.example.com');
  expect(verifyPage(link.searchParams, { secrets: { current: secret() }, now: now() })?.kind).toBe('wall');
});
