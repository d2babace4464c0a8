/**
 * `lookahead stop` stops all mail of an archive, `--resume` lets it go on. The objects below `stops/` record both; the
 * highest number counts. Every process checks before it sends, so a stop also holds for queued jobs and notices.
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { isWithinLast } from '#base/recent.ts';
import type { Clock } from '#base/system.ts';
import { commandText } from '#base/text/shell.ts';
import { numberOfStop, stopKey, stopsPrefix } from '#delivery/store/archive-keys.ts';
import {
  ifUnreadable,
  instant,
  missing,
  notListed,
  RunStoreError,
  readObject,
  someText,
  writeObject,
} from '#delivery/store/stored-object.ts';
import type { Mailer, Refusal } from '#mail/transport/mailer.ts';

/** Seconds between checks whether mail is stopped; a stop holds within a minute. */
const secondsBetweenStopChecks = 30;
/** Seconds until a message is tried again while mail is stopped. */
const secondsUntilRetryWhileStopped = 600;

const stopSchema = z.object({
  became: z.enum(['stopped', 'resumed']),
  at: instant,
  by: someText,
});
/** `by` is user@host. */
export type Stop = z.output<typeof stopSchema>;

export async function readStop(store: ObjectStore): Promise<Stop | undefined> {
  return (await latest(store)).read();
}

/** All stops and resumes; undefined for one that cannot be read. */
export async function readStops(store: ObjectStore): Promise<readonly (Stop | undefined)[]> {
  const read = (key: string) => readObject(store, key, stopSchema).catch(() => undefined);
  return Promise.all((await store.list(stopsPrefix)).map(read));
}

/**
 * Stops or resumes all mail of an archive. A stop is repeated until it holds against competing ones; a resume that loses
 * to a stop does not override it. If the latest object is damaged, this adds one after it.
 * @returns what holds afterwards, as read back
 * @throws ArchiveError, and RunStoreError
 */
export async function saveStop(store: ObjectStore, wanted: Stop): Promise<Stop> {
  let last = await latest(store);
  for (let tries = 0; ; tries += 1) {
    const holds = tries === 0 ? await last.read().catch(() => undefined) : await last.read();
    if (holds?.became === wanted.became || (holds && tries > 0 && wanted.became === 'resumed')) return holds;
    const key = stopKey(last.number + 1);
    await writeObject(store, key, wanted);
    const next = await latest(store);
    if (next.number <= last.number) throw notListed(`The object ${key}`);
    last = next;
  }
}

async function latest(store: ObjectStore) {
  const keys = await store.list(stopsPrefix);
  const number = keys.flatMap((key) => numberOfStop(key) ?? []).at(-1) ?? 0;
  const read = async (): Promise<Stop | undefined> => {
    if (number === 0) return undefined;
    const key = stopKey(number);
    const stop = await readObject(store, key, stopSchema).catch(
      ifUnreadable((cause) => {
        const remedy = 'Run `stop`, or `stop --resume`, which decides it anew; do not move the object away.';
        throw new RunStoreError(`${key} does not say whether mail is stopped`, { remedy, cause });
      }),
    );
    if (stop === undefined) throw missing(key);
    return stop;
  };
  return { number, read };
}

export function resumeCommand(...archive: readonly string[]): string {
  return commandText(['stop', '--resume', ...archive]);
}

type StoppableWorld = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly resume: string;
};

/** A mailer that sends nothing, not even the rest of a message under way, while mail is stopped or that cannot be read. */
export function stoppableMailer(mailer: Mailer, { store, clock, resume }: StoppableWorld): Mailer {
  let known: Refusal | undefined;
  let checkedAt: Temporal.Instant | undefined;

  async function refusal(): Promise<Refusal | undefined> {
    const now = clock.now();
    if (isWithinLast(secondsBetweenStopChecks, checkedAt, now)) return known;
    try {
      const stop = await readStop(store);
      known =
        stop?.became === 'stopped'
          ? notNow(`All mail was ${stopText(stop)}: \`${resume}\` lets it go on.`)
          : undefined;
    } catch {
      return notNow('It cannot be read whether mail is stopped: the next attempt tries again.');
    }
    checkedAt = now;
    return known;
  }

  return {
    ...mailer,
    send: async (message, options) => (await refusal()) ?? mailer.send(message, { ...options, refusal }),
  };
}

export function stopText({ became, at, by }: Stop): string {
  return `${became} at ${at.toString({ smallestUnit: 'second' })} by ${by}`;
}

function notNow(reason: string): Refusal {
  const waitSeconds = secondsUntilRetryWhileStopped;
  return { kind: 'refused', cause: 'retryable', reason, waitSeconds, affects: 'every message' };
}
