/** Measures how long the client takes to read many tasks over HTTP. */

import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import { startServeProcess } from '../support/run-cli.ts';

export type PullFigures = {
  readonly tasks: number;
  readonly pages: number;
  readonly seconds: number;
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

/** Pulls a sample project from a server in a process of its own, with all fields. */
export async function benchPull(tasks: number): Promise<PullFigures> {
  const { line, child } = await startServeProcess(['--port', '0', '--tasks', String(tasks)]);
  const { url, key } = servedOf(line);
  const client = createPlanningClient({
    baseUrl: url,
    region: 'gb',
    projectId: 'riverside-tower',
    key: fixedKeyProvider(key),
  });
  try {
    // The server makes its index on the first request; that is not the client's time.
    await client.tasks({ start: '1970-01-01', finish: '1970-01-01' });
    const began = performance.now();
    const { items, pages } = await client.tasks({});
    const seconds = (performance.now() - began) / 1000;
    return { tasks: items.length, pages, seconds, peakMB: process.resourceUsage().maxRSS / 1024 };
  } finally {
    child.kill();
  }
}
