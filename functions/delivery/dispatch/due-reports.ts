/** Which reports a schedule makes due. */

import type { Temporal } from 'temporal-polyfill';
import {
  type Configuration,
  type ProjectConfiguration,
  projectsOf,
  type ReportConfiguration,
} from '../../config/configuration.ts';
import { localDayOf } from '../../lookahead/dates/day.ts';
import { windowFor } from '../../lookahead/dates/window.ts';
import { type Schedule, scheduleId } from '../store/dispatch-id.ts';
import type { RunAddress } from '../store/keys.ts';
import { scheduledRunId } from '../store/run-id.ts';

/** One report of one project. */
export type ConfiguredReport = {
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
};

/** Every schedule of the configuration, each once, with the reports it makes due. */
export function schedulesOf(configuration: Configuration): readonly {
  readonly id: string;
  readonly schedule: Schedule;
  readonly reports: readonly ConfiguredReport[];
}[] {
  const schedules = new Map<string, { schedule: Schedule; reports: ConfiguredReport[] }>();
  for (const report of configuration.reports) {
    const { when } = report;
    if (when === undefined) continue;
    for (const project of projectsOf(report, configuration.projects)) {
      const timeZone = when.timeZone ?? project.timeZone;
      const id = scheduleId(when, timeZone);
      const found = schedules.get(id) ?? { schedule: { cron: when.cron, timeZone }, reports: [] };
      found.reports.push({ project, report });
      schedules.set(id, found);
    }
  }
  return Array.from(schedules, ([id, found]) => ({ id, ...found }));
}

/** What the schedule makes due at that time, which is the run id of each. */
export function dueReports(
  configuration: Configuration,
  schedule: Schedule,
  time: Temporal.Instant,
): readonly RunAddress[] {
  const asked = scheduleId(schedule, schedule.timeZone);
  const reports = schedulesOf(configuration).find(({ id }) => id === asked)?.reports ?? [];
  return reports.map(({ project, report }) => ({
    project: project.key,
    report: report.key,
    window: windowFor(localDayOf(time, project.timeZone), report),
    runId: scheduledRunId(time),
  }));
}
