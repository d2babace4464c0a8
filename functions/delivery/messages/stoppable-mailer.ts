/**
 * A person can stop all mail of an archive, and let it go on: `lookahead stop`. The objects below `stops/` say which was
 * asked; the highest number counts. Every process asks before it sends, so it also holds for jobs and notices that wait.
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { isWithinLast } from '../../base/recent.ts';
import type { Clock } from '../../base/system.ts';
import { commandText } from '../../base/text/shell.ts';
import type { Mailer, Refusal } from '../../mail/transport/mailer.ts';
import { numberOfStop, stopKey, stopsPrefix } from '../store/archive-keys.ts';
import {
  instant,
  missing,
  notListed,
  RunStoreError,
  readObject,
  someText,
  writeObject,
} from '../store/stored-object.ts';

/** Seconds for which an answer counts: less than the minute within which all mail stops. */
const freshFor = 30;
/** Seconds until a message is tried again. Nobody has to hurry before the mail goes on. */
const waitSeconds = 600;

const stopSchema = z.object({
  became: z.enum(['stopped', 'resumed']),
  at: instant,
  by: someText,
});
/** `by` is who asked for it, as user@host. */
export type Stop = z.output<typeof stopSchema>;

/** The latest stop or resume; undefined where mail was never stopped. @throws ArchiveError, and RunStoreError */
export async function readStop(store: ObjectStore): Promise<Stop | undefined> {
  return (await latest(store)).read();
}

/**
 * Stops all mail of an archive, or lets it go on. A stop that others compete with is repeated until it holds. A resume
 * that loses to a stop does not override it. The latest object may be damaged: this adds one after it.
 * @returns what holds afterwards, as read back
 * @throws ArchiveError, and RunStoreError
 */
export async function saveStop(store: ObjectStore, asked: Stop): Promise<Stop> {
  let last = await latest(store);
  for (let tries = 0; ; tries += 1) {
    const holds = tries === 0 ? await last.read().catch(() => undefined) : await last.read();
    if (holds?.became === asked.became || (holds && tries > 0 && asked.became === 'resumed')) return holds;
    const key = stopKey(last.number + 1);
    await writeObject(store, key, { ...asked });
    const next = await latest(store);
    if (next.number <= last.number) throw notListed(`The object ${key}`, key);
    last = next;
  }
}

/** The latest object below `stops/`; its number is 0 if there is none. */
async function latest(store: ObjectStore) {
  const keys = await store.list(stopsPrefix);
  const number = keys.flatMap((key) => numberOfStop(key) ?? []).at(-1) ?? 0;
  const read = async (): Promise<Stop | undefined> => {
    if (number === 0) return undefined;
    const key = stopKey(number);
    const stop = await readObject(store, key, stopSchema).catch((error: unknown) => {
      if (!(error instanceof RunStoreError)) throw error;
      const remedy = 'Run `stop`, or `stop --resume`, which decides it anew; do not move the object away.';
      throw new RunStoreError(`${key} does not say whether mail is stopped`, { key, remedy, cause: error });
    });
    if (stop === undefined) throw missing(key);
    return stop;
  };
  return { number, read };
}

/**
 * The command that lets mail go on, as a person types it.
 * @param archive the options that name it, such as `--out sent`
 */
export function resumeCommand(...archive: readonly string[]): string {
  return commandText(['stop', '--resume', ...archive]);
}

type StoppableWorld = {
  readonly store: ObjectStore;
  readonly clock: Pick<Clock, 'now'>;
  /** The command that lets mail go on, as a person types it. */
  readonly resume: string;
};

/** A mailer that sends nothing while mail is stopped, also of a message under way, nor while that cannot be read. */
export function stoppableMailer(mailer: Mailer, { store, clock, resume }: StoppableWorld): Mailer {
  let known: Refusal | undefined;
  let asked: Temporal.Instant | undefined;

  async function refusal(): Promise<Refusal | undefined> {
    const now = clock.now();
    if (isWithinLast(freshFor, asked, now)) return known;
    try {
      const stop = await readStop(store);
      known =
        stop?.became === 'stopped'
          ? notNow(`All mail was ${stopText(stop)}: \`${resume}\` lets it go on.`)
          : undefined;
    } catch {
      return notNow('It cannot be read whether mail is stopped: the next attempt tries again.');
    }
    asked = now;
    return known;
  }

  return {
    ...mailer,
    send: async (message, options) => (await refusal()) ?? mailer.send(message, { ...options, refusal }),
  };
}

/** `stopped at 2026-11-20T14:00:00Z by root@server` */
export function stopText({ became, at, by }: Stop): string {
  return `${became} at ${at.toString({ smallestUnit: 'second' })} by ${by}`;
}

function notNow(reason: string): Refusal {
  return { kind: 'refused', cause: 'retryable', reason, waitSeconds, affects: 'every message' };
}
