/** An HTTP server on loopback that answers what a test scripts, one answer after the other, and records what was asked. */
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
  /** A body that ends before its announced length, or before its last chunk, or with its connection. */
  | { readonly half: 'of-length' | 'of-chunks' | 'of-connection'; readonly body: string };

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
  /** Adds answers to the script; a script that is over answers 418. */
  readonly script: (...answers: readonly (ScriptedAnswer | Answerer)[]) => void;
  /** Answers everything that the script does not. */
  readonly otherwise: (answerer: Answerer) => void;
  /** Resolves when so many requests have come in all. */
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
  } else if ('half' in answer) {
    giveHalf(answer, response, socket);
  } else {
    const { status = 200, headers = {}, json, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(json === undefined ? body : JSON.stringify(json));
  }
}

function giveHalf(
  { half, body }: { half: 'of-length' | 'of-chunks' | 'of-connection'; body: string },
  response: ServerResponse,
  socket: Socket,
): void {
  const beginning = body.slice(0, body.length / 2);
  switch (half) {
    case 'of-length':
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(body)) });
      response.write(beginning, () => socket.end());
      return;
    case 'of-chunks':
      response.writeHead(200, { 'transfer-encoding': 'chunked' });
      response.write(beginning, () => socket.end());
      return;
    case 'of-connection':
      socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${beginning}`);
      return;
  }
}
