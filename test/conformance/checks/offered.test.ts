/** Our own service, spoiled on its way in one point after the other: each check that only it is asked must be able to fail. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../../functions/conformance/checks/every-check.ts';
import { memoryStore } from '../../../functions/planning-server/stores/memory-store.ts';
import { aCountedProject } from '../../support/builders/a-counted-project.ts';
import { askEveryCheck, serviceOver } from '../../support/planning/ask-every-check.ts';
import { masterKey } from '../../support/planning/planning-service.ts';

type Answer = (request: Request) => Promise<Response>;
/** Answers a request in place of the service, or with its help. */
type Spoiler = (request: Request, ask: Answer) => Promise<Response>;

/** The service gets another address than was asked. */
const asked =
  (change: (url: URL) => void): Spoiler =>
  (request, ask) => {
    const url = new URL(request.url);
    change(url);
    return ask(new Request(url, request));
  };

/** The service gets headers that the caller did not send. */
const sent =
  (change: (headers: Headers) => void): Spoiler =>
  (request, ask) => {
    const headers = new Headers(request.headers);
    change(headers);
    return ask(new Request(request, { headers }));
  };

/** The caller gets other headers than were answered. */
const headed =
  (change: (headers: Headers, request: Request) => void): Spoiler =>
  async (request, ask) => {
    const response = await ask(request);
    const headers = new Headers(response.headers);
    change(headers, request);
    return new Response(response.body, { status: response.status, headers });
  };

/** The caller gets another status where a request matches, with the same body. */
const status =
  (instead: number, matches: (request: Request, response: Response) => boolean): Spoiler =>
  async (request, ask) => {
    const response = await ask(request);
    return matches(request, response)
      ? new Response(response.body, { status: instead, headers: response.headers })
      : response;
  };

/** The caller gets another body where a request matches. */
const body =
  (
    matches: (request: Request, response: Response) => boolean,
    change: (text: string, request: Request) => string,
  ): Spoiler =>
  async (request, ask) => {
    const response = await ask(request);
    if (!matches(request, response)) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(change(await response.text(), request), { status: response.status, headers });
  };

const atPath = (end: string) => (request: Request) => new URL(request.url).pathname.endsWith(end);
const isRefused = (_: Request, response: Response) => response.status === 422;
const firstPage: Spoiler = (request, ask) => ask(new Request(new URL('?', request.url), request));

const mistakes = checks.map(({ id }) => id).filter((id) => id.startsWith('wrong.'));
const foreignCursors = ['shift', 'filter', 'range', 'fields', 'collection', 'changed', 'cut', 'blank'].map(
  (id) => `cursors.${id}`,
);

/** A fault, and the checks that must find it. */
const faults: Readonly<Record<string, { readonly spoiler: Spoiler; readonly found: readonly string[] }>> = {
  'If-None-Match is not looked at': {
    spoiler: sent((headers) => headers.delete('if-none-match')),
    found: ['offered.etag'],
  },
  'an ETag that changes with each answer': {
    spoiler: (request, ask) => {
      const tag = request.headers.get('if-none-match');
      return sent((headers) => tag && headers.set('if-none-match', `${tag}x`))(request, ask);
    },
    found: ['offered.etag'],
  },
  'another version than the one asked for': {
    spoiler: headed((headers, { url }) => url.includes('version=') && headers.set('planning-version', '0')),
    found: ['offered.version'],
  },
  'a request id of its own in any case': {
    spoiler: headed((headers) => headers.set('x-request-id', 'request-7')),
    found: ['offered.request-id'],
  },
  'RateLimit without its policy': {
    spoiler: headed((headers) => headers.delete('ratelimit-policy')),
    found: ['offered.rate-limit'],
  },
  'a limit by headers that nobody reads': {
    spoiler: headed((headers) => headers.set('x-ratelimit-remaining', '97')),
    found: ['limits.rate'],
  },
  'types that a browser may guess': {
    spoiler: headed((headers) => headers.set('x-content-type-options', 'sniff')),
    found: ['offered.nosniff'],
  },
  'problems without a code': {
    spoiler: body(isRefused, (text) => JSON.stringify({ ...JSON.parse(text), code: undefined })),
    found: ['offered.problem'],
  },
  'any origin allowed': {
    spoiler: headed((headers) => headers.set('access-control-allow-origin', '*')),
    found: ['offered.cors'],
  },
  'links that lead to Host': {
    spoiler: body(
      ({ headers }) => headers.has('x-forwarded-host'),
      (text, { headers }) => text.replace('planning.example', headers.get('x-forwarded-host') ?? ''),
    ),
    found: ['offered.host'],
  },
  '500 where the input is bad': {
    spoiler: status(500, isRefused),
    found: [...mistakes, ...foreignCursors, 'offered.many-ids'],
  },
  'the first mistake alone named': {
    spoiler: body(isRefused, (text) => {
      const problem = JSON.parse(text);
      return JSON.stringify({ ...problem, errors: problem.errors.slice(0, 1) });
    }),
    found: ['wrong.all-at-once'],
  },
  'a mistake answered with the first page': {
    spoiler: async (request, ask) => {
      const response = await ask(request.clone());
      return response.status === 422 ? firstPage(request, ask) : response;
    },
    // A filter of many ids is answered, which is as good as a clear refusal.
    found: [...mistakes, ...foreignCursors],
  },
  'a cursor for one size of pages': {
    spoiler: status(422, ({ url }) => url.includes('limit=2&after=')),
    found: ['cursors.any-size'],
  },
  'a cursor for one order of fields': {
    spoiler: status(422, ({ url }) => url.includes('fields=wbs,notes')),
    found: ['cursors.any-order'],
  },
  'the first page again after a cursor': {
    spoiler: asked((url) => url.searchParams.has('limit') && url.searchParams.delete('after')),
    found: ['cursors.any-size', 'cursors.any-order'],
  },
  'limit not looked at': {
    spoiler: asked((url) => {
      if (url.search === '?limit=2') url.search = '';
    }),
    found: ['paging.limit'],
  },
  'HEAD with another status': {
    spoiler: status(404, ({ method }) => method === 'HEAD'),
    found: ['methods.head'],
  },
  'a POST taken for a GET': {
    spoiler: (request, ask) => {
      const isRead = request.method === 'POST' && !atPath('/token')(request);
      return ask(isRead ? new Request(request.url, { headers: request.headers }) : request);
    },
    found: ['methods.others'],
  },
  'v2 as v1': {
    spoiler: async (request, ask) => (request.url.includes('/v2/') ? Response.json({}) : ask(request)),
    found: ['paths.version'],
  },
  'an eighth collection': {
    spoiler: asked((url) => {
      url.pathname = url.pathname.replace('/diaries', '/calendars');
    }),
    found: ['paths.unknown'],
  },
  'no health': { spoiler: status(500, atPath('/health')), found: ['paths.health'] },
  'never ready': { spoiler: status(503, atPath('/ready')), found: ['paths.ready'] },
  'a description without tasks': {
    spoiler: body(atPath('/openapi.json'), (text) => text.replaceAll('/tasks"', '/jobs"')),
    found: ['paths.openapi'],
  },
  'a page without its script': {
    spoiler: status(500, atPath('/docs/swagger-ui-bundle.js')),
    found: ['paths.docs'],
  },
  'an encoding of its own': {
    spoiler: headed(
      (headers, request) => atPath('/tasks')(request) && headers.set('content-encoding', 'pack'),
    ),
    found: ['headers.compression'],
  },
  'tokens by another name': {
    spoiler: body(atPath('/token'), (text) => text.replace('accessToken', 'access_token')),
    found: ['tokens.issue'],
  },
  'tokens that are not let in': {
    spoiler: sent((headers) => headers.get('x-api-key') !== masterKey && headers.delete('x-api-key')),
    found: ['tokens.use'],
  },
  'a token for a wrong secret': {
    spoiler: status(200, atPath('/token')),
    found: ['tokens.wrong-secret'],
  },
};

/** What is offered beyond the contract, and what only a service of our own is asked. */
const beyond = checks.filter(({ source, needs }) => source === 'offered' || needs === 'our fixture');

async function brokenBy(spoiler: Spoiler): Promise<readonly string[]> {
  const service = serviceOver(memoryStore([aCountedProject()]));
  const { rows, stopped } = await askEveryCheck({
    checks: beyond,
    fetch: (input, init) => spoiler(new Request(input, init), service),
  });
  expect(stopped).toBeUndefined();
  return rows.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id);
}

describe('a service that offers something beyond the contract', () => {
  it.each(Object.entries(faults))('but with %s is found out', async (_, { spoiler, found }) => {
    expect((await brokenBy(spoiler)).toSorted()).toEqual(found.toSorted());
  });

  it('and does it right breaks no check', async () => {
    expect(await brokenBy((request, ask) => ask(request))).toEqual([]);
  });
});

describe('the checks of what is offered', () => {
  it('can each fail', () => {
    const failing = new Set(Object.values(faults).flatMap(({ found }) => found));
    expect(beyond.map(({ id }) => id).filter((id) => !failing.has(id))).toEqual([]);
  });
});
