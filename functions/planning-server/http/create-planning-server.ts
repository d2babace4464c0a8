import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { once } from '#base/once.ts';
import { versionHeaders } from '#planning/contract/programme-version.ts';
import { collectionNames } from '#planning/contract/resources.ts';
import type { BuildVersion } from '#planning-server/build.ts';
import { type KeyRing, mayRead } from '#planning-server/keys/key-ring.ts';
import { createTokenIssuer, tokenRequestSchema } from '#planning-server/keys/tokens.ts';
import type {
  PlanningStore,
  ProjectReference,
  ProjectVersion,
  StoredDataProblem,
} from '#planning-server/versions/version.ts';
import { callerOf, createCallerAuthorizer } from './caller-access.ts';
import { createCursorSigner } from './cursor.ts';
import { docsAssets, sendDocs } from './docs-page.ts';
import {
  createQueryParameterSchemas,
  parameterProblemsOf,
  parseCollectionRequest,
  regionParameterSchema,
} from './parameters.ts';
import {
  createMethodNotAllowedResponse,
  createParameterProblem,
  createRefusalResponse,
  createUnprocessableResponse,
  httpRefusals,
} from './problems.ts';
import {
  bodilessResponse,
  type Caller,
  connectionOf,
  createRequestIdSource,
  type HonoServerEnvironment,
  matchesEtag,
  pageEtag,
  type RequestContext,
  requestIdPattern,
  sendBody,
  sendJson,
  sendPage,
} from './response.ts';

const defaultPageSize = 100;
/**
 * Maximum bytes of path and query; more are refused with 414.
 * @limit the Planning Read API
 */
const maxPathAndQueryBytes = 8_192;
/**
 * Maximum number of requests per minute with one API key, unless `--requests-per-minute` is given; more are refused
 * with 429.
 * @limit the Planning Read API
 * @tunable
 */
const maxRequestsPerMinute = 60_000;

export type PlanningServerOptions = {
  readonly store: PlanningStore;
  readonly keys: KeyRing;
  /** Signs cursors and tokens: at least 32 characters, the same for every process that serves this store. */
  readonly signingSecret: string;
  readonly now: () => number;
  readonly build?: BuildVersion;
  /** Items per page of a request without `limit`, 1 to 1,000. @default 100 */
  readonly pageSize?: number;
  /** Base of links, such as `https://planning.example.com`. @default the address that this process listens on */
  readonly origin?: string;
  readonly allowedOrigins?: readonly string[];
  readonly requestsPerMinute?: number;
  readonly onRequest?: (entry: RequestLogEntry) => void;
  /** Called with the reason for a 500, which the caller does not get. */
  readonly onError?: (error: unknown, request: FailedRequest) => void;
};

export type FailedRequest = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
};

type RequestLogEntry = FailedRequest & {
  readonly status: number;
  readonly caller: string | undefined;
  readonly milliseconds: number;
};

export type PlanningServer = Hono<HonoServerEnvironment>;

const serviceDescription = {
  name: 'Planning Read API',
  documentation: '/docs',
  openApi: '/openapi.json',
  health: '/health',
};

/**
 * The Planning Read API as an app.
 * @example
 * const app = createPlanningServer({ store, keys, signingSecret, now });
 * await app.request('/gb/v1/projects/riverside-tower/tasks?limit=1', { headers: { 'X-API-Key': key } });
 * // 200 {"paging":{"next":{"after":"…","link":"…"}},"results":[{"id":"rt-000001",…}]}
 * @throws RangeError for a page size or a secret that cannot be used
 */
export function createPlanningServer(options: PlanningServerOptions): PlanningServer {
  const {
    store,
    keys,
    signingSecret,
    now,
    pageSize = defaultPageSize,
    requestsPerMinute = maxRequestsPerMinute,
    allowedOrigins = [],
  } = options;
  const parameters = createQueryParameterSchemas(pageSize);
  const tokens = createTokenIssuer({ keys, signingSecret }, now);
  const cursors = createCursorSigner({ secret: signingSecret, now });
  const app: PlanningServer = new Hono();

  const access = createCallerAuthorizer({ keys, tokens }, { requestsPerMinute, now });
  const drawId = createRequestIdSource();
  const wrongMethod = (allowed: string) => (c: RequestContext) =>
    access.refuseAfterKeyCheck(c, () => createMethodNotAllowedResponse(c, allowed));
  const readOnlyPath = (path: string, get: (c: RequestContext) => Response | Promise<Response>) => {
    app.get(path, get);
    app.all(path, wrongMethod('GET, HEAD'));
  };

  app.use(async (c, next) => {
    const began = now();
    const given = c.req.header('X-Request-Id');
    const requestId = given !== undefined && requestIdPattern.test(given) ? given : drawId();
    c.set('requestId', requestId);
    c.set('headers', { 'x-request-id': requestId });
    await next();
    const { status } = c.res;
    const { method, path } = c.req;
    const caller: Caller | undefined = c.get('caller');
    const milliseconds = now() - began;
    options.onRequest?.({ requestId, method, path, status, caller: caller?.name, milliseconds });
  });
  if (allowedOrigins.length > 0) {
    const crossOrigin = cors(corsOptions(allowedOrigins));
    app.use(async (c, next) => {
      const preflight = await crossOrigin(c, next);
      if (!preflight) return undefined;
      return bodilessResponse(c, 204, {
        'cache-control': 'no-store',
        ...Object.fromEntries(preflight.headers),
      });
    });
  }
  app.use(async (c, next) => {
    const target = new URL(c.req.url);
    c.set('target', target);
    return target.pathname.length + target.search.length > maxPathAndQueryBytes
      ? access.refuseAfterKeyCheck(c, () => createRefusalResponse(c, httpRefusals.uriTooLong))
      : next();
  });

  for (const collection of collectionNames) {
    const path = `/:region/v1/projects/:projectId/${collection}`;
    readOnlyPath(path, async (c) => {
      const caller = await access.admit(c);
      if (caller instanceof Response) return caller;
      const target = c.get('target');
      const { pathname, search } = target;
      const parsed = parseCollectionRequest(
        search,
        { collection, path: c.req.param() },
        { parameters, cursors },
      );
      if ('problems' in parsed) return createUnprocessableResponse(c, parsed.problems);
      const { project, version, hasCursor, request, fingerprint } = parsed;
      if (!canRead(caller, project)) return createRefusalResponse(c, httpRefusals.noSuchProject);
      const opened = await store.open(project, version);
      if (!opened && hasCursor)
        return createUnprocessableResponse(c, [createParameterProblem('after', 'cursor_expired')]);
      if (!opened && version !== undefined && (await store.open(project))) {
        return createUnprocessableResponse(c, [
          createParameterProblem('version', 'version_unknown', { value: version }),
        ]);
      }
      if (!opened) return createRefusalResponse(c, httpRefusals.noSuchProject);
      const page = opened.page(request);
      const { next } = page;
      const content = { version: opened.version, hasNext: next !== undefined, now: now() };
      const tag = pageEtag(target, c.req.header('Accept-Encoding'), content);
      const headers = {
        etag: tag,
        ...versionHeadersOf(opened),
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding',
      };
      if (matchesEtag(c.req.header('If-None-Match'), tag)) return bodilessResponse(c, 304, headers);
      const after = next === undefined ? undefined : cursors.write({ ...opened, from: next }, fingerprint);
      const origin = options.origin ?? connectionOf(c).origin ?? 'http://localhost';
      const link = (cursor: string) => `${origin}${pathname}${nextPageSearch(search, cursor)}`;
      return sendPage(c, { page, next: after === undefined ? null : { after, link: link(after) } }, headers);
    });
  }

  const tokenPath = '/:region/v1/auth/token';
  const limit = bodyLimit({
    maxSize: 16_384,
    onError: (c) => createRefusalResponse(c, httpRefusals.bodyTooLarge),
  });
  app.post(tokenPath, limit, async (c) => {
    const place = regionParameterSchema.safeParse(c.req.param(), { reportInput: true });
    const request = tokenRequestSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!place.success || !request.success) {
      return createUnprocessableResponse(c, [
        ...parameterProblemsOf(place.error),
        ...parameterProblemsOf(request.error),
      ]);
    }
    const { region } = place.data;
    const issued = await tokens.issue(region, request.data);
    if (!issued)
      return access.refuseWrongKey(c, () => createRefusalResponse(c, httpRefusals.wrongCredentials));
    const { token, key } = issued;
    return access.countRequest(c, callerOf(key, region)) ?? sendJson(c, token);
  });
  app.all(tokenPath, wrongMethod('POST'));

  const documentBytes = once(async () => {
    // Loaded only on request: with its schemas it is a tenth of the code, and no page needs it.
    const { openApiDocument } = await import('./openapi.ts');
    return Buffer.from(JSON.stringify(openApiDocument(parameters)));
  });
  readOnlyPath('/openapi.json', async (c) =>
    sendBody(c, await documentBytes(), { 'content-type': 'application/json' }),
  );
  readOnlyPath('/', (c) => sendJson(c, serviceDescription));
  readOnlyPath('/health', (c) => sendJson(c, { status: 'ok', ...options.build }));
  readOnlyPath('/ready', async (c) => {
    if (c.req.header('X-API-Key') === undefined) return sendJson(c, { status: 'ready' });
    const caller = await access.admit(c);
    if (caller instanceof Response) return caller;
    return sendJson(c, { status: 'ready', problems: problemsFor(caller, store.problems()) });
  });

  for (const [path, asset] of docsAssets) readOnlyPath(path, (c) => sendDocs(c, asset));

  app.notFound((c) => access.refuseAfterKeyCheck(c, () => createRefusalResponse(c, httpRefusals.noSuchPath)));
  app.onError((error, c) => {
    const { method, path } = c.req;
    options.onError?.(error, { requestId: c.get('requestId'), method, path });
    return createRefusalResponse(c, httpRefusals.failed);
  });
  return app;
}

function canRead(caller: Caller, project: ProjectReference): boolean {
  const inRegion = caller.region === undefined || caller.region === project.region;
  return inRegion && mayRead(caller.scope, project);
}

function versionHeadersOf({
  version,
  dataDate,
  importedAt,
}: ProjectVersion): Readonly<Record<string, string>> {
  const { label, dataDate: dated, importedAt: imported } = versionHeaders;
  return {
    [label]: version,
    ...(dataDate !== undefined && { [dated]: dataDate }),
    ...(importedAt !== undefined && { [imported]: importedAt }),
  };
}

function problemsFor(
  { scope }: Caller,
  problems: readonly StoredDataProblem[],
): readonly StoredDataProblem[] {
  if (scope === '*') return problems;
  const names = scope.map(({ region, projectId }) => `${region}/${projectId}/`);
  return problems.filter(({ source }) => names.some((name) => source.includes(name)));
}

/** The query of the next page, spelled like this one, so that a link is longer than its request only by the cursor. */
function nextPageSearch(search: string, cursor: string): string {
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !/^after(=|$)/.test(pair));
  return `?${[...others, `after=${cursor}`].join('&')}`;
}

function corsOptions(allowedOrigins: readonly string[]) {
  return {
    origin: [...allowedOrigins],
    allowMethods: ['GET', 'HEAD', 'POST'],
    allowHeaders: ['X-API-Key', 'X-Request-Id', 'If-None-Match', 'Content-Type'],
    exposeHeaders: [
      'ETag',
      'Planning-Version',
      'Planning-Data-Date',
      'Planning-Imported-At',
      'X-Request-Id',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
    ],
    maxAge: 600,
  };
}
