import * as z from 'zod/mini';
import { check } from '../delivery/reconcile/check.ts';
import { logged } from '../delivery/step-log.ts';
import { instant, parseEvent } from './parse-event.ts';

/** The event that the stack's own schedule sends. */
const checkSchema = z.object({ reconcile: z.literal('check'), scheduledTime: instant });

/**
 * @throws EventError for any other event, ReconcileError, once the rest has been checked, for what cannot be read, and
 *   what the store and the queue throw
 */
export function reconcileEvent(event: unknown, world: Parameters<typeof check>[0]) {
  return logged(world.log, 'failed', async () => {
    parseEvent(checkSchema, event, 'a scheduled check');
    return check(world);
  });
}
