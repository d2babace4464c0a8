import { createAdaptorServer } from '@hono/node-server';
import { ListenError } from '../errors.ts';

export type Listening = {
  /** `http://127.0.0.1:8787`, with the port that was opened. */
  readonly url: string;
  /** Ends once no connection is left; open ones are cut. */
  readonly close: () => Promise<void>;
};

/**
 * Serves on a port; 0 takes a free one.
 * @throws ListenError when the port is in use or not permitted, or the address is not this machine's
 */
export async function listen(
  app: { readonly fetch: (request: Request) => Response | Promise<Response> },
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(new ListenError({ host, port, code: cause.code ?? 'an unknown error' }, { cause }));
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
