import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { localDayOf } from '#base/day.ts';
import { shortListText } from '#base/text/one-line.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { ConfigurationError } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { isReachedLocallyOnly, machineSettingsOf, noPagesText } from '#config/machine-settings.ts';
import { projectsOfReport } from '#config/projects-of.ts';
import { scheduleNotes } from '#config/schedule-notes.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { badInputError } from './failure.ts';
import { fileOption, parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({ file: z.optional(z.string()), config: z.optional(fileOption) });

export async function validateCommand(words: unknown, terminal: Terminal): Promise<void> {
  const { file: named, config: file = named ?? 'lookahead.yaml' } = parseOptions(schema, words);
  if ((named ?? file) !== file) {
    throw badInputError(`The file ${named} and --config ${file} differ`, 'Give one of them.');
  }
  const configuration = await loadConfiguration(file).catch((error: unknown) => {
    if (error instanceof ConfigurationError) {
      terminal.print([], { valid: false, file, problems: error.problems });
    }
    throw error;
  });
  const { projects, reports, mail, deployment } = configuration;
  const { url, host, port } = machineSettingsOf(configuration);
  const isOnMachine = mail ?? (reports.some(({ answers }) => answers) && !deployment?.stages);
  const isOwn = isReachedLocallyOnly(url);
  const isUnreached = !isOwn && new URL(url).port === String(port) && /^(localhost$|127\.|::1$)/.test(host);
  const notes = [
    ...scheduleNotes(configuration),
    ...pastHolidays(projects),
    ...withoutReport(configuration),
    ...(isOnMachine && isOwn
      ? [`week pages of \`start\` and \`run --send\`: ${noPagesText(configuration)}`]
      : []),
    ...(isUnreached
      ? [`links: no phone reaches ${url} while deployment.machine.host is ${host}; set it to 0.0.0.0`]
      : []),
  ];
  const lines = [
    `${file} is valid: ${countText(projects.length, 'project')}, ${countText(reports.length, 'report')}.`,
    ...reportLines(configuration).map((line) => `  ${line}`),
    ...notes.map((note) => `  note: ${note}`),
  ];
  const [keys, reportKeys] = [projects, reports].map((list) => list.map(({ key }) => key));
  terminal.print(lines, { valid: true, file, projects: keys, reports: reportKeys, notes });
}

/**
 * Minimum number of projects or reports that are counted instead of listed: hundreds of keys would hide other lines.
 */
const tooManyToList = 20;

/** A line for each report; if there are many, a line for each time at which some are due. */
function reportLines({ projects, reports }: Configuration): readonly string[] {
  if (reports.length >= tooManyToList) {
    const times = Map.groupBy(reports, whenText);
    return Array.from(times, ([when, due]) => `${countText(due.length, 'report')} ${when}`);
  }
  return reports.map((report) => {
    const on = projectsOfReport(report, projects);
    const all = on.length === projects.length ? `all ${on.length}` : `${on.length} of ${projects.length}`;
    const names = on.length < tooManyToList ? keysText(on) : `${all} projects`;
    return `${report.key}: ${report.name}, for ${names}, ${whenText(report)}`;
  });
}

function keysText(projects: readonly ProjectConfiguration[]): string {
  if (projects.length >= tooManyToList) return countText(projects.length, 'project');
  return projects.map(({ key }) => key).join(', ');
}

function pastHolidays(projects: readonly ProjectConfiguration[]): readonly string[] {
  const now = Temporal.Now.instant();
  const ended = projects.flatMap((project) => {
    const last = project.holidays?.toSorted((one, other) => one - other).at(-1);
    return last === undefined || last >= localDayOf(now, project.timeZone) ? [] : [{ project, last }];
  });
  return Array.from(
    Map.groupBy(ended, ({ last }) => last),
    ([last, those]) => {
      const names = keysText(those.map(({ project }) => project));
      return `${names}: all holidays are past, the last was ${dayAndYearText(last)}. Add those to come.`;
    },
  );
}

function withoutReport({ projects, reports }: Configuration): readonly string[] {
  if (reports.some(({ projects: named }) => named === undefined)) return [];
  const on = new Set(reports.flatMap((report) => projectsOfReport(report, projects)));
  const others = projects.filter((project) => !on.has(project)).map(({ key }) => key);
  return others.length === 0 ? [] : [`no report is for ${shortListText(others, tooManyToList)}`];
}

function whenText({ when }: ReportConfiguration): string {
  if (when === undefined) return 'on demand';
  return when.onImport ? `after each import, at the latest when ${when.cron}` : `when ${when.cron}`;
}
