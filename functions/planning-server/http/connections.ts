import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Connection = {
  /** The address that is listened on, such as `http://127.0.0.1:8787`, whatever `Host` says. */
  readonly origin: string;
  readonly remoteAddress: string | undefined;
};

export type Connections = ReturnType<typeof watchConnections>;

type Open = { answer: ServerResponse | undefined; quietSince: number };

export function watchConnections(server: Server) {
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
