import * as z from 'zod/mini';
import { dispatch } from '../delivery/dispatch/dispatch.ts';
import { logged } from '../delivery/step-log.ts';
import { instant, parseEvent } from './parse-event.ts';

/** The event that a schedule of the stack sends when it fires. */
const firingSchema = z.object({
  cron: z.string().check(z.minLength(1)),
  timeZone: z.string().check(z.minLength(1)),
  scheduledTime: instant,
});

/** @throws EventError for an event that no schedule sends, DispatchTimeError, and what the store and the queue throw */
export function dispatchEvent(event: unknown, world: Parameters<typeof dispatch>[1]) {
  return logged(world.log, 'not dispatched', async () => {
    const { cron, timeZone, scheduledTime } = parseEvent(firingSchema, event, 'an event of a schedule');
    return dispatch({ schedule: { cron, timeZone }, time: scheduledTime }, world);
  });
}
