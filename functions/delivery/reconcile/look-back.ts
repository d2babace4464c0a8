/**
 * How far back a check looks: to the first thing that was open when anything last looked, however long ago that was. One
 * record a day says so. It is never removed, and the first one is written by the first check of an archive.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '../../archive/object-store.ts';
import { addDays, type Day, formatDay, localDayOf } from '../../base/day.ts';
import { hoursOfLookBack } from '../limits.ts';
import { lookedPrefix, type NumberedTime, timeKey, timeOfKey } from '../store/archive-keys.ts';
import { instant, readObject, writeObject } from '../store/stored-object.ts';
import { isolated } from './open-dispatch.ts';

export type LookBack = {
  /** The first time that is looked at. */
  readonly from: Temporal.Instant;
  /** Later than now where a check has looked whose clock was ahead: it may have stored notices with later dispatches. */
  readonly until: Temporal.Instant;
  /** When something looked last, or up to a day before that; undefined where nothing has. */
  readonly last: Temporal.Instant | undefined;
  /** The latest record; one that was stored while the clock was ahead does not count as a look until its time comes. */
  readonly latest: NumberedTime | undefined;
};

const lookedSchema = z.object({ from: instant });

/** @throws what the store throws */
export async function readLookBack(store: ObjectStore, at: Temporal.Instant): Promise<LookBack> {
  const usual = at.subtract({ hours: hoursOfLookBack });
  const longest = at.add({ hours: hoursOfLookBack });
  const all = (await store.list(lookedPrefix)).flatMap((key) => timeOfKey(key) ?? []);
  const latest = all.at(-1);
  const past = all.filter((looked) => Temporal.Instant.compare(looked.at, at) <= 0);
  const last = past.at(-1)?.at;
  const until = earliest([longest, latestOf([at, ...all.map((looked) => looked.at)])]);
  for (const looked of past.toReversed()) {
    const record = await isolated(looked.at.toString(), () =>
      readObject(store, timeKey(lookedPrefix, looked), lookedSchema),
    );
    if (record && 'from' in record) return { from: earliest([record.from, usual]), until, last, latest };
  }
  return { from: usual, until, last, latest };
}

/** The first check of each day records what it found open, and so does one whose clock was set back. @param open when that was due */
export async function saveLooked(
  store: ObjectStore,
  at: Temporal.Instant,
  { latest, open }: Pick<LookBack, 'latest'> & { readonly open: readonly Temporal.Instant[] },
): Promise<void> {
  if (latest && Temporal.Instant.compare(latest.at, at) <= 0 && dayOf(latest.at) === dayOf(at)) return;
  const key = timeKey(lookedPrefix, { number: (latest?.number ?? 0) + 1, at });
  await writeObject(store, key, z.encode(lookedSchema, { from: earliest([...open, at]) }));
}

/** The UTC dates, `YYYY-MM-DD`, from that of one instant to that of another. */
export function datesBetween(from: Temporal.Instant, until: Temporal.Instant): readonly string[] {
  const dates: string[] = [];
  for (let day = dayOf(from); day <= dayOf(until); day = addDays(day, 1)) dates.push(formatDay(day));
  return dates;
}

function earliest(times: readonly Temporal.Instant[]): Temporal.Instant {
  return times.reduce((first, time) => (Temporal.Instant.compare(time, first) < 0 ? time : first));
}

function latestOf(times: readonly Temporal.Instant[]): Temporal.Instant {
  return times.reduce((last, time) => (Temporal.Instant.compare(time, last) > 0 ? time : last));
}

/** In UTC. */
function dayOf(at: Temporal.Instant): Day {
  return localDayOf(at, 'UTC');
}
