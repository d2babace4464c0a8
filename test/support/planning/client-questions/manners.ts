/** Questions on HTTP itself: methods, headers, caching, compression, limits. */
import { expect } from 'vitest';
import type { ClientAnswer, ClientQuestion } from './question.ts';
import { openOrigin } from './questioned-service.ts';

const page = 'tasks?fields=workArea,materialResources,notes';
const head = (to: string, headers = {}) => ({ to, method: 'HEAD', headers });
const unchanged = (to: string, tag: string, headers = {}) => ({
  to,
  headers: { 'If-None-Match': tag, ...headers },
});
const problemType = 'application/problem+json';
/** Headers that differ between two equal answers. */
const ofOneAnswer = /^(?:date|connection|keep-alive|x-request-id|ratelimit)$/;

function headersOf({ headers }: ClientAnswer) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneAnswer.test(name)));
}

const heads: readonly ClientQuestion[] = [
  page,
  'tasks?limit=1',
  'tasks?shift=dusk',
  '/health',
  '/openapi.json',
  '/docs',
  '/nowhere',
].flatMap((to): ClientQuestion[] => [
  [
    `HEAD ${to} has the status and headers of GET, with its length, and no body`,
    [{ to, headers: { 'Accept-Encoding': 'gzip' } }, head(to, { 'Accept-Encoding': 'gzip' })],
    (last, get) => {
      expect([last.status, headersOf(last)]).toEqual([get?.status, get && headersOf(get)]);
      expect(last.headers['content-length']).toBe(String(get?.body.length));
      expect(last.body).toHaveLength(0);
    },
  ],
]);

const same = { status: 304 };
const caches: readonly ClientQuestion[] = [
  ['a page has a tag', page, { headers: { etag: /^W\/"[\w-]{16}"$/ } }],
  [
    'a page may be kept by its caller, who asks each time',
    page,
    { headers: { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' } },
  ],
  ['what is no page may not be kept', '/ready', { headers: { 'cache-control': 'no-store' } }],
  [
    'the files of the page to try it may be kept for an hour',
    '/docs',
    { headers: { 'cache-control': 'public, max-age=3600' } },
  ],
  [
    'an unchanged page is 304 without a body, with its tag and version',
    [page, unchanged(page, '{etag}')],
    (last, get) => {
      expect([last.status, last.body.length]).toEqual([304, 0]);
      for (const name of [
        'etag',
        'planning-version',
        'planning-data-date',
        'planning-imported-at',
        'cache-control',
        'vary',
      ])
        expect([name, last.headers[name]]).toEqual([name, get?.headers[name]]);
    },
  ],
  ['304 answers HEAD too', [page, { ...unchanged(page, '{etag}'), method: 'HEAD' }], same],
  ['* is every tag', unchanged('users', '*'), same],
  ['one tag of a list is enough', ['users', unchanged('users', '"other", {etag}')], same],
  ['a tag is the same without W/', ['users', unchanged('users', '{strongTag}')], same],
  ['another tag is answered with the page', unchanged('users', 'W/"other"'), 'ann ben cleo'],
  ['an empty If-None-Match is none', unchanged('users', ''), 'ann ben cleo'],
  ['a tag of another query is another', ['packages?limit=1', unchanged('packages', '{etag}')], 'p1'],
  ['a tag of another list is another', ['packages', unchanged('users', '{etag}')], 'ann ben cleo'],
  [
    'a tag of another encoding is another',
    [page, unchanged(page, '{etag}', { 'Accept-Encoding': 'br' })],
    {},
  ],
  [
    'a tag is the same for another key',
    [
      '/gb/v1/projects/quay/tasks',
      unchanged('/gb/v1/projects/quay/tasks', '{etag}', { 'X-API-Key': '{quay}' }),
    ],
    same,
  ],
  [
    'a tag does not replace a key',
    ['users', unchanged('users', '{etag}', { 'X-API-Key': undefined })],
    { status: 401 },
  ],
  [
    '304 says what is left of the allowance, and leaves out its size',
    unchanged('users', '*'),
    { ...same, headers: { ratelimit: /^"key";r=\d+;t=\d+$/, 'ratelimit-policy': null } },
  ],
  ['a refusal has no tag', 'tasks?limit=0', { errors: 'limit number_invalid', headers: { etag: null } }],
];

const encodings: readonly ClientQuestion[] = [
  ['is gzip where that is accepted', 'gzip', 'gzip'],
  ['is br rather than gzip', 'gzip, deflate, br', 'br'],
  ['is zstd rather than br', 'gzip, deflate, br, zstd', 'zstd'],
  ['is the one with the greatest weight', 'br;q=0.5, gzip;q=0.8', 'gzip'],
  ['is identity where that has the greater weight', 'gzip;q=0.5, identity', null],
  ['may be in capitals', 'GZIP', 'gzip'],
  ['is identity for *, which names none', '*', null],
  ['is not one of weight 0', 'gzip;q=0', null],
  ['is not one that the service does not have', 'deflate', null],
  ['is identity where nothing is accepted', '', null],
  ['is identity for what cannot be read', ';;=,q', null],
].map(
  ([what, accepted, encoding]): ClientQuestion => [
    `the encoding of a page ${what}`,
    [page, { to: page, headers: { 'Accept-Encoding': accepted ?? '' } }],
    (last, plain) => {
      expect(last.headers['content-encoding']).toBe(encoding ?? undefined);
      expect(last.headers['content-length']).toBe(String(last.body.length));
      expect(last.text).toBe(plain?.text);
    },
  ],
);

const headers: readonly ClientQuestion[] = [
  [
    'without Accept-Encoding a page is not compressed',
    page,
    { headers: { 'content-encoding': null, 'content-length': /^\d{4}$/ } },
  ],
  [
    'a page of less than 1,000 bytes is not compressed',
    { to: 'packages', headers: { 'Accept-Encoding': 'gzip' } },
    { headers: { 'content-encoding': null } },
  ],
  [
    'a page is JSON in UTF-8',
    page,
    ({ headers: { 'content-type': type }, body }) =>
      expect([type, body.includes('Bored piles › east')]).toEqual(['application/json', true]),
  ],
  ['no browser guesses the type of an answer', page, { headers: { 'x-content-type-options': 'nosniff' } }],
  [
    'no browser guesses the type of a refusal',
    '/nowhere',
    { status: 404, headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } },
  ],
  [
    'the id of a request is that of its answer',
    { to: 'users', headers: { 'X-Request-Id': 'job-7.2_a' } },
    { headers: { 'x-request-id': 'job-7.2_a' } },
  ],
  [
    'the id of a request is that of its refusal',
    { to: '/nowhere', headers: { 'X-Request-Id': 'r1' } },
    { status: 404, headers: { 'x-request-id': 'r1' } },
  ],
  ['a request without an id gets one', 'users', { headers: { 'x-request-id': /^[\w-]{16}$/ } }],
  [
    'an id with other characters is replaced',
    { to: 'users', headers: { 'X-Request-Id': 'a b"' } },
    { headers: { 'x-request-id': /^[\w-]{16}$/ } },
  ],
  [
    'an id of over 64 characters is replaced',
    { to: 'users', headers: { 'X-Request-Id': 'x'.repeat(65) } },
    { headers: { 'x-request-id': /^[\w-]{16}$/ } },
  ],
  [
    'an answer says what is left of the allowance of the key, and its size',
    'users',
    { headers: { ratelimit: /^"key";r=\d+;t=\d+$/, 'ratelimit-policy': '"key";q=60000;w=60' } },
  ],
  [
    'a refused query counts too',
    'users?limit=0',
    { status: 422, headers: { ratelimit: /^"key";r=\d+;t=\d+$/ } },
  ],
  [
    'an unknown path with a key counts too',
    '/nowhere',
    { status: 404, headers: { ratelimit: /^"key";r=\d+;t=\d+$/ } },
  ],
  [
    'without a key there is no allowance',
    { to: 'users', headers: { 'X-API-Key': undefined } },
    { status: 401, headers: { ratelimit: null } },
  ],
  [
    'a page names its version, its data date and when it was imported',
    'users',
    {
      headers: {
        'planning-version': '2',
        'planning-data-date': '2026-11-20T17:00',
        'planning-imported-at': '2026-11-20T18:00:00Z',
      },
    },
  ],
  [
    'a programme without a data date names none',
    '/au/v1/projects/jetty/users',
    { headers: { 'planning-version': '1', 'planning-data-date': null } },
  ],
];

const keys: readonly ClientQuestion[] = [
  [
    'a refusal of a key says which header is wanted',
    { to: 'users', headers: { 'X-API-Key': undefined } },
    { status: 401, headers: { 'www-authenticate': 'ApiKey realm="planning"' } },
  ],
  [
    'a key that has expired is refused',
    { to: 'users', headers: { 'X-API-Key': '{expired}' } },
    { status: 401 },
  ],
  [
    'a key that was revoked is refused',
    { to: 'users', headers: { 'X-API-Key': '{revoked}' } },
    { status: 401 },
  ],
  [
    'a key reads its own project',
    { to: '/gb/v1/projects/quay/tasks', headers: { 'X-API-Key': '{quay}' } },
    'quay-1 quay-2',
  ],
  [
    'a key does not find out which other projects there are',
    { to: 'tasks', headers: { 'X-API-Key': '{quay}' } },
    { status: 404, json: { code: 'project_not_found' } },
  ],
  [
    'a key is not read from Authorization',
    { to: 'users', headers: { 'X-API-Key': undefined, Authorization: 'Bearer {master}' } },
    { status: 401 },
  ],
  [
    'a key is not read from the query',
    { to: 'users?X-API-Key={master}', headers: { 'X-API-Key': undefined } },
    { status: 401 },
  ],
  [
    'the name of the header may be in small letters',
    { to: 'packages', headers: { 'X-API-Key': undefined, 'x-api-key': '{master}' } },
    'p1',
  ],
  [
    'a wrong key is refused before wrong parameters',
    { to: 'users?limit=0', headers: { 'X-API-Key': '{wrong}' } },
    { status: 401 },
  ],
];

const post = (body: string, to = '/gb/v1/auth/token') => ({
  to,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-API-Key': undefined },
  body,
});
const credentials = '{"clientId":"{clientId}","clientSecret":"{clientSecret}"}';
const withToken = (to: string) => ({ to, headers: { 'X-API-Key': '{accessToken}' } });

const tokens: readonly ClientQuestion[] = [
  [
    'a token is issued for the id and secret of a key',
    post(credentials),
    {
      json: { accessToken: expect.stringMatching(/^pt1\./), expiresIn: 3_600, tokenType: 'ApiKey' },
      headers: { 'cache-control': 'no-store' },
    },
  ],
  [
    'a token ends with its key',
    post('{"clientId":"{expiringId}","clientSecret":"{expiringSecret}"}'),
    ({ text }) =>
      expect(JSON.parse(text).expiresIn).toSatisfy((seconds: number) => seconds > 1_000 && seconds <= 1_800),
  ],
  ['a token is sent as a key', [post(credentials), withToken('packages')], 'p1'],
  [
    'a token is for its region only',
    [post(credentials), withToken('/au/v1/projects/jetty/users')],
    { status: 404, json: { code: 'project_not_found' } },
  ],
  [
    'a token for the other region reads that one',
    [post(credentials, '/au/v1/auth/token'), withToken('/au/v1/projects/jetty/users?limit=1')],
    'u1000',
  ],
  [
    'a token is not read from Authorization',
    [
      post(credentials),
      { to: 'packages', headers: { 'X-API-Key': undefined, Authorization: 'Bearer {accessToken}' } },
    ],
    { status: 401 },
  ],
  [
    'a changed token is refused',
    [post(credentials), { to: 'packages', headers: { 'X-API-Key': '{accessToken}x' } }],
    { status: 401 },
  ],
  [
    'a token ends after an hour',
    { to: 'packages', headers: { 'X-API-Key': '{tokenOf1Hour}' } },
    { status: 401 },
  ],
  [
    'a token ends when its key is revoked',
    { to: 'packages', headers: { 'X-API-Key': '{tokenOfRevokedKey}' } },
    { status: 401 },
  ],
  [
    'no token is issued for a wrong secret',
    post('{"clientId":"{clientId}","clientSecret":"wrong"}'),
    { status: 401, json: { code: 'credentials_invalid' } },
  ],
  [
    'no token is issued to an unknown client',
    post('{"clientId":"eeeeeeeeeeee","clientSecret":"{clientSecret}"}'),
    { status: 401, json: { code: 'credentials_invalid' } },
  ],
  [
    'a token wants id and secret',
    post('{"clientId":7}'),
    { errors: 'clientId body_invalid, clientSecret body_invalid' },
  ],
  ['a token wants a body in JSON', post('clientId={clientId}'), { errors: 'body body_invalid' }],
  ['a token wants a body', post(''), { errors: 'body body_invalid' }],
  [
    'there is no token for another region',
    post(credentials, '/us/v1/auth/token'),
    { errors: 'region value_unknown' },
  ],
  [
    'a body of over 16 kB is refused',
    post(`{"clientId":"${'x'.repeat(17_000)}"}`),
    { status: 413, json: { code: 'body_too_large' } },
  ],
  ['a token is issued to POST only', '/gb/v1/auth/token', { status: 405, headers: { allow: 'POST' } }],
];

const crossOrigin = (
  to: string,
  {
    origin = openOrigin,
    ...more
  }: { origin?: string; method?: string; headers?: Record<string, string | undefined> } = {},
) => ({ to, isCrossOrigin: true, ...more, headers: { Origin: origin, ...more.headers } }) as const;
const asked = { 'Access-Control-Request-Method': 'GET', 'X-API-Key': undefined };

const origins: readonly ClientQuestion[] = [
  [
    'scripts of other origins are not let in',
    { to: 'users', headers: { Origin: openOrigin } },
    { headers: { 'access-control-allow-origin': null } },
  ],
  [
    'the preflight of scripts of other origins is refused',
    { to: 'users', method: 'OPTIONS', headers: { Origin: openOrigin, ...asked } },
    { status: 405, headers: { allow: 'GET, HEAD', 'access-control-allow-origin': null } },
  ],
  [
    'scripts of a named origin are let in',
    crossOrigin('users'),
    { headers: { 'access-control-allow-origin': openOrigin, vary: /Origin/ } },
  ],
  [
    'scripts of a named origin may read the headers of the service',
    crossOrigin('users'),
    {
      headers: {
        'access-control-expose-headers':
          /ETag,Planning-Version,Planning-Data-Date,Planning-Imported-At,X-Request-Id,RateLimit,RateLimit-Policy,Retry-After/,
      },
    },
  ],
  [
    'scripts of a named origin may read a refusal',
    crossOrigin('users?limit=0'),
    { errors: 'limit number_invalid', headers: { 'access-control-allow-origin': openOrigin } },
  ],
  [
    'scripts of a named origin may read a 304',
    crossOrigin('users', { headers: { 'If-None-Match': '*' } }),
    { status: 304, headers: { 'access-control-allow-origin': openOrigin } },
  ],
  [
    'the preflight of a named origin says methods, headers and for how long, without a key',
    crossOrigin('users', { method: 'OPTIONS', headers: asked }),
    {
      status: 204,
      headers: {
        'access-control-allow-origin': openOrigin,
        'access-control-allow-methods': 'GET,HEAD,POST',
        'access-control-allow-headers': 'X-API-Key,X-Request-Id,If-None-Match,Content-Type',
        'access-control-max-age': '600',
      },
    },
  ],
  [
    'scripts of an origin that is not named are not let in',
    crossOrigin('users', { origin: 'https://evil.example.com' }),
    { headers: { 'access-control-allow-origin': null } },
  ],
  [
    'the preflight of an origin that is not named lets nothing in',
    crossOrigin('users', { origin: 'https://evil.example.com', method: 'OPTIONS', headers: asked }),
    { headers: { 'access-control-allow-origin': null }, status: 204 },
  ],
  [
    'no origin may send cookies',
    crossOrigin('users'),
    { headers: { 'access-control-allow-credentials': null } },
  ],
];

const getOnly = {
  status: 405,
  headers: { allow: 'GET, HEAD', 'content-type': problemType },
  json: { code: 'method_not_allowed' },
};

const others: readonly ClientQuestion[] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
    (method): ClientQuestion => [
      `${method} is refused for a list, and GET and HEAD are named`,
      { to: 'tasks', method },
      getOnly,
    ],
  ),
  ['other methods are refused for /health', { to: '/health', method: 'POST' }, getOnly],
  ['other methods are refused for /docs', { to: '/docs', method: 'DELETE' }, getOnly],
  [
    'a path and query of over 8 kB are refused',
    `tasks?ownerIds=${'x'.repeat(8_200)}`,
    { status: 414, json: { code: 'uri_too_long' } },
  ],
  ['a path and query of 8 kB are not', `tasks?ownerIds=${'x'.repeat(8_100)}`, ''],
  [
    'a refusal is a problem of RFC 9457, with the detail as message too',
    'tasks?shift=dusk',
    ({ status, headers: { 'content-type': type }, text }) => {
      const detail = 'shift must be one of the allowed values.';
      expect([status, type]).toEqual([422, problemType]);
      expect(JSON.parse(text)).toEqual({
        type: 'urn:lookahead:problem:parameters_invalid',
        title: 'Wrong parameters',
        status: 422,
        code: 'parameters_invalid',
        detail,
        message: detail,
        errors: [
          {
            parameter: 'shift',
            value: 'dusk',
            reason: 'must be one of the allowed values',
            allowed: ['day', 'afternoon', 'night', '24hr'],
            code: 'value_unknown',
          },
        ],
      });
    },
  ],
  [
    'a refusal without errors is the same without them',
    '/nowhere',
    ({ text }) => {
      const detail = 'There is nothing at this path. GET /openapi.json lists the operations.';
      expect(JSON.parse(text)).toEqual({
        type: 'urn:lookahead:problem:path_not_found',
        title: 'No such path',
        status: 404,
        code: 'path_not_found',
        detail,
        message: detail,
      });
    },
  ],
  [
    'the host of a request is not in links',
    { to: 'users?limit=1', headers: { Host: 'evil.example.com' } },
    ({ text }) => expect(text).not.toContain('evil'),
  ],
  [
    'the forwarded host of a request is not in links',
    {
      to: 'users?limit=1',
      headers: { 'X-Forwarded-Host': 'evil.example.com', Forwarded: 'host=evil.example.com' },
    },
    ({ text }) => expect(text).not.toContain('evil'),
  ],
  [
    '/ says where the documents are, without a key',
    { to: '/', headers: { 'X-API-Key': undefined } },
    {
      json: {
        name: 'Planning Read API',
        documentation: '/docs',
        openApi: '/openapi.json',
        health: '/health',
      },
    },
  ],
  [
    '/health says that the process answers, and its version, without a key',
    { to: '/health', headers: { 'X-API-Key': undefined } },
    { json: { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) } },
  ],
  [
    '/ready says without a key only that the service is ready',
    { to: '/ready', headers: { 'X-API-Key': undefined } },
    ({ text }) => expect(JSON.parse(text)).toEqual({ status: 'ready' }),
  ],
  [
    '/ready with a key names the versions that are passed over',
    '/ready',
    { json: { status: 'ready', problems: [] } },
  ],
  ['/ready refuses a wrong key', { to: '/ready', headers: { 'X-API-Key': '{wrong}' } }, { status: 401 }],
  [
    '/openapi.json describes the seven lists, without a key',
    { to: '/openapi.json', headers: { 'X-API-Key': undefined } },
    ({ status, headers: { 'content-type': type }, text }) => {
      expect([status, type]).toEqual([200, 'application/json']);
      const { openapi, paths } = JSON.parse(text);
      expect(openapi).toMatch(/^3\.1/);
      const lists = Object.keys(paths).flatMap(
        (path) => /^\/\{region\}\/v1\/projects\/\{projectId\}\/(\w+)$/.exec(path)?.[1] ?? [],
      );
      expect(lists.sort()).toEqual([
        'calendars',
        'folders',
        'locations',
        'packages',
        'subcontractors',
        'tasks',
        'users',
      ]);
    },
  ],
  [
    '/docs is a page that loads its own files only, without a key',
    { to: '/docs', headers: { 'X-API-Key': undefined } },
    ({ headers: { 'content-type': type, 'content-security-policy': policy }, text }) => {
      expect([type, policy]).toEqual([
        'text/html; charset=utf-8',
        expect.stringMatching(/^default-src 'none'; script-src 'self'; .*connect-src 'self'/),
      ]);
      expect([...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)).toEqual([
        '/docs/swagger-ui.css',
        '/docs/favicon-32x32.png',
        '/docs/swagger-ui-bundle.js',
        '/docs/start.js',
      ]);
    },
  ],
  ...Object.entries({
    'swagger-ui.css': 'text/css',
    'favicon-32x32.png': 'image/png',
    'swagger-ui-bundle.js': 'text/javascript',
    'start.js': 'text/javascript',
  }).map(
    ([file, type]): ClientQuestion => [
      `/docs has its file ${file}`,
      `/docs/${file}`,
      {
        headers: { 'content-type': new RegExp(`^${type}`), 'content-security-policy': /^default-src 'none'/ },
      },
    ],
  ),
  // This question and the next come last, because from then on wrong keys are answered with 429.
  [
    'the 61st wrong key of an address in a minute is answered when there is room again',
    { to: 'users', headers: { 'X-API-Key': '{wrong}' }, times: 121 },
    { status: 429, headers: { 'retry-after': /^\d+$/ }, json: { code: 'too_many_requests' } },
  ],
  ['a right key still works then', 'packages', 'p1'],
];

export const manners: readonly ClientQuestion[] = [
  ...heads,
  ...caches,
  ...encodings,
  ...headers,
  ...keys,
  ...tokens,
  ...origins,
  ...others,
];
