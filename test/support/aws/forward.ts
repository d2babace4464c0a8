/** A service that another local server implements: requests are forwarded to it, and faults are applied here. */
import { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsRequest } from './aws-request.ts';
import type { AwsService } from './service.ts';

const hopByHopHeaders = ['connection', 'transfer-encoding', 'content-length', 'keep-alive', 'host', 'expect'];

export type ForwardTo = {
  readonly service: string;
  /**
   * The other server, as it appears in queue URLs. Clients send requests to the host of a queue URL, so the URLs in
   * answers are rewritten to this server, and those in requests back. Names below localhost need not resolve.
   */
  readonly origin: string;
  /** This server, as its clients address it. */
  readonly own: string;
};

export function forwardRequest({ service: name, origin, own }: ForwardTo): AwsService {
  const url = new URL(origin);
  const target = url.hostname.endsWith('.localhost') ? `http://127.0.0.1:${url.port}` : url.origin;
  const rewritten = (body: Buffer, from: string, to: string) =>
    body.toString().replaceAll(`"QueueUrl":"${from}/`, `"QueueUrl":"${to}/`);

  async function perform(request: AwsRequest): Promise<AwsAnswer> {
    const query = new URLSearchParams(
      request.query.map(([key, value]): [string, string] => [key, value]),
    ).toString();
    const answer = await fetch(`${target}${request.rawPath}${query && `?${query}`}`, {
      method: request.method,
      headers: withoutHopByHop(Object.entries(request.headers)),
      ...(request.body.length > 0 ? { body: rewritten(request.body, own, url.origin) } : {}),
    });
    return {
      status: answer.status,
      headers: withoutHopByHop([...answer.headers]),
      body: rewritten(Buffer.from(await answer.arrayBuffer()), url.origin, own),
    };
  }

  return {
    prepare: (request) => ({
      call: {
        service: name,
        operation: request.headers['x-amz-target']?.split('.').at(-1) ?? 'unknown',
        key: request.body.toString('utf8', 0, 2048),
      },
      perform: () => perform(request),
    }),
    refuse: (error) => ({
      status: error.status,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': error.code },
      body: JSON.stringify({ __type: error.code, message: error.message }),
    }),
    throttled: new AwsError(403, 'RequestThrottled', 'The request was denied due to request throttling.'),
  };
}

function withoutHopByHop(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([header]) => !hopByHopHeaders.includes(header)));
}
