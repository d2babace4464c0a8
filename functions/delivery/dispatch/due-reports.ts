/** Which reports a schedule makes due, and which reports a request asks for. */

import type { Temporal } from 'temporal-polyfill';
import {
  type Configuration,
  type ProjectConfiguration,
  projectsOf,
  type ReportConfiguration,
} from '../../config/configuration.ts';
import { nearest } from '../../config/nearest.ts';
import { localDayOf } from '../../lookahead/dates/day.ts';
import { windowFor } from '../../lookahead/dates/window.ts';
import { type Schedule, scheduleId } from '../store/dispatch-id.ts';
import type { RunAddress } from '../store/keys.ts';
import { scheduledRunId } from '../store/run-id.ts';
import type { ReportRequest } from './job-request.ts';
import { JobRequestError, type RequestProblem } from './job-request-error.ts';

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

/** What the schedule makes due at that time; the run of each is the time. */
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

/**
 * The reports a request names; without a name, all of its project.
 * @throws JobRequestError for a name that is none, with the nearest one
 */
export function requestedReports(
  configuration: Configuration,
  request: Pick<ReportRequest, 'project' | 'report'>,
): readonly ConfiguredReport[] {
  const { projects, reports } = configuration;
  const project = projects.find(({ key }) => key === request.project);
  const report = reports.find(({ key }) => key === request.report);
  const problems: RequestProblem[] = [];
  if (!project) problems.push(unknownName('project', request.project, projects));
  if (request.report !== undefined && !report) {
    problems.push(unknownName('report', request.report, reports));
  }
  if (!project || problems.length > 0) throw new JobRequestError(problems);
  const asked = report ? [report] : reports;
  const chosen = asked.filter((one) => projectsOf(one, projects).includes(project));
  if (chosen.length > 0) return chosen.map((one) => ({ project, report: one }));
  const own = reports.filter((one) => projectsOf(one, projects).includes(project));
  const remedy = own.length > 0 ? `Use ${own.map(({ key }) => key).join(', ')}.` : 'Configure one.';
  throw new JobRequestError([
    { property: 'report', message: `is not configured for the project ${project.key}. ${remedy}` },
  ]);
}

function unknownName(
  property: 'project' | 'report',
  asked: string,
  items: readonly { readonly key: string }[],
): RequestProblem {
  const known = items.map(({ key }) => key);
  const [near] = nearest(asked, known);
  const remedy = near === undefined ? `Known: ${known.slice(0, 10).join(', ')}.` : `Did you mean ${near}?`;
  return { property, message: `${JSON.stringify(asked.slice(0, 60))} is not configured. ${remedy}` };
}
