/** `init`: a configuration for a project that was imported. */
import { access, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { ReadinessCheckName } from '../../config/configuration.ts';
import { latestManifest } from '../../planning-server/versions/manifest.ts';
import { readTasks, type StoredTask } from '../../planning-server/versions/read-tasks.ts';
import { yamlText } from '../../programme/mapping/propose/yaml-text.ts';
import { BadInput } from '../bad-input.ts';
import { parseOptions } from '../options.ts';
import type { Terminal } from '../terminal.ts';
import { archiveOption, openPlanningArchive } from './planning-archive.ts';
import { projectReferenceOption } from './project-reference-option.ts';

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
  const { number: version } = manifest;
  const checksOff = await readTasks(archive, { project: from, version }, checksWithoutData);
  const text = configurationText({ ...from, ...manifest.project }, checksOff);
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
  terminal.line(`  npm run lookahead -- serve --data ${data}      # in another terminal; it prints the key`);
  terminal.line('  export PLANNING_API_KEY=<the key>');
  terminal.line(
    `  npm run lookahead -- run weekly${config === 'lookahead.yaml' ? '' : ` --config ${config}`}`,
  );
  terminal.json({ config, project: from, ...manifest.project });
}

/** Checks that would find every task not ready, because the programme says nothing of the matter for any task. */
function checksWithoutData(tasks: Iterable<StoredTask>): readonly ReadinessCheckName[] {
  const missing = new Map<ReadinessCheckName, string>([
    ['no-labour', 'labour'],
    ['no-subcontractor', 'subcontractor'],
    ['no-location', 'location'],
    ['no-owner', 'owner'],
  ]);
  for (const { json } of tasks) {
    for (const [check, property] of missing) if (json.includes(`"${property}":`)) missing.delete(check);
  }
  // Of materials, programmes have totals only.
  return [...missing.keys(), 'material-without-daily-figures'];
}

function configurationText(
  project: {
    readonly region: string;
    readonly projectId: string;
    readonly name: string;
    readonly timeZone: string;
  },
  off: readonly ReadinessCheckName[],
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
    # The programme does not say these of any task; remove a check once it does.
    readiness: { off: [${off.join(', ')}] }
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
