import { Temporal } from 'temporal-polyfill';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { signLink } from '#display/signed-link.ts';
import { createLineLog } from '#machine/line-log.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { signPageLink } from '#pages/page-link.ts';
import { deep } from '../support/deep-checks.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { anAddress } from '../support/pages/a-page.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const now = Temporal.Instant.from('2026-11-20T14:00:00Z');
const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/Tower – week 48.xlsx';

const url = 'https://links.example.com/';

async function aServer() {
  const store = createDirectoryStore(await temporaryDirectory());
  const secret = await readOrCreateLinkSecret(store);
  const lines: string[] = [];
  const log = createLineLog('text', { write: (line) => lines.push(line), now: () => now });
  const server = createLinkServer({ store, secret, url, log, now: () => now });
  const linkTo = (object: string, expires = now.add({ hours: 1 })) =>
    signLink({ baseUrl: 'https://links.example.com/', key: object, expires, secret: secret() });
  return {
    store,
    linkTo,
    pageTo: (run: string) =>
      signPageLink(anAddress({ runId: run }), { baseUrl: url, kind: 'page', secret: secret() }),
    lines,
    open: (link: string, { from = '192.0.2.1', ...init }: RequestInit & { readonly from?: string } = {}) =>
      server.request(link, init, { remoteAddress: from }),
  };
}

it('a reader behind a proxy who reads 1,200 pages in a minute is told to try later, and no other reader is', async () => {
  const { open, pageTo } = await aServer();
  const statusOf = async (run: number, reader: string) =>
    (await open(pageTo(`run-${run}`), { from: '127.0.0.1', headers: { 'x-forwarded-for': reader } })).status;
  for (let read = 0; read < 1_200; read += 1) expect(await statusOf(read, '192.0.2.1')).toBe(410);
  expect([await statusOf(0, '192.0.2.1'), await statusOf(0, '192.0.2.2')]).toEqual([429, 410]);
});

describe('a link in a message', () => {
  it('opens the workbook, under its own name', async () => {
    const { store, open, linkTo } = await aServer();
    await store.putOnce(key, Buffer.from('the workbook'), 'application/octet-stream');
    const answer = await open(linkTo(key));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('the workbook');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-length': '12',
      'content-disposition': `attachment; filename="workbook.xlsx"; filename*=UTF-8''Tower%20%E2%80%93%20week%2048.xlsx`,
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    const head = await open(linkTo(key), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is refused in the same words if it was changed, has expired, or leads to anything except a workbook', async () => {
    const { store, open, linkTo, lines } = await aServer();
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
      const answer = await open(link);
      expect([link, answer.status, await answer.text()]).toEqual([
        link,
        403,
        'This link is not valid, or has expired. Ask whoever sent you the report for a new one.\n',
      ]);
    }
    expect(lines.join('')).not.toContain('Tower');
  });

  it('that is refused is logged, in at most one line a minute for all refused links', async () => {
    const lines: string[] = [];
    const clock = { at: now };
    const server = createLinkServer({
      store: { ...createMemoryStore(), open: async () => undefined },
      url,
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

  it('reports that the workbook is no longer stored, or cannot be read', async () => {
    const { open, linkTo } = await aServer();
    expect((await open(linkTo(key))).status).toBe(410);
    const failing = createLinkServer({
      store: { ...createMemoryStore(), open: () => Promise.reject(new Error('the disk is gone')) },
      url,
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

describe('downloads in progress', () => {
  /** A workbook that is larger than the buffers of a connection, so that a download lasts until it is read. */
  async function aLargeWorkbook() {
    const server = await aServer();
    await server.store.putOnce(key, new Uint8Array(200_000), 'application/octet-stream');
    const start = async (from: string, forwardedFor?: string) => {
      const headers = forwardedFor === undefined ? undefined : { 'x-forwarded-for': forwardedFor };
      const answer = await server.open(server.linkTo(key), { from, ...(headers ? { headers } : {}) });
      onTestFinished(async () => {
        if (answer.body?.locked === false) await answer.body.cancel();
      });
      return answer;
    };
    return { ...server, start };
  }

  it('are limited to 25 per address; other addresses can open theirs, and one that ends makes room', async () => {
    const { start, lines } = await aLargeWorkbook();
    const first = await Promise.all(Array.from({ length: 25 }, () => start('192.0.2.1')));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    const refused = await start('192.0.2.1');
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      '60',
      'Too many workbooks are being downloaded at the moment. Open the link again in a few minutes.\n',
    ]);
    expect(lines.at(-1)).toContain('links not opened: too many at once links=1');
    expect((await start('192.0.2.2')).status).toBe(200);
    const [left, read] = first;
    await left?.body?.cancel();
    expect((await read?.arrayBuffer())?.byteLength).toBe(200_000);
    expect((await start('192.0.2.1')).status).toBe(200);
    expect((await start('192.0.2.1')).status).toBe(200);
    expect((await start('192.0.2.1')).status).toBe(503);
  });

  it.runIf(deep)('are limited to 200 in all', async () => {
    const { start } = await aLargeWorkbook();
    const answers = [];
    for (let reader = 0; reader < 201; reader += 1) answers.push((await start(`192.0.2.${reader}`)).status);
    expect(answers).toEqual([...Array.from({ length: 200 }, () => 200), 503]);
  });

  it('are counted by the address that a proxy on this machine names; an address named by anyone else is ignored', async () => {
    const { start } = await aLargeWorkbook();
    const status = async (from: string, forwardedFor: string) => (await start(from, forwardedFor)).status;
    for (let reader = 0; reader < 26; reader += 1) {
      expect(await status('127.0.0.1', `198.51.100.1, 192.0.2.${reader}`)).toBe(200);
      expect(await status('203.0.113.1', `192.0.2.${reader}`)).toBe(reader < 25 ? 200 : 503);
    }
  });
});

describe('the secret for links', () => {
  it('is generated once for an archive', async () => {
    const store = createMemoryStore();
    const [first, second] = await Promise.all([readOrCreateLinkSecret(store), readOrCreateLinkSecret(store)]);
    expect(second()).toBe(first());
    expect(first().length).toBeGreaterThanOrEqual(32);
    expect((await readOrCreateLinkSecret(createMemoryStore()))()).not.toBe(first());
  });

  it('is read from an archive that cannot be written at the moment', async () => {
    const store = createMemoryStore();
    const secret = await readOrCreateLinkSecret(store);
    const full = { ...store, putOnce: () => Promise.reject(new Error('The disk is full.')) };
    expect((await readOrCreateLinkSecret(full))()).toBe(secret());
  });

  it('is refused if its object has other content', async () => {
    const store = createMemoryStore();
    await store.putOnce('machine/link-secret.json', Buffer.from('{"secret": "short"}'), 'application/json');
    const secret = await readOrCreateLinkSecret(store);
    expect(secret).toThrow(
      'machine/link-secret.json in the archive has no secret for links. Remove the file',
    );
    const server = createLinkServer({
      store: { ...createMemoryStore(), open: async () => undefined },
      url,
      secret,
      log: createLineLog('text', { write: () => undefined, now: () => now }),
      now: () => now,
    });
    const answer = await server.request('http://localhost/any?key=x');
    expect([answer.status, await answer.text()]).toEqual([
      503,
      'This cannot be read at the moment. Try again later.\n',
    ]);
  });
});
