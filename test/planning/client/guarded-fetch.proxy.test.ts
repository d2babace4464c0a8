/** What a process does whose only way out is a proxy, which Node uses by NODE_USE_ENV_PROXY. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { trustedCertificateFile } from '../../support/smtp/smtp-server.ts';

const key = readFileSync(`${import.meta.dirname}/../../support/smtp/key.pem`);
const client = new URL('../../../functions/planning/client/', import.meta.url).href;
const password = 'pr0xy-Pa55word';

/** A service by TLS, and a proxy before it that answers each CONNECT with this status, or closes the connection. */
async function aService(status: number | 'closes') {
  const connects: string[] = [];
  const service = createServer({ key, cert: readFileSync(trustedCertificateFile) }, (_, response) => {
    response.end('{"results":[{"id":"a"}]}');
  });
  const port = await listenOnLoopback(service);
  const proxy = createHttpServer().on('connect', (request, socket) => {
    connects.push(request.url ?? '');
    socket.on('error', () => undefined);
    if (status === 'closes') return void socket.end();
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  });
  return { port, connects, proxy: `http://me:${password}@127.0.0.1:${await listenOnLoopback(proxy)}` };
}

/** What a process of its own reads from the service, or the error, as JSON with all its causes. */
async function read(port: number, environment: Readonly<Record<string, string>>): Promise<string> {
  const program = `
    import { inspect } from 'node:util';
    const { createPlanningClient } = await import('${client}planning-client.ts');
    const { fixedKey } = await import('${client}api-keys.ts');
    const options = { baseUrl: 'https://127.0.0.1:${port}', region: 'gb', projectId: 'P1', key: fixedKey('the-key') };
    const client = createPlanningClient({ ...options, wait: async () => undefined });
    try { console.log(JSON.stringify((await client.users()).items)); }
    catch (error) { console.log(error.kind, inspect(error, { depth: 20, showHidden: true })); }
    process.exit();`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env: { PATH: process.env['PATH'] ?? '', NODE_EXTRA_CA_CERTS: trustedCertificateFile, ...environment } },
  );
  return stdout + stderr;
}

describe('a planning service behind the proxy of HTTPS_PROXY', () => {
  test('is read through it with NODE_USE_ENV_PROXY', async () => {
    const { port, connects, proxy } = await aService(200);
    expect(await read(port, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy })).toContain('[{"id":"a"}]');
    expect(connects).toEqual([`127.0.0.1:${port}`]);
  });

  test.each([
    ['without NODE_USE_ENV_PROXY', {}],
    ['where NO_PROXY names its host', { NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' }],
  ])('is read without it %s', async (_, environment) => {
    const { port, connects, proxy } = await aService(200);
    expect(await read(port, { HTTPS_PROXY: proxy, ...environment })).toContain('[{"id":"a"}]');
    expect(connects).toEqual([]);
  });

  test.each([
    [
      407,
      1,
      /^curable .*does not accept its user name and password \(status 407\).*Correct them in HTTPS_PROXY/,
    ],
    [403, 1, /^curable .*refuses to connect \(status 403\).*NO_PROXY/],
    [502, 5, /^retryable .*not reached by the proxy of HTTPS_PROXY, which answered 502/],
  ])('that answers %i says what to do, without its password', async (status, times, message) => {
    const { port, connects, proxy } = await aService(status);
    const said = await read(port, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy });
    expect(said).toMatch(message);
    expect(said).not.toContain(password);
    expect(said).not.toContain(btoa(`me:${password}`));
    expect(connects).toHaveLength(times);
  });

  test('that closes the connection is not connected to again and again', async () => {
    const { port, connects, proxy } = await aService('closes');
    expect(await read(port, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy })).toMatch(
      /^retryable .*proxy of HTTPS_PROXY, which closed the connection, in the last of 5 tries/,
    );
    // Node itself may begin one more connection in each of the five tries.
    expect(connects.length).toBeLessThanOrEqual(10);
  });
});
