/** Our own service, spoiled on its way in one point after the other: each check of what a service need not have must be able to fail. */
import { describe, expect, it } from 'vitest';
import { checks } from '../../functions/conformance/probe-service.ts';
import { memoryStore } from '../../functions/planning-server/stores/memory-store.ts';
import { aCountedProject } from '../support/builders/a-counted-project.ts';
import { askEveryCheck, serviceOver } from '../support/planning/ask-every-check.ts';
import { masterKey } from '../support/planning/planning-service.ts';

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

/** A fault, and the checks that must find it. */
const faults: Readonly<Record<string, { readonly spoiler: Spoiler; readonly found: readonly string[] }>> = {
  'limit not looked at': {
    spoiler: asked((url) => {
      if (url.search === '?limit=2') url.search = '';
    }),
    found: ['paging.limit'],
  },
  'tokens by another name': {
    spoiler: body(atPath('/token'), (text) => text.replace('accessToken', 'access_token')),
    found: ['tokens.issue'],
  },
  'tokens that are not let in': {
    spoiler: sent((headers) => headers.get('x-api-key') !== masterKey && headers.delete('x-api-key')),
    found: ['tokens.use'],
  },
};

/** Ids of the checks that fail, of those of what a service need not have. */
async function brokenBy(spoiler: Spoiler): Promise<readonly string[]> {
  const service = serviceOver(memoryStore([aCountedProject()]));
  const { rows, stopped } = await askEveryCheck({
    fetch: (input, init) => spoiler(new Request(input, init), service),
  });
  expect(stopped).toBeUndefined();
  return rows
    .filter(({ verdict, source }) => verdict === 'differs' && source === 'offered')
    .map(({ id }) => id);
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
    const offered = checks.filter(({ source }) => source === 'offered').map(({ id }) => id);
    expect(offered.filter((id) => !failing.has(id))).toEqual([]);
  });
});
