/** The Planning Read API over a store: the seven operations, and beside them tokens, OpenAPI and health. */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { inEnglish } from '../../base/english.ts';
import type { Region } from '../../planning/contract/tasks-query.ts';
import { type AccessKey, findBySecret, mayRead, type Scope } from '../keys/access-keys.ts';
import { type TokenIssuer, type TokenOptions, tokenIssuer, tokenRequestSchema } from '../keys/tokens.ts';
import { pageReader } from '../query/read-page.ts';
import type { PlanningStore, ProjectReference } from '../stores/store.ts';
import { openApiDocument } from './openapi.ts';
import { collections, pagingParameters, region } from './operations-and-parameters.ts';
import type { ParameterProblem } from './parameter-kinds.ts';
import { parseParameter, parseRequest } from './parse-request.ts';
import { methodNotAllowed, refusals, refuse, unprocessable } from './refusals.ts';

export type PlanningServerOptions = {
  readonly store: PlanningStore;
  /** Who may read what; of each key only the SHA-256. */
  readonly keys: readonly AccessKey[];
  /** If given, `POST /{region}/v1/auth/token` issues tokens that count as keys. */
  readonly tokens?: TokenOptions;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Items on a page where the request names no `limit`: 1 to 1,000, 100 by default. */
  readonly pageSize?: number;
  /** `https://planning.example.com`: where links lead, if a proxy changes host or scheme on the way here. */
  readonly origin?: string;
  /** Called with each request once it is answered. The entry holds no key. */
  readonly onRequest?: (entry: RequestEntry) => void;
  /** Called with the reason for a 500, which the caller is not given. */
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

/** `region` is undefined for a key, which is valid in all of them. */
type Caller = { readonly name: string; readonly scope: Scope; readonly region: Region | undefined };
export type PlanningServer = Hono<{ Variables: { caller: Caller } }>;

/** @throws RangeError for a page size or a signing secret that cannot be used */
export function createPlanningServer(options: PlanningServerOptions): PlanningServer {
  const { store, keys, now, pageSize = 100, origin } = options;
  const paging = pagingParameters(pageSize);
  const tokens = options.tokens && tokenIssuer(options.tokens, now);
  const readPage = pageReader(store);
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

  for (const { collection } of collections) {
    const path = `/:region/v1/projects/:projectId/${collection}`;
    app.get(path, async (c) => {
      const caller = callerWith(c.req.header('X-API-Key'), keys, tokens);
      if (!caller) return refuse(c, refusals.unauthorized);
      c.set('caller', caller);
      const url = new URL(c.req.url);
      const inPath = { region: c.req.param('region') ?? '', projectId: c.req.param('projectId') ?? '' };
      const parsed = parseRequest(url.searchParams, { ...inPath, collection }, paging);
      if ('problems' in parsed) return unprocessable(c, parsed.problems);
      const { project, request } = parsed;
      const description = canRead(caller, project) ? await store.describe(project) : undefined;
      if (!description) return refuse(c, refusals.noSuchProject);
      const { results, next } = await readPage({ ...project, timeZone: description.timeZone }, request);
      const paged = next === undefined ? null : { after: next, link: linkTo(url, next, origin) };
      return c.json({ paging: { next: paged }, results });
    });
    app.all(path, (c) => methodNotAllowed(c, 'GET, HEAD'));
  }

  if (tokens) {
    const path = '/:region/v1/auth/token';
    const limit = bodyLimit({ maxSize: 16_384, onError: (c) => refuse(c, refusals.bodyTooLarge) });
    app.post(path, limit, async (c) => {
      const problems: ParameterProblem[] = [];
      const inRegion = parseParameter(region, c.req.param('region'), problems);
      const request = tokenRequestSchema.safeParse(await c.req.json().catch(() => undefined), inEnglish);
      for (const issue of request.error?.issues ?? []) {
        problems.push({ parameter: issue.path.join('.') || 'body', reason: issue.message });
      }
      if (!inRegion || !request.success) return unprocessable(c, problems);
      const token = tokens.issue(inRegion, request.data);
      return token ? c.json(token) : refuse(c, refusals.wrongCredentials);
    });
    app.all(path, (c) => methodNotAllowed(c, 'POST'));
  }

  const document = openApiDocument(paging, tokens ? 'issued' : 'not issued');
  app.get('/openapi.json', (c) => c.json(document));
  app.all('/openapi.json', (c) => methodNotAllowed(c, 'GET, HEAD'));
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.all('/health', (c) => methodNotAllowed(c, 'GET, HEAD'));

  app.notFound((c) => refuse(c, refusals.noSuchPath));
  app.onError((error, c) => {
    options.onError?.(error, { method: c.req.method, path: c.req.path });
    return refuse(c, refusals.failed);
  });
  return app;
}

function callerWith(
  keyOrToken: string | undefined,
  keys: readonly AccessKey[],
  tokens: TokenIssuer | undefined,
): Caller | undefined {
  if (keyOrToken === undefined || keyOrToken === '') return undefined;
  const key = findBySecret(keys, keyOrToken);
  if (key) return { name: key.name, scope: key.projects, region: undefined };
  const holder = tokens?.verify(keyOrToken);
  return holder && { name: holder.client.name, scope: holder.client.projects, region: holder.region };
}

function canRead(caller: Caller, project: ProjectReference): boolean {
  const inRegion = caller.region === undefined || caller.region === project.region;
  return inRegion && mayRead(caller.scope, project);
}

/** Absolute and complete: it repeats every parameter, so that a client need not know the query to follow it. */
function linkTo(url: URL, after: string, origin: string | undefined): string {
  const link = new URL(url.pathname, origin ?? url.origin);
  link.search = url.search;
  link.searchParams.set('after', after);
  return link.href;
}
