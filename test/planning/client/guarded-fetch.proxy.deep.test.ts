/** A process that reaches services only through a proxy, which Node uses with NODE_USE_ENV_PROXY. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { trustedCertificateFile } from '../../support/smtp/smtp-server.ts';

const key = readFileSync(`${import.meta.dirname}/../../support/smtp/key.pem`);
const client = new URL('../../../functions/planning/client/', import.meta.url).href;
const password = 'pr0xy-Pa55word';

/** Hosts whose CONNECT the proxy refuses with the status in their name; for `closes`, it closes the connection. */
const refusing = /^(\d{3}|closes)\.example:/;

/** A service with TLS behind a proxy, which refuses some hosts. */
async function aService() {
  const connects: string[] = [];
  const service = createServer({ key, cert: readFileSync(trustedCertificateFile) }, (_, response) => {
    response.end('{"results":[{"id":"a"}]}');
  });
  const port = await listenOnLoopback(service);
  const proxy = createHttpServer().on('connect', ({ url = '' }, socket) => {
    connects.push(url);
    socket.on('error', () => undefined);
    const status = refusing.exec(url)?.[1];
    if (status === 'closes') return void socket.end();
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
  });
  return { port, connects, proxy: `http://me:${password}@127.0.0.1:${await listenOnLoopback(proxy)}` };
}

/** Returns the answers that a separate process reads from each host, or its errors with all causes. */
async function read(
  hosts: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const program = `
    import { inspect } from 'node:util';
    const { createPlanningClient } = await import('${client}planning-client.ts');
    const { fixedKeyProvider } = await import('${client}api-keys.ts');
    const said = [];
    for (const host of ${JSON.stringify(hosts)}) {
      const options = { baseUrl: 'https://' + host, region: 'gb', projectId: 'P1', key: fixedKeyProvider('the-key') };
      const client = createPlanningClient({ ...options, wait: async () => undefined });
      try { said.push(JSON.stringify((await client.users()).items)); }
      catch (error) { said.push(error.kind + ' ' + inspect(error, { depth: 20, showHidden: true })); }
    }
    console.log(JSON.stringify(said));
    process.exit();`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env: { PATH: process.env['PATH'] ?? '', NODE_EXTRA_CA_CERTS: trustedCertificateFile, ...environment } },
  );
  expect(stderr).toBe('');
  return z.array(z.string()).parse(JSON.parse(stdout));
}

describe('a planning service behind the proxy of HTTPS_PROXY', () => {
  const without: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['without NODE_USE_ENV_PROXY', {}],
    ['where NO_PROXY names its host', { NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' }],
  ];
  // Node reads NO_PROXY, and we do not.
  it.each(without)('is read without the proxy %s', async (_, environment) => {
    const { port, connects, proxy } = await aService();
    expect(await read([`127.0.0.1:${port}`], { HTTPS_PROXY: proxy, ...environment })).toEqual([
      '[{"id":"a"}]',
    ]);
    expect(connects).toEqual([]);
  });

  it("is read through the proxy with NODE_USE_ENV_PROXY; failures say what to do, without the proxy's password", async () => {
    const { port, connects, proxy } = await aService();
    const hosts = [`127.0.0.1:${port}`, '407.example', '403.example', '502.example', 'closes.example'];
    const said = await read(hosts, { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy });
    expect(said).toEqual([
      '[{"id":"a"}]',
      expect.stringMatching(
        /^curable .*\(Proxy response \(407\).*\)\. The proxy does not accept its user name and password: correct them in HTTPS_PROXY/,
      ),
      expect.stringMatching(
        /^curable .*\(Proxy response \(403\).*The proxy of HTTPS_PROXY refuses to connect.*NO_PROXY/,
      ),
      expect.stringMatching(
        /^retryable .*\(Proxy response \(502\).*The proxy of HTTPS_PROXY does not reach it/,
      ),
      expect.stringMatching(
        /^retryable .*\(UND_ERR_PRX_CONN\) in the last of 5 tries\. The proxy of HTTPS_PROXY does not reach it/,
      ),
    ]);
    expect(said.join('\n')).not.toContain(password);
    expect(said.join('\n')).not.toContain(btoa(`me:${password}`));
    const times = (host: string) => connects.filter((target) => target === host).length;
    expect(times(`127.0.0.1:${port}`)).toBe(1);
    expect([407, 403, 502].map((status) => times(`${status}.example:443`))).toEqual([1, 1, 5]);
    // Node itself may begin one more connection in each of the five tries.
    expect(times('closes.example:443')).toBeGreaterThanOrEqual(5);
    expect(times('closes.example:443')).toBeLessThanOrEqual(10);
  });
});
