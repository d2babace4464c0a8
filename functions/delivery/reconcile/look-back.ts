/**
 * How far back a check looks: to the first thing that was open at the last check, however long ago that was. One record a
 * day says so, and is never removed. It looks back `hoursOfLookBack` at least.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { addDays, type Day, formatDay, localDayOf } from '#base/day.ts';
import { hoursOfLookBack } from '#delivery/limits.ts';
import { lookedPrefix, type NumberedTime, timeKey, timeOfKey } from '#delivery/store/archive-keys.ts';
import { instant, readObject, writeObject } from '#delivery/store/stored-object.ts';
import { isolated } from './open-dispatch.ts';

export type LookBack = {
  readonly from: Temporal.Instant;
  /** Later than now if a check's clock was ahead: it may have stored notices with later dispatches. */
  readonly until: Temporal.Instant;
  /** The last check, or up to a day before it; undefined if there was none. */
  readonly last: Temporal.Instant | undefined;
  /** The latest record. One stored by a clock that was ahead does not count until its time comes. */
  readonly latest: NumberedTime | undefined;
};

const lookedSchema = z.object({ from: instant });

export async function readLookBack(store: ObjectStore, at: Temporal.Instant): Promise<LookBack> {
  const usual = at.subtract({ hours: hoursOfLookBack });
  const longest = at.add({ hours: hoursOfLookBack });
  const all = (await store.list(lookedPrefix)).flatMap((key) => timeOfKey(key) ?? []);
  const latest = all.at(-1);
  const past = all.filter((looked) => Temporal.Instant.compare(looked.at, at) <= 0);
  const last = past.at(-1)?.at;
  const until = earliest([longest, latestTime([at, ...all.map((looked) => looked.at)])]);
  for (const looked of past.toReversed()) {
    const record = await isolated(looked.at.toString(), () =>
      readObject(store, timeKey(lookedPrefix, looked), lookedSchema),
    );
    if (record && 'from' in record) return { from: earliest([record.from, usual]), until, last, latest };
  }
  return { from: usual, until, last, latest };
}

/** Records what is open, at the first check of each day and after the clock was set back. @param open times due */
export async function saveLooked(
  store: ObjectStore,
  at: Temporal.Instant,
  { latest, open }: { readonly latest: LookBack['latest']; readonly open: readonly Temporal.Instant[] },
): Promise<void> {
  if (latest && Temporal.Instant.compare(latest.at, at) <= 0 && utcDay(latest.at) === utcDay(at)) return;
  const key = timeKey(lookedPrefix, { number: (latest?.number ?? 0) + 1, at });
  await writeObject(store, key, z.encode(lookedSchema, { from: earliest([...open, at]) }));
}

/** UTC dates, `YYYY-MM-DD`, both inclusive. */
export function datesBetween(from: Temporal.Instant, until: Temporal.Instant): readonly string[] {
  const dates: string[] = [];
  for (let day = utcDay(from); day <= utcDay(until); day = addDays(day, 1)) dates.push(formatDay(day));
  return dates;
}

function earliest(times: readonly Temporal.Instant[]): Temporal.Instant {
  return times.reduce((first, time) => (Temporal.Instant.compare(time, first) < 0 ? time : first));
}

function latestTime(times: readonly Temporal.Instant[]): Temporal.Instant {
  return times.reduce((last, time) => (Temporal.Instant.compare(time, last) > 0 ? time : last));
}

function utcDay(at: Temporal.Instant): Day {
  return localDayOf(at, 'UTC');
}
