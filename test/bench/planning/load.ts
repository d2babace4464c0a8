/** Requests over real connections, and how long each takes. */
import { Agent, request } from 'node:http';

export type Target = { readonly url: string; readonly key: string };

type Answered = { readonly status: number; readonly bytes: number; readonly ms: number };

/** Connections that stay open. */
export type Connections = {
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly close: () => void;
};

export function connections({ url, key }: Target, count: number): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  return {
    get: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        const sent = request(`${url}${path}`, { agent, headers: { 'X-API-Key': key, ...headers } });
        sent.once('error', reject);
        sent.once('response', (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, bytes, ms: performance.now() - began }),
          );
        });
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Each caller sends its next request when its last one is answered. @throws for an answer that is not 200 */
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

/** The time below which this share of the requests stays. Milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
