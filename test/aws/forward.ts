/** A service that another server on loopback plays: its requests go there as they are, and can go wrong here. */
import { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsRequest } from './aws-request.ts';
import type { AwsService } from './service.ts';

const ownToHop = ['connection', 'transfer-encoding', 'content-length', 'keep-alive', 'host', 'expect'];

export function forwardRequest(name: string, target: string): AwsService {
  async function perform(request: AwsRequest): Promise<AwsAnswer> {
    const query = new URLSearchParams(
      request.query.map(([key, value]): [string, string] => [key, value]),
    ).toString();
    const { status, headers, body } = await fetch(`${target}${request.rawPath}${query && `?${query}`}`, {
      method: request.method,
      headers: withoutHop(Object.entries(request.headers)),
      ...(request.body.length > 0 ? { body: new Uint8Array(request.body) } : {}),
    }).then(async (answer) => ({
      status: answer.status,
      headers: withoutHop([...answer.headers]),
      body: Buffer.from(await answer.arrayBuffer()),
    }));
    return { status, headers, body };
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

function withoutHop(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([header]) => !ownToHop.includes(header)));
}
