import * as z from 'zod/mini';
import { withErrorsLogged } from '#base/log.ts';
import type { Invocation } from '#runs/run-logged.ts';
import { reconcileAndLog } from '#watch/reconcile.ts';
import type { CheckWorld } from '#watch/world.ts';
import { eventInstantSchema, parseEvent } from './parse-event.ts';

const checkSchema = z.object({ reconcile: z.literal('check'), scheduledTime: eventInstantSchema });

/**
 * @throws EventError for an event of another kind, ReconcileError for what cannot be read, and what the store and the
 *   queue throw
 */
export function handleReconcileEvent(event: unknown, world: CheckWorld, by?: Pick<Invocation, 'timeLeft'>) {
  return withErrorsLogged(world.log, 'failed', async () => {
    parseEvent(checkSchema, event, 'a scheduled check');
    return reconcileAndLog(world, by);
  });
}
