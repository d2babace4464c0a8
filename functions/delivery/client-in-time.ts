import type { ProjectConfiguration } from '../config/configuration.ts';
import { createPlanningClient, type PlanningClient } from '../planning/client/planning-client.ts';
import type { Invocation, ReportServices } from './report-services.ts';
import type { FoundKey } from './request/planning-key.ts';
import { checkTimeFor, timeNeeded } from './run/time-left.ts';
import { withoutAddresses } from './step-log.ts';

/** Milliseconds for planning, rendering, storing and sending once the tasks are there. */
const timeAfterPull = 90_000;
/** Milliseconds. Lists are short; a pull may take all the time that is left. */
const maxListsTime = 60_000;

/**
 * A client whose queries end early enough for the rest of the run.
 * @throws NoTimeLeftError where there is no time left for a query
 */
export function clientInTime(
  project: ProjectConfiguration,
  key: FoundKey,
  means: Pick<ReportServices, 'log' | 'answerBytes' | 'moreMemory' | 'planning'> & {
    readonly invocation: Invocation;
    readonly purpose: 'lists' | 'tasks';
  },
): PlanningClient {
  const left = means.invocation.getRemainingTimeInMillis();
  checkTimeFor({ kind: 'pull' }, left);
  const time = Math.max(left - timeAfterPull, timeNeeded({ kind: 'pull' }) / 2);
  const { baseUrl, region, projectId } = project;
  return createPlanningClient({
    ...means.planning,
    baseUrl,
    region,
    projectId,
    key: key.provider,
    keyName: key.name,
    maxTotalBytes: means.answerBytes,
    moreMemory: means.moreMemory,
    overallTimeoutMs: Math.floor(means.purpose === 'lists' ? Math.min(time, maxListsTime) : time),
    onRetry: ({ reason, waitMs, operation }) =>
      means.log.warn('trying again', {
        project: project.key,
        operation,
        reason: withoutAddresses(reason),
        waitMs,
      }),
  });
}
