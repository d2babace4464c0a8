import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aLinkApp, linkTo, linkToWorkbook, secret } from '../support/pages/a-link-app.ts';
import { addIssue, anAddress, anArchiveOf, aPage, aPageOfWeek } from '../support/pages/a-page.ts';

const address = anAddress();
const folder = 'issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/';
const page = aPage({
  tasks: [{ id: 'A1', name: 'Trim piles', start: '2026-11-24', owner: 'Ana Silva', status: 'blocked' }],
});
const refused = 'This link is not valid, or has expired. Ask whoever sent you the report for a new one.\n';

async function opened({ changes = {}, link = linkTo(address), init = {} }: OpenedParts = {}) {
  const app = aLinkApp({ store: await anArchiveOf([address, page]), ...changes });
  const answer = await app.open(link, init);
  return { ...app, status: answer.status, headers: answer.headers, text: await answer.text() };
}

type OpenedParts = {
  readonly changes?: Parameters<typeof aLinkApp>[0];
  readonly link?: string;
  readonly init?: RequestInit;
};

describe('the answer to a link of a page', () => {
  it('is the page, not to be stored, indexed or framed, which loads and runs nothing', async () => {
    const { status, headers, text, told } = await opened();
    expect(status).toBe(200);
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    expect(text).toContain('Trim piles');
    expect(text).not.toMatch(/<script| style="| src=| on[a-z]+="/);
    expect(told).toEqual([`opened ${folder}pages/`]);
  });

  it('is compressed if the browser accepts that', async () => {
    const { open } = aLinkApp({ store: await anArchiveOf([address, page]) });
    const answer = await open(linkTo(address), { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const plain = answer.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(plain).text()).toContain('Trim piles');
  });

  it('to HEAD is the same without the page', async () => {
    const { status, headers, text } = await opened({ init: { method: 'HEAD' } });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=utf-8', '']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('to %s is a refusal', async (method) => {
    const { status, text, told } = await opened({ init: { method } });
    expect([status, text, told]).toEqual([403, refused, ['refused']]);
  });

  it.each([
    ['changed', linkTo(address).replace('everyone', 'pile-co')],
    ['of the wall with the token of a page', linkTo(address).replace('page=', 'wall=')],
    ['of a page with the token of the wall', linkTo(address, 'wall').replace('wall=', 'page=')],
    ['without anything', 'https://links.example.com/'],
    ['to a page as if it were a workbook', linkToWorkbook(`${folder}pages/everyone.json.gz`)],
  ])('that is %s is a refusal that is not cached', async (_, link) => {
    const { status, text, headers, told } = await opened({ link });
    expect([status, text, told]).toEqual([403, refused, ['refused']]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('that has expired is a refusal', async () => {
    expect((await opened({ changes: { at: '2026-12-13T23:59:59Z' } })).status).toBe(200);
    expect((await opened({ changes: { at: '2026-12-14T00:00:00Z' } })).status).toBe(403);
  });

  it('says so if the page is no longer stored', async () => {
    const { status, text, told } = await opened({ link: linkTo({ ...address, runId: 'run-0' }) });
    expect([status, text]).toEqual([410, expect.stringContaining('no longer stored')]);
    expect(told).toEqual(['gone issues/riverside/weekly/2026-11-23_2026-11-29/run-0/pages/']);
  });

  it('has the status 429 after 240 requests in a minute, for this link only', async () => {
    const store = await anArchiveOf([address, page]);
    const { open, told, clock } = aLinkApp({ store });
    const open241 = async (link: string) => {
      for (let read = 0; read < 240; read += 1) await (await open(link, { method: 'HEAD' })).text();
      return open(link);
    };
    const answer = await open241(linkTo(address));
    expect([answer.status, answer.headers.get('retry-after'), told.at(-1)]).toEqual([429, '60', 'postponed']);
    expect(await answer.text()).toContain('Try again in a minute.');
    expect((await open(linkTo(address, 'wall'))).status).toBe(200);
    clock.advance({ minutes: 1 });
    expect((await open(linkTo(address))).status).toBe(200);
  });

  it('has the status 429 for a reader who opens more than 1,200 links in a minute, and for nobody else', async () => {
    const { open } = aLinkApp();
    const statusOf = async (run: number, reader: string) =>
      (await open(linkTo({ ...address, runId: `run-${run}` }), { headers: { reader } })).status;
    for (let read = 0; read < 1_200; read += 1) expect(await statusOf(read, 'one')).toBe(410);
    expect([await statusOf(0, 'one'), await statusOf(0, 'other')]).toEqual([429, 410]);
  });

  it('does not have the status 429 because of forged or refused requests', async () => {
    const { open } = aLinkApp({ store: await anArchiveOf([address, page]) });
    const statuses = async (link: string, count: number) => {
      const all = new Map<number, number>();
      for (let read = 0; read < count; read += 1) {
        const { status } = await open(link, { method: 'HEAD' });
        all.set(status, (all.get(status) ?? 0) + 1);
      }
      return Object.fromEntries(all);
    };
    expect(await statuses(`${linkTo(address)}x`, 2_480)).toEqual({ 403: 2_480 });
    expect(await statuses(linkTo(address, 'wall'), 2_480)).toEqual({ 200: 240, 429: 2_240 });
    expect(await statuses(linkTo(address), 241)).toEqual({ 200: 240, 429: 1 });
  });
});

describe('a secret that was changed', () => {
  const rotated = { current: 'rotated-'.repeat(5), previous: secret };
  const young = linkTo(address, 'page', rotated.current);

  it('is read again for a link signed with the new one, and opens it', async () => {
    const { status, text } = await opened({ link: young, changes: { freshSecrets: async () => rotated } });
    expect([status, text.includes('Trim piles')]).toEqual([200, true]);
  });

  it('is not read again for a link that opens anyway', async () => {
    const freshSecrets = async () => {
      throw new Error('asked again');
    };
    expect((await opened({ changes: { freshSecrets } })).status).toBe(200);
  });

  it.each<[string, () => Promise<typeof rotated | undefined>]>([
    ['read too recently', async () => undefined],
    ['not readable', () => Promise.reject(new Error('throttled'))],
  ])('opens no link signed with the new one if the secret was %s', async (_, freshSecrets) => {
    const { status, told } = await opened({ link: young, changes: { freshSecrets } });
    expect([status, told]).toEqual([403, ['refused']]);
  });
});

describe('a link to a later revision', () => {
  const second = { ...address, runId: 'run-2' };
  const hrefIn = (text: string) =>
    /<a class="s" href="([^"]+)">Open it<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

  it('opens the page of the latest revision', async () => {
    const later = aPage({ issueNumber: 2, tasks: [{ name: 'Cast caps', start: '2026-11-24' }] });
    const { read } = aLinkApp({ store: await anArchiveOf([address, page], [second, later]) });
    const text = await read(linkTo(address));
    expect(text).toContain('Revision 2 was made on');
    const next = await read(hrefIn(text));
    expect(next).toContain('Cast caps');
    expect(next).toContain('This is the latest revision.');
    const wall = await read(hrefIn(await read(linkTo(address, 'wall'))));
    expect(wall).toContain('Cast caps');
    expect(wall).not.toContain('mailto:');
  });

  it('is on a wall only if the later revision has a wall too', async () => {
    const store = await anArchiveOf([address, page], [second, aPage({ issueNumber: 2, qr: false })]);
    const { read } = aLinkApp({ store });
    const text = await read(linkTo(address, 'wall'));
    expect([text.includes('Revision 2 was made on'), hrefIn(text)]).toEqual([true, '']);
  });

  it('is left out if that revision has no page for the readers of the earlier one, as is a link to a report for later dates', async () => {
    const store = await anArchiveOf([address, page]);
    await addIssue(store, { address: second, number: 2 });
    const text = await aLinkApp({ store }).read(linkTo(address));
    expect([text.includes('A later revision has been made.'), hrefIn(text)]).toEqual([true, '']);
    const next = anAddress({ first: '2026-11-30', last: '2026-12-06' });
    const report = await anArchiveOf([address, page], [next, aPageOfWeek('2026-11-30', [])]);
    const said = await aLinkApp({ store: report }).read(linkTo(address));
    expect([said.includes('A later report was made on'), said.includes('2026-11-30_2026-12-06')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a link to a workbook', () => {
  const link = linkToWorkbook(`${folder}Tower.xlsx`);

  it('is answered by the workbook server, with the same headers', async () => {
    const { status, text, headers, told } = await opened({ link });
    expect([status, text, told]).toEqual([200, 'the workbook', [`opened ${folder}`]]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('says so if the workbook is no longer stored', async () => {
    const { status, told } = await opened({ link, changes: { workbook: async () => undefined } });
    expect([status, told]).toEqual([410, [`gone ${folder}`]]);
  });
});
