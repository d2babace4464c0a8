/**
 * The times during which the schedules of a stage were off. EventBridge fires nothing then; but reconcile makes up for
 * schedules that did not fire, so it has to know of which times nothing is to be sent, then or later.
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '../../archive/object-store.ts';
import { minutesBetweenChecks } from '../limits.ts';
import { pauseKey, pauseOfKey, pausesPrefix } from '../store/dispatch-keys.ts';
import { scheduledRunId, timeOfRun } from '../store/run-id.ts';
import { writeObject } from '../store/stored-object.ts';

/** Whether nothing of a time is to be made due. */
export type IsPaused = (time: Temporal.Instant) => boolean;

/**
 * Records when the schedules were first seen off, or on again.
 * @param schedules as deployed; a machine without stages has them on
 */
export async function readPauses(
  at: Temporal.Instant,
  { store, schedules = 'on' }: { readonly store: ObjectStore; readonly schedules?: 'on' | 'off' | undefined },
): Promise<IsPaused> {
  const changes = (await store.list(pausesPrefix)).flatMap((key) => pauseOfKey(key) ?? []);
  const last = changes.at(-1)?.became ?? 'on';
  if (last !== schedules) {
    const change = { at: scheduledRunId(at), became: schedules };
    await writeObject(store, pauseKey(change), { version: 1, at: at.toString() });
    changes.push(change);
  }
  const times = changes.map(({ at: id, became }) => ({ became, time: timeOfRun(id) ?? at }));
  return (time) => {
    // They were off since some time after the check before.
    const known = times.findLast(({ became, time: since }) => {
      const from = became === 'off' ? since.subtract({ minutes: minutesBetweenChecks }) : since;
      return Temporal.Instant.compare(from, time) < 0;
    });
    return known?.became === 'off';
  };
}
