/** Makes three reports of the two sample projects for some weeks into an archive, like the demo. */

import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { systemRandomSource } from '#base/system.ts';
import type { ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { advanceSampleProject } from '#planning-server/sample/advance.ts';
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { SampleProject } from '#planning-server/sample/sample-project.ts';
import { createAttemptWorld } from '#runs/attempt.ts';
import { planningConnector } from '#runs/connect.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { reportToMakeOf } from '#runs/report-to-make.ts';
import { runReport } from '#runs/run-report.ts';
import { type RunObjectKeyValues, runPrefix } from '#runs/store/names.ts';
import { createWorkbookRenderer } from '#workbook/render-workbook.ts';
import { aRequestedRun } from '../../support/builders/a-requested-run.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aPlanningStore } from '../../support/planning/a-planning-store.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';
import { createRecordingMailer } from '../../support/recording-mailer.ts';

/** Monday of the first window. */
const firstMonday = Temporal.PlainDate.from('2026-10-12');
const file = `${import.meta.dirname}/three-reports.yaml`;

/** The data dates that the service returns on Fridays, one a week in turn. */
const dataDates: readonly ((friday: Temporal.PlainDate) => string | undefined)[] = [
  () => undefined,
  (friday) => `${friday}T14:00`,
  (friday) => `${friday}T16:00`,
  (friday) => friday.toString(),
  (friday) => `${friday.add({ days: 1 })}T00:00`,
  () => undefined,
  (friday) => `${friday}T08:00`,
  (friday) => friday.subtract({ days: 1 }).toString(),
  (friday) => `${friday}T23:30`,
  () => undefined,
];

export type MadeRun = {
  readonly prefix: string;
  readonly address: RunObjectKeyValues;
  readonly project: ProjectConfiguration;
  readonly report: ReportConfiguration;
  /** Ids of all tasks that the service had at that time, even those that the run did not read. */
  readonly served: ReadonlySet<string>;
};

export type MadeWeeks = { readonly store: ObjectStore; readonly runs: readonly MadeRun[] };

/** On Fridays, reports are made after the programme has advanced by a week; on Wednesdays, before it does. */
export async function makeWeeks(of: {
  readonly weeks: number;
  readonly tasks: number;
  readonly seed: number;
}): Promise<MadeWeeks> {
  const configuration = await loadConfiguration(file);
  const store = createMemoryStore();
  let samples = configuration.projects.map(({ region, projectId, name }, index) =>
    generateSampleProject({
      seed: of.seed + index,
      region,
      projectId,
      name,
      tasks: of.tasks,
      week: firstMonday.toString(),
      weeks: of.weeks + 4,
      oddWeek: 6,
    }),
  );
  const served = aPlanningStore(samples);
  const service = planningService(samples, { store: served, now: Date.now, pageSize: 500 });
  const server = await service.listen();
  const connect = planningConnector(
    async () => ({ provider: fixedKeyProvider(masterKey), name: 'the API key' }),
    {},
  );
  const renderer = createWorkbookRenderer(import.meta.dirname);
  const runs: MadeRun[] = [];

  async function make(report: ReportConfiguration, at: { date: Temporal.PlainDate; time: string }) {
    const dataDate = dataDates[weekOf(at.date) % dataDates.length]?.(fridayOf(weekOf(at.date)));
    if (dataDate === undefined) delete service.version.dataDate;
    else service.version.dataDate = dataDate;
    for (const project of configuration.projects) {
      const now = at.date.toZonedDateTime({ timeZone: project.timeZone, plainTime: at.time }).toInstant();
      const run = aRequestedRun(
        { project, report },
        at.date,
        `${report.key}-${at.date}-${at.time.replace(':', '-')}`,
      );
      const attempt = createAttemptWorld(
        {
          store,
          mailer: createRecordingMailer({ repeatable: true }),
          configuration,
          renderer,
          connect: (one) => connect({ ...one, baseUrl: server.url }),
          clock: { now: () => now, elapsed: () => 0, wait: async () => undefined },
          chance: { ...systemRandomSource, id: () => 'attempt-1' },
        },
        { timeLeft: () => Number.POSITIVE_INFINITY, on: () => undefined },
      );
      const address = runObjectKeyValuesOf(run);
      await runReport(reportToMakeOf(run), attempt);
      const sample = samples.find(({ projectId }) => projectId === project.projectId);
      runs.push({
        prefix: runPrefix(address),
        address,
        project,
        report,
        served: new Set(sample?.collections.tasks.map(({ id }) => id)),
      });
    }
  }

  const reportNamed = (key: string) => {
    const found = configuration.reports.find((report) => report.key === key);
    if (found === undefined) throw new Error(`${file} has no report ${key}.`);
    return found;
  };
  const [week, six, inside] = [reportNamed('week'), reportNamed('six-weeks'), reportNamed('inside')];
  try {
    for (let number = 0; number < of.weeks; number++) {
      const friday = fridayOf(number);
      if (number > 0) {
        // The report `inside` is made on Wednesdays. It is left out in one week. In the next week it is made on the
        // Monday, and is therefore the plan of that week.
        if (number !== 6)
          await make(inside, { date: friday.subtract({ days: number === 7 ? 4 : 2 }), time: '10:00' });
        samples = samples.map((sample, index) => {
          const advanced = advanceSampleProject(sample, { weeks: 1, seed: of.seed + index });
          return number === 5 ? withOnePostponed(advanced, sample, friday) : advanced;
        });
        for (const sample of samples) served.put(sample);
      }
      // The report `week` is made on every Friday but one; on another Friday, it is made twice, so it has two
      // revisions.
      if (number !== 7) await make(week, { date: friday, time: '14:00' });
      if (number === 4) await make(week, { date: friday, time: '17:00' });
      await make(six, { date: friday, time: '15:00' });
    }
  } finally {
    await server.close();
  }
  return { store, runs };
}

/**
 * Moves one task that was planned to finish in the week but did not, if there is one, to after the weeks that reports
 * read.
 */
function withOnePostponed(
  now: SampleProject,
  before: SampleProject,
  friday: Temporal.PlainDate,
): SampleProject {
  const monday = friday.subtract({ days: 4 }).toString();
  const planned = before.collections.tasks.filter(
    ({ finish = '' }) => monday <= finish && finish <= friday.toString(),
  );
  const { tasks } = now.collections;
  const missed = tasks.find(
    ({ id, status }) =>
      !['complete', 'cancelled'].includes(status ?? '') && planned.some((task) => task.id === id),
  );
  if (missed === undefined) return now;
  const later = friday.add({ weeks: 40 }).toString();
  const postponed = { ...missed, start: later, finish: later };
  return {
    ...now,
    collections: { ...now.collections, tasks: tasks.map((task) => (task === missed ? postponed : task)) },
  };
}

function fridayOf(week: number): Temporal.PlainDate {
  return firstMonday.add({ weeks: week }).subtract({ days: 3 });
}

/** The week of the programme that is served on that Friday, or on the Wednesday before the next. */
function weekOf(date: Temporal.PlainDate): number {
  return Math.floor(fridayOf(0).until(date, { largestUnit: 'days' }).days / 7);
}
