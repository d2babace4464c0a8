import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { localDayOf } from '#base/day.ts';
import type { Configuration, ProjectConfiguration, ReportConfiguration } from '#config/configuration.ts';
import { ConfigurationError } from '#config/configuration-error.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { isThisMachine, machineOf, withoutPages } from '#config/machine-settings.ts';
import { projectsOf } from '#config/projects-of.ts';
import { scheduleNotes } from '#config/schedule-notes.ts';
import { dayAndYearText } from '#lookahead/dates/day-text.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { badInput } from './failure.ts';
import { fileOption, parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

const schema = z.object({ file: z.optional(z.string()), config: z.optional(fileOption) });

export async function validate(words: unknown, terminal: Terminal): Promise<void> {
  const { file: named, config: file = named ?? 'lookahead.yaml' } = parseOptions(schema, words);
  if ((named ?? file) !== file) {
    throw badInput(`The file ${named} and --config ${file} differ`, 'Give one of them.');
  }
  const configuration = await loadOrReport(file, terminal);
  const { projects, reports, mail, deployment } = configuration;
  const { url, host, port } = machineOf(configuration);
  const isOnMachine = mail ?? (reports.some(({ answers }) => answers) && !deployment?.stages);
  const isOwn = isThisMachine(url);
  const isUnreached = !isOwn && new URL(url).port === String(port) && /^(localhost$|127\.|::1$)/.test(host);
  const notes = [
    ...scheduleNotes(configuration),
    ...projects.flatMap(pastHolidays),
    ...(isOnMachine && isOwn
      ? [`week pages of \`start\` and \`run --send\`: ${withoutPages(configuration)}`]
      : []),
    ...(isUnreached
      ? [`links: no phone reaches ${url} while deployment.machine.host is ${host}; set it to 0.0.0.0`]
      : []),
  ];
  terminal.line(
    `${file} is valid: ${countText(projects.length, 'project')}, ${countText(reports.length, 'report')}.`,
  );
  for (const report of reports) {
    const on = projectsOf(report, projects).map(({ key }) => key);
    terminal.line(`  ${report.key}: ${report.name}, for ${on.join(', ')}, ${whenText(report)}`);
  }
  for (const note of notes) terminal.line(`  note: ${note}`);
  terminal.json({
    valid: true,
    file,
    projects: projects.map((project) => project.key),
    reports: reports.map((report) => report.key),
    notes,
  });
}

function pastHolidays({ key, timeZone, holidays = [] }: ProjectConfiguration): readonly string[] {
  const last = holidays.toSorted((one, other) => one - other).at(-1);
  if (last === undefined || last >= localDayOf(Temporal.Now.instant(), timeZone)) return [];
  return [`${key}: all its holidays are past, the last was ${dayAndYearText(last)}. Add those to come.`];
}

function whenText({ when }: ReportConfiguration): string {
  if (when === undefined) return 'on demand';
  return when.onImport ? `after each import, at the latest when ${when.cron}` : `when ${when.cron}`;
}

async function loadOrReport(file: string, terminal: Terminal): Promise<Configuration> {
  try {
    return await loadConfiguration(file);
  } catch (error) {
    if (error instanceof ConfigurationError) terminal.json({ valid: false, file, problems: error.problems });
    throw error;
  }
}
