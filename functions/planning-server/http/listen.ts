import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import { promisify } from 'node:util';
import { getRequestListener, RequestError } from '@hono/node-server';
import { LookaheadError } from '#base/lookahead-error.ts';
import { type HttpRefusal, httpRefusals, problemBody, problemContentType } from './problems.ts';
import { type Connection, createRequestIdSource } from './response.ts';

/** Milliseconds after which a stopping server breaks off responses in progress. */
const maxDrainMs = 10_000;

function listenError(
  { host, port, code }: { readonly host: string; readonly port: number; readonly code: string },
  cause: unknown,
): LookaheadError {
  const { reason, remedy } = explainListenError(code);
  const what = `Cannot listen on ${host}:${port}: ${reason}`;
  return new LookaheadError(what, { name: 'ListenError', kind: 'curable', remedy, cause });
}

function explainListenError(code: string): { readonly reason: string; readonly remedy: string } {
  switch (code) {
    case 'EADDRINUSE':
      return { reason: 'the port is in use', remedy: 'Stop the other program or choose another port.' };
    case 'EACCES':
      return { reason: 'the port is not permitted', remedy: 'Choose a port above 1023.' };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return {
        reason: 'this machine has no such address',
        remedy: "Use 127.0.0.1, or one of the machine's own addresses.",
      };
    default:
      return { reason: `the system answered ${code}`, remedy: 'Choose another port or address.' };
  }
}

export type ListeningServer = {
  readonly url: string;
  readonly close: () => Promise<void>;
  /**
   * Stops accepting connections, closes idle ones, and resolves when the responses in progress are finished; after
   * `maxDrainMs` it breaks them off.
   */
  readonly drain: () => Promise<void>;
};

/**
 * @param port 0 for any free one
 * @throws ListenError if the port is in use or not permitted, or this machine does not have the address
 */
export async function listen(
  app: {
    readonly fetch: (request: Request, connection: Connection) => Response | Promise<Response>;
  },
  { port, host }: { readonly port: number; readonly host: string },
): Promise<ListeningServer> {
  let url = '';
  let draining = false;
  const listener = getRequestListener(
    (request, { incoming, outgoing }) => {
      const { httpVersion, headers } = incoming;
      if (httpVersion === '1.1' && headers.host === undefined) return refusalResponse(httpRefusals.malformed);
      if (draining) outgoing.setHeader('connection', 'close');
      return app.fetch(request, { origin: url, remoteAddress: incoming.socket?.remoteAddress });
    },
    {
      hostname: 'localhost',
      // A RequestError means that host and path do not form a URL; the app answers its own errors itself.
      errorHandler: (error) =>
        refusalResponse(error instanceof RequestError ? httpRefusals.malformed : httpRefusals.failed),
    },
  );
  // Bytes: more than any accepted path and headers have, so that the app itself refuses a longer path and says why.
  const server = createServer({ maxHeaderSize: 65_536, requireHostHeader: false }, listener);
  // An unknown value of the `Expect` header is ignored: Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const connections = watchConnections(server);
  refuseUnreadable(server, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(listenError({ host, port, code: cause.code ?? 'an unknown error' }, cause));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const opened = typeof address === 'object' && address ? address.port : port;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${opened}`;
  const drain = () => {
    draining = true;
    return drainServer(server, connections);
  };
  return { url, close: () => closeServer(server), drain };
}

function closeServer(server: Server): Promise<void> {
  const done = promisify(server.close).call(server);
  server.closeAllConnections();
  return done;
}

/**
 * Idle milliseconds before a draining server closes a connection, so that a client that sends one request after another
 * gets `connection: close` first.
 */
const drainIdleMs = 250;

function drainServer(server: Server, connections: Connections): Promise<void> {
  const quiet = setInterval(() => connections.closeQuiet(drainIdleMs), 25);
  const limit = setTimeout(connections.closeAll, maxDrainMs);
  // Not the HTTP server's close: it breaks off connections that look idle while their next request is on its way.
  const done = promisify(NetServer.prototype.close).call(server);
  connections.closeQuiet(drainIdleMs);
  return done.finally(() => {
    clearInterval(quiet);
    clearTimeout(limit);
  });
}

type Connections = ReturnType<typeof watchConnections>;

type OpenConnection = { answer: ServerResponse | undefined; quietSince: number };

function watchConnections(server: Server) {
  const open = new Map<Socket, OpenConnection>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { answer: undefined, quietSince: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.answer = response;
    response.once('close', () => {
      if (connection.answer === response) connection.answer = undefined;
      connection.quietSince = performance.now();
    });
  });
  return {
    answerOn: (socket: Socket) => open.get(socket)?.answer,
    /**
     * Closes connections without a response in progress that have been idle for this long. Node's
     * `closeIdleConnections` spares connections that never sent a request.
     */
    closeQuiet(milliseconds: number) {
      const latest = performance.now() - milliseconds;
      for (const [socket, { answer, quietSince }] of open) {
        if (answer === undefined && quietSince <= latest) socket.destroy();
      }
    },
    closeAll() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/**
 * Milliseconds for which the rest of a refused request is read: a connection that is reset too early loses the
 * response.
 */
const maxRefusedRequestMs = 1_000;

/**
 * Requests that Node refuses before the app sees them: too large, too slow, or not HTTP. They get a problem response
 * like every other refusal, and the connection closes, because it is unknown where the next request on it begins.
 */
function refuseUnreadable(server: Server, connections: Connections): void {
  const refused = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Each further piece of a refused request is reported as an error again.
    if (!(socket instanceof Socket) || refused.has(socket)) return;
    refused.add(socket);
    const underWay = connections.answerOn(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || underWay?.headersSent) {
      socket.destroy();
      return;
    }
    const rest = setTimeout(() => socket.destroy(), maxRefusedRequestMs);
    socket.once('close', () => clearTimeout(rest));
    socket.end(responseBytes(refusalFor(error.code)));
  });
}

function refusalFor(code: string | undefined): HttpRefusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return httpRefusals.headersTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return httpRefusals.tooSlow;
    default:
      return httpRefusals.malformed;
  }
}

const drawId = createRequestIdSource();

const problemHeaders = () => ({
  'content-type': problemContentType,
  'x-request-id': drawId(),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

function responseBytes(refusal: HttpRefusal): Buffer {
  const body = problemBody(refusal);
  const headers = {
    ...problemHeaders(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  return Buffer.from(`${status}\r\n${lines.join('')}\r\n${body}`);
}

/** Refuses a request that Node could read but the app cannot answer. */
function refusalResponse(refusal: HttpRefusal): Response {
  return new Response(problemBody(refusal), { status: refusal.status, headers: problemHeaders() });
}
