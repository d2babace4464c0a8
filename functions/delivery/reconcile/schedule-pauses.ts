/**
 * The times when the schedules of a stage were off. Reconcile makes up for schedules that did not fire, so it must know
 * for which times nothing is to be sent.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { minutesBetweenChecks } from '../limits.ts';
import { pauseKey, pauseOfKey, pausesPrefix } from '../store/archive-keys.ts';
import { writeObject } from '../store/stored-object.ts';

/**
 * `unclear`: just before a check first saw the schedules off, it is not known whether a time that made nothing due was
 * missed.
 */
export type ScheduleState = (time: Temporal.Instant) => 'on' | 'off' | 'unclear';

/**
 * Records when the schedules were first seen off, or on again.
 * @param schedules as deployed; always on without stages
 */
export async function readPauses(
  at: Temporal.Instant,
  { store, schedules = 'on' }: { readonly store: ObjectStore; readonly schedules?: 'on' | 'off' | undefined },
): Promise<ScheduleState> {
  const changes = (await store.list(pausesPrefix)).flatMap((key) => pauseOfKey(key) ?? []);
  const { number = 0, became = 'on' } = changes.at(-1) ?? {};
  if (became !== schedules) {
    const change = { number: number + 1, at, became: schedules };
    await writeObject(store, pauseKey(change), {});
    changes.push(change);
  }
  return (time) => {
    const isSince = (since: Temporal.Instant) => Temporal.Instant.compare(since, time) <= 0;
    const before = (since: Temporal.Instant) => since.subtract({ minutes: minutesBetweenChecks });
    // Whoever switches them on expects the report that is due a minute later, even if EventBridge does not fire it.
    const known = changes.findLast((one) => isSince(one.became === 'on' ? before(one.at) : one.at));
    if (known?.became === 'off') return 'off';
    const isUnclear = changes.some(
      (one) => one.became === 'off' && isSince(before(one.at)) && !isSince(one.at),
    );
    return isUnclear ? 'unclear' : 'on';
  };
}
