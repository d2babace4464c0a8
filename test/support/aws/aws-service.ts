/**
 * What all services of the stand-in for AWS share: requests, answers, errors, and calls that are checked before they
 * are performed.
 */
import type { IncomingMessage } from 'node:http';
import type { FaultyCall } from './faults.ts';

/** A request as it was received, with its complete body. */
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

/** An error answer of a service, with the code and message that the real service uses. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type PreparedCall = {
  readonly call: FaultyCall;
  /** Performs the call and answers. @throws AwsError where the real service answers with an error */
  readonly perform: () => AwsAnswer | Promise<AwsAnswer>;
};

export interface AwsService {
  /** Reads the request without performing it. @throws AwsError for an unknown operation */
  readonly prepare: (request: AwsRequest) => PreparedCall;
  /** An error answer in the format of the service. */
  readonly refuse: (error: AwsError, requestId: string) => AwsAnswer;
  readonly throttled: AwsError;
}

export async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const [rawPath = '/', query = ''] = (incoming.url ?? '/').split('?');
  const headers: Record<string, string> = {};
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    if (values) headers[name] = values.join(',');
  }
  return {
    method: incoming.method ?? '',
    rawPath,
    query: query === '' ? [] : query.split('&').map(readParameter),
    headers,
    body: Buffer.concat(chunks),
  };
}

/** Decodes a parameter. A plus sign stays a plus sign, because the clients encode a space as %20. */
function readParameter(text: string): readonly [string, string] {
  const [name = '', ...value] = text.split('=');
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
}

export function parameter(request: AwsRequest, name: string): string | undefined {
  return request.query.find(([found]) => found === name)?.[1];
}

/** An XML element with text; empty for undefined. */
export function element(name: string, text: string | number | boolean | undefined): string {
  if (text === undefined) return '';
  const escaped = String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
  return `<${name}>${escaped}</${name}>`;
}
