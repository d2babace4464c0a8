/** A service on loopback that sends bytes as a test writes them, HTTP or not, and what the client makes of them. */
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { PlanningError } from '../../../functions/planning/client/planning-error.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import { aPlanningClient } from './a-planning-client.ts';

/** `after`: what becomes of the connection after the bytes; it stays open without. */
export type RawAnswer = { readonly bytes: Buffer; readonly after?: 'end' | 'reset' };

/** One answer as it stands; a body has its true length in a header, unless `headers` say how long it is. */
export function raw(status: number | string, headers: string, body: string | Uint8Array = ''): RawAnswer {
  const content = Buffer.from(body);
  const framed = /^(?:content-length|transfer-encoding):/im.test(headers);
  const lines = [
    typeof status === 'string' ? status : `HTTP/1.1 ${status} Some words`,
    ...headers.split('\n').filter((line) => line !== ''),
    ...(framed || status === 204 || status === 304 ? [] : [`Content-Length: ${content.length}`]),
  ];
  return { bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]) };
}

export function bytes(...parts: readonly (string | Uint8Array)[]): RawAnswer {
  return { bytes: Buffer.concat(parts.map((part) => Buffer.from(part))) };
}

/** The same answer, after which the service ends or resets the connection. */
export function ending(after: 'end' | 'reset', answer: RawAnswer): RawAnswer {
  return { ...answer, after };
}

export type Ends = 'read' | 'retryable' | 'curable';

/** What the client of a service that gives these answers in turn, the last of them again and again, reads or says. */
export async function outcomeOf(
  answers: readonly RawAnswer[],
): Promise<{ readonly ends: string; readonly requests: number; readonly said: string }> {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.on('data', () => {
      const answer = answers[Math.min(requests, answers.length - 1)];
      requests++;
      if (answer === undefined) return;
      socket.write(answer.bytes, () => {
        if (answer.after === 'reset') socket.resetAndDestroy();
      });
      if (answer.after === 'end') socket.end();
    });
  });
  const port = await listenOnLoopback(server);
  try {
    const { items } = await aPlanningClient(`http://127.0.0.1:${port}`).users();
    return { ends: 'read', requests, said: items.map((item) => item.displayName ?? item.id).join() };
  } catch (error) {
    if (!(error instanceof PlanningError)) throw error;
    return { ends: error.kind, requests, said: error.message };
  }
}
