/** A worker thread that does what the text of its job tells it. */
import process from 'node:process';
import { parentPort, threadId } from 'node:worker_threads';
import type { MessageFromWorker, MessageToWorker } from '#machine/worker-pool.ts';

const say = (message: MessageFromWorker) => parentPort?.postMessage(message);

parentPort?.on('message', ({ body }: MessageToWorker) => {
  switch (body) {
    case 'exit':
      return process.exit(3);
    case 'throw':
      throw new Error('out of luck');
    case 'fill the memory':
      return fill();
    case 'fail':
      return say({ kind: 'failed' });
    case 'hang':
      return;
    default:
      // The text is a job: this thread puts it back into the queue.
      say({ kind: 'queue', jobs: [body], delaySeconds: threadId });
      return say({ kind: 'done' });
  }
});

function fill(): void {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index * kept.length));
}
