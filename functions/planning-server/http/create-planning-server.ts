/** The Planning Read API over a store: the seven operations, and beside them tokens, OpenAPI and health. */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { inEnglish } from '../../base/english.ts';
import type { Collection } from '../../planning/contract/resources.ts';
import { type Region, regions } from '../../planning/contract/tasks-query.ts';
import { type AccessKey, findBySecret, mayRead, type Scope } from '../keys/access.ts';
import { type TokenIssue, tokenDesk, tokenRequestSchema } from '../keys/tokens.ts';
import type { PlanningStore, ProjectReference } from '../stores/store.ts';
import { parseCollectionRequest } from './collection-request.ts';
import { openApiDocument } from './openapi.ts';
import type { ParameterProblem } from './parameters.ts';
import { collectionReader } from './read-collection.ts';
import { methodNotAllowed, noSuchProject, regionProblem, unauthorized, unprocessable } from './refusals.ts';

export type PlanningServerOptions = {
  readonly store: PlanningStore;
  /** Who may read what; of each key only the SHA-256. */
  readonly keys: readonly AccessKey[];
  /** Given, `POST /{region}/v1/auth/token` issues tokens that count as keys. */
  readonly tokens?: TokenIssue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Items on a page where the request names no `limit`; 100 by default. */
  readonly pageSize?: number;
  /** The largest `limit`; 1,000 by default. */
  readonly maxPageSize?: number;
  /** `https://planning.example.com`: where links lead, if a proxy changes host or scheme on the way here. */
  readonly origin?: string;
  /** Told of each request once it is answered. Holds no key. */
  readonly onRequest?: (entry: RequestEntry) => void;
  /** Told why a request was answered with 500; the caller is not. */
  readonly onError?: (error: unknown, request: { readonly method: string; readonly path: string }) => void;
};

type RequestEntry = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Whose key or token it was; undefined without a valid one. */
  readonly caller: string | undefined;
  readonly milliseconds: number;
};

type Caller = { readonly name: string; readonly projects: Scope; readonly region: Region | undefined };
type Environment = { Variables: { caller: Caller } };
export type PlanningServer = Hono<Environment>;

const collections: readonly Collection[] = [
  'users',
  'subcontractors',
  'folders',
  'packages',
  'calendars',
  'locations',
  'tasks',
];

/** @throws RangeError for page sizes that are no whole numbers above 0, or a default over the largest */
export function createPlanningServer(options: PlanningServerOptions): PlanningServer {
  const { store, keys, now, origin, maxPageSize = 1_000 } = options;
  const sizes = { pageSize: options.pageSize ?? Math.min(100, maxPageSize), maxPageSize };
  checkSizes(sizes);
  const desk = options.tokens && tokenDesk(options.tokens, now);
  const readPage = collectionReader(store);
  const app: PlanningServer = new Hono();

  app.use(async (c, next) => {
    const began = now();
    await next();
    c.header('Cache-Control', 'no-store');
    const { method, path } = c.req;
    const caller: Caller | undefined = c.get('caller');
    const { status } = c.res;
    options.onRequest?.({ method, path, status, caller: caller?.name, milliseconds: now() - began });
  });

  for (const collection of collections) {
    const path = `/:region/v1/projects/:projectId/${collection}`;
    app.get(path, async (c) => {
      const caller = callerOf(c.req.header('X-API-Key'));
      if (!caller) return unauthorized(c);
      c.set('caller', caller);
      const url = new URL(c.req.url);
      const [region, projectId] = [c.req.param('region') ?? '', c.req.param('projectId') ?? ''];
      const request = parseCollectionRequest(url.searchParams, { region, projectId, collection }, sizes);
      if ('problems' in request) return unprocessable(c, request.problems);
      const { project, query, page } = request;
      const description = readableBy(caller, project) ? await store.describe(project) : undefined;
      if (!description) return noSuchProject(c);
      const { timeZone } = description;
      const { results, next } = await readPage({ ...project, timeZone }, { collection, query, page });
      return c.json({
        paging: { next: next ? { after: next, link: linkTo(url, next, origin) } : null },
        results,
      });
    });
    app.all(path, (c) => methodNotAllowed(c, 'GET, HEAD'));
  }

  if (desk) {
    const path = '/:region/v1/auth/token';
    const tooLarge = (c: Context) => c.json({ message: 'The request body is over 16 kB.' }, 413);
    app.post(path, bodyLimit({ maxSize: 16_384, onError: tooLarge }), async (c) => {
      const problems: ParameterProblem[] = [];
      const region = regions.find((each) => each === c.req.param('region'));
      if (!region) problems.push(regionProblem(c.req.param('region')));
      const request = tokenRequestSchema.safeParse(await c.req.json().catch(() => undefined), inEnglish);
      for (const issue of request.error?.issues ?? []) {
        problems.push({ parameter: issue.path.join('.') || 'body', reason: issue.message });
      }
      if (!region || !request.success) return unprocessable(c, problems);
      const token = desk.issue(region, request.data);
      if (token) return c.json(token);
      return c.json({ message: 'The client id or the client secret is wrong.' }, 401);
    });
    app.all(path, (c) => methodNotAllowed(c, 'POST'));
  }

  const document = openApiDocument({ ...sizes, tokens: desk ? 'issued' : 'not issued' });
  app.get('/openapi.json', (c) => c.json(document));
  app.all('/openapi.json', (c) => methodNotAllowed(c, 'GET, HEAD'));
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.all('/health', (c) => methodNotAllowed(c, 'GET, HEAD'));

  app.notFound((c) =>
    c.json({ message: 'There is nothing at this path. GET /openapi.json lists the operations.' }, 404),
  );
  app.onError((error, c) => {
    options.onError?.(error, { method: c.req.method, path: c.req.path });
    return c.json(
      { message: 'The planning service could not answer. Its operator finds the cause in its log.' },
      500,
    );
  });
  return app;

  function callerOf(key: string | undefined): Caller | undefined {
    if (key === undefined || key === '') return undefined;
    const accessKey = findBySecret(keys, key);
    if (accessKey) return { name: accessKey.name, projects: accessKey.projects, region: undefined };
    const holder = desk?.verify(key);
    return holder && { name: holder.client.name, projects: holder.client.projects, region: holder.region };
  }
}

function readableBy(caller: Caller, project: ProjectReference): boolean {
  const inRegion = caller.region === undefined || caller.region === project.region;
  return inRegion && mayRead(caller.projects, project);
}

/** Absolute and complete: it repeats every parameter, so that following it needs no knowledge of the query. */
function linkTo(url: URL, after: string, origin: string | undefined): string {
  const link = new URL(url.pathname, origin ?? url.origin);
  link.search = url.search;
  link.searchParams.set('after', after);
  return link.href;
}

function checkSizes({ pageSize, maxPageSize }: { pageSize: number; maxPageSize: number }): void {
  const sound = Number.isInteger(pageSize) && Number.isInteger(maxPageSize);
  if (sound && pageSize >= 1 && maxPageSize >= pageSize) return;
  throw new RangeError(
    `Page sizes must be whole: 1 ≤ pageSize (${pageSize}) ≤ maxPageSize (${maxPageSize}).`,
  );
}
