import { once } from 'node:events';
import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port until the test ends. @returns the port */
export async function listenOnLoopback(server: Server, host = '127.0.0.1'): Promise<number> {
  onTestFinished(() => void server.close());
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
