/** A dispatch of one late report for each of many contacts, in virtual time. Every call takes the same time. */
import type { ObjectStore } from '#archive/object-store.ts';
import type { Clock } from '#base/system.ts';
import { handleDispatchEvent } from '#cloud/dispatch-event.ts';
import { handleReconcileEvent } from '#cloud/reconcile-event.ts';
import type { Configuration } from '#config/configuration.ts';
import { loadComposer } from '#mail/transport/compose-message.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import type { JobQueue } from '#queue/job-queue.ts';
import { aSiteConfiguration, aWorld } from '../../support/a-world.ts';
import { firing } from '../../support/builders/a-scheduled-site.ts';
import { createArchiveObjects } from '../../support/simulation/archive.ts';
import { createVirtualTime, type Process } from '../../support/simulation/virtual-time.ts';

const minute = 60_000;
/** Duration of each call, in milliseconds. */
const latency = 30;
const keysInPage = 1_000;
/** Connections that a client of S3 opens by default; further calls wait for a free one. */
const connections = 50;

type Calls = { pages: number; gets: number; puts: number; sends: number };
/** `seconds` is virtual time. */
export type ContactsChecked = Calls & { readonly seconds: number };

export async function manyContacts(contacts: number) {
  await loadComposer();
  const time = createVirtualTime('2026-11-20T13:00:00Z');
  const calls: Calls = { pages: 0, gets: 0, puts: 0, sends: 0 };
  const mailedTo: string[] = [];
  const objects = createArchiveObjects();
  let current: Process | undefined;
  /** For each connection, the virtual time in milliseconds at which it is free again. */
  const freeAt = Array.from({ length: connections }, () => 0);
  const call = async (kind: keyof Calls, times = 1) => {
    calls[kind] += times;
    const own = freeAt.indexOf(Math.min(...freeAt));
    const answered = Math.max(time.ms(), freeAt[own] ?? 0) + latency * times;
    freeAt[own] = answered;
    await current?.wait(answered - time.ms());
  };
  const store: ObjectStore = {
    putOnce: async (key, body) => {
      await call('puts');
      return objects.put(key, body) ? 'created' : 'exists';
    },
    get: async (key) => {
      await call('gets');
      return objects.get(key);
    },
    list: async (prefix, { after } = {}) => {
      const keys = objects.list(prefix, after);
      await call('pages', Math.max(1, Math.ceil(keys.length / keysInPage)));
      return keys;
    },
    link: async (key) => `https://archive.example.com/${encodeURI(key)}`,
  };
  const mailer: Mailer = {
    repeatable: false,
    send: async ({ recipients }) => {
      await call('sends');
      mailedTo.push(...recipients);
      return { kind: 'accepted', messageId: `message-${mailedTo.length}` };
    },
  };
  // All jobs stay in the queue, as they do while their planning service is down, so an hour later their reports are
  // late.
  const queue: JobQueue = {
    send: async () => undefined,
    depth: async () => ({ all: contacts, delayed: contacts }),
  };
  const clock: Clock = {
    now: time.now,
    elapsed: time.ms,
    wait: async (milliseconds) => current?.wait(milliseconds),
  };
  const configuration = oneReportEach(contacts);
  const world = { ...aWorld({ configuration }), store, mailer, queue, clock };

  /** @returns duration in virtual seconds */
  async function runTo(at: string, work: () => Promise<unknown>): Promise<number> {
    await time.until(Date.parse(at));
    const begun = time.ms();
    let over: number | undefined;
    let failure: unknown;
    time.begin(async (process) => {
      current = process;
      await work().catch((error: unknown) => {
        failure = error;
      });
      over = time.ms();
    });
    while (over === undefined) await time.until(time.ms() + minute);
    if (failure !== undefined) throw failure;
    return (over - begun) / 1_000;
  }

  const check = async (at?: string): Promise<ContactsChecked> => {
    const scheduledTime = at ?? time.now().toString();
    Object.assign(calls, { pages: 0, gets: 0, puts: 0, sends: 0 });
    const seconds = await runTo(scheduledTime, () =>
      handleReconcileEvent({ reconcile: 'check', scheduledTime }, world),
    );
    return { ...calls, seconds };
  };

  await check();
  await runTo(firing.scheduledTime, () => handleDispatchEvent(firing, world));
  return {
    mailedTo,
    firstCheck: () => check('2026-11-20T15:00:00Z'),
    /** Ten minutes after the first check, or as soon as that is over. */
    nextCheck: () => check('2026-11-20T15:10:00Z'),
  };
}

export const contactOfReport = (number: number) => `planner.${number}@example.com`;

function oneReportEach(contacts: number): Configuration {
  const configuration = aSiteConfiguration();
  const [weekly] = configuration.reports;
  if (weekly === undefined) throw new Error('The configuration has no report.');
  const reports = Array.from({ length: contacts }, (_, number) => ({
    ...weekly,
    key: `weekly-${number}`,
    name: `Weekly lookahead ${number}`,
    contact: contactOfReport(number),
  }));
  return { ...configuration, reports };
}
