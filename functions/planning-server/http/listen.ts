import { createAdaptorServer } from '@hono/node-server';
import { LookaheadError } from '../../base/lookahead-error.ts';

/** The port could not be opened. */
export class ListenError extends LookaheadError {
  override readonly name = 'ListenError';

  /** @param address.code the system's word: `EADDRINUSE`, `EACCES`, … */
  constructor({ host, port, code }: { host: string; port: number; code: string }, cause: unknown) {
    const { reason, remedy } = explanationOf(code);
    super(`Cannot listen on ${host}:${port}: ${reason}`, { kind: 'curable', remedy, cause });
  }
}

function explanationOf(code: string): { readonly reason: string; readonly remedy: string } {
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

export type Listening = {
  /** `http://127.0.0.1:8787`, with the port that was opened. */
  readonly url: string;
  /** Cuts open connections, and resolves when none is left. */
  readonly close: () => Promise<void>;
};

/**
 * Serves on a port; 0 means any free one.
 * @throws ListenError when the port is in use or not permitted, or the address is not this machine's
 */
export async function listen(
  app: { readonly fetch: (request: Request) => Response | Promise<Response> },
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new ListenError({ host, port, code: cause.code ?? 'an unknown error' }, cause));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const opened = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${opened}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
