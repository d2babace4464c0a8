/**
 * One connection for one request after another. Node's own client takes as much processor time for a page as the
 * service does, on the same cores; this one only reads the head of an answer and counts the bytes of its body.
 */
import { connect, type Socket } from 'node:net';

export type Target = { readonly url: string; readonly key: string };

type Answer = { readonly status: number; readonly bytes: number };

export type HttpConnection = {
  /** Sends one request at a time. Rejects if the connection ends before the answer does. */
  readonly get: (path: string, headers: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly close: () => void;
};

/** The part of an answer that has been read. */
type Reading = {
  head: string;
  status: number;
  /** Bytes of the body; undefined until the head is complete. */
  length: number | undefined;
  bytes: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
};

export function openHttpConnection({ url, key }: Target): HttpConnection {
  const { hostname, port, host } = new URL(url);
  let reading: Reading | undefined;
  let socket: Socket | undefined;
  const buffer = Buffer.allocUnsafe(256 * 1_024);

  function read(bytes: number): void {
    if (!reading) return;
    if (reading.length === undefined) readHead(reading, buffer.toString('latin1', 0, bytes));
    else reading.bytes += bytes;
    const { length, status, bytes: body, resolve } = reading;
    if (length === undefined || body < length) return;
    reading = undefined;
    resolve({ status, bytes: body });
  }

  function opened(): Socket {
    const callback = (bytes: number) => {
      read(bytes);
      return true;
    };
    const open = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback } });
    const end = (error: Error) => {
      // The service closes idle connections; the next request opens another.
      if (socket === open) socket = undefined;
      reading?.reject(error);
      reading = undefined;
    };
    open.on('error', end);
    open.on('close', () => end(new Error('The service closed the connection.')));
    return open;
  }

  return {
    get: (path, headers) =>
      new Promise((resolve, reject) => {
        reading = { head: '', status: 0, length: undefined, bytes: 0, resolve, reject };
        const lines = Object.entries({ Host: host, 'X-API-Key': key, ...headers });
        const sent = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        socket ??= opened();
        socket.write(`GET ${path} HTTP/1.1\r\n${sent}\r\n`);
      }),
    close: () => socket?.destroy(),
  };
}

/** Rejects an answer without `Content-Length`, which the service always sends. */
function readHead(reading: Reading, text: string): void {
  reading.head += text;
  const end = reading.head.indexOf('\r\n\r\n');
  if (end === -1) return;
  const head = reading.head.slice(0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) reading.reject(new Error(`The answer has no length: ${head}`));
  reading.status = Number(head.slice(9, 12));
  reading.length = Number(length);
  reading.bytes = reading.head.length - end - 4;
}
