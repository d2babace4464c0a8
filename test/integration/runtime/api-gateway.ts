/** A model of an HTTP API of API Gateway in front of a function. It covers requests and answers only. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import type { RuntimeAnswer } from './runtime-api.ts';

export interface ApiGateway extends AsyncDisposable {
  readonly url: string;
  /** While somebody else has used up the limit of requests, all callers get 429. */
  readonly setThrottle: (state: 'used up' | 'free') => void;
}

const resultSchema = z.object({
  statusCode: z.int(),
  headers: z._default(z.record(z.string(), z.string()), {}),
  cookies: z._default(z.array(z.string()), []),
  body: z._default(z.string(), ''),
  isBase64Encoded: z._default(z.boolean(), false),
});

/**
 * @param invoke the function, which the first request starts @param now the gateway's clock, milliseconds since 1970
 */
export async function openApiGateway(
  invoke: (event: unknown) => Promise<RuntimeAnswer>,
  now: () => number,
): Promise<ApiGateway> {
  let isUsedUp = false;
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    if (isUsedUp) {
      response.writeHead(429, { 'content-type': 'application/json' }).end('{"message":"Too Many Requests"}');
      return;
    }
    const answer = await invoke(await eventOf(request));
    const { data } = resultSchema.safeParse(answer.kind === 'response' ? answer.body : undefined);
    if (data === undefined) {
      // API Gateway answers this if the function fails.
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"message":"Internal Server Error"}');
      return;
    }
    const body = Buffer.from(data.body, data.isBase64Encoded ? 'base64' : 'utf8');
    if (data.cookies.length > 0) response.setHeader('set-cookie', data.cookies);
    response.writeHead(data.statusCode, data.headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    setThrottle: (state) => {
      isUsedUp = state === 'used up';
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function eventOf(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://gateway');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  // Format 2.0 has cookies beside the headers.
  const { cookie, ...others } = request.headers;
  const headers = Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, [value].flat().join(',')]),
  );
  return {
    version: '2.0',
    routeKey: 'ANY /{proxy+}',
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    requestContext: {
      domainName: 'gateway',
      requestId: 'request-1',
      stage: '$default',
      http: {
        method: request.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '198.51.100.7',
        userAgent: headers['user-agent'] ?? '',
      },
    },
    ...(body.length > 0
      ? { body: body.toString('base64'), isBase64Encoded: true }
      : { isBase64Encoded: false }),
  };
}
