import { describe, expect, it } from 'vitest';
import { checkAndRecordNextUrl, createRequestedPages } from '#planning/client/pages.ts';
import { aPageAnswer, aPlanningClient, idsOf, someUsers } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

const path = '/gb/v1/projects/P1/users';
const listing = 'https://planning.example/api/gb/v1/projects/P1/users';

/** The address that the client requests after the first page, from what that page says about the next one. */
function follow(next: { after?: string; link?: string }, first = listing): string | undefined {
  return checkAndRecordNextUrl(
    createRequestedPages(first),
    { next: { after: undefined, link: undefined, ...next }, current: first },
    { operation: 'users', secrets: [] },
  );
}

describe('a link of a service behind a proxy is requested at the address of the listing', () => {
  const own = '/gb/v1/projects/P1/users?page=2';
  it.each([
    ['by another scheme', `http://planning.example/api${own}`],
    ['at another port', `https://planning.example:8443/api${own}`],
    ['by another scheme at another port', `http://planning.example:8080/api${own}`],
    ['with the default port written out', `https://planning.example:443/api${own}`],
    ['without the prefix that the proxy takes off', `http://planning.example${own}`],
    ['with a prefix that the proxy puts on', `http://planning.example/internal/api${own}`],
    ['relative, without the prefix', own],
    ['without a scheme', `//planning.example:8080/api${own}`],
    ['in upper case', `HTTP://PLANNING.EXAMPLE/api${own}`],
    ['with a full stop after the host', `http://planning.example./api${own}`],
    ['with a slash after the path', `https://planning.example/api${own.replace('?', '/?')}`],
    ['with letters of the path encoded', `http://planning.example/api${own.replace('users', '%75sers')}`],
    ['as a query alone', '?page=2'],
  ])('%s', (_, link) => {
    expect(follow({ link })).toBe(`${listing}?page=2`);
  });

  it.each([
    ['a name beyond ASCII', 'https://plänung.example', 'http://xn--plnung-cua.example:8080'],
    ['a name in its ASCII form', 'https://xn--plnung-cua.example', 'http://plänung.example'],
    ['IPv6', 'https://[2001:db8::1]', 'http://[2001:DB8:0:0:0:0:0:1]:8080'],
  ])('whose host is %s', (_, base, linked) => {
    const first = `${base}/gb/v1/projects/P1/users`;
    expect(follow({ link: `${linked}${own}` }, first)).toBe(`${new URL(first).href}?page=2`);
  });

  it.each([
    ['another project', 'http://planning.example/api/gb/v1/projects/P2/users?page=2'],
    ['another collection', 'http://planning.example/api/gb/v1/projects/P1/tasks?page=2'],
    ['a name that only ends alike', 'http://planning.example/apigb/v1/projects/P1/users?page=2'],
  ])('but not if it leads to %s', (_, link) => {
    const says = `leads to another path, ${new URL(link).pathname}, and there is no cursor`;
    expect(() => follow({ link })).toThrow(says);
    expect(() => follow({ link: link.replace('http:', 'https:') })).toThrow(says);
  });

  it('but not if it has credentials, with advice for the operator', () => {
    expect(() => follow({ link: `https://me:hunter2@planning.example/api${own}` })).toThrow(
      /an address with credentials (?!.*hunter2).*report this to the operator/,
    );
  });

  it('and is reported as a loop if it repeats', () => {
    const trail = createRequestedPages(listing);
    const place = { operation: 'users', secrets: [] } as const;
    const next = (link: string) =>
      checkAndRecordNextUrl(trail, { next: { link, after: undefined }, current: listing }, place);
    expect(next(`http://planning.example${own}`)).toBe(`${listing}?page=2`);
    expect(() => next(`http://planning.example:8080/api${own}`)).toThrow('go round in a loop');
  });
});

describe('a cursor is sent to the address of the listing', () => {
  it.each([
    'http://planning.example/api/gb/v1/projects/P1/users?page=9',
    'https://planning.example:8443/gb/v1/projects/P1/users?page=9',
    'http://me:hunter2@planning.example/gb/v1/projects/P1/users?page=9',
    'not an address: [',
    '',
  ])('if the link is %j', (link) => {
    expect(follow({ after: 'a/b+c=', link })).toBe(`${listing}?after=a%2Fb%2Bc%3D`);
  });

  it.each(['http://internal.example:8080/gb/v1/projects/P1/users?page=9', 'javascript:alert(1)'])(
    'but not if the link leads to another host: %s',
    (link) => {
      expect(() => follow({ after: '2', link })).toThrow('the link to the next page');
    },
  );

  it('over real requests, whatever port the links name', async () => {
    await using server = await startScriptedServer();
    const link = `http://127.0.0.1:1${path}?limit=1`;
    server.script(
      aPageAnswer(someUsers('a'), { link: `${link}&after=1`, after: '1' }),
      aPageAnswer(someUsers('b'), { link: `${link}&after=2` }),
      aPageAnswer(someUsers('c')),
    );
    expect(idsOf(await aPlanningClient(server.url).users())).toEqual(['a', 'b', 'c']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      path,
      `${path}?after=1`,
      `${path}?limit=1&after=2`,
    ]);
  });
});

it.each(['http://elsewhere.example/x', 'ftp://planning.example/x', 'mailto:me@planning.example'])(
  'for a link to %s, the advice is to tell the operator of the planning service',
  (link) => {
    expect(() => follow({ link })).toThrow(
      'No items of this listing were used; report this to the operator of the planning service.',
    );
  },
);
