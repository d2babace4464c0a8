/**
 * The process of `lookahead start` with a clock that skips to the next time that anything waits for, and with its workers
 * in one thread, so that a month takes minutes. Everything else is real: HTTP, SMTP, the folder, and death.
 * Arguments: the configuration, the archive, the file that keeps the time, when it begins and when it stops.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { loadConfiguration } from '../../../functions/config/load-configuration.ts';
import { minutesOfJobOnMachine } from '../../../functions/delivery/limits.ts';
import { receiveJob } from '../../../functions/delivery/retry/receive-job.ts';
import { createLineLog } from '../../../functions/machine/line-log.ts';
import { createLocalQueue } from '../../../functions/machine/local-queue.ts';
import { runMachine } from '../../../functions/machine/machine.ts';
import { machineServices, openMachineArchive } from '../../../functions/machine/machine-services.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';

// Most of these processes are killed, and would leave nothing that they compiled to the next.
flushCompileCache();

const [configurationFile = '', archive = '', timeFile = '', begin = '', end = ''] = process.argv.slice(2);
const stopAt = Temporal.Instant.from(end);
const stop = new AbortController();

const clock = createSkippingClock(Temporal.Instant.from(begin), {
  onSkip: (now) => {
    appendFileSync(timeFile, `${now}\n`);
    if (Temporal.Instant.compare(now, stopAt) >= 0) stop.abort();
  },
});
const { now } = clock;

async function whileBusy<Value>(act: () => Promise<Value>): Promise<Value> {
  clock.begin();
  try {
    return await act();
  } finally {
    clock.end();
  }
}

const settings = {
  ...{ configurationFile, archive, url: 'http://localhost:8080', linkDays: 30, workerMemoryMB: 1_024 },
};
const configuration = await loadConfiguration(configurationFile);
const store = await openMachineArchive(settings, now);
const services = {
  ...machineServices(
    settings,
    {
      configuration,
      store: {
        putOnce: (key, body, type) => whileBusy(() => store.putOnce(key, body, type)),
        get: (key) => whileBusy(() => store.get(key)),
        list: (...asked) => whileBusy(() => store.list(...asked)),
        link: (key) => store.link(key),
      },
      log: createLineLog('text', { write: (line) => process.stdout.write(line), now }),
    },
    {
      ...{ environment: process.env, now, elapsed: () => performance.now() },
      ...{ drawId: randomUUID, random: Math.random },
    },
  ),
  // A wait of a message is one of this clock, so the time may skip meanwhile.
  pause: async (milliseconds: number) => {
    clock.end();
    await clock.until(now().add({ milliseconds: Math.ceil(milliseconds) }), stop.signal);
    clock.begin();
  },
};
const { mailer } = services;
const queue = createLocalQueue(clock, randomUUID);
const parts = {
  ...services,
  mailer: {
    repeatable: mailer.repeatable,
    send: (message: Parameters<typeof mailer.send>[0]) => whileBusy(() => mailer.send(message)),
  },
};
await runMachine(
  {
    ...{ clock, services: parts, queue, workers: 2, since: now() },
    work: (received) =>
      whileBusy(() => {
        const until = performance.now() + minutesOfJobOnMachine * 60_000;
        return receiveJob(
          received,
          {
            awsRequestId: received.messageId,
            getRemainingTimeInMillis: () => until - performance.now(),
          },
          { ...parts, queue },
        );
      }),
  },
  stop.signal,
);
