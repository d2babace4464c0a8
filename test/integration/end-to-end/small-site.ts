/** One small project with one weekly report: enough for every effect that a report has. */
import { generateSampleProject } from '#planning-server/sample/generate.ts';
import type { ProjectData } from '#planning-server/versions/version.ts';

export const smallSite = generateSampleProject({
  seed: 5,
  tasks: 50,
  region: 'gb',
  projectId: 'small-site',
  name: 'Small Site',
});

/** The time at which the report is due and its schedule fires. */
export const friday = '2026-11-20T14:00:00Z';

/** A project for each key, all with the same tasks. */
export function smallSites(keys: readonly string[]): readonly ProjectData[] {
  return keys.map((key) => ({ ...smallSite, projectId: idOf(key) }));
}

function idOf(key: string): string {
  return key === 'site' ? smallSite.projectId : key;
}

/** @param projects keys of the projects @param more further properties of the report, one per line */
export function smallSiteConfiguration(
  planningUrl: string,
  {
    projects = ['site'],
    more = [],
  }: { readonly projects?: readonly string[]; readonly more?: readonly string[] } = {},
): string {
  return [
    'from: lookahead@example.com',
    'projects:',
    ...projects.flatMap((key) => [
      `  - key: ${key}`,
      `    name: ${key === 'site' ? 'Small Site' : `Small Site ${key}`}`,
      '    region: gb',
      `    projectId: ${idOf(key)}`,
      '    timeZone: Europe/London',
      `    baseUrl: ${planningUrl}`,
      '    apiKey: { secret: lookahead/planning }',
    ]),
    'reports:',
    '  - key: weekly',
    '    name: Weekly lookahead',
    "    when: { cron: '0 14 * * FRI' }",
    '    to: [works.manager@example.com]',
    '    contact: planner@example.com',
    ...more.map((line) => `    ${line}`),
    '',
  ].join('\n');
}
