import { once } from 'node:events';
import { createServer } from 'node:net';
import { platform } from 'node:process';
import { listenOnLoopback } from './listen-on-loopback.ts';

export type Address = { readonly host: string; readonly port: number };

/**
 * For a program that has to be told where to listen. At 127.0.0.1 the port that was free may belong to a connection by the time
 * the program listens; here no test connects from. Only Linux has more addresses of loopback.
 */
export async function freeAddress(): Promise<Address> {
  const host = platform === 'linux' ? '127.25.0.1' : '127.0.0.1';
  const server = createServer();
  const port = await listenOnLoopback(server, host);
  server.close();
  await once(server, 'close');
  return { host, port };
}
