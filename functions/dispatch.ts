/** A schedule fires: writes the manifest of what is due, then queues a job for each report. */
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { once } from './base/once.ts';
import { dispatchServices } from './cloud/dispatch-services.ts';
import { dispatchSchedule } from './delivery/dispatch/dispatch-schedule.ts';

const now = () => Temporal.Now.instant();
const services = once(() => dispatchServices(process.env, now));

export async function handler(event: unknown) {
  return dispatchSchedule(event, await services());
}
