/** The Planning Read API over a store: the seven operations, and beside them tokens, OpenAPI and health. */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { inEnglish } from '../../base/english.ts';
import type { Region } from '../../planning/contract/tasks-query.ts';
import { type KeyRing, mayRead, type Scope } from '../keys/key-ring.ts';
import { type TokenIssuer, tokenIssuer, tokenRequestSchema } from '../keys/tokens.ts';
import { signedCursors } from '../query/cursor.ts';
import type { PlanningStore, ProjectReference } from '../stores/store.ts';
import { openApiDocument } from './openapi.ts';
import { collections, pagingParameters, region } from './operations-and-parameters.ts';
import type { ParameterProblem } from './parameter-kinds.ts';
import { expiredCursor, parseParameter, parseRequest } from './parse-request.ts';
import { methodNotAllowed, refusals, refuse, unprocessable } from './refusals.ts';

export type PlanningServerOptions = {
  readonly store: PlanningStore;
  /** Who may read what. */
  readonly keys: KeyRing;
  /**
   * What cursors and tokens are signed with: at least 32 characters, the same for every process that serves this store.
   * Without it no tokens are issued, and cursors are good for as long as this process runs.
   */
  readonly signingSecret?: string;
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

/** @throws RangeError for a page size or a secret that cannot be used */
export function createPlanningServer(options: PlanningServerOptions): PlanningServer {
  const { store, keys, signingSecret, now, pageSize = 100, origin } = options;
  const paging = pagingParameters(pageSize);
  const tokens = signingSecret === undefined ? undefined : tokenIssuer({ keys, signingSecret }, now);
  const cursors = signedCursors({ secret: signingSecret ?? randomBytes(32).toString('base64url'), now });
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
      const caller = await callerWith(c.req.header('X-API-Key'), keys, tokens);
      if (!caller) return refuse(c, refusals.unauthorized);
      c.set('caller', caller);
      const url = new URL(c.req.url);
      const inPath = { region: c.req.param('region') ?? '', projectId: c.req.param('projectId') ?? '' };
      const parsed = parseRequest(url.search, { ...inPath, collection }, { paging, cursors });
      if ('problems' in parsed) return unprocessable(c, parsed.problems);
      const { project, version, request, fingerprint } = parsed;
      if (!canRead(caller, project)) return refuse(c, refusals.noSuchProject);
      const opened = await store.open(project, version);
      if (!opened && version !== undefined) return unprocessable(c, [expiredCursor(paging)]);
      if (!opened) return refuse(c, refusals.noSuchProject);
      const { results, next } = opened.page(request);
      const after = next === undefined ? undefined : cursors.write({ ...opened, from: next }, fingerprint);
      return envelope(results, after === undefined ? null : { after, link: linkTo(url, after, origin) });
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
      const token = await tokens.issue(inRegion, request.data);
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

async function callerWith(
  keyOrToken: string | undefined,
  keys: KeyRing,
  tokens: TokenIssuer | undefined,
): Promise<Caller | undefined> {
  if (keyOrToken === undefined || keyOrToken === '') return undefined;
  const key = await keys.find(keyOrToken);
  if (key) return { name: key.name, scope: key.projects, region: undefined };
  const holder = await tokens?.verify(keyOrToken);
  return holder && { name: holder.key.name, scope: holder.key.projects, region: holder.region };
}

function canRead(caller: Caller, project: ProjectReference): boolean {
  const inRegion = caller.region === undefined || caller.region === project.region;
  return inRegion && mayRead(caller.scope, project);
}

/** @param results items as JSON, separated by commas */
function envelope(
  results: Uint8Array,
  next: { readonly after: string; readonly link: string } | null,
): Response {
  const beginning = Buffer.from(`{"paging":${JSON.stringify({ next })},"results":[`);
  return new Response(Buffer.concat([beginning, results, Buffer.from(']}')]), {
    headers: { 'Content-Type': 'application/json' },
  });
}

/** Absolute and complete: it repeats every parameter, so that a client need not know the query to follow it. */
function linkTo(url: URL, after: string, origin: string | undefined): string {
  const link = new URL(url.pathname, origin ?? url.origin);
  // As the query spells it: URLSearchParams would spell its commas as %2C.
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^after(=|$)/.test(pair));
  link.search = [...others, `after=${after}`].join('&');
  return link.href;
}
