/**
 * A gate in front of a server. Every request passes through it, and a rule may answer it, or break it off before or
 * after its effect. Headers pass unchanged, so that signatures stay valid.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { InFlight } from './in-flight.ts';

export type Passage =
  | {
      readonly kind: 'pass';
      /** Path and query for the server, in place of the caller's. */
      readonly url?: string;
      /** Returns the changed body of the server's answer. */
      readonly edit?: (body: string) => string;
    }
  /** The gate answers; the server does not get the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** There is no answer until the caller gives up. */
  | { readonly kind: 'stall' }
  /** The connection is broken off in the middle of the server's answer. */
  | { readonly kind: 'half' }
  /** The connection is broken off before the server gets the request, or after it has acted. */
  | {
      readonly kind: 'broken off';
      readonly moment: 'before' | 'after';
      readonly meanwhile?: () => Promise<void>;
    };

export type Arrival = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

export interface Gate extends AsyncDisposable {
  readonly url: string;
  /** Replaces the rule for requests. */
  readonly rule: (rule: (arrival: Arrival) => Passage) => void;
}

/**
 * @param upstream address of the server, such as `http://127.0.0.1:4566`
 * @param options.now the clock for the date of answers, by which clients set their own; the server's own by default
 * @param options.inFlight counts the requests of this gate too
 */
export async function openGate(
  upstream: string,
  options: { readonly now?: () => number; readonly inFlight?: InFlight } = {},
): Promise<Gate> {
  const { now, inFlight } = options;
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  let rule: (arrival: Arrival) => Passage = () => ({ kind: 'pass' });

  function forward(arrival: Arrival): Promise<{ readonly response: IncomingMessage; readonly body: Buffer }> {
    return new Promise((resolve, reject) => {
      const { method, url: path, headers, body } = arrival;
      const sent = request({ agent, hostname, port, method, path, headers, setHost: false }, (response) => {
        read(response).then((answer) => resolve({ response, body: answer }), reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = incoming;
    const arrival = { method, url, headers, body: await read(incoming) };
    const passage = rule(arrival);
    switch (passage.kind) {
      case 'answer':
        outgoing.writeHead(passage.status, passage.headers).end(passage.body);
        return;
      case 'stall':
        await new Promise((resolve) => outgoing.once('close', resolve));
        return;
      case 'half': {
        const { response, body } = await forward(arrival);
        outgoing.writeHead(response.statusCode ?? 502, headersOf(response, body));
        outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
        return;
      }
      case 'broken off':
        if (passage.moment === 'after') await forward(arrival);
        await passage.meanwhile?.();
        incoming.socket.destroy();
        return;
      case 'pass': {
        const headers = passage.edit
          ? { ...arrival.headers, 'accept-encoding': 'identity' }
          : arrival.headers;
        const to = { ...arrival, headers, url: passage.url ?? arrival.url };
        const { response, body: given } = await forward(to);
        const body = passage.edit ? Buffer.from(passage.edit(given.toString())) : given;
        const date = now ? { date: new Date(now()).toUTCString() } : {};
        outgoing.writeHead(response.statusCode ?? 502, { ...headersOf(response, body), ...date }).end(body);
      }
    }
  }

  const server = createServer((incoming, outgoing) => {
    const answered = inFlight?.arrive();
    handle(incoming, outgoing)
      .catch(() => incoming.socket.destroy())
      .finally(answered);
  });
  // On a busy machine, a caller could send over an idle connection just when it is closed, and would retry: a fault
  // that no rule ordered.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    rule: (next) => {
      rule = next;
    },
    [Symbol.asyncDispose]: () => {
      agent.destroy();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Headers with which the server describes its own connections. */
const ofConnection = new Set(['transfer-encoding', 'connection', 'keep-alive']);

/** The server's headers. Since the body was read whole and is sent whole, its length is set again. */
function headersOf(response: IncomingMessage, body: Buffer): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined && !ofConnection.has(name)) headers[name] = value;
  }
  // In the answer to a HEAD, the length is that of a body that is not sent.
  const bodiless = response.statusCode === 204 || response.statusCode === 304 || body.length === 0;
  return bodiless && response.headers['content-length']
    ? headers
    : { ...headers, 'content-length': String(body.length) };
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}
