import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { addDays, localDayOf, plainDateFromDay } from '#base/day.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { projectsOf } from '#config/projects-of.ts';
import { configuredNames } from '#config/resolve-names.ts';
import { type Window, windowFor } from '#lookahead/dates/window.ts';
import { limitsOf } from '#lookahead/report-words.ts';
import { runIdSchema, type Schedule, scheduledRunId, scheduleId } from './run-id.ts';
import { day, instant, someText, window as windowSchema } from './stored-object.ts';

export type ConfiguredReport = {
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
};

/**
 * A run that is due, with everything that is needed if its project or report is no longer configured when it is worked
 * on. Stored as JSON in manifests and queued jobs.
 */
export const dueReportSchema = z.object({
  project: someText,
  report: someText,
  runId: runIdSchema,
  projectName: z.string(),
  reportName: z.string(),
  contact: z.string(),
  timeZone: z.string(),
  /** Its filters and shifts in words; absent if it has none. */
  limits: z.optional(z.readonly(z.array(z.string()))),
  window: windowSchema,
  /** The date of `due` in the project's time zone, or the date that a person asked for. */
  reportDay: day,
  due: instant,
  /** No attempt begins at or after this time. */
  deliverBy: instant,
});
export type DueReport = z.output<typeof dueReportSchema>;

export function isDeliverable({ deliverBy }: DueReport, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, deliverBy) < 0;
}

export function schedulesOf(configuration: Configuration): readonly {
  readonly id: string;
  readonly schedule: Schedule;
  readonly reports: readonly ConfiguredReport[];
}[] {
  const schedules = new Map<string, { schedule: Schedule; reports: ConfiguredReport[] }>();
  // Thousands of projects share a few schedules, and parsing a cron expression is slow.
  const ids = new Map<string, string>();
  for (const report of configuration.reports) {
    const { when } = report;
    if (when === undefined) continue;
    for (const project of projectsOf(report, configuration.projects)) {
      const timeZone = when.timeZone ?? project.timeZone;
      const text = `${when.cron} ${timeZone}`;
      const id = ids.get(text) ?? scheduleId(when, timeZone);
      ids.set(text, id);
      const found = schedules.get(id) ?? { schedule: { cron: when.cron, timeZone }, reports: [] };
      found.reports.push({ project, report });
      schedules.set(id, found);
    }
  }
  return Array.from(schedules, ([id, found]) => ({ id, ...found }));
}

export function reportsOf(configuration: Configuration, schedule: Schedule): readonly ConfiguredReport[] {
  const wanted = scheduleId(schedule, schedule.timeZone);
  return schedulesOf(configuration).find(({ id }) => id === wanted)?.reports ?? [];
}

export function dueAt(time: Temporal.Instant, reports: readonly ConfiguredReport[]): readonly DueReport[] {
  return reports.map((configured) => {
    const reportDay = localDayOf(time, configured.project.timeZone);
    const window = windowFor(reportDay, configured.report);
    return dueReport(configured, { window, reportDay, runId: scheduledRunId(time), due: time });
  });
}

export type RunDue = Pick<DueReport, 'window' | 'reportDay' | 'runId' | 'due'>;

export function dueReport(
  { project, report }: ConfiguredReport,
  { window, runId, reportDay, due }: RunDue,
): DueReport {
  const of = { filterNames: configuredNames(report), shifts: report.shifts };
  const limits = limitsOf(of, { kind: 'everyone' });
  return {
    project: project.key,
    report: report.key,
    window,
    runId,
    projectName: project.name,
    reportName: report.name,
    ...(limits.length === 0 ? {} : { limits }),
    contact: report.contact,
    timeZone: project.timeZone,
    reportDay,
    due,
    deliverBy: deadlineOf(due, { hours: report.deliverWithin, window, project }),
  };
}

/** `deliverWithin` after the time due, but not past the end of the window, when nobody can use the report any more. */
function deadlineOf(
  due: Temporal.Instant,
  { hours, window, project }: { hours: number; window: Window; project: ProjectConfiguration },
): Temporal.Instant {
  const configured = due.add({ hours });
  const end = plainDateFromDay(addDays(window.last, 1)).toZonedDateTime(project.timeZone).toInstant();
  // A window that was over when it was requested sets no limit.
  const limits = Temporal.Instant.compare(end, due) > 0 && Temporal.Instant.compare(end, configured) < 0;
  return limits ? end : configured;
}
