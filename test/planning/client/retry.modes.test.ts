/** Answers of services and proxies that are not good ones, and whether each is read, retried or reported. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type CallOutcome, outcomeOf } from '../../support/planning/a-planning-client.ts';
import {
  bytesAnswer,
  endingAnswer,
  type RawAnswer,
  rawAnswer,
} from '../../support/planning/scripted-server.ts';

const page = '{"paging":{},"results":[{"id":"a"}]}';
const length = `Content-Length: ${page.length}`;
const chunked = 'Transfer-Encoding: chunked';
const chunk = `${page.length.toString(16)}\r\n${page}\r\n`;
const ok = rawAnswer(200, '', page);
const html = '<html>Attention Required!';
const gzip = gzipSync(page);
const encoded = (encoding: string, body: string | Uint8Array) =>
  rawAnswer(200, `Content-Encoding: ${encoding}`, body);
const ended = (answer: RawAnswer) => endingAnswer('end', answer);
const packed =
  /gave no usable answer \((?:Z_|ERR_)\w+\) in the last of 5 tries\. Its body cannot be decompressed: ask the operator .* Content-Encoding/;
const notHttp =
  /gave no usable answer \(.*HTTP.+\) in the last of 5 tries\. It does not speak HTTP: check the host, the port, and http: or https:/;
const broken = /gave no usable answer \(\w+\) in the last of 5 tries\. Check baseUrl and the network/;
const half = /answered 200 with half a body in the last of 5 tries/;
const a = /^a$/;

type Mode = readonly [
  name: string,
  answers: readonly RawAnswer[],
  ends: CallOutcome,
  requests: number,
  said: RegExp,
];

const modes: readonly Mode[] = [
  ['gzip', [encoded('gzip', gzip)], 'read', 1, a],
  ['x-gzip', [encoded('x-gzip', gzip)], 'read', 1, a],
  ['deflate', [encoded('deflate', deflateSync(page))], 'read', 1, a],
  ['deflate without its head', [encoded('deflate', deflateRawSync(page))], 'read', 1, a],
  ['Brotli', [encoded('br', brotliCompressSync(page))], 'read', 1, a],
  ['Zstandard', [encoded('zstd', zstdCompressSync(page))], 'read', 1, a],
  ['an encoding that nobody knows', [encoded('none', page)], 'read', 1, a],
  ['truncated gzip', [encoded('gzip', gzip.subarray(0, 30))], 'retryable', 5, half],
  ['gzip that is none', [encoded('gzip', page)], 'curable', 5, packed],
  ['Brotli that is none', [encoded('br', page.repeat(3))], 'curable', 5, packed],
  ['gzip that is none, once', [encoded('gzip', page), ok], 'read', 2, a],
  ['gzip without its header', [rawAnswer(200, '', gzip)], 'curable', 1, /bytes that are not UTF-8/],
  ['a length too short', [rawAnswer(200, 'Content-Length: 9', page)], 'retryable', 5, half],
  ['a length too long', [ended(rawAnswer(200, 'Content-Length: 99', page))], 'retryable', 5, broken],
  ['a length in words', [rawAnswer(200, 'Content-Length: many', page)], 'curable', 5, notHttp],
  [
    'two lengths',
    [rawAnswer(200, `Content-Length: 5\n${length}`, page)],
    'curable',
    5,
    /\(UND_ERR_RES_CONTENT_LENGTH_MISMATCH\) in the last of 5 tries\. It does not speak HTTP: check/,
  ],
  ['chunks with trailers', [rawAnswer(200, chunked, `${chunk}0\r\nX-Sum: 1\r\n\r\n`)], 'read', 1, a],
  ['chunks without end', [ended(rawAnswer(200, chunked, chunk))], 'retryable', 5, broken],
  ['a chunk without size', [rawAnswer(200, chunked, page)], 'curable', 5, notHttp],
  ['HTTP/1.0 without a length', [ended(bytesAnswer('HTTP/1.0 200 OK\r\n\r\n', page))], 'read', 1, a],
  ['no words after the status', [rawAnswer('HTTP/1.1 200', length, page)], 'read', 1, a],
  ['line feeds alone', [bytesAnswer(`HTTP/1.1 200 OK\n${length}\n\n${page}`)], 'curable', 5, notHttp],
  ['a header on two lines', [rawAnswer(200, 'X-A: a\n b', page)], 'curable', 5, notHttp],
  ['HTTP/2', [rawAnswer('HTTP/2 200 OK', length, page)], 'curable', 5, notHttp],
  ['an answer of SSH', [bytesAnswer('SSH-2.0-OpenSSH_9.6\r\n')], 'curable', 5, notHttp],
  ['an alert of TLS', [ended(bytesAnswer(Uint8Array.of(0x15, 3, 1, 0, 2, 2, 0x46)))], 'curable', 5, notHttp],
  ['no HTTP, once', [ended(bytesAnswer('starting\r\n')), ok], 'read', 2, a],
  [
    'headers of 70 KB',
    [rawAnswer(200, `X-A: ${'x'.repeat(70_000)}`, page)],
    'curable',
    5,
    /Its headers are longer than 16 KiB: ask/,
  ],
  ['two versions', [rawAnswer(200, 'Planning-Version: a1\nPlanning-Version: b2', page)], 'read', 1, a],
  ['103 before the answer', [bytesAnswer('HTTP/1.1 103 Early Hints\r\n\r\n', ok.bytes)], 'read', 1, a],
  ['100 unasked', [bytesAnswer('HTTP/1.1 100 Continue\r\n\r\n', ok.bytes)], 'retryable', 5, broken],
  ['an end after the headers', [ended(rawAnswer(200, 'Content-Length: 50')), ok], 'read', 2, a],
  [
    'a reset after the headers',
    [endingAnswer('reset', rawAnswer(200, 'Content-Length: 50')), ok],
    'read',
    2,
    a,
  ],
  ['an end at once', [ended(bytesAnswer('')), ok], 'read', 2, a],
  [
    'an end between two pages',
    [ended(rawAnswer(200, '', '{"paging":{"next":{"after":"2"}},"results":[]}')), ok],
    'read',
    2,
    a,
  ],
  [
    '206 with all of it',
    [rawAnswer(206, 'Content-Range: bytes 0-9/100', page)],
    'curable',
    1,
    /answered 206.*The answer is not whole\. Check baseUrl/,
  ],
  ['204', [rawAnswer(204, '')], 'retryable', 1, /answered 204 with an empty body/],
  [
    '304',
    [rawAnswer(304, 'ETag: "x"')],
    'curable',
    1,
    /answered 304\. The answer is not whole\. Check baseUrl/,
  ],
  [
    'a redirect to its own login',
    [rawAnswer(302, 'Location: /login?k=1')],
    'curable',
    1,
    /\(status 302\) to http:\/\/127\S+\/login, and the key/,
  ],
  [
    'a redirect in a loop',
    [rawAnswer(307, 'Location: /gb/v1/projects/P1/users')],
    'curable',
    1,
    /to http:\/\/127\S+\/gb\/\S+, and .*Check baseUrl/,
  ],
  [
    'a redirect to https',
    [rawAnswer(301, 'Location: https://127.0.0.1/gb')],
    'curable',
    1,
    /If https:\/\/127\.0\.0\.1 is the planning service .* set baseUrl to it/,
  ],
  [
    'a redirect to another host',
    [rawAnswer(308, 'Location: https://sso.example/x')],
    'curable',
    1,
    /If https:\/\/sso\.example is the planning service and not a page for logging in, set baseUrl/,
  ],
  [
    'a redirect to plain http',
    [rawAnswer(303, 'Location: http://x.example/')],
    'curable',
    1,
    /to http:\/\/x\.example\/, .*Check baseUrl, and ask/,
  ],
  [
    'a redirect out of the web',
    [rawAnswer(302, 'Location: ftp://x.example/gb')],
    'curable',
    1,
    /to ftp:\/\/x\.example\/gb, .*Check baseUrl, and ask/,
  ],
  ['a redirect to nowhere', [rawAnswer(300, '')], 'curable', 1, /\(status 300\) to nowhere/],
  ['402', [rawAnswer(402, '', '{"message":"Plan expired"}')], 'curable', 1, /402 saying "Plan expired"/],
  [
    '403 of a firewall',
    [rawAnswer(403, '', html)],
    'curable',
    1,
    /403 with an HTML page\. The key is not accepted: check.*firewall or proxy in front of/,
  ],
  [
    '407',
    [rawAnswer(407, 'Proxy-Authenticate: Basic realm=x', html)],
    'curable',
    1,
    /\(Proxy response \(407\)\)\. The proxy does not accept.*: correct them in HTTPS_PROXY/,
  ],
  ['408', [ended(rawAnswer(408, '')), ok], 'read', 2, a],
  ['409', [rawAnswer(409, '')], 'curable', 1, /answered 409\. Check baseUrl/],
  [
    '414',
    [rawAnswer(414, '', html)],
    'curable',
    1,
    /The request is too long: name fewer values in filters, .* 8000 characters/,
  ],
  ['421', [rawAnswer(421, '')], 'curable', 2, /answered 421/],
  ['425', [rawAnswer(425, ''), ok], 'read', 2, a],
  ...['2', '0', '-5', 'soon', 'Fri, 31 Dec 1999 23:59:59 GMT'].map(
    (wait): Mode => [
      `429 with Retry-After: ${wait}`,
      [rawAnswer(429, `Retry-After: ${wait}`), ok],
      'read',
      2,
      a,
    ],
  ),
  [
    '429 for an age',
    [rawAnswer(429, 'Retry-After: 999999999999')],
    'retryable',
    1,
    /wait of 999999999999 s, longer than/,
  ],
  ['451', [rawAnswer(451, '')], 'curable', 1, /answered 451/],
  ['499', [rawAnswer(499, '')], 'curable', 1, /answered 499/],
  ...[500, 502, 503, 504, 520, 524, 530].map(
    (status): Mode => [`${status} once`, [rawAnswer(status, '', html), ok], 'read', 2, a],
  ),
  [
    '525 again and again',
    [rawAnswer(525, '', 'error code: 525')],
    'retryable',
    5,
    /525 saying "error code: 525" in the last/,
  ],
  [
    '511 of a captive portal',
    [rawAnswer(511, '', html)],
    'curable',
    1,
    /The network wants a login first: log in to it/,
  ],
];

it.each(modes)('%s', async (_, answers, ends, requests, said) => {
  expect(await outcomeOf(answers)).toEqual({ ends, requests, said: expect.stringMatching(said) });
});
