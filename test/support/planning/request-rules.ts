/** How our own service answers right, wrong and unusual requests, wherever its data comes from and wherever it runs. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { masterKey } from './planning-service.ts';

/** A service that has `aCountedProject` and knows `masterKey`. */
type Service = {
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
};

const pageSchema = z.object({
  paging: z.object({ next: z.nullable(z.object({ after: z.string(), link: z.string() })) }),
  results: z.array(z.looseObject({ id: z.string() })),
});
const refusalSchema = z.looseObject({ errors: z.array(z.looseObject({ parameter: z.string() })) });

const collections = ['calendars', 'users', 'subcontractors', 'folders', 'packages', 'locations', 'tasks'];
const otherHost = 'nobody.example';

/** A request with mistakes, and the parameters that those are in. */
const mistakes: readonly (readonly [what: string, asked: string, ...parameters: string[]])[] = [
  ['a page of no items', 'tasks?limit=0', 'limit'],
  ['a page of 1,001 items', 'tasks?limit=1001', 'limit'],
  ['a page of ten items, in words', 'tasks?limit=ten', 'limit'],
  ['a date in another form', 'tasks?start=23/11/2026', 'start'],
  ['a date that is blank', 'tasks?start=', 'start'],
  ['a leap day in a common year', 'tasks?finish=2026-02-29', 'finish'],
  ['a filter with an empty entry', 'tasks?ownerIds=a,,b', 'ownerIds'],
  ['a filter given twice', 'tasks?ownerIds=a&ownerIds=b', 'ownerIds'],
  ['a filter in another letter case', 'tasks?folderids=f1', 'folderids'],
  ['a shift of a list that has none', 'users?shift=day', 'shift'],
  [
    'several mistakes at once',
    'tasks?start=x&shift=dusk&fields=q&limit=-1&colour=red&folderIds=',
    ...['start', 'shift', 'fields', 'limit', 'colour', 'folderIds'],
  ],
];

/** Requests that a cursor of `tasks?limit=1` does not belong to. */
const strangers: readonly (readonly [what: string, asked: (after: string) => string])[] = [
  ['another shift', (after) => `tasks?shift=day&after=${after}`],
  ['another filter', (after) => `tasks?ownerIds=o&after=${after}`],
  ['another range', (after) => `tasks?start=2026-11-23&after=${after}`],
  ['other fields', (after) => `tasks?fields=notes&after=${after}`],
  ['another collection', (after) => `users?after=${after}`],
  ['a changed cursor', (after) => `tasks?after=x${after}`],
  ['a cursor that was shortened', (after) => `tasks?after=${after.slice(0, -1)}`],
  ['a blank cursor', () => 'tasks?after='],
];

/** @param service called once the tests run */
export function describeRequestRules(service: () => Service): void {
  const atPath = (path: string, init: RequestInit = {}) => service().fetch(service().baseUrl + path, init);
  const get = (asked: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    atPath(`/gb/v1/projects/quayside/${asked}`, { method, headers: { 'x-api-key': masterKey, ...headers } });

  async function page(asked: string) {
    const response = await get(asked);
    expect(response.status).toBe(200);
    const { paging, results } = pageSchema.parse(await response.json());
    return { ids: results.map(({ id }) => id), next: paging.next };
  }

  async function expectRefused(asked: string, parameters: readonly string[]): Promise<void> {
    const response = await get(asked);
    expect(response.status).toBe(422);
    const { errors } = refusalSchema.parse(await response.json());
    expect(errors.map(({ parameter }) => parameter)).toEqual(expect.arrayContaining([...parameters]));
  }

  async function cursorOf(asked: string): Promise<string> {
    const { next } = await page(asked);
    expect(next).not.toBeNull();
    return next?.after ?? '';
  }

  describe('beyond the contract', () => {
    it('does not send an unchanged page again', async () => {
      const tag = (await get('calendars')).headers.get('etag') ?? '';
      expect(tag).not.toBe('');
      const again = await get('calendars', { 'if-none-match': tag });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    });

    it('answers the version that is asked for', async () => {
      const version = (await get('calendars')).headers.get('planning-version');
      expect(version).not.toBeNull();
      expect((await get(`calendars?version=${version}`)).headers.get('planning-version')).toBe(version);
    });

    it('answers with the id of the request, or with a new one', async () => {
      expect((await get('calendars')).headers.get('x-request-id')).not.toBeNull();
      const { headers } = await get('calendars', { 'x-request-id': 'lookahead-requests-1' });
      expect(headers.get('x-request-id')).toBe('lookahead-requests-1');
    });

    it('says how many requests are left, and of how many', async () => {
      const { headers } = await get('calendars');
      expect(headers.get('ratelimit')).not.toBeNull();
      expect(headers.get('ratelimit-policy')).not.toBeNull();
    });

    it('does not let a browser guess the type of an answer', async () => {
      expect((await get('calendars')).headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('describes an error so that programs can read it', async () => {
      const response = await get('calendars?weather=fine');
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
      const names = Object.keys(Object(await response.json()));
      expect(names).toEqual(expect.arrayContaining(['type', 'title', 'status', 'code', 'detail']));
    });

    it('lets no page of another origin read it', async () => {
      const { headers } = await get('calendars', { origin: `https://${otherHost}` });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    });

    it('links to its own origin, whatever host a caller names', async () => {
      const response = await get('tasks?limit=1', { host: otherHost, 'x-forwarded-host': otherHost });
      const { next } = pageSchema.parse(await response.json()).paging;
      expect(next).not.toBeNull();
      expect(next?.link).not.toContain(otherHost);
    });

    it('answers 501 ids in a filter, or refuses them clearly', async () => {
      const ids = Array.from({ length: 501 }, (_, at) => `u${at}`).join(',');
      expect([200, 414, 422]).toContain((await get(`tasks?ownerIds=${ids}`)).status);
    });
  });

  describe('methods and paths', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
      'refuses %s, and says that GET is allowed',
      async (method) => {
        const response = await get('tasks', {}, method);
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toContain('GET');
      },
    );

    it('answers HEAD as GET, without a body', async () => {
      const response = await get('tasks', {}, 'HEAD');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('json');
      expect(await response.text()).toBe('');
    });

    it('has nothing at v2', async () => {
      expect((await atPath('/gb/v2/projects/quayside/calendars')).status).toBe(404);
    });

    it('has no eighth collection', async () => {
      expect((await get('diaries')).status).toBe(404);
    });

    it.each(['/health', '/ready'])('answers %s without a key', async (path) => {
      expect((await atPath(path)).status).toBe(200);
    });

    it('describes its seven operations', async () => {
      const response = await atPath('/openapi.json');
      expect(response.status).toBe(200);
      const paths = Object.keys(Object(Object(await response.json()).paths));
      const missing = collections.filter((name) => !paths.some((path) => path.endsWith(`/${name}`)));
      expect(missing).toEqual([]);
    });

    it('has a page to try it, with every file that the page loads', async () => {
      const response = await atPath('/docs');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      const html = await response.text();
      const links = html.matchAll(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="([^"]+)"/gi);
      const base = `${service().baseUrl}/`;
      const files = [...links]
        .flatMap(([, address = '']) => URL.parse(address, base)?.href ?? [])
        .filter((href) => href.startsWith(base));
      expect(files).not.toEqual([]);
      for (const href of files) {
        expect([href, (await atPath(href.slice(base.length - 1))).status]).toEqual([href, 200]);
      }
    });
  });

  describe('a wrong request', () => {
    it.each(mistakes)('with %s is refused: %s', async (_what, asked, ...parameters) => {
      await expectRefused(asked, parameters);
    });

    it.each(strangers)('with %s for its cursor is refused', async (_what, asked) => {
      await expectRefused(asked(await cursorOf('tasks?limit=1')), ['after']);
    });
  });

  describe('a cursor', () => {
    const others = async (asked: string) => {
      const first = (await page('tasks?limit=2')).ids[0];
      const { ids } = await page(asked);
      expect(ids).not.toEqual([]);
      expect(ids).not.toContain(first);
    };

    it('goes on with another size of pages', async () => {
      await others(`tasks?limit=2&after=${await cursorOf('tasks?limit=1')}`);
    });

    it('goes on with the fields in another order', async () => {
      const after = await cursorOf('tasks?limit=1&fields=notes,wbs');
      await others(`tasks?limit=1&fields=wbs,notes&after=${after}`);
    });
  });
}
