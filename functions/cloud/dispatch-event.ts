import * as z from 'zod/mini';
import type { Clock } from '#base/system.ts';
import { dispatch } from '#delivery/dispatch/dispatch.ts';
import { type Log, logged } from '#delivery/step-log.ts';
import type { DispatchWorld } from '#delivery/world.ts';
import { instant, parseEvent } from './parse-event.ts';

const firingSchema = z.object({
  cron: z.string().check(z.minLength(1)),
  timeZone: z.string().check(z.minLength(1)),
  scheduledTime: instant,
});

type DispatchEventWorld = DispatchWorld & { readonly clock: Clock; readonly log: Log };

/** @throws EventError for another event, DispatchTimeError, and what the store and the queue throw */
export function dispatchEvent(event: unknown, world: DispatchEventWorld) {
  return logged(world.log, 'not dispatched', async () => {
    const { cron, timeZone, scheduledTime } = parseEvent(firingSchema, event, 'an event of a schedule');
    return dispatch({ schedule: { cron, timeZone }, time: scheduledTime }, world);
  });
}
