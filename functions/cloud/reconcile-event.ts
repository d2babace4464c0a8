import * as z from 'zod/mini';
import { sesEventSchema } from '../delivery/log/ses-event.ts';
import { check, saveEvent } from '../delivery/reconcile/check.ts';
import { logged } from '../delivery/step-log.ts';
import { instant, parseEvent } from './parse-event.ts';

/** The event that the stack's own schedule sends. */
const checkSchema = z.object({ reconcile: z.literal('check'), scheduledTime: instant });
const sesEvent = z.object({ source: z.literal('aws.ses') });

/**
 * @throws EventError for any other event, ReconcileError, once the rest has been checked, for what cannot be read, and
 *   what the store and the queue throw
 */
export function reconcileEvent(event: unknown, world: Parameters<typeof check>[0]) {
  return logged(world.log, 'failed', async () => {
    if (sesEvent.safeParse(event).success) {
      const about = parseEvent(sesEventSchema, event, 'an event of SES about a message');
      return { kind: 'event' as const, keys: await saveEvent(about, world) };
    }
    parseEvent(checkSchema, event, 'a scheduled check, or an event of SES');
    return { kind: 'checked' as const, dispatches: await check(world) };
  });
}
