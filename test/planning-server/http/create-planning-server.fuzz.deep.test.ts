/** Random requests of every kind, from a seed: none may get a 500, end the server or stay in memory. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { listen } from '#planning-server/http/listen.ts';
import { randomStream } from '#planning-server/sample/random.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { drawRequest, sendForStatus } from '../../support/planning/draw-request.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const count = 2_000;
/** Maximum growth of the heap in bytes while nine tenths of the requests are answered. */
const maxGrowth = 20_000_000;

/** Bytes in use after garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}

it(`the planning server answers ${count} requests of every kind without an internal error`, {
  timeout: 300_000,
}, async () => {
  const errors: unknown[] = [];
  const project = aPlanningProject({ tasks: Array.from({ length: 300 }, (_, id) => ({ id: `t${id}` })) });
  const { app } = planningService([project], {
    allowedOrigins: ['https://bi.example.com'],
    now: Date.now,
    onError: (error, { method, path }) => errors.push({ method, path, error }),
  });
  const server = await listen(app, { port: 0, host: '127.0.0.1' });
  const port = Number(new URL(server.url).port);
  const random = randomStream(4, 'fuzz');
  const seen = new Map<number | undefined, number>();
  let before = 0;
  for (let made = 0; made < count; made++) {
    if (made === count / 10) before = heapUsed();
    const request = drawRequest(random, { key: masterKey, projectId: 'tower' });
    const status = await sendForStatus(port, request);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    expect(status ?? 0, request.slice(0, 500)).toBeLessThan(500);
  }
  expect(errors).toEqual([]);
  expect(heapUsed() - before).toBeLessThan(maxGrowth);
  // Checks that the requests were of every kind.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 304, 400, 401, 404, 405, 414, 422]));
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.close();
});
