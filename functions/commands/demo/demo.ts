import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createDirectoryStore, type DirectoryStore } from '#archive/directory.ts';
import type { ObjectStore } from '#archive/object-store.ts';
import { dayFromPlainDate } from '#base/day.ts';
import { systemClock } from '#base/system.ts';
import { openArchiveAt } from '#commands/archive-place.ts';
import {
  fileOption,
  folderOption,
  parseOptions,
  sampleOptions,
  wholeNumberOption,
} from '#commands/options.ts';
import { writeSample } from '#commands/planning/sample-projects.ts';
import { serveProgrammeVersions } from '#commands/planning/serve.ts';
import { runReports } from '#commands/run-reports.ts';
import { silentProgress, type Terminal, waitForInterrupt } from '#commands/terminal.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { machineSchema } from '#config/machine-settings.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { nextScheduledTime } from '#config/schedule/schedule.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import { readOrCreateLinkSecret } from '#machine/link-secret.ts';
import { createLinkServer } from '#machine/link-server.ts';
import { openMachineArchive, openOutboxMailer, outboxFolder } from '#machine/machine-world.ts';
import { pageKey } from '#pages/page-link.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { listen } from '#planning-server/http/listen.ts';
import { createKey } from '#planning-server/keys/manage-keys.ts';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { makeVersionsFolder } from '#planning-server/versions/open-versions.ts';
import { runsWithManifestWindows } from '#queue/begin-request.ts';
import { dueReportOf, saveFirstManifest } from '#queue/due-reports.ts';
import { planningConnector } from '#runs/connect.ts';
import { type ReportRun, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { checkMessagesGoToFiles } from '#runs/store/archive-use.ts';
import { isScheduledRun, requestedRunId, runPrefix, scheduledRunId } from '#runs/store/names.ts';
import { requestByHand } from '#runs/store/objects.ts';
import type { SignPageLink } from '#runs/world.ts';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';
import { storeDemoAnswers } from './demo-answers.ts';

const maxAdvance = 26;

const schema = z.object({
  config: fileOption,
  ...sampleOptions,
  out: folderOption,
  serve: z.optional(z.union([z.literal(true), wholeNumberOption(1, 65_535)])),
  // The option without a number means one week.
  advance: z._default(
    z.pipe(z.union([z.literal(true), wholeNumberOption(1, maxAdvance)]), z.transform(Number)),
    0,
  ),
});

/** Monday of the week that the demo is for without `--advance`; its report day is the Friday before. */
const firstMonday = Temporal.PlainDate.from('2026-11-23');
/** Weeks made before the first one, so that it has changes, PPC and a trend. */
const weeksBefore = 6;
/** Number of weeks after the first one that have as much work as it; then the sample projects end. */
const weeksAfter = 8;

export async function demoCommand(options: unknown, terminal: Terminal): Promise<void> {
  const request = parseOptions(schema, options);
  const configuration = await loadConfiguration(request.config);
  const port = typeof request.serve === 'number' ? request.serve : machineSchema.parse({}).port;
  const url = `http://localhost:${port}`;
  const archive = await openMachineArchive({ archive: request.out, url, linkDays: 1 }, systemClock);
  // If a workbook is too large to attach, the message links to its file.
  const store = { ...archive, link: createDirectoryStore(request.out).link };
  await checkMessagesGoToFiles(store);
  let projects = configuration.projects.map((project, index) => sampleProjectFor(project, index, request));
  const { programmes, key, url: baseUrl, close } = await serveProgrammes(terminal);
  let due: readonly ReportRun[] = [];
  try {
    terminal.print([
      `Serving ${projects.length} sample projects of ${request.tasks} tasks at ${baseUrl}; it is ${fridayBefore(request.advance)} there.`,
    ]);
    const connectToDemo = planningConnector(
      async () => ({ provider: fixedKeyProvider(key), name: 'the API key' }),
      {},
    );
    const world = {
      configuration,
      store,
      signPage: store.signPage,
      mailer: openOutboxMailer(store),
      renderer: createWorkbookRenderer(dirname(request.config)),
      connect: (project: ProjectConfiguration) => connectToDemo({ ...project, baseUrl }),
    };
    const runWeek = async (week: number, to: Terminal) => {
      const friday = fridayBefore(week);
      await Promise.all(
        projects.map((project, index) => {
          const { timeZone } = configuration.projects[index] ?? project;
          // Midnight, before any report of that day.
          const at = friday.toZonedDateTime(timeZone).toInstant();
          return writeSample(programmes, project, { at, dataDate: project.dataDate });
        }),
      );
      const own = dueOn(friday, configuration).filter(({ runId }) => week >= 0 || isScheduledRun(runId));
      await runReports(
        await saveManifests(own, store, friday),
        {
          out: request.out,
          outbox: join(request.out, outboxFolder),
          again: 'run the demo again',
          worldOf: (run) => ({ ...world, clock: { ...systemClock, now: () => clockOfRun(run, friday) } }),
        },
        to,
      );
      return own;
    };
    for (let week = -weeksBefore; week < request.advance; week++) {
      const made = await runWeek(week, withoutProgress(terminal));
      terminal.print([
        `Week ${mondayOf(week).weekOfYear}: made for changes and PPC, as on ${fridayBefore(week)}.`,
      ]);
      projects = projects.map((project, index) =>
        advanceSampleProject(project, { weeks: 1, seed: request.seed + index }),
      );
      if (week > -weeksBefore) {
        await storeDemoAnswers(store, made, {
          friday: fridayBefore(week),
          after: projects,
          seed: request.seed,
        });
      }
    }
    due = await runWeek(request.advance, terminal);
  } finally {
    await close();
  }
  if (request.serve !== undefined) {
    const now = afternoonOf(fridayBefore(request.advance), configuration.projects[0] ?? { timeZone: 'UTC' });
    return serveDemo(store, { url, port, runs: due, now }, terminal);
  }
  const same = request.advance === 0 ? '' : ` --advance ${request.advance}`;
  terminal.print([
    `\nNext: npm run demo --${same} --serve opens the links in the messages.`,
    request.advance < maxAdvance &&
      `Then: npm run demo -- --advance ${request.advance + 1} makes the week after.`,
  ]);
}

/** The planning service of the demo, over versions in a temporary folder. */
async function serveProgrammes(terminal: Terminal) {
  const place = await openArchiveAt({ name: makeVersionsFolder(tmpdir()) });
  const { store } = place;
  const onError = (error: unknown) => terminal.warn(String(error));
  const request = { name: 'demo', projects: '*', lifetime: 24 * 3_600_000 } as const;
  const { text: key } = await createKey({ store, now: Date.now, randomBytes, changedBy: 'demo' }, request);
  // One week follows another within a second, so a version is never cached.
  const { url, close } = await serveProgrammeVersions(
    place,
    { onError, pageSize: 500 },
    { port: 0, maxAge: 0 },
  );
  // Without this handler, Ctrl-C would leave the folder behind.
  const exit = () => process.exit(130);
  process.once('SIGINT', exit);
  return { programmes: store, key, url, close: () => close().finally(() => process.off('SIGINT', exit)) };
}

/** Monday of the nth week. Week 0 is that of the demo without `--advance`. */
function mondayOf(week: number): Temporal.PlainDate {
  return firstMonday.add({ weeks: week });
}

function fridayBefore(week: number): Temporal.PlainDate {
  return mondayOf(week).subtract({ days: 3 });
}

/** The terminal without progress; failures are still written. */
function withoutProgress(terminal: Terminal): Terminal {
  return { ...terminal, print: () => {}, progress: async () => silentProgress };
}

function sampleProjectFor(
  { region, projectId, name }: ProjectConfiguration,
  index: number,
  options: SampleRun,
) {
  const { seed, tasks } = options;
  const week = mondayOf(-weeksBefore).toString();
  const work = { tasks, week, weeks: weeksBefore + weeksAfter, oddWeek: weeksBefore };
  return generateSampleProject({ seed: seed + index, region, projectId, name, ...work });
}

type SampleRun = { readonly seed: number; readonly tasks: number };

/** A run of each report on that Friday: at its scheduled time, or on demand if it is not scheduled for that day. */
function dueOn(friday: Temporal.PlainDate, configuration: Configuration): readonly ReportRun[] {
  return configuration.reports.flatMap((report) =>
    projectsOfReport(report, configuration.projects).map((project): ReportRun => {
      const scheduled = scheduledOn(friday, report, project);
      const runId = scheduled ? scheduledRunId(scheduled) : requestedRunId(`demo-${friday}`);
      const reportDay = dayFromPlainDate(friday);
      const window = windowFor(reportDay, report);
      const target = { testRun: undefined, mode: 'send', to: undefined } as const;
      return { project, report, window, reportDay, runId, dispatchId: runId, ...target };
    }),
  );
}

/** Stores the manifests. A run that was begun earlier keeps its window and report day. */
async function saveManifests(
  due: readonly ReportRun[],
  store: ObjectStore,
  friday: Temporal.PlainDate,
): Promise<readonly ReportRun[]> {
  const runs: ReportRun[] = [];
  for (const [dispatchId, own] of Map.groupBy(due, (run) => run.dispatchId)) {
    const [first] = own;
    if (!first) continue;
    const time = clockOfRun(first, friday);
    const at = time.toString();
    await requestByHand.create(store, { date: at.slice(0, 10), dispatchId, at: time }, { at: time });
    runs.push(
      ...runsWithManifestWindows(
        await saveFirstManifest(store, {
          dispatchId,
          at,
          due: own.map((run) => dueReportOf(run, { ...run, due: clockOfRun(run, friday) })),
        }),
        own,
      ),
    );
  }
  return runs;
}

function scheduledOn(
  friday: Temporal.PlainDate,
  report: ReportConfiguration,
  { timeZone }: ProjectConfiguration,
): Temporal.Instant | undefined {
  if (!report.when) return undefined;
  const began = friday.toZonedDateTime(timeZone).toInstant();
  const next = nextScheduledTime(report.when, timeZone, began.subtract({ seconds: 1 }));
  return next?.toZonedDateTimeISO(timeZone).toPlainDate().equals(friday) ? next : undefined;
}

function afternoonOf(
  friday: Temporal.PlainDate,
  { timeZone }: Pick<ProjectConfiguration, 'timeZone'>,
): Temporal.Instant {
  return friday.toZonedDateTime({ timeZone, plainTime: '14:00' }).toInstant();
}

/**
 * The time that the demo's clock shows during a run: the scheduled time, or 14:00 if the report is not scheduled for
 * that Friday. It is fixed, so that the demo makes the same workbooks and messages each time.
 */
function clockOfRun({ report, project }: ReportRun, friday: Temporal.PlainDate): Temporal.Instant {
  return scheduledOn(friday, report, project) ?? afternoonOf(friday, project);
}

/** Serves the links in the demo's messages until Ctrl-C. The clock shows the time of the demo. */
async function serveDemo(
  store: DirectoryStore & { readonly signPage: SignPageLink },
  of: {
    readonly url: string;
    readonly port: number;
    readonly runs: readonly ReportRun[];
    readonly now: Temporal.Instant;
  },
  terminal: Terminal,
): Promise<void> {
  const warn = (message: string, { folder = '', reason = '' }: { folder?: unknown; reason?: unknown }) =>
    terminal.warn(`${message} ${folder}${reason}`);
  const app = createLinkServer({
    store,
    secret: await readOrCreateLinkSecret(store),
    url: of.url,
    log: { info: () => {}, warn, error: warn },
    now: () => of.now,
  });
  const server = await listen(app, { host: '127.0.0.1', port: of.port });
  const stopped = waitForInterrupt();
  terminal.print([
    `\nServing the links in the messages at ${of.url} until Ctrl-C. The weeks of everyone, and who is asked:`,
  ]);
  for (const run of of.runs) {
    const prefix = runPrefix(runObjectKeyValuesOf(run));
    const everyone = pageKey(prefix, 'everyone');
    const asked = run.report.answers === undefined ? [] : await store.list(`${prefix}pages/`);
    terminal.print([
      `  ${run.project.name}, ${run.report.name}`,
      `    ${await store.signPage(everyone, 'page')}`,
    ]);
    for (const key of asked.filter((one) => one !== everyone)) {
      terminal.print([`    ${await store.signPage(key, 'answer')}`]);
    }
  }
  await stopped;
  await server.close();
}
