/**
 * The process of `lookahead start` with a clock that skips to the next time that anything waits for, and with its
 * workers in one thread, so that a month takes minutes. Everything else is real: HTTP, SMTP, the folder, and kills.
 * Arguments: the configuration, the archive, the file that keeps the time, the first and the last time.
 */

import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { systemClock, systemRandomSource } from '#base/system.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { createLineLog } from '#machine/line-log.ts';
import { createLocalQueue } from '#machine/local-queue.ts';
import { runMachine } from '#machine/machine.ts';
import { createMachineWorld, openMachineArchive } from '#machine/machine-world.ts';
import { maxJobMinutesOnMachine } from '#queue/deadline.ts';
import { processJob } from '#queue/process-job.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';

// Most of these processes are killed, and would not save their compile cache for the next one.
flushCompileCache();

const [configurationFile = '', archive = '', timeFile = '', begin = '', end = ''] = process.argv.slice(2);
const stopAt = Temporal.Instant.from(end);
const stop = new AbortController();

const skipping = createSkippingClock(Temporal.Instant.from(begin), {
  onSkip: (now) => {
    appendFileSync(timeFile, `${now}\n`);
    if (Temporal.Instant.compare(now, stopAt) >= 0) stop.abort();
  },
});
const { now } = skipping;
const clock = {
  now,
  until: skipping.until,
  elapsed: systemClock.elapsed,
  // Other work keeps the clock from skipping. A wait must not, because it ends only when the clock skips.
  wait: async (milliseconds: number) => {
    skipping.end();
    await skipping.until(now().add({ milliseconds: Math.ceil(milliseconds) }), stop.signal);
    skipping.begin();
  },
};

async function whileBusy<Value>(act: () => Promise<Value>): Promise<Value> {
  skipping.begin();
  try {
    return await act();
  } finally {
    skipping.end();
  }
}

const settings = {
  configurationFile,
  archive,
  url: 'http://localhost:8080',
  linkDays: 30,
  workerMemoryMB: 1_024,
};
const store = await openMachineArchive(settings, clock);
const own = createMachineWorld(settings, process.env, {
  configuration: await loadConfiguration(configurationFile),
  store: {
    putOnce: (key, body, type) => whileBusy(() => store.putOnce(key, body, type)),
    get: (key) => whileBusy(() => store.get(key)),
    list: (...asked) => whileBusy(() => store.list(...asked)),
    link: (key) => store.link(key),
    signPage: store.signPage,
  },
  log: createLineLog('text', { write: (line) => process.stdout.write(line), now }),
  clock,
  chance: systemRandomSource,
});
const { mailer } = own;
const world = {
  ...own,
  clock,
  queue: createLocalQueue(skipping, systemRandomSource.id),
  mailer: {
    repeatable: mailer.repeatable,
    send: (message: Parameters<typeof mailer.send>[0]) => whileBusy(() => mailer.send(message)),
  },
};
await runMachine(world, {
  daily: async () => undefined,
  checked: async () => undefined,
  workers: 2,
  since: now(),
  signal: stop.signal,
  work: (received) =>
    whileBusy(() => {
      const until = clock.elapsed() + maxJobMinutesOnMachine * 60_000;
      return processJob(received, world, { id: received.messageId, timeLeft: () => until - clock.elapsed() });
    }),
});
