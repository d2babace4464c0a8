/**
 * A person can stop all mail of an archive, and let it go on: `lookahead stop`. The keys below `stops/` say when which was
 * asked; the latest counts. Every process asks before it sends, so it also holds for jobs and notices that wait.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { Clock } from '../../base/system.ts';
import type { Mailer, Refusal } from '../../mail/transport/mailer.ts';
import { stopKey, stopOfKey, stopsPrefix } from '../store/dispatch-keys.ts';
import { scheduledRunId, timeOfRun } from '../store/run-id.ts';
import { writeObject } from '../store/stored-object.ts';

/** Seconds for which an answer counts: less than the minute within which all mail stops. */
const freshFor = 30;
/** Seconds until a message is tried again. Nobody has to hurry before the mail goes on. */
const waitSeconds = 600;

/** Since when mail is stopped; undefined where it is not. @throws ArchiveError */
export async function stoppedSince(store: ObjectStore): Promise<Temporal.Instant | undefined> {
  const last = (await store.list(stopsPrefix)).flatMap((key) => stopOfKey(key) ?? []).at(-1);
  return last?.became === 'stopped' ? timeOfRun(last.at) : undefined;
}

/** Stops all mail of an archive, or lets it go on. @throws ArchiveError */
export async function saveStop(
  store: ObjectStore,
  { at, became }: { readonly at: Temporal.Instant; readonly became: 'stopped' | 'resumed' },
): Promise<void> {
  await writeObject(store, stopKey({ at: scheduledRunId(at), became }), { version: 1, at: at.toString() });
}

/** A mailer that sends nothing while mail is stopped, also of a message under way, nor while that cannot be read. */
export function stoppableMailer(
  mailer: Mailer,
  { store, clock }: { readonly store: ObjectStore; readonly clock: Pick<Clock, 'now'> },
): Mailer {
  let known: Refusal | undefined;
  let askAt: Temporal.Instant | undefined;

  async function refusal(): Promise<Refusal | undefined> {
    if (askAt && Temporal.Instant.compare(clock.now(), askAt) < 0) return known;
    const asked = clock.now();
    try {
      const since = await stoppedSince(store);
      known =
        since &&
        notNow(
          `All mail was stopped at ${since.toString({ smallestUnit: 'second' })}: \`lookahead stop --resume\` lets it go on`,
        );
    } catch {
      return notNow('It cannot be read whether mail is stopped: the next attempt tries again');
    }
    askAt = asked.add({ seconds: freshFor });
    return known;
  }

  return {
    ...mailer,
    send: async (message, options) => (await refusal()) ?? mailer.send(message, { ...options, refusal }),
  };
}

function notNow(reason: string): Refusal {
  return { kind: 'refused', cause: 'retryable', reason, waitSeconds, affects: 'every message' };
}
