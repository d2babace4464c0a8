import type { LambdaEvent } from 'hono/aws-lambda';
import * as z from 'zod/mini';

/** The event that API Gateway's HTTP API passes to a function for a request for a link. */
export function aGatewayEvent({
  rawQueryString,
  method = 'GET',
  path = '/',
  sourceIp = '198.51.100.7',
  headers = {},
  body = '',
}: {
  readonly rawQueryString: string;
  readonly method?: string;
  readonly path?: string | undefined;
  readonly sourceIp?: string | undefined;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string;
}): LambdaEvent {
  const domainName = 'links.example.com';
  return {
    version: '2.0',
    routeKey: 'ANY /',
    rawPath: path,
    rawQueryString,
    headers,
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      authentication: null,
      authorizer: {},
      domainName,
      domainPrefix: 'links',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: 'request-1',
      routeKey: 'ANY /',
      stage: '$default',
      time: '20/Nov/2026:14:00:00 +0000',
      timeEpoch: 0,
    },
    body,
    isBase64Encoded: false,
  };
}

/** The answer of a function to such an event. */
export const gatewayAnswer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isBase64Encoded: z.boolean(),
});
