/** Reconciles what was due with what was done: checks of the last hours, and SES's own records of what it sent. */
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { reconcileServices } from './cloud/reconcile-services.ts';
import { reconcile } from './delivery/reconcile/reconcile-event.ts';

const clock = { now: () => Temporal.Now.instant(), drawId: randomUUID };
const services = once(() => reconcileServices(process.env, clock));

export async function handler(event: unknown) {
  return reconcile(event, await services());
}
