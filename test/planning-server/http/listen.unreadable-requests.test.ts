/** Requests that never reach the app, written byte by byte. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '#planning-server/http/listen.ts';
import { planningService } from '../../support/planning/planning-service.ts';

async function send(request: string): Promise<string> {
  const server = await listen(planningService([]).app, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(request);
  return text(socket);
}

function partsOf(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  return {
    line,
    headers: headers.map((each) => each.toLowerCase()),
    body: JSON.parse(body),
    length: body.length,
  };
}

const long = 'x'.repeat(70_000);

describe('a request that cannot be read', () => {
  it.each([
    ['with a path of 70 kB', `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
    ['with a header of 70 kB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${long}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'with headers of 2 MB',
      `GET / HTTP/1.1\r\nHost: x\r\n${`A: ${long}\r\n`.repeat(30)}\r\n`,
      431,
      'headers_too_large',
    ],
    ['that is not HTTP', 'hello\r\n\r\n', 400, 'request_malformed'],
    ['with an unknown method', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'request_malformed'],
    ['with a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n', 400, 'request_malformed'],
  ])('%s gets a problem with a remedy, and the connection closes', async (_what, request, status, code) => {
    const { line, headers, body, length } = partsOf(await send(request));
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
    expect(headers).toEqual(
      expect.arrayContaining([
        'content-type: application/problem+json',
        `content-length: ${length}`,
        'connection: close',
        'cache-control: no-store',
        expect.stringMatching(/^x-request-id: [\w-]{16}$/),
      ]),
    );
    expect(body).toMatchObject({ type: `urn:lookahead:problem:${code}`, status, code, message: body.detail });
    expect(body.detail).toMatch(/\. (Check|Send) /);
  });

  it.each([
    ['without Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['with an invalid Host', 'GET /health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ])('%s gets a problem with the status 400', async (_what, request) => {
    const { line, headers, body } = partsOf(await send(request));
    expect(line).toBe('HTTP/1.1 400 Bad Request');
    expect(headers).toContain('content-type: application/problem+json');
    expect(body).toMatchObject({ code: 'request_malformed' });
  });

  it('with an unknown expectation is answered as if it had none', async () => {
    const answer = await send('GET /health HTTP/1.1\r\nHost: x\r\nExpect: wine\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('may follow a readable one, which is answered', async () => {
    const answer = await send('GET /health HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n');
    expect(answer).toContain('"code":"request_malformed"');
  });
});
