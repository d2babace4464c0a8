import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { readAwsError } from '#base/aws-error.ts';
import { parseJson, propertyOf } from '#base/json.ts';
import { isTemporaryCode } from '#base/remedies.ts';
import { guardedFetch } from '#planning/client/guarded-fetch.ts';
import type { RetryOptions } from '#planning/client/retry.ts';
import { requestTimeouts } from './aws-request-limits.ts';

/** The answer of a function behind an HTTP API. `Response` accepts only the statuses 200 to 599. */
const answerSchema = z.object({
  statusCode: z.int().check(z.gte(200), z.lte(599)),
  headers: z._default(z.record(z.string(), z.string()), {}),
  body: z._default(z.string(), ''),
  isBase64Encoded: z._default(z.boolean(), false),
});

/**
 * A fetch for the planning client. Requests for the stage's own Planning Read API go directly to its function, because
 * strangers could exhaust the rate limit of the public address. A failed invocation becomes a status, as a gateway
 * would answer.
 * @param variables either both are set or neither; the URL is the `baseUrl` of the projects that the stage serves
 *   itself
 */
export function openPlanningFetch(variables: {
  readonly READ_API_FUNCTION?: string | undefined;
  readonly READ_API_URL?: string | undefined;
}): NonNullable<RetryOptions['fetch']> {
  const { READ_API_FUNCTION: name, READ_API_URL: address } = variables;
  if (name === undefined || address === undefined) return guardedFetch;
  const { origin } = new URL(address);
  // The planning client limits the time of each try and retries by itself.
  const client = new LambdaClient({
    requestHandler: { connectionTimeout: requestTimeouts.connectionTimeout },
    maxAttempts: 1,
  });

  async function invoke(url: string, init: RequestInit): Promise<Response> {
    const signal = init.signal ?? undefined;
    try {
      const Payload = JSON.stringify(await eventOf(new Request(url, init)));
      const command = new InvokeCommand({ FunctionName: name, Payload });
      const answer = await client.send(command, signal && { abortSignal: signal });
      const payload = parseJson(answer.Payload?.transformToString() ?? '');
      if (answer.FunctionError !== undefined) {
        return failed(502, `failed (${errorTypeIn(payload) ?? answer.FunctionError})`);
      }
      const { data } = answerSchema.safeParse(payload);
      return data === undefined ? failed(502, 'gave an answer that is not HTTP') : responseOf(data);
    } catch (error) {
      signal?.throwIfAborted();
      const { code, status = 502 } = readAwsError(error);
      return failed(isTemporaryCode(String(status)) ? status : 502, `could not be invoked (${code})`);
    }
  }

  function failed(status: number, how: string): Response {
    return Response.json({ message: `The function ${name} ${how}` }, { status });
  }

  return (url, init) => (new URL(url).origin === origin ? invoke(url, init) : guardedFetch(url, init));
}

/** An event of an HTTP API, payload format 2.0, but without the caller's address, which a gateway always adds. */
async function eventOf(request: Request): Promise<object> {
  const { method, headers } = request;
  const { pathname: path, search, host } = new URL(request.url);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: search.slice(1),
    // Lambda limits an answer to 6 MB: some pages fit only if they are compressed.
    headers: { ...Object.fromEntries(headers), host, 'accept-encoding': 'gzip' },
    requestContext: { domainName: host, stage: '$default', http: { method, path, protocol: 'HTTP/1.1' } },
    body: await request.text(),
    isBase64Encoded: false,
  };
}

function responseOf({ statusCode: status, headers, ...answer }: z.infer<typeof answerSchema>): Response {
  const bytes = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length === 0) return new Response(null, { status, headers });
  const isCompressed = new Headers(headers).get('content-encoding') === 'gzip';
  const decompressed = () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(isCompressed ? decompressed() : bytes, { status, headers });
}

/** The type of an error, such as `Sandbox.Timedout`. Its message is left out because it may quote secrets. */
function errorTypeIn(payload: unknown): string | undefined {
  const type = propertyOf(payload, 'errorType');
  return typeof type === 'string' && /^[\w.]{1,60}$/.test(type) ? type : undefined;
}
