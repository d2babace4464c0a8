/** An HTTP server on loopback that gives the answers of a script in order, and records the requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type ScriptedAnswer =
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly json?: unknown;
      readonly body?: string | Uint8Array;
    }
  /** Never answers, or stops after the headers and the beginning of the body. */
  | { readonly stall: 'before-headers' | 'in-body' }
  | { readonly reset: true }
  | RawAnswer;

/**
 * Bytes of an answer, which need not be HTTP. `after`: whether the connection then ends or is reset; otherwise it stays
 * open.
 */
export type RawAnswer = { readonly bytes: Buffer; readonly after?: 'end' | 'reset' };

/** The bytes of an HTTP answer. The header with the length of the body is added unless `headers` has one. */
export function rawAnswer(
  status: number | string,
  headers: string,
  body: string | Uint8Array = '',
): RawAnswer {
  const content = Buffer.from(body);
  const framed = /^(?:content-length|transfer-encoding):/im.test(headers);
  const lines = [
    typeof status === 'string' ? status : `HTTP/1.1 ${status} Some words`,
    ...headers.split('\n').filter((line) => line !== ''),
    ...(framed || status === 204 || status === 304 ? [] : [`Content-Length: ${content.length}`]),
  ];
  return { bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]) };
}

export function bytesAnswer(...parts: readonly (string | Uint8Array)[]): RawAnswer {
  return { bytes: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

/** The same answer, after which the server ends or resets the connection. */
export function endingAnswer(after: 'end' | 'reset', answer: RawAnswer): RawAnswer {
  return { ...answer, after };
}

type RecordedRequest = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type Answerer = (request: RecordedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

export type ScriptedServer = AsyncDisposable & {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Adds answers to the script. After the last one, the server answers 418. */
  readonly script: (...answers: readonly (ScriptedAnswer | Answerer)[]) => void;
  /** Answers all requests after the script. */
  readonly otherwise: (answerer: Answerer) => void;
  /** Resolves when `count` requests have come. */
  readonly requested: (count: number) => Promise<void>;
  /** Resolves when the next stall has begun. */
  readonly stalled: () => Promise<void>;
  /** How many requests are being answered at this moment. */
  readonly open: () => number;
};

export async function startScriptedServer(
  ...answers: readonly (ScriptedAnswer | Answerer)[]
): Promise<ScriptedServer> {
  const script: (ScriptedAnswer | Answerer)[] = [...answers];
  const requests: RecordedRequest[] = [];
  const watchers = new Set<() => void>();
  let stalls = 0;
  let open = 0;
  let rest: Answerer = () => ({ status: 418, json: { message: 'the script is over' } });
  const changed = () => {
    for (const watcher of [...watchers]) watcher();
  };
  const until = (reached: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!reached()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });

  const server = createServer({ maxHeaderSize: 64 * 1024 }, async (incoming, response) => {
    open++;
    response.once('close', () => {
      open--;
    });
    let body = '';
    for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
    const url = incoming.url ?? '/';
    const { pathname: path, searchParams: query } = new URL(url, 'http://loopback');
    const request = { method: incoming.method ?? '', url, path, query, headers: incoming.headers, body };
    requests.push(request);
    const scripted = script.shift() ?? rest;
    const answer = typeof scripted === 'function' ? await scripted(request) : scripted;
    if ('stall' in answer) stalls++;
    await give(answer, response, incoming.socket);
    changed();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    script: (...more) => {
      script.push(...more);
    },
    otherwise: (answerer) => {
      rest = answerer;
    },
    requested: (count) => until(() => requests.length >= count),
    stalled: () => {
      const before = stalls;
      return until(() => stalls > before);
    },
    open: () => open,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function give(answer: ScriptedAnswer, response: ServerResponse, socket: Socket): Promise<void> {
  if ('reset' in answer) {
    socket.resetAndDestroy();
  } else if ('stall' in answer) {
    if (answer.stall === 'in-body') {
      response.writeHead(200, { 'content-type': 'application/json' });
      await new Promise<void>((written) => response.write('{"results":[', () => written()));
    }
  } else if ('bytes' in answer) {
    socket.write(answer.bytes, () => {
      if (answer.after === 'reset') socket.resetAndDestroy();
    });
    if (answer.after === 'end') socket.end();
  } else {
    const { status = 200, headers = {}, json, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(json === undefined ? body : JSON.stringify(json));
  }
}
