/**
 * Requests that Node refuses before the app sees them: too large, too slow, or not HTTP. They get a problem response
 * like every other refusal, and the connection closes, because nobody knows where the next request on it would begin.
 */
import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { requestIdSource } from './answer.ts';
import type { Connections } from './connections.ts';
import { problemBody, problemType, type Refusal, refusals } from './refusals.ts';

/**
 * Milliseconds for which the rest of a refused request is read: a connection that is reset too early loses the
 * response.
 */
const maxRest = 1_000;

export function refuseUnreadable(server: Server, connections: Connections): void {
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
    const rest = setTimeout(() => socket.destroy(), maxRest);
    socket.once('close', () => clearTimeout(rest));
    socket.end(responseBytes(refusalFor(error.code)));
  });
}

function refusalFor(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusals.headersTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusals.tooSlow;
    default:
      return refusals.malformed;
  }
}

const drawId = requestIdSource();

const headersOf = () => ({
  'content-type': problemType,
  'x-request-id': drawId(),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

function responseBytes(refusal: Refusal): Buffer {
  const body = problemBody(refusal);
  const headers = {
    ...headersOf(),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  return Buffer.from(`${status}\r\n${lines.join('')}\r\n${body}`);
}

/** For a request that Node could read, but the app could not. */
export function answerUnread(refusal: Refusal): Response {
  return new Response(problemBody(refusal), { status: refusal.status, headers: headersOf() });
}
