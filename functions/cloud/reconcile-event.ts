import * as z from 'zod/mini';
import { logged } from '#base/log.ts';
import type { Invocation } from '#runs/run-logged.ts';
import { checkAndLog } from '#watch/reconcile.ts';
import type { CheckWorld } from '#watch/world.ts';
import { instant, parseEvent } from './parse-event.ts';

const checkSchema = z.object({ reconcile: z.literal('check'), scheduledTime: instant });

/** @throws EventError for another event, ReconcileError for what cannot be read, and what the store and the queue throw */
export function reconcileEvent(event: unknown, world: CheckWorld, by?: Pick<Invocation, 'timeLeft'>) {
  return logged(world.log, 'failed', async () => {
    parseEvent(checkSchema, event, 'a scheduled check');
    return checkAndLog(world, by);
  });
}
