/** How long the client takes to read many tasks over HTTP, and how many raw pages it holds meanwhile. */

import { fixedKey } from '../../functions/planning/client/keys.ts';
import { createPlanningClient } from '../../functions/planning/client/planning-client.ts';
import { startServe } from '../support/run-cli.ts';

export type PullFigures = {
  readonly tasks: number;
  readonly pages: number;
  readonly seconds: number;
  /** Answers whose body had been asked for and whose tasks had not been handed on yet, at the most. */
  readonly mostRawPages: number;
  readonly peakMB: number;
};

type Served = { readonly url: string; readonly key: string };

function servedOf(line: string): Served {
  const said: unknown = JSON.parse(line);
  if (typeof said === 'object' && said !== null && 'url' in said && 'key' in said) {
    return { url: String(said.url), key: String(said.key) };
  }
  throw new Error(`The server said something else: ${line}`);
}

/** Pulls a sample project from a server in a process of its own, all fields, page by page. */
export async function benchPull(tasks: number): Promise<PullFigures> {
  const { line, child } = await startServe(['--port', '0', '--tasks', String(tasks)]);
  const { url, key } = servedOf(line);
  let raw = 0;
  let mostRawPages = 0;
  const client = createPlanningClient({
    baseUrl: url,
    region: 'gb',
    projectId: 'riverside-tower',
    key: fixedKey(key),
    pageSize: 500,
    fetch: (address, init) => {
      raw++;
      mostRawPages = Math.max(mostRawPages, raw);
      return fetch(address, init);
    },
  });
  try {
    // The server makes its index on the first request; that is not the client's time.
    for await (const _first of client.tasks({ start: '1970-01-01', finish: '1970-01-01' }).pages()) raw = 0;
    mostRawPages = 0;
    let read = 0;
    let pages = 0;
    const began = performance.now();
    for await (const page of client.tasks({}).pages()) {
      raw--;
      pages++;
      read += page.items.length;
    }
    const seconds = (performance.now() - began) / 1000;
    return { tasks: read, pages, seconds, mostRawPages, peakMB: process.resourceUsage().maxRSS / 1024 };
  } finally {
    child.kill();
  }
}
