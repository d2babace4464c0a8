/** Random requests of every kind, as bytes for a connection. */
import { connect } from 'node:net';
import { idFilterNames, taskFields } from '#planning/contract/tasks-query.ts';
import type { RandomStream } from '#planning-server/sample/random.ts';
import { aKey } from './a-key.ts';

const collections = ['users', 'subcontractors', 'folders', 'packages', 'calendars', 'locations', 'tasks'];
const hostile = [
  ...['', ' ', '%', '%00', '%zz', '%C3%28', '%E2%82', '..', '%2e%2e', '__proto__', 'constructor', '\u00ff'],
  ...[
    '-1',
    '1e9',
    'NaN',
    '9'.repeat(400),
    'x'.repeat(9_000),
    '%F0%9F%98%80',
    "' OR 1=1",
    '{"a":1}',
    '[]',
    ',,,',
  ],
  ...['2026-02-30', '0001-01-01', '9999-12-31', '275760-09-13', '*', '%2C', '+', '&', '=', '\t', '%0D%0A'],
];
const names = [
  'start',
  'finish',
  'shift',
  ...idFilterNames,
  'fields',
  'after',
  'limit',
  'version',
  'toString',
  '',
];

function drawTarget(random: RandomStream, projectId: string): string {
  const word = (good: readonly string[]) => random.pick(random.chance(0.75) ? good : hostile);
  const path = random.pick([
    () => `/${word(['gb', 'au'])}/v1/projects/${word([projectId])}/${word(collections)}`,
    () => `/${word(['gb', 'au'])}/v1/auth/token`,
    () => random.pick(['/health', '/ready', '/openapi.json', '/docs', '/docs/start.js', '//', '/', '*']),
    () => `/${hostile.slice(random.int(0, 20), random.int(0, 25)).join('/')}`,
  ])();
  const pairs = Array.from({ length: random.int(0, 5) }, () => {
    const good = ['day', '2026-11-23', 'u1,u2', '1', random.pick(taskFields), 'a%2Cb'];
    return `${word(names)}${random.chance(0.9) ? '=' : ''}${word(good)}`;
  });
  return `${path}${pairs.length > 0 || random.chance(0.1) ? '?' : ''}${pairs.join('&')}`.replaceAll(
    /[ \t]/g,
    '',
  );
}

/** @param known a key that is valid and a project it may read, which most requests name */
export function drawRequest(
  random: RandomStream,
  known: { readonly key: string; readonly projectId: string },
): string {
  const method = random.pick([
    'GET',
    'GET',
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'OPTIONS',
    'PATCH',
    'DELETE',
    'TRACE',
  ]);
  const body = random.pick(['', '{', '{}', '[]', '{"clientId":"a","clientSecret":"b"}', 'x'.repeat(20_000)]);
  const headers = [
    ['Host', random.pick(['localhost', 'localhost', 'evil.example.com', '[::1]', 'a:99999', 'x y', ''])],
    ['X-API-Key', random.chance(0.8) ? known.key : random.pick([aKey('eeeeeeeeeeee'), ...hostile])],
    ['Accept-Encoding', random.pick(['gzip', 'br', 'zstd', 'gzip;q=x', '*;q=0', ...hostile])],
    ['If-None-Match', random.pick(random.chance(0.6) ? ['*', '"x"', 'W/'] : hostile)],
    ['X-Request-Id', random.pick(['a', ...hostile])],
    ['Origin', random.pick(['https://bi.example.com', 'null', ...hostile])],
    ['Content-Type', random.pick(['application/json', 'multipart/form-data', ...hostile])],
  ].filter(([name]) => random.chance(name === 'Host' ? 0.95 : 0.7));
  const lines = headers.map(([name, value]) => `${name}: ${value?.replaceAll(/[\t]/g, '')}\r\n`).join('');
  const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const sent = method === 'GET' ? '' : body;
  return `${method} ${drawTarget(random, known.projectId)} HTTP/1.1\r\n${lines}${length}Connection: close\r\n\r\n${sent}`;
}

/** Sends the request. @returns the status of the answer; undefined if the connection ends without an answer */
export async function sendForStatus(port: number, request: string): Promise<number | undefined> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  socket.on('data', (chunk) => {
    if (answer.length < 12) answer += chunk.toString('latin1').slice(0, 12);
  });
  // The server may refuse the request and close the connection before everything is sent.
  socket.on('error', () => resolve(answer));
  socket.on('close', () => resolve(answer));
  socket.write(request, 'latin1');
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(await promise) ?? [];
  return status === undefined ? undefined : Number(status);
}
