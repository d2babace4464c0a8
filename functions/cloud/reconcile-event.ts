import * as z from 'zod/mini';
import { checkAndLog } from '#delivery/reconcile/reconcile.ts';
import type { Invocation } from '#delivery/report/run-log.ts';
import { logged } from '#delivery/step-log.ts';
import type { LoggedReconcileWorld } from '#delivery/world.ts';
import { instant, parseEvent } from './parse-event.ts';

const checkSchema = z.object({ reconcile: z.literal('check'), scheduledTime: instant });

/** @throws EventError for another event, ReconcileError for what cannot be read, and what the store and the queue throw */
export function reconcileEvent(
  event: unknown,
  world: LoggedReconcileWorld,
  by?: Pick<Invocation, 'timeLeft'>,
) {
  return logged(world.log, 'failed', async () => {
    parseEvent(checkSchema, event, 'a scheduled check');
    return checkAndLog(world, by);
  });
}
