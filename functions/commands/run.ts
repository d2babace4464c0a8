import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createDirectoryStore } from '../archive/directory.ts';
import {
  type Configuration,
  type ProjectConfiguration,
  projectsOf,
  type ReportConfiguration,
  shiftNames,
} from '../config/configuration.ts';
import { loadConfiguration } from '../config/load-configuration.ts';
import { type RunId, requestedRunId } from '../delivery/store/run-id.ts';
import { localDayOf } from '../lookahead/dates/day.ts';
import { windowFor } from '../lookahead/dates/window.ts';
import { createPlanningClient, type PlanningClient } from '../planning/client/planning-client.ts';
import { BadInput } from './bad-input.ts';
import { chosen } from './chosen.ts';
import { type DueReport, deliverReports } from './deliver-reports.ts';
import { keyOf } from './key-of.ts';
import { commonOptions, dayOption, folderOption, parseOptions, wholeNumber } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({
  ...commonOptions,
  out: folderOption,
  reports: z.array(z.string()),
  project: z.optional(z.array(z.string())),
  date: z.optional(dayOption),
  weeks: z.optional(wholeNumber(1, 6)),
  shift: z.optional(z.array(z.enum(shiftNames, `use ${shiftNames.join(', ')}`))),
  runId: z.optional(z.string()),
  dryRun: z._default(z.boolean(), false),
});
type RunOptions = z.infer<typeof schema>;

/** Runs reports now. @throws BadInput, or RunFailed where a report was not delivered */
export async function run(options: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, options);
  const started = Temporal.Now.instant();
  const configuration = await loadConfiguration(request.config);
  const name = request.runId ?? started.toString().toLowerCase().replaceAll(/[:.]/g, '-');
  const runId = runIdOf(name);
  const due = dueReports(configuration, request, { runId, started });
  const clientOf = clientsByProject(due, terminal);
  if (request.runId === undefined && !request.dryRun) {
    terminal.line(`This is run ${name}: should it stop half-way, --run-id ${name} goes on with it.`);
  }
  await deliverReports(
    {
      configuration,
      configurationFolder: dirname(request.config),
      due,
      asked: optionsText(request),
      out: request.out,
      store: createDirectoryStore(request.out),
      mode: request.dryRun ? 'dry-run' : 'deliver',
      clientOf,
      now: () => Temporal.Now.instant(),
      owner: randomUUID(),
    },
    terminal,
  );
}

/** The reports and projects asked for, each with its window. @throws BadInput for a name that is none */
function dueReports(
  configuration: Configuration,
  request: RunOptions,
  at: { readonly runId: RunId; readonly started: Temporal.Instant },
): readonly DueReport[] {
  const reports = chosen('report', configuration.reports, request.reports);
  const projects = chosen('project', configuration.projects, request.project ?? []);
  const due = reports.flatMap((configured) => {
    const report = { ...configured, ...overridden(request) };
    return projectsOf(report, projects).map((project) => {
      const today = request.date ?? localDayOf(at.started, project.timeZone);
      const window = windowFor(today, report);
      return { project, report, window, runId: at.runId, dispatchId: at.runId };
    });
  });
  if (due.length > 0) return due;
  throw new BadInput(
    `None of the reports asked for is configured for ${(request.project ?? []).join(', ')}`,
    `See 'projects' of each report in ${request.config}.`,
  );
}

function overridden({ weeks, shift }: RunOptions): Partial<Pick<ReportConfiguration, 'weeks' | 'shifts'>> {
  return { ...(weeks === undefined ? {} : { weeks }), ...(shift === undefined ? {} : { shifts: shift }) };
}

/** What makes another report of it, as the command line has it. Not the date: a run keeps the window it began with. */
function optionsText({ weeks, shift = [] }: RunOptions): string {
  return [
    ...(weeks === undefined ? [] : [`--weeks ${weeks}`]),
    ...shift.map((name) => `--shift ${name}`),
  ].join(' ');
}

function runIdOf(name: string): RunId {
  try {
    return requestedRunId(name);
  } catch (error) {
    if (error instanceof RangeError)
      throw new BadInput('--run-id cannot be used', error.message, `--run-id: ${error.message}`);
    throw error;
  }
}

/** One client a project, made before anything runs, so that a key that is missing stops all of it. */
function clientsByProject(
  due: readonly DueReport[],
  terminal: Terminal,
): (project: ProjectConfiguration) => PlanningClient {
  const clients = new Map(due.map(({ project }) => [project.key, clientFor(project, terminal)] as const));
  return (project) => clients.get(project.key) ?? clientFor(project, terminal);
}

function clientFor(project: ProjectConfiguration, terminal: Terminal): PlanningClient {
  const { baseUrl, region, projectId } = project;
  const key = keyOf(project, process.env);
  return createPlanningClient({
    baseUrl,
    region,
    projectId,
    key: key.provider,
    keyName: key.name,
    onRetry: (event) => terminal.warn(`${project.key}: ${event.reason}; trying again in ${event.waitMs} ms`),
  });
}
