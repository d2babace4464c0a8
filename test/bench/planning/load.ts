/** Sends requests over real connections, and measures how long each takes. */
import { type HttpConnection, openHttpConnection, type Target } from './connection.ts';

export type { Target } from './connection.ts';

type Answered = { readonly status: number; readonly bytes: number; readonly ms: number };

export type Connections = {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly close: () => void;
};

/** @param count maximum number of concurrent requests; more wait for an answer to another */
export function connections(target: Target, count: number): Connections {
  const open = Array.from({ length: count }, () => openHttpConnection(target));
  const free = [...open];
  const waiting: ((connection: HttpConnection) => void)[] = [];
  const take = () => {
    const connection = free.pop();
    return connection ?? new Promise<HttpConnection>((resolve) => waiting.push(resolve));
  };
  const release = (connection: HttpConnection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };
  return {
    async get(path, headers = {}) {
      const began = performance.now();
      const connection = await take();
      const answered = await connection.get(path, headers);
      release(connection);
      return { ...answered, ms: performance.now() - began };
    },
    close() {
      for (const connection of open) connection.close();
    },
  };
}

/** Each caller sends its next request once its last one is answered. @throws Error for an answer other than 200 */
export async function loadOf(
  target: Target,
  paths: readonly string[],
  callers: number,
): Promise<{ readonly perSecond: number; readonly times: readonly number[]; readonly bytes: number }> {
  const open = connections(target, callers);
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        const answered = await open.get(path);
        if (answered.status !== 200) throw new Error(`${path} answered ${answered.status}`);
        times.push(answered.ms);
        bytes += answered.bytes;
      }
    }),
  );
  open.close();
  return { perSecond: (times.length * 1_000) / (performance.now() - began), times, bytes };
}

/** The time, in milliseconds, that this share of the requests does not exceed. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
