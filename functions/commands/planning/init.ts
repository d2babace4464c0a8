/** `init`: a configuration for a project that was imported. */
import { access, writeFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type Day, formatDay, localDayOf, parseDay } from '../../base/day.ts';
import { commandText, setVariable } from '../../base/shell.ts';
import { dayAndYearText } from '../../lookahead/dates/day-text.ts';
import { dataDateSchema, lastKnownDay } from '../../planning/contract/programme-version.ts';
import { latestManifest } from '../../planning-server/versions/manifest.ts';
import { readTasks } from '../../planning-server/versions/read-tasks.ts';
import { counted } from '../../programme/mapping/import-report.ts';
import { yamlText } from '../../programme/mapping/propose/yaml-text.ts';
import { BadInput } from '../bad-input.ts';
import { parseOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { archiveOption, openPlanningArchive } from './planning-archive.ts';
import { projectReferenceOption } from './project-reference-option.ts';
import { checksToLeaveOff, dayThatShowsTasks, type MissingData, surveyTasks } from './survey-tasks.ts';

const schema = z.object({
  from: projectReferenceOption,
  data: archiveOption,
  config: z.string().check(z.minLength(1, 'name a file')),
  json: z._default(z.boolean(), false),
});

/** Writes a configuration with the project and a weekly report. @throws BadInput where there is one, or no such project */
export async function init(words: unknown, terminal: Terminal): Promise<void> {
  const { from, data, config } = parseOptions(schema, words);
  const reference = `${from.region}/${from.projectId}`;
  const archive = await openPlanningArchive(data);
  const manifest = await latestManifest(archive, from);
  if (manifest === undefined) {
    throw new BadInput(
      `${data} has no project ${reference}`,
      `Import it first: lookahead import plan.xer --map plan-map.yaml --project ${reference}.`,
    );
  }
  const survey = await readTasks(archive, { project: from, version: manifest.number }, surveyTasks);
  const text = configurationText({ ...from, ...manifest.project }, checksToLeaveOff(survey));
  try {
    // Never over a file that exists, which may have been written by hand.
    await writeFile(config, text, { flag: 'wx' });
  } catch (error) {
    await access(config).catch(() => Promise.reject(error));
    throw new BadInput(
      `${config} exists already`,
      'Add the project to it by hand, or name another file with --config.',
    );
  }
  terminal.line(`${config}: project ${reference}, ${manifest.project.timeZone}, with a weekly report.`);
  terminal.line('Put the addresses of your site into it. To see the first lookahead:');
  terminal.line(`  ${commandText(['serve', '--data', data])}      # in another terminal; it prints the key`);
  terminal.line(`  ${setVariable('PLANNING_API_KEY', '<the key>')}`);
  const date = dayThatShowsTasks(survey, {
    today: localDayOf(Temporal.Now.instant(), manifest.project.timeZone),
    lastKnown: lastKnownOf(manifest.dataDate),
  });
  const options = [
    ...(config === 'lookahead.yaml' ? [] : ['--config', config]),
    ...(date === undefined ? [] : ['--date', formatDay(date)]),
  ];
  terminal.line(`  ${commandText(['run', 'weekly', ...options])}`);
  const { first, last } = survey;
  if (date !== undefined && first !== undefined && last !== undefined) {
    terminal.line(
      `The coming week has no tasks: the programme has them from ${dayAndYearText(first)} to ${dayAndYearText(last)}. --date is the day of the report; it shows the week after.`,
    );
  }
  terminal.json({ config, project: from, ...manifest.project, date: date && formatDay(date) });
}

function lastKnownOf(dataDate: string | null): Day | undefined {
  const read = dataDateSchema.safeParse(dataDate);
  return read.success ? parseDay(lastKnownDay(read.data)) : undefined;
}

function configurationText(
  project: {
    readonly region: string;
    readonly projectId: string;
    readonly name: string;
    readonly timeZone: string;
  },
  off: readonly MissingData[],
): string {
  return `# yaml-language-server: $schema=functions/config/lookahead.schema.json
#
# docs/configuration.md lists all keys and defaults; \`npm run lookahead -- validate\` checks this file.

from: lookahead@example.com # the address the messages come from
fromName: Lookahead

projects:
  - key: ${keyOf(project.projectId)}
    name: ${yamlText(project.name)}
    region: ${project.region}
    projectId: ${JSON.stringify(project.projectId)}
    timeZone: ${project.timeZone}
    baseUrl: http://127.0.0.1:8787 # \`npm run lookahead -- serve --data data\` answers here
    apiKey: { env: PLANNING_API_KEY } # the name of the variable that holds the key, never the key

reports:
  # The coming week, Fridays at 14:00 in the project's time zone.
  - key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    readiness:
      off: # remove a check once the programme has what it looks for
${off.map(({ check, property, missing, tasks }) => `        - ${check} # ${missing} of ${counted(tasks, 'tasks')} have no ${property}\n`).join('')}        - material-without-daily-figures # a programme has totals of materials only
    to: [works.manager@example.com]
    contact: planner@example.com # who is notified when a report cannot be delivered
`;
}

/** Lower-case letters, digits and hyphens, at most 40. */
function keyOf(projectId: string): string {
  const key = projectId
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return key === '' ? 'project' : key;
}
