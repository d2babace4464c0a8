/** A schedule fires: writes down what is due, then queues a job for each report. */
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import { dispatchSchedule, dispatchServices } from './entry/dispatch-schedule.ts';
import { once } from './entry/once.ts';

const now = () => Temporal.Now.instant();
const services = once(() => dispatchServices(process.env, now));

export async function handler(event: unknown) {
  return dispatchSchedule(event, await services());
}
