/**
 * `lookahead stop` stops all mail of an archive, and `lookahead stop --resume` lets it go on. The objects below
 * `stops/` record both; the highest number counts. Every process checks before it sends, so a stop also holds for
 * queued jobs and mails to contacts.
 */

import type { Temporal } from 'temporal-polyfill';
import { appendNumberedObject } from '#archive/numbered.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import { isWithinLast } from '#base/recent.ts';
import type { Clock } from '#base/system.ts';
import { commandText } from '#base/text/shell.ts';
import type { Mailer, SendRefusal } from '#mail/transport/mailer.ts';
import * as objects from '#runs/store/objects.ts';
import { RunStoreError, unreadableObjectHandler } from '#runs/store/stored-object.ts';

/** Seconds between checks whether mail is stopped; a stop holds within a minute. */
const secondsBetweenStopChecks = 30;
/** Seconds until a message is tried again while mail is stopped. */
const secondsUntilRetryWhileStopped = 600;

export type MailStopOrResumeRecord = ContentOf<typeof objects.mailStopOrResume>;

export async function readLatestMailStopOrResume(
  store: ObjectStore,
): Promise<MailStopOrResumeRecord | undefined> {
  const last = (await objects.mailStopOrResume.list(store, {})).at(-1);
  return last && readNumberedStop(store, last.number);
}

/** @throws RunStoreError with a remedy, if the stop cannot be read */
async function readNumberedStop(store: ObjectStore, number: number): Promise<MailStopOrResumeRecord> {
  return objects.mailStopOrResume.readExisting(store, { number }).catch(
    unreadableObjectHandler((cause) => {
      const remedy = 'Run `stop` or `stop --resume` to set it again; do not move the object away.';
      const what = `${objects.mailStopOrResume.key({ number })} does not say whether mail is stopped`;
      throw new RunStoreError(what, { remedy, cause });
    }),
  );
}

/** All stops and resumes; undefined for one that cannot be read. */
export async function readAllMailStopsAndResumes(
  store: ObjectStore,
): Promise<readonly (MailStopOrResumeRecord | undefined)[]> {
  const read = (at: { readonly number: number }) =>
    objects.mailStopOrResume.read(store, at).catch(() => undefined);
  return Promise.all((await objects.mailStopOrResume.list(store, {})).map(read));
}

/**
 * Stops or resumes all mail of an archive. If somebody resumes mail at the same time, a stop is stored after that
 * resume; a resume does not override a stop of the same time. If the latest object is damaged, this adds one after it.
 * @returns the stop or resume that holds afterwards
 * @throws ArchiveError, and RunStoreError
 */
export async function saveMailStopOrResume(
  store: ObjectStore,
  wanted: MailStopOrResumeRecord,
): Promise<MailStopOrResumeRecord> {
  let holds: MailStopOrResumeRecord | undefined;
  let isFirst = true;
  await appendNumberedObject(objects.mailStopOrResume, store, {}, async (number) => {
    const latest = number === 0 ? undefined : readNumberedStop(store, number);
    holds = await (isFirst ? latest?.catch(() => undefined) : latest);
    const hasLost = !isFirst && holds !== undefined && wanted.became === 'resumed';
    isFirst = false;
    if (holds?.became === wanted.became || hasLost) return undefined;
    holds = wanted;
    return wanted;
  });
  return holds ?? wanted;
}

export function resumeCommandText(...archive: readonly string[]): string {
  return commandText(['stop', '--resume', ...archive]);
}

type StopParts = {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly resume: string;
};

/**
 * A mailer that sends nothing while mail is stopped, or while it is not known whether mail is stopped. A message that
 * is being sent then goes to no further recipients.
 */
export function stoppableMailer(mailer: Mailer, { store, clock, resume }: StopParts): Mailer {
  let known: SendRefusal | undefined;
  let checkedAt: Temporal.Instant | undefined;

  async function refusal(): Promise<SendRefusal | undefined> {
    const now = clock.now();
    if (isWithinLast(secondsBetweenStopChecks, checkedAt, now)) return known;
    try {
      const stop = await readLatestMailStopOrResume(store);
      known =
        stop?.became === 'stopped'
          ? mailStoppedRefusal(`All mail was ${mailStopOrResumeText(stop)}; \`${resume}\` ends the stop.`)
          : undefined;
    } catch {
      return mailStoppedRefusal('Whether mail is stopped cannot be read; the next attempt tries again.');
    }
    checkedAt = now;
    return known;
  }

  return {
    ...mailer,
    send: async (message, options) =>
      (await refusal()) ?? mailer.send(message, { ...options, findRefusal: refusal }),
  };
}

export function mailStopOrResumeText({ became, at, by }: MailStopOrResumeRecord): string {
  return `${became} at ${at.toString({ smallestUnit: 'second' })} by ${by}`;
}

function mailStoppedRefusal(reason: string): SendRefusal {
  const waitSeconds = secondsUntilRetryWhileStopped;
  return { kind: 'refused', cause: 'retryable', reason, waitSeconds, affects: 'every message' };
}
