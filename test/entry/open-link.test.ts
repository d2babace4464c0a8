import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { openLink } from '../../functions/entry/open-link.ts';
import { makeLink } from '../../functions/mail/link-token.ts';
import { aRecordingLog } from '../fakes/some-services.ts';

const secrets = { current: 'current-'.repeat(5), previous: 'previous-'.repeat(5) };
const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/run-1/Riverside lookahead 2026-W48 issue 1.xlsx';
const expires = Temporal.Instant.from('2026-12-20T14:00:00Z');
const baseUrl = 'https://links.example.com/';
const link = makeLink({ baseUrl, key, expires, secret: secrets.current });

function open(href: string, { at = '2026-11-21T09:00:00Z', method = 'GET', kept = true } = {}) {
  const log = aRecordingLog();
  const rawQueryString = new URL(href).search.slice(1);
  const services = {
    secrets: async () => secrets,
    sign: async (signed: string) => `https://bucket.example.com/${encodeURI(signed)}?X-Amz-Expires=300`,
    isThere: async () => kept,
    log,
    now: () => Temporal.Instant.from(at),
  };
  const event = { version: '2.0', rawPath: '/', rawQueryString, requestContext: { http: { method } } };
  return { log, answer: openLink(event, services) };
}

const refused = {
  statusCode: 403,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: 'This link does not work, or not any more. Ask whoever sent you the report for the workbook.\n',
};

describe('a link of a mail', () => {
  test('leads to the workbook by an address signed at this moment', async () => {
    const { answer, log } = open(link);
    expect(await answer).toEqual({
      statusCode: 302,
      headers: {
        location: `https://bucket.example.com/${encodeURI(key)}?X-Amz-Expires=300`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      },
      body: '',
    });
    expect(JSON.stringify(log.lines)).not.toMatch(/token|X-Amz/);
  });

  test('that was signed before the key was rotated still leads there', async () => {
    const old = makeLink({ baseUrl, key, expires, secret: secrets.previous });
    expect(await open(old).answer).toMatchObject({ statusCode: 302 });
  });

  const changed = (change: (url: URL) => void) => {
    const url = new URL(link);
    change(url);
    return url.href;
  };
  const other = Buffer.from(key.replace('run-1', 'run-2')).toString('base64url');
  test.each([
    ['without a token', changed((url) => url.searchParams.delete('token'))],
    ['without anything', baseUrl],
    ['with another key', changed((url) => url.searchParams.set('key', other))],
    ['with a later end', changed((url) => url.searchParams.set('expires', '9999999999'))],
    ['with a token that is none', changed((url) => url.searchParams.set('token', 'x'))],
    ['signed by somebody else', makeLink({ baseUrl, key, expires, secret: 'somebody'.repeat(5) })],
    ['to the register', makeLink({ baseUrl, key: 'issues/a/issue.json', expires, secret: secrets.current })],
  ])('%s gets the same refusal as any other', async (_what, href) => {
    expect(await open(href).answer).toEqual(refused);
  });

  test('to a workbook that is not kept any more says so', async () => {
    const { answer, log } = open(link, { kept: false });
    expect(await answer).toMatchObject({
      statusCode: 410,
      body: expect.stringContaining('not kept any more'),
    });
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'not kept any more' }]);
  });

  test('that has ended, or is not asked for with GET, gets it too', async () => {
    expect(await open(link, { at: '2026-12-20T14:00:01Z' }).answer).toEqual(refused);
    expect(await open(link, { method: 'POST' }).answer).toEqual(refused);
  });
});
