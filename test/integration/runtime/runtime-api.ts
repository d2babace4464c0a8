/**
 * The Lambda Runtime API, version 2018-06-01, for one execution environment. The function's process requests an event
 * and posts its result; it gets one event at a time, as on Lambda.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';

/** The outcome of an invocation, as Lambda reports it. */
export type RuntimeAnswer =
  | { readonly kind: 'response'; readonly body: unknown }
  | { readonly kind: 'error'; readonly errorType: string; readonly errorMessage: string }
  /** The process ended without an answer. */
  | { readonly kind: 'died'; readonly how: string };

type Invocation = {
  readonly event: unknown;
  /** Milliseconds since 1970, by the function's clock. */
  readonly deadline: number;
  readonly functionArn: string;
};

export interface RuntimeApi {
  /** Value of AWS_LAMBDA_RUNTIME_API, such as `127.0.0.1:41234`. */
  readonly address: string;
  /**
   * Resolves to undefined once the function has been loaded and asks for its first event, or to the reason why it could
   * not be loaded.
   */
  readonly loaded: Promise<RuntimeAnswer | undefined>;
  readonly invoke: (invocation: Invocation) => Promise<RuntimeAnswer>;
  /** Call it when the process has ended: pending and later invocations get the answer 'died' with the reason. */
  readonly abandon: (how: string) => void;
  readonly close: () => Promise<void>;
}

type Pending = Invocation & {
  readonly requestId: string;
  readonly settle: (answer: RuntimeAnswer) => void;
};

const prefix = '/2018-06-01/runtime/';
const errorBody = z.object({ errorType: z.string(), errorMessage: z.string() });

export async function openRuntimeApi(): Promise<RuntimeApi> {
  const loaded = Promise.withResolvers<RuntimeAnswer | undefined>();
  let waiting: Pending | undefined;
  let running: Pending | undefined;
  let asking: ServerResponse | undefined;
  let gone: string | undefined;

  function hand(): void {
    if (!asking || !waiting) return;
    running = waiting;
    waiting = undefined;
    const { event, deadline, functionArn, requestId } = running;
    const body = Buffer.from(JSON.stringify(event));
    asking
      .writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'Lambda-Runtime-Aws-Request-Id': requestId,
        'Lambda-Runtime-Deadline-Ms': String(deadline),
        'Lambda-Runtime-Invoked-Function-Arn': functionArn,
        'Lambda-Runtime-Trace-Id': `Root=1-${requestId.slice(0, 8)}-${requestId.replaceAll('-', '').slice(0, 24)};Sampled=0`,
      })
      .end(body);
    asking = undefined;
  }

  function settle(requestId: string, answer: RuntimeAnswer): boolean {
    if (running?.requestId !== requestId) return false;
    const { settle: tell } = running;
    running = undefined;
    tell(answer);
    return true;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method === 'GET' && path === `${prefix}invocation/next`) {
      asking = response;
      loaded.resolve(undefined);
      return hand();
    }
    const text = await read(request);
    if (request.method === 'POST' && path === `${prefix}init/error`) {
      const failure = errorOf(text);
      loaded.resolve(failure);
      waiting?.settle(failure);
      waiting = undefined;
      return accepted(response);
    }
    const outcome = /^\/2018-06-01\/runtime\/invocation\/([^/]+)\/(response|error)$/.exec(path);
    if (request.method !== 'POST' || !outcome) return refuse(response, 404, 'there is nothing at this path');
    const [, requestId = '', kind] = outcome;
    const answer = kind === 'error' ? errorOf(text) : responseOf(text);
    if (answer && settle(requestId, answer)) return accepted(response);
    refuse(response, 400, answer ? `no such invocation: ${requestId}` : 'the response is not JSON');
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The runtime API has no port.');

  return {
    address: `127.0.0.1:${address.port}`,
    loaded: loaded.promise,
    invoke: (invocation) => {
      if (gone !== undefined) return Promise.resolve({ kind: 'died', how: gone });
      if (waiting || running) throw new Error('An execution environment has one invocation at a time.');
      return new Promise((resolve) => {
        waiting = { ...invocation, requestId: randomUUID(), settle: resolve };
        hand();
      });
    },
    abandon: (how) => {
      gone = how;
      const died: RuntimeAnswer = { kind: 'died', how };
      loaded.resolve(died);
      for (const pending of [waiting, running]) pending?.settle(died);
      waiting = undefined;
      running = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function errorOf(text: string): RuntimeAnswer {
  const parsed = errorBody.safeParse(jsonOf(text)?.value);
  if (parsed.success) return { kind: 'error', ...parsed.data };
  return { kind: 'error', errorType: 'Runtime.Unknown', errorMessage: text.slice(0, 200) };
}

/** The answer; undefined if the text is not JSON. A handler that returns nothing posts `null` or an empty body. */
function responseOf(text: string): RuntimeAnswer | undefined {
  const json = text === '' ? { value: null } : jsonOf(text);
  return json && { kind: 'response', body: json.value };
}

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

function accepted(response: ServerResponse): void {
  response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"OK"}');
}

function refuse(response: ServerResponse, status: number, errorMessage: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ errorType: 'InvalidRequest', errorMessage }));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
