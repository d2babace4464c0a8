/**
 * How far back a check looks: to the first dispatch or fact that was open at the last check, and at least
 * `hoursOfLookBack`. One record a day stores that time; records are never removed.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { addDays, type Day, formatDay, localDayOf } from '#base/day.ts';
import { dailyCheck } from '#runs/store/objects.ts';
import { catchUnreadable } from '#runs/store/stored-object.ts';

/**
 * Minimum number of hours that `reconcile` looks back: the longest `deliverWithin`, and a day to notify the contact.
 * @tunable
 */
const hoursOfLookBack = 96;

export type LookBackPeriod = {
  readonly from: Temporal.Instant;
  /** Later than now if the clock of an earlier check was ahead: that check may have stored later dispatches. */
  readonly until: Temporal.Instant;
  /** The last check, or up to a day before it; undefined if there was none. */
  readonly last: Temporal.Instant | undefined;
  /** The record with the highest number, even if its time lies in the future because a clock was ahead. */
  readonly latest: { readonly number: number; readonly at: Temporal.Instant } | undefined;
};

export async function readLookBackPeriod(store: ObjectStore, at: Temporal.Instant): Promise<LookBackPeriod> {
  const usual = at.subtract({ hours: hoursOfLookBack });
  const longest = at.add({ hours: hoursOfLookBack });
  const all = await dailyCheck.list(store, {});
  const latest = all.at(-1);
  const past = all.filter((one) => Temporal.Instant.compare(one.at, at) <= 0);
  const last = past.at(-1)?.at;
  const times = [at, ...all.map((one) => one.at)].sort(Temporal.Instant.compare);
  const until = earliest([longest, times.at(-1) ?? at]);
  for (const one of past.toReversed()) {
    const record = await catchUnreadable(one.at.toString(), () => dailyCheck.read(store, one));
    if (record && 'from' in record) return { from: earliest([record.from, usual]), until, last, latest };
  }
  return { from: usual, until, last, latest };
}

/**
 * Stores a record at the first check of a UTC day, and after the clock was set back.
 * @param open when open dispatches and facts began
 */
export async function saveDailyCheck(
  store: ObjectStore,
  at: Temporal.Instant,
  { latest, open }: { readonly latest: LookBackPeriod['latest']; readonly open: readonly Temporal.Instant[] },
): Promise<void> {
  if (latest && Temporal.Instant.compare(latest.at, at) <= 0 && utcDay(latest.at) === utcDay(at)) return;
  const from = earliest([...open, at]);
  await dailyCheck.create(store, { number: (latest?.number ?? 0) + 1, at }, { from });
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

function utcDay(at: Temporal.Instant): Day {
  return localDayOf(at, 'UTC');
}
