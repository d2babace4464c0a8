import { once } from 'node:events';
import { createServer } from 'node:net';
import { platform } from 'node:process';
import { listenOnLoopback } from './listen-on-loopback.ts';

export type Address = { readonly host: string; readonly port: number };

/**
 * A free address for a program that is given its port. On 127.0.0.1, a connection may take the port before the program
 * listens. So another loopback address is used, from which no test connects; only Linux has more than one.
 */
export async function freeAddress(): Promise<Address> {
  const host = platform === 'linux' ? '127.25.0.1' : '127.0.0.1';
  const server = createServer();
  const port = await listenOnLoopback(server, host);
  server.close();
  await once(server, 'close');
  return { host, port };
}
