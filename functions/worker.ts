/** A thread of `lookahead start` that works on one job at a time, like the report function in the cloud. */
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock, systemRandomSource } from './base/system.ts';
import { runWorker } from './machine/worker.ts';

if (parentPort) {
  await runWorker(workerData, parentPort, {
    environment: process.env,
    write: (line) => process.stdout.write(line),
    clock: systemClock,
    chance: systemRandomSource,
  });
}
