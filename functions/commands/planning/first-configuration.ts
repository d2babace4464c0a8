import { access, writeFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import {
  addDays,
  type Day,
  dayFromNumber,
  formatDay,
  isWeekend,
  joinConsecutiveDays,
  localDayOf,
  mondayOf,
  parseDay,
  weekdayOf,
} from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { commandText, setVariableCommandText } from '#base/text/shell.ts';
import { badInputError } from '#commands/failure.ts';
import { optionWords } from '#commands/options.ts';
import type { Terminal } from '#commands/terminal.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { windowFor } from '#lookahead/dates/window.ts';
import type { GapKind } from '#lookahead/readiness/gap-rules.ts';
import { dataDateSchema, lastDayWithKnownProgress } from '#planning/contract/programme-version.ts';
import { readLatestManifest } from '#planning-server/versions/manifest.ts';
import { readVersionTasks } from '#planning-server/versions/open-versions.ts';
import type { StoredTask } from '#planning-server/versions/query.ts';
import type { ImportResult } from '#programme/import-result.ts';
import { pluralCountText } from '#programme/mapping/import-report.ts';
import { yamlText } from '#programme/mapping/mapping.ts';

/**
 * Writes a configuration with an imported project and a weekly report, and prints what to do next.
 * @throws BadInput if the file exists: it may have been written by hand
 */
export async function writeFirstConfiguration(
  config: string,
  { project, version }: { readonly project: ImportResult['project']; readonly version: number },
  {
    store,
    ...data
  }: { readonly store: ObjectStore; readonly data: string; readonly region: string | undefined },
  terminal: Terminal,
): Promise<void> {
  const { region, projectId, name, timeZone } = project;
  const today = localDayOf(Temporal.Now.instant(), timeZone);
  const survey = await readVersionTasks(store, { project, version }, (tasks) => surveyTasks(tasks, today));
  const named = optionWords({ config: config !== 'lookahead.yaml' && config });
  const check = commandText(['validate', ...named]);
  try {
    await writeFile(config, configurationText(project, survey, check), { flag: 'wx' });
  } catch (error) {
    await access(config).catch(() => Promise.reject(error));
    throw badInputError(
      `${config} exists already`,
      'Add the project to it by hand, or name another file with --config.',
    );
  }
  const { dataDate = null } = (await readLatestManifest(store, project)) ?? {};
  const day = findReportDayWithTasksAhead(survey, { today, lastKnown: lastKnownProjectDay(dataDate) });
  const date = day && formatDay(day);
  const { first, last } = survey;
  const lines = [
    `${config}: project ${region}/${projectId}, ${timeZone}, with a weekly report.`,
    'Put the addresses of your site into it. To see the first lookahead:',
    `  ${commandText(['serve', ...optionWords(data)])}      # in another terminal; it prints the key`,
    `  ${setVariableCommandText('PLANNING_API_KEY', '<the key>')}`,
    `  ${commandText(['run', 'weekly', ...named, ...optionWords({ date })])}`,
    date &&
      first &&
      last &&
      `The coming week has no tasks: the programme has them from ${dayAndYearText(first)} to ${dayAndYearText(last)}. --date is the day of the report; it shows the week after.`,
  ];
  terminal.print(lines, { config, project: { region, projectId }, name, timeZone, date });
}

function lastKnownProjectDay(dataDate: string | null): Day | undefined {
  const read = dataDateSchema.safeParse(dataDate);
  return read.success ? parseDay(lastDayWithKnownProgress(read.data)) : undefined;
}

function configurationText(project: ImportResult['project'], survey: TasksSurvey, check: string): string {
  const holidays = joinConsecutiveDays(proposedHolidays(survey)).map(({ start, finish }) =>
    start === finish ? formatDay(start) : `${formatDay(start)}..${formatDay(finish)}`,
  );
  return `# yaml-language-server: $schema=functions/config/lookahead.schema.json
#
# docs/configuration.md lists all keys and defaults; \`${check}\` checks this file.

from: lookahead@example.com # the address the messages come from
fromName: Lookahead

projects:
  - key: ${projectKey(project.projectId)}
    name: ${yamlText(project.name)}
    region: ${project.region}
    projectId: ${JSON.stringify(project.projectId)}
    timeZone: ${project.timeZone}
${holidays.length === 0 ? '' : `    holidays: [${holidays.join(', ')}] # most tasks are off then: check them\n`}    baseUrl: http://127.0.0.1:8787 # \`${commandText(['serve', '--data', 'data'])}\` answers here
    apiKey: { env: PLANNING_API_KEY } # the name of the variable that holds the key, never the key

reports:
  # The coming week, Fridays at 14:00 in the project's time zone.
  - key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    readiness:
      off: # gaps in the programme: remove one once it is filled
${listGapsToSwitchOff(survey)
  .map(
    ({ gap, property, missing, tasks }) =>
      `        - ${gap} # ${missing} of ${pluralCountText(tasks, 'tasks')} have no ${property}\n`,
  )
  .join('')}        - material-without-daily-figures # a programme has totals of materials only
    to: [works.manager@example.com]
    contact: planner@example.com # who is notified when a report cannot be delivered
`;
}

function projectKey(projectId: string): string {
  const key = projectId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return key === '' ? 'project' : key;
}

const day = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => parseDay(text.slice(0, 10))),
  ),
);
const given = z.optional(z.unknown());
const taskSchema = z.object({
  start: day,
  finish: day,
  subcontractor: given,
  location: given,
  owner: given,
  nonWorkingDays: z.optional(z.array(z.string())),
});

export type MissingDataCounts = {
  readonly gap: GapKind;
  readonly property: string;
  readonly missing: number;
  readonly tasks: number;
};

export type TasksSurvey = {
  readonly first: Day | undefined;
  readonly last: Day | undefined;
  /** Mondays of the weeks with tasks. */
  readonly weeks: ReadonlySet<Day>;
  readonly missing: readonly MissingDataCounts[];
  /**
   * For each day from Monday to Friday of the coming year on which a task has a bar: how many tasks, and how many have
   * the day off.
   */
  readonly days: ReadonlyMap<Day, { readonly tasks: number; readonly off: number }>;
};

const checkedProperties = [
  ['no-subcontractor', 'subcontractor'],
  ['no-location', 'location'],
  ['no-owner', 'owner'],
] as const;

/** Days ahead for which holidays are proposed. */
const daysOfHolidays = 365;

export function surveyTasks(tasks: Iterable<StoredTask>, today: Day): TasksSurvey {
  const days = new Map<Day, { tasks: number; off: number }>();
  const weeks = new Set<Day>();
  const counts = checkedProperties.map(([gap, property]) => ({ gap, property, missing: 0, tasks: 0 }));
  let [first, last]: (Day | undefined)[] = [];
  for (const { json } of tasks) {
    const task = taskSchema.parse(JSON.parse(json));
    for (const count of counts) {
      count.tasks += 1;
      if (task[count.property] === undefined) count.missing += 1;
    }
    const [from, to] = [task.start ?? task.finish, task.finish ?? task.start];
    if (from === undefined || to === undefined) continue;
    const [start, finish] = from < to ? [from, to] : [to, from];
    for (let week = mondayOf(start); week <= finish; week = addDays(week, 7)) weeks.add(week);
    const off = new Set(task.nonWorkingDays);
    const until = Math.min(finish, today + daysOfHolidays);
    for (let on = dayFromNumber(Math.max(start, today)); on <= until; on = addDays(on, 1)) {
      if (isWeekend(on)) continue;
      const count = getOrInsert(days, on, () => ({ tasks: 0, off: 0 }));
      count.tasks += 1;
      if (off.has(formatDay(on))) count.off += 1;
    }
    first = dayFromNumber(Math.min(first ?? start, start));
    last = dayFromNumber(Math.max(last ?? finish, finish));
  }
  return { first, last, weeks, missing: counts, days };
}

/** The gaps that most tasks would have, because the programme does not contain such data. */
export function listGapsToSwitchOff({ missing }: TasksSurvey): readonly MissingDataCounts[] {
  return missing.filter((found) => found.missing * 2 > found.tasks);
}

/**
 * Days that most tasks with a bar on that day have off. A weekday that is off in most weeks is left out: that is the
 * calendar, not a holiday.
 */
export function proposedHolidays({ days }: TasksSurvey): readonly Day[] {
  const allOff = [...days].filter(([, { tasks, off }]) => off * 2 > tasks).map(([day]) => day);
  const sameWeekday = (among: readonly Day[], one: Day) =>
    among.filter((day) => weekdayOf(day) === weekdayOf(one)).length;
  return allOff
    .filter((day) => sameWeekday(allOff, day) * 2 <= sameWeekday([...days.keys()], day))
    .sort((one, other) => one - other);
}

/**
 * Finds a report day whose coming week has tasks, for when the week after today has none. It is the last day whose
 * progress is known at the data date, or else the Friday before the next week with tasks, or before the last one if all
 * weeks are over.
 * @returns undefined if the week after today has tasks, or no task has a date
 */
export function findReportDayWithTasksAhead(
  { weeks }: TasksSurvey,
  { today, lastKnown }: { readonly today: Day; readonly lastKnown: Day | undefined },
): Day | undefined {
  const hasTasks = (report: Day) => weeks.has(windowFor(report, { weeks: 1, starts: 'next-week' }).first);
  if (hasTasks(today)) return undefined;
  if (lastKnown !== undefined && hasTasks(lastKnown)) return lastKnown;
  const mondays = [...weeks].sort((one, other) => one - other);
  const shown = mondays.find((monday) => monday > today) ?? mondays.at(-1);
  return shown && addDays(shown, -3);
}
