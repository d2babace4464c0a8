/** The text of a small configuration. Each property has its own line, so that a test can say which line is wrong. */

export const riverside: Readonly<Record<string, string>> = {
  key: 'riverside',
  name: 'Riverside Tower',
  region: 'gb',
  projectId: 'riverside-tower',
  timeZone: 'Europe/London',
  baseUrl: 'https://planning.example.com',
  apiKey: '{ env: PLANNING_API_KEY }',
};

export const weekly: Readonly<Record<string, string>> = {
  key: 'weekly',
  name: 'Weekly lookahead',
  when: "{ cron: '0 14 * * FRI' }",
  to: '[works.manager@example.com]',
  contact: 'planner@example.com',
};

export function aConfigurationText({
  projects = [riverside],
  reports = [weekly],
}: {
  projects?: readonly Readonly<Record<string, string>>[];
  reports?: readonly Readonly<Record<string, string>>[];
} = {}): string {
  const entry = (properties: Readonly<Record<string, string>>) =>
    Object.entries(properties).map(
      ([name, value], index) => `  ${index === 0 ? '-' : ' '} ${name}: ${value}`,
    );
  return [
    'projects:',
    ...projects.flatMap(entry),
    'from: lookahead@example.com',
    'reports:',
    ...reports.flatMap(entry),
    '',
  ].join('\n');
}
