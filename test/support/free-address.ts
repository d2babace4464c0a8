import { once } from 'node:events';
import { createServer } from 'node:net';
import { platform } from 'node:process';

export type Address = { readonly host: string; readonly port: number };

/**
 * For a program that has to be told where to listen. At 127.0.0.1 the port that was free may belong to a connection by the time
 * the program listens; here no test connects from. Only Linux has more addresses of loopback.
 */
export async function freeAddress(): Promise<Address> {
  const host = platform === 'linux' ? '127.25.0.1' : '127.0.0.1';
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return { host, port: address.port };
}
