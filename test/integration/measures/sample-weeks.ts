/**
 * Makes the reports of lookahead.yaml every Friday from the sample projects, like `demo`, with a planning service that
 * serves the projects as they are in that week. Workbooks are not written, but the plans they would show are kept.
 */

import { Temporal } from 'temporal-polyfill';
import { createDirectoryStore } from '#archive/directory.ts';
import { systemRandomSource } from '#base/system.ts';
import type { ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { listen } from '#planning-server/http/listen.ts';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import { createAttemptWorld } from '#runs/attempt.ts';
import { planningConnector } from '#runs/connect.ts';
import { lookUpNamesOfReport, type ResolvedReport, runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { runReport } from '#runs/run-report.ts';
import { aRequestedRun } from '../../support/builders/a-requested-run.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { type ComparedMeasures, compareReport, type MadeIssue } from './stored.ts';

/** As in `demo`: six weeks before the week of the demo, and eight after it with as much work. */
const firstMonday = Temporal.PlainDate.from('2026-11-23').subtract({ weeks: 6 });
const weeksOfWork = 6 + 8;
const seed = 1;

type MadeReport = { readonly made: MadeIssue[]; job: ResolvedReport | undefined };

/** Makes one more week than is measured, because the first measured week needs an earlier issue. */
export async function compareSampleWeeks(
  { weeks, tasks }: { readonly weeks: number; readonly tasks: number },
  compared: ComparedMeasures,
): Promise<void> {
  const configuration = await loadConfiguration('lookahead.yaml');
  const store = createDirectoryStore(await temporaryDirectory());
  let projects = configuration.projects.map(({ region, projectId, name }, index) =>
    generateSampleProject({
      seed: seed + index,
      region,
      projectId,
      name,
      tasks,
      week: firstMonday.toString(),
      weeks: weeksOfWork,
      oddWeek: 6,
    }),
  );
  const served = aPlanningStore(projects);
  const { app } = planningService(projects, { store: served, now: Date.now, pageSize: 500 });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const connect = planningConnector(
    async () => ({ provider: fixedKeyProvider(masterKey), name: 'the API key' }),
    {},
  );
  const reports = new Map<string, MadeReport>();

  async function deliver(
    report: ReportConfiguration,
    project: ProjectConfiguration,
    friday: Temporal.PlainDate,
  ) {
    const at = friday.toZonedDateTime({ timeZone: project.timeZone, plainTime: '14:00' }).toInstant();
    const run = aRequestedRun({ project, report }, friday, `demo-${friday}`);
    const rendered: Lookahead[] = [];
    const attempt = createAttemptWorld(
      {
        store,
        mailer: createRecordingMailer({ repeatable: true }),
        configuration,
        renderer: {
          loadWriter: async () => undefined,
          forProject: async () => async (lookahead) => {
            rendered.push(lookahead);
            return new TextEncoder().encode(
              `${lookahead.issue.number} ${JSON.stringify(lookahead.audience)}`,
            );
          },
        },
        connect: (of) => connect({ ...of, baseUrl: server.url }),
        clock: { now: () => at, elapsed: () => 0, wait: async () => undefined },
        chance: { ...systemRandomSource, id: () => 'attempt-1' },
      },
      { timeLeft: () => Number.POSITIVE_INFINITY, on: () => undefined },
    );
    const own = reports.get(`${project.key} ${report.key}`) ?? { made: [], job: undefined };
    reports.set(`${project.key} ${report.key}`, own);
    await runReport(
      {
        address: runObjectKeyValuesOf(run),
        mode: 'send',
        lookUp: async () => {
          own.job = await lookUpNamesOfReport(run, attempt);
          return own.job;
        },
      },
      attempt,
    );
    own.made.push({ run: runObjectKeyValuesOf(run), rendered });
  }

  try {
    for (let week = 0; week <= weeks; week++) {
      const friday = firstMonday.add({ weeks: week }).subtract({ days: 3 });
      for (const report of configuration.reports) {
        for (const project of projectsOfReport(report, configuration.projects))
          await deliver(report, project, friday);
      }
      projects = projects.map((project, index) =>
        advanceSampleProject(project, { weeks: 1, seed: seed + index }),
      );
      for (const project of projects) served.put(project);
    }
  } finally {
    await server.close();
  }
  for (const [name, { made, job }] of reports) {
    if (job) await compareReport(store, { name, made, rules: job.rules }, compared);
  }
}
