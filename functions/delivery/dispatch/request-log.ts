/**
 * What people and programs asked to have sent, by the day: a schedule's occasions can be reckoned from the
 * configuration, a request's have to be found.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import type { TakenPass } from '../reconcile/reconcile.ts';
import { datesLookedBackOn, lastPass, lookBack, type Pass } from '../reconcile/reconcile-times.ts';
import { type Asking, askingOfKey, requestKey, requestPassKey, requestsPrefix } from '../store/keys.ts';
import { instantText } from '../store/stored-dates.ts';
import { readObject, version, writeObject } from '../store/stored-object.ts';
import { type Occasion, occasionSchema } from './dispatch-id.ts';
import { type ReportRequest, requestSchema } from './job-request.ts';
import { scheduledOccurrence } from './run-id.ts';

const keptSchema = z.object({ version, at: instantText, occasion: occasionSchema, request: requestSchema });

export type KeptRequest = {
  readonly occasion: Occasion;
  readonly at: Temporal.Instant;
  /** With its run's name, so that the same request goes on with it. */
  readonly request: ReportRequest;
};

/**
 * Writes down what was asked for, before any of it is begun. Each time it is asked for it is looked after anew: an
 * earlier look may have found the run answered for, and taken it off the list.
 */
export async function keepRequest(store: ObjectStore, asked: KeptRequest): Promise<void> {
  const { occasion, at, request } = asked;
  const kept: z.input<typeof keptSchema> = { version: 1, at: at.toString(), occasion, request };
  await writeObject(store, requestKey(askingOf(asked)), kept);
}

/** A request of the last hours that has not been looked at for the last time. */
export type OpenRequest = {
  readonly occasion: Occasion;
  readonly isTaken: (pass: Pass) => boolean;
  /** Undefined for one of before the last hours. @throws RegisterError where it cannot be read */
  readonly read: () => Promise<KeptRequest | undefined>;
};

export async function openRequests(
  store: ObjectStore,
  at: Temporal.Instant,
): Promise<readonly OpenRequest[]> {
  const since = at.subtract(lookBack);
  const found: OpenRequest[] = [];
  for (const date of datesLookedBackOn(at)) {
    const keys = new Set(await store.list(requestsPrefix(date)));
    for (const key of keys) {
      const asking = askingOfKey(key);
      if (asking === undefined || keys.has(requestPassKey(asking, lastPass))) continue;
      found.push({
        occasion: asking.occasion,
        isTaken: ({ pass }) => keys.has(requestPassKey(asking, pass)),
        read: async () => {
          const kept = await readObject(store, key, keptSchema);
          const asked = kept && { ...kept, at: Temporal.Instant.from(kept.at) };
          return asked && Temporal.Instant.compare(asked.at, since) >= 0 ? asked : undefined;
        },
      });
    }
  }
  return found;
}

/** Where nothing is outstanding any more, it was the last look. */
export async function keepPass(store: ObjectStore, asked: KeptRequest, taken: TakenPass): Promise<void> {
  const pass = taken.outstanding === 0 ? lastPass : taken.pass;
  await writeObject(store, requestPassKey(askingOf(asked), pass), {
    version: 1,
    at: taken.at.toString(),
    outstanding: taken.outstanding,
  });
}

function askingOf({ occasion, at }: Pick<KeptRequest, 'occasion' | 'at'>): Asking {
  return { occasion, time: scheduledOccurrence(at) };
}
