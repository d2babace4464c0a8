import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { createLineLog } from '../../functions/machine/line-log.ts';
import { linkSecretOf } from '../../functions/machine/link-secret.ts';
import { createLinkServer } from '../../functions/machine/link-server.ts';
import { signLink } from '../../functions/mail/signed-link.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/Tower – week 48.xlsx';

async function aServer() {
  const store = createMemoryStore();
  const secret = await linkSecretOf(store);
  const lines: string[] = [];
  const log = createLineLog('text', { write: (line) => lines.push(line), now: () => now });
  const server = createLinkServer({ store, secret, log, now: () => now });
  const linkTo = (object: string, expires = now.add({ hours: 1 })) =>
    signLink({ baseUrl: 'https://links.example.com/', key: object, expires, secret: secret() });
  return { store, server, linkTo, lines };
}

describe('a link in a message', () => {
  test('opens the workbook, under its own name', async () => {
    const { store, server, linkTo } = await aServer();
    await store.putOnce(key, Buffer.from('the workbook'), 'application/octet-stream');
    const answer = await server.request(linkTo(key));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('the workbook');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="workbook.xlsx"; filename*=UTF-8''Tower%20%E2%80%93%20week%2048.xlsx`,
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    const head = await server.request(linkTo(key), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('is refused in the same words where it was changed, has expired, or leads to anything but a workbook', async () => {
    const { store, server, linkTo, lines } = await aServer();
    await store.putOnce(key, Buffer.from('the workbook'), 'application/octet-stream');
    await store.putOnce('issues/riverside/snapshot.json.gz', Buffer.from('x'), 'application/gzip');
    const links = [
      linkTo(key, now.subtract({ seconds: 1 })),
      linkTo('issues/riverside/snapshot.json.gz'),
      linkTo('machine/link-secret.json'),
      `${linkTo(key).slice(0, -1)}x`,
      'https://links.example.com/',
    ];
    for (const link of links) {
      const answer = await server.request(link);
      expect([link, answer.status, await answer.text()]).toEqual([
        link,
        403,
        'This link is not valid, or has expired. Ask whoever sent you the report for the workbook.\n',
      ]);
    }
    expect(lines.join('')).not.toContain('Tower');
  });

  test('that is refused is logged with the others of the minute, however many are opened', async () => {
    const lines: string[] = [];
    const clock = { at: now };
    const server = createLinkServer({
      store: createMemoryStore(),
      secret: () => 'a secret of at least thirty-two characters',
      log: createLineLog('text', { write: (line) => lines.push(line), now: () => 'now' }),
      now: () => clock.at,
    });
    const refuse = async (times: number) => {
      for (let time = 0; time < times; time++) await server.request('http://localhost/any?key=x');
    };
    await refuse(300);
    clock.at = now.add({ seconds: 59 });
    await refuse(100);
    expect(lines).toEqual(['now info  links refused links=1\n']);
    clock.at = now.add({ seconds: 60 });
    await refuse(1);
    expect(lines.slice(1)).toEqual(['now info  links refused links=400\n']);
  });

  test('says so where the workbook is no longer stored, or cannot be read', async () => {
    const { server, linkTo } = await aServer();
    expect((await server.request(linkTo(key))).status).toBe(410);
    const failing = createLinkServer({
      store: { get: () => Promise.reject(new Error('the disk is gone')) },
      secret: () => 'a secret of at least thirty-two characters',
      log: createLineLog('text', { write: () => undefined, now: () => now }),
      now: () => now,
    });
    const link = signLink({
      baseUrl: 'https://links.example.com/',
      key,
      expires: now.add({ hours: 1 }),
      secret: 'a secret of at least thirty-two characters',
    });
    expect((await failing.request(link)).status).toBe(503);
  });
});

test('whoever watches the process can ask whether it runs', async () => {
  const { server } = await aServer();
  const answer = await server.request('http://localhost/health');
  expect([answer.status, await answer.text()]).toEqual([200, 'running\n']);
});

describe('the secret for links', () => {
  test('is drawn once for an archive', async () => {
    const store = createMemoryStore();
    const [first, second] = await Promise.all([linkSecretOf(store), linkSecretOf(store)]);
    expect(second()).toBe(first());
    expect(first().length).toBeGreaterThanOrEqual(32);
    expect((await linkSecretOf(createMemoryStore()))()).not.toBe(first());
  });

  test('is refused where its object holds something else', async () => {
    const store = createMemoryStore();
    await store.putOnce('machine/link-secret.json', Buffer.from('{"secret": "short"}'), 'application/json');
    const secret = await linkSecretOf(store);
    expect(secret).toThrow(
      'machine/link-secret.json in the archive has no secret for links. Remove the file',
    );
    const server = createLinkServer({
      store,
      secret,
      log: createLineLog('text', { write: () => undefined, now: () => now }),
      now: () => now,
    });
    const answer = await server.request('http://localhost/any?key=x');
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'The workbook cannot be read at the moment. Try again later.\n',
    ]);
  });
});
