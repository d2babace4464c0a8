import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { listenOnLoopback } from '../../support/listen-on-loopback.ts';
import { aPlanningClient, planningErrorOf } from '../../support/planning/a-planning-client.ts';

const support = `${import.meta.dirname}/../../support`;
const key = readFileSync(`${support}/smtp/key.pem`);
const certificate = (name: string) => readFileSync(`${support}/planning/certificates/${name}.pem`, 'utf8');

/** A service with TLS on loopback that counts its connections. */
async function aService(options: ServerOptions) {
  const connections: unknown[] = [];
  const server = createServer({ key, ...options }, (_, response) => void response.end('{"results":[]}'));
  server.on('connection', (socket) => connections.push(socket));
  const url = `https://127.0.0.1:${await listenOnLoopback(server)}`;
  return { url, connections };
}

function trust(...certificates: readonly string[]): void {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, ...certificates]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
}

const untrusted = readFileSync(`${support}/smtp/untrusted.pem`, 'utf8');

const cases: readonly (readonly [
  name: string,
  options: ServerOptions,
  trusted: readonly string[],
  code: string,
  remedy: RegExp,
])[] = [
  ['is self-signed', { cert: untrusted }, [], 'DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  [
    'comes without its issuer',
    { cert: certificate('without-issuer') },
    [],
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    /NODE_EXTRA_CA_CERTS.*whole chain/,
  ],
  [
    'has expired',
    { cert: certificate('expired') },
    [certificate('expired')],
    'CERT_HAS_EXPIRED',
    /not valid now: correct this machine's clock, or ask whoever runs the service to renew it/,
  ],
  [
    'is not valid yet',
    { cert: certificate('not-yet-valid') },
    [certificate('not-yet-valid')],
    'CERT_NOT_YET_VALID',
    /not valid now: correct this machine's clock/,
  ],
  [
    'is for another name',
    { cert: certificate('other-name') },
    [certificate('other-name')],
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /another name: set the host in baseUrl to the name in the certificate/,
  ],
  [
    'is of a service that speaks only TLS 1.1',
    { cert: untrusted, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    [],
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    /TLS 1\.2 or later/,
  ],
];

describe('a person has to act, and nothing is retried, if the certificate', () => {
  it.each(cases)('%s', async (_, options, trusted, code, remedy) => {
    trust(...trusted);
    const { url, connections } = await aService(options);
    const curable = {
      name: 'PlanningConnectionError',
      kind: 'curable',
      message: expect.stringContaining(code),
      remedy: expect.stringMatching(remedy),
    };
    expect(await planningErrorOf(aPlanningClient(url).users())).toMatchObject(curable);
    expect(connections).toHaveLength(1);
    const token = fetchedTokenProvider({
      baseUrl: url,
      region: 'gb',
      clientId: 'me',
      clientSecret: 'secret',
    });
    const { signal } = new AbortController();
    const fetched = token({ refusedKey: undefined, signal, secrets: new Set() });
    expect(await planningErrorOf(fetched)).toMatchObject(curable);
    expect(connections).toHaveLength(2);
  });
});

describe('a person has to act if', () => {
  it('the service speaks plain HTTP at an https address', async () => {
    const port = await listenOnLoopback(createHttpServer());
    expect(await planningErrorOf(aPlanningClient(`https://127.0.0.1:${port}`).users())).toMatchObject({
      kind: 'curable',
      message: expect.stringMatching(
        /No encrypted connection could be made: check the port and the encryption in baseUrl/,
      ),
    });
  });

  it('the port is one that fetch never connects to', async () => {
    expect(await planningErrorOf(aPlanningClient('http://127.0.0.1:6000').users())).toMatchObject({
      kind: 'curable',
      remedy: 'No client of HTTP connects to its port: correct the port in baseUrl.',
    });
  });

  it.each([
    [
      'there is no such host',
      'ENOTFOUND',
      /This host does not exist: correct its name in baseUrl or HTTPS_PROXY/,
    ],
    [
      'an issuer is revoked',
      'CERT_REVOKED',
      /no usable answer \(CERT_REVOKED\)\. The certificate is not trusted: /,
    ],
  ])('%s', async (_, code, message) => {
    expect(await failureWith(code)).toMatchObject({
      name: 'PlanningConnectionError',
      kind: 'curable',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ETIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
    'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  ])('but not if the error is %s, which is retryable', async (code) => {
    expect(await failureWith(code)).toMatchObject({ name: 'PlanningUnavailableError', kind: 'retryable' });
  });

  it.each([
    [
      407,
      'curable',
      /\(Proxy response \(407\).*\)\. The proxy does not accept its user name and password: correct them in HTTPS_PROXY/,
    ],
    [
      403,
      'curable',
      /\(Proxy response \(403\).*\)\. The proxy of HTTPS_PROXY refuses to connect: .*NO_PROXY/,
    ],
    [
      502,
      'retryable',
      /\(Proxy response \(502\).*\) in the last of 5 tries\. The proxy of HTTPS_PROXY does not reach it: try again later\./,
    ],
  ])('a proxy answers %i to CONNECT: %s', async (status, kind, message) => {
    const words = `Proxy response (${status}) !== 200 when HTTP Tunneling`;
    const thrown = new TypeError('fetch failed', {
      cause: new Error('Request was cancelled.', { cause: new Error(words) }),
    });
    expect(await failureThrowing(thrown)).toMatchObject({ kind, message: expect.stringMatching(message) });
  });
});

function failureWith(code: string): Promise<unknown> {
  return failureThrowing(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
}

function failureThrowing(error: Error): Promise<unknown> {
  const fetch = async (): Promise<Response> => {
    throw error;
  };
  return planningErrorOf(aPlanningClient('https://planning.example', { fetch }).users());
}
