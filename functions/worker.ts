/** A thread of `lookahead start`: works on one job at a time, as the report function does in the cloud. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { Temporal } from 'temporal-polyfill';
import { runWorker } from './machine/worker.ts';

if (parentPort) {
  await runWorker(workerData, parentPort, {
    environment: process.env,
    write: (line) => process.stdout.write(line),
    now: () => Temporal.Now.instant(),
    elapsed: () => performance.now(),
    drawId: randomUUID,
    random: Math.random,
  });
}
