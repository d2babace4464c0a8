import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { createLinkHandler, limitSecretRereads } from '#cloud/open-link.ts';
import { type LinkSecrets, signLink } from '#display/signed-link.ts';
import { signPageLink } from '#pages/page-link.ts';
import { recordingLog } from '../support/a-world.ts';
import { aClock } from '../support/builders/a-delivery.ts';
import { aGatewayEvent, gatewayAnswer } from '../support/gateway-event.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { anAddress } from '../support/pages/a-page.ts';

const secrets = { current: 'current-'.repeat(5), previous: 'previous-'.repeat(5) };
const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/run-1/Riverside lookahead 2026-W48 issue 1.xlsx';
const expires = Temporal.Instant.from('2026-12-20T14:00:00Z');
const baseUrl = 'https://links.example.com/';
const link = signLink({ baseUrl, key, expires, secret: secrets.current });

function open(
  href: string,
  {
    at = '2026-11-21T09:00:00Z',
    method = 'GET',
    kept = true,
    freshSecrets = async (): Promise<LinkSecrets | undefined> => undefined,
  } = {},
) {
  const log = recordingLog();
  const rawQueryString = new URL(href).search.slice(1);
  const handler = createLinkHandler({
    secrets: async () => secrets,
    freshSecrets,
    store: createMemoryStore(),
    sign: async (signed: string, as: string) =>
      `https://bucket.example.com/${encodeURI(signed)}?X-Amz-Expires=300${as === 'GET' ? '' : `&signed-for=${as}`}`,
    isThere: async () => kept,
    log,
    now: () => Temporal.Instant.from(at),
  });
  return {
    log,
    answer: handler(aGatewayEvent({ rawQueryString, method })).then((answer) => gatewayAnswer.parse(answer)),
  };
}

const refused = {
  statusCode: 403,
  isBase64Encoded: false,
  headers: expect.objectContaining({ 'cache-control': 'no-store' }),
  body: 'This link is not valid, or has expired. Ask whoever sent you the report for a new one.\n',
};

it('an address that reads 1,200 pages in a minute is told to try later, and no other address is', async () => {
  const handler = createLinkHandler({
    secrets: async () => secrets,
    freshSecrets: async () => undefined,
    store: createMemoryStore(),
    sign: async () => '',
    isThere: async () => false,
    log: recordingLog(),
    now: aClock('2026-11-21T09:00:00Z').now,
  });
  const statusOf = async (run: number, sourceIp: string) => {
    const page = signPageLink(anAddress({ runId: `run-${run}` }), {
      baseUrl,
      kind: 'page',
      secret: secrets.current,
    });
    const event = aGatewayEvent({ rawQueryString: new URL(page).search.slice(1), sourceIp });
    return gatewayAnswer.parse(await handler(event)).statusCode;
  };
  for (let read = 0; read < 1_200; read += 1) expect(await statusOf(read, '198.51.100.7')).toBe(410);
  expect(await statusOf(0, '198.51.100.7')).toBe(429);
  expect(await statusOf(0, '198.51.100.8')).toBe(410);
});

describe('a link of a mail', () => {
  it('leads to the workbook through an address that is signed when the link is opened', async () => {
    const { answer, log } = open(link);
    expect(await answer).toEqual({
      statusCode: 302,
      headers: {
        location: `https://bucket.example.com/${encodeURI(key)}?X-Amz-Expires=300`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
      body: '',
      isBase64Encoded: false,
    });
    expect(JSON.stringify(log.lines)).not.toMatch(/token|X-Amz/);
  });

  it('still leads to the workbook if it was signed before the key was rotated', async () => {
    const old = signLink({ baseUrl, key, expires, secret: secrets.previous });
    expect(await open(old).answer).toMatchObject({ statusCode: 302 });
  });

  it('leads to the workbook if it was signed with a new key that this process has not read yet', async () => {
    const rotated = { current: 'rotated-'.repeat(5), previous: secrets.current };
    const young = signLink({ baseUrl, key, expires, secret: rotated.current });
    expect(await open(young, { freshSecrets: async () => rotated }).answer).toMatchObject({
      statusCode: 302,
    });
    const unread = async () => {
      throw new Error('throttled');
    };
    expect(await open(young, { freshSecrets: unread }).answer).toEqual(refused);
  });

  it('does not cause another read of the secret if it is valid', async () => {
    let readings = 0;
    const freshSecrets = async () => {
      readings += 1;
      return secrets;
    };
    expect(await open(link, { freshSecrets }).answer).toMatchObject({ statusCode: 302 });
    expect(readings).toBe(0);
  });

  it('leads to an address that is signed for the method of the request', async () => {
    const { answer } = open(link, { method: 'HEAD' });
    expect((await answer).headers['location']).toMatch(/&signed-for=HEAD$/);
  });

  const changed = (change: (url: URL) => void) => {
    const url = new URL(link);
    change(url);
    return url.href;
  };
  const other = Buffer.from(key.replace('run-1', 'run-2')).toString('base64url');
  it.each([
    ['without a token', changed((url) => url.searchParams.delete('token'))],
    ['without anything', baseUrl],
    ['with another key', changed((url) => url.searchParams.set('key', other))],
    ['with a later expiry', changed((url) => url.searchParams.set('expires', '9999999999'))],
    ['with an invalid token', changed((url) => url.searchParams.set('token', 'x'))],
    ['signed by somebody else', signLink({ baseUrl, key, expires, secret: 'somebody'.repeat(5) })],
    ['to the run store', signLink({ baseUrl, key: 'issues/a/issue.json', expires, secret: secrets.current })],
  ])('gets the same refusal however it is changed or forged: %s', async (_what, href) => {
    const { answer, log } = open(href);
    expect(await answer).toEqual(refused);
    expect(log.lines).toMatchObject([{ message: 'links refused' }]);
  });

  it('reports that its workbook is no longer stored', async () => {
    const { answer, log } = open(link, { kept: false });
    expect(await answer).toMatchObject({
      statusCode: 410,
      body: expect.stringContaining('no longer stored'),
    });
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'link to an object that was removed' }]);
  });

  it('makes the invocation fail, logged once, if the secret for links is invalid', async () => {
    const freshSecrets = async () => ({ current: 'too short' });
    const { answer, log } = open(link.slice(0, -1), { freshSecrets });
    await expect(answer).rejects.toThrow('The secret for links has 9 characters.');
    expect(log.lines).toMatchObject([{ level: 'error', message: 'failed' }]);
  });

  it('gets the same refusal as a forged one if it has expired, or is not requested with GET', async () => {
    expect(await open(link, { at: '2026-12-20T14:00:01Z' }).answer).toEqual(refused);
    expect(await open(link, { method: 'POST' }).answer).toEqual(refused);
  });
});

describe('the secret', () => {
  it('is read again for bad links at most every 30 seconds, whether that succeeds or not', async () => {
    const clock = aClock();
    let readings = 0;
    const read = async () => {
      readings += 1;
      if (readings === 2) throw new Error('throttled');
      return readings;
    };
    const fresh = limitSecretRereads(read, clock.now);
    expect(await fresh()).toBe(1);
    expect(await fresh()).toBeUndefined();
    clock.advance({ milliseconds: 29_999 });
    expect(await fresh()).toBeUndefined();
    clock.advance({ milliseconds: 1 });
    await expect(fresh()).rejects.toThrow('throttled');
    expect(await fresh()).toBeUndefined();
    clock.advance({ seconds: 30 });
    expect(await fresh()).toBe(3);
  });
});
