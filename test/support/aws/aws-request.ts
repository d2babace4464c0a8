/** A request as it was received, with its complete body, and an answer. */
import type { IncomingMessage } from 'node:http';

export type AwsRequest = {
  readonly method: string;
  /** As sent, percent-encoded, since signatures cover exactly these characters. */
  readonly rawPath: string;
  /** Decoded, in the order sent. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export type AwsAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
};

export async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const url = incoming.url ?? '/';
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  return {
    method: incoming.method ?? '',
    rawPath: mark < 0 ? url : url.slice(0, mark),
    query: query === '' ? [] : query.split('&').map(readParameter),
    headers: headersOf(incoming),
    body: Buffer.concat(chunks),
  };
}

export function parameter(request: AwsRequest, name: string): string | undefined {
  return request.query.find(([found]) => found === name)?.[1];
}

/** A plus sign stays one: the clients encode a space as %20. */
function readParameter(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split('=');
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
}

function headersOf(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (values) headers[name] = values.join(',');
  }
  return headers;
}
