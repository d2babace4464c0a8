import * as z from 'zod/mini';
import { type Log, withErrorsLogged } from '#base/log.ts';
import type { Clock } from '#base/system.ts';
import { type DispatchDependencies, dispatchAndLog } from '#queue/dispatch.ts';
import { eventInstantSchema, parseEvent } from './parse-event.ts';

const firingSchema = z.object({
  cron: z.string().check(z.minLength(1)),
  timeZone: z.string().check(z.minLength(1)),
  scheduledTime: eventInstantSchema,
});

/** @throws EventError for an event of another kind, DispatchTimeError, and what the store and the queue throw */
export function handleDispatchEvent(
  event: unknown,
  world: DispatchDependencies & { readonly clock: Clock; readonly log: Log },
) {
  return withErrorsLogged(world.log, 'not dispatched', async () => {
    const { cron, timeZone, scheduledTime } = parseEvent(firingSchema, event, 'an event of a schedule');
    return dispatchAndLog({ schedule: { cron, timeZone }, time: scheduledTime }, world);
  });
}
