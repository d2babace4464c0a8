import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How a request came here. */
export type Connection = {
  /** `http://127.0.0.1:8787`: the address that is listened on, whatever `Host` says. */
  readonly origin: string;
  /** The address of the caller; undefined when it has gone. */
  readonly remoteAddress: string | undefined;
};

/** The open connections of a server, and whether something is answered on each. */
export type Connections = {
  /** The answer under way on a connection, the last one where there are several. */
  readonly answerOn: (socket: Socket) => ServerResponse | undefined;
  /**
   * Closes those on which nothing is answered and nothing was for so many milliseconds. Node's own `closeIdleConnections`
   * spares connections that never sent a request.
   */
  readonly closeQuiet: (milliseconds: number) => void;
  readonly closeAll: () => void;
};

type Open = { answer: ServerResponse | undefined; quietSince: number };

export function watchConnections(server: Server): Connections {
  const open = new Map<Socket, Open>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { answer: undefined, quietSince: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.answer = response;
    response.once('close', () => {
      // Requests that were sent without waiting are answered in order.
      if (connection.answer === response) connection.answer = undefined;
      connection.quietSince = performance.now();
    });
  });
  return {
    answerOn: (socket) => open.get(socket)?.answer,
    closeQuiet(milliseconds) {
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
