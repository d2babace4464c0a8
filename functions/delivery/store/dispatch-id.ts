/**
 * A dispatch is what one firing of a schedule, or one request, makes due. Two schedules may fire in the same minute,
 * so the id of a scheduled dispatch has its time and its schedule; the run id of its reports is the time alone.
 */
import { createHash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { eventBridgeSchedule, type When } from '../../config/schedule.ts';
import { runIdSchema, scheduledRunId, timeOfRun } from './run-id.ts';

const scheduledDispatchIdSchema = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(_\d+)?Z-[0-9a-f]{8}$/, 'expected a dispatch id'))
  .brand<'DispatchId'>();

/** The dispatch of a request has the id of its run. */
export const dispatchIdSchema = z.union(
  [scheduledDispatchIdSchema, runIdSchema],
  'expected a dispatch id, such as 2026-11-20T14-00-00Z-1f3a5b7c',
);
export type DispatchId = z.infer<typeof dispatchIdSchema>;

/** A schedule, as in the events that it sends. */
export type Schedule = { readonly cron: string; readonly timeZone: string };

/**
 * Eight hex digits that name a schedule. Two spellings of the same schedule (`FRI` and `5`) have one name.
 * @throws RangeError for a cron expression that is not valid
 */
export function scheduleId(when: When, timeZone: string): string {
  const schedule = eventBridgeSchedule(when, timeZone);
  return createHash('sha256')
    .update(`${schedule.expressions.join(' ')} ${schedule.timeZone}`)
    .digest('hex')
    .slice(0, 8);
}

/** `2026-11-20T14-00-00Z-1f3a5b7c`. @throws RangeError as `scheduleId` */
export function scheduledDispatchId(schedule: Schedule, due: Temporal.Instant): DispatchId {
  return scheduledDispatchIdSchema.parse(`${scheduledRunId(due)}-${scheduleId(schedule, schedule.timeZone)}`);
}

/** The dispatch of the reports that were due when a version of the project's programme arrived. */
export function arrivalDispatchId(
  { region, projectId }: { readonly region: string; readonly projectId: string },
  at: Temporal.Instant,
): DispatchId {
  const name = createHash('sha256').update(`import ${region}/${projectId}`).digest('hex').slice(0, 8);
  return scheduledDispatchIdSchema.parse(`${scheduledRunId(at)}-${name}`);
}

/** The time that a scheduled dispatch was due; undefined for the dispatch of a request. */
export function timeOfDispatch(dispatchId: DispatchId): Temporal.Instant | undefined {
  const runId = runIdSchema.safeParse(/^(.+Z)-[0-9a-f]{8}$/.exec(dispatchId)?.[1]);
  return runId.success ? timeOfRun(runId.data) : undefined;
}
