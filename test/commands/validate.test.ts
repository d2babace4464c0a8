import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it('an hourly report is valid, with a note on the report that is lost to a change of the clocks', async () => {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, aConfigurationText({ reports: [{ ...weekly, when: "{ cron: '0 * * * *' }" }] }));
  const { code, stdout } = await callCli(['validate', file]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /note: weekly: once a year the clocks of Europe\/London go forward from 01:00 to 02:00/,
  );
  const { stdout: json } = await callCli(['validate', file, '--json']);
  expect(JSON.parse(json)).toMatchObject({ valid: true, notes: [expect.stringContaining('Europe/London')] });
});

it('the file is given with --config or as an argument, and two different files are refused', async () => {
  const folder = await temporaryDirectory();
  const [file, other] = [join(folder, 'site.yaml'), join(folder, 'other.yaml')];
  await writeFile(file, aConfigurationText({ reports: [weekly] }));
  for (const words of [[file], ['--config', file], [file, '--config', file]]) {
    const { code, stdout } = await callCli(['validate', ...words]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${file} is valid`)]);
  }
  const { code, stderr } = await callCli(['validate', other, '--config', file]);
  expect([code, stderr]).toEqual([2, `The file ${other} and --config ${file} differ. Give one of them.\n`]);
});

const off = 'note: week pages of `start` and `run --send`: none, and no answers are asked for: only this';
const unreached =
  'note: links: no phone reaches http://server:8080 while deployment.machine.host is 127.0.0.1; set it to 0.0.0.0';
const smtp = 'mail: { smtp: { host: smtp.example.com } }';
const machine = (settings: string) => `deployment: { machine: { ${settings} } }`;

it.each([
  ['no address', smtp, off],
  ['no address and no mail', '', off],
  ['an address of this machine', `${smtp}\n${machine('url: http://localhost:8080')}`, off],
  ['the address of all', `${smtp}\n${machine('url: http://0.0.0.0:8080')}`, off],
  ['an address that phones reach', `${smtp}\n${machine('url: https://x.example.com')}`, undefined],
  ['one of a stage', 'deployment: { stages: { uk: { awsRegion: eu-west-2, regions: [gb] } } }', undefined],
  ['the port of a host without others', machine('url: http://server:8080'), unreached],
  ['the port of a host for all', machine('url: http://server:8080, host: 0.0.0.0'), undefined],
])('with %s for links, a note is given only if no answers can arrive', async (_with, rest, note) => {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  const asking = {
    ...weekly,
    audiences: '[{ each: subcontractor, to: { Pile Co: [pile@example.com] } }]',
    answers: '{}',
  };
  await writeFile(file, `${aConfigurationText({ reports: [asking] })}${rest}\n`);
  const { code, stdout } = await callCli(['validate', file]);
  expect(code).toBe(0);
  for (const each of [off, unreached]) expect(stdout.includes(each)).toBe(each === note);
});

const sites = (count: number, more: Readonly<Record<string, string>> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    ...riverside,
    ...more,
    key: `site-${index + 1}`,
    projectId: `p-${index + 1}`,
  }));

/** The lines that `validate` prints below its first line. */
async function linesOf(...texts: Parameters<typeof aConfigurationText>): Promise<readonly string[]> {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, aConfigurationText(...texts));
  const { code, stdout } = await callCli(['validate', file]);
  expect(code).toBe(0);
  return stdout.split('\n').slice(1, -1);
}

it('the projects of a report are listed, or counted if there are 20 or more', async () => {
  const some = (count: number) => `[${sites(count).map(({ key }) => key)}]`;
  const reports = [
    weekly,
    { ...weekly, key: 'most', projects: some(29) },
    { ...weekly, key: 'two', projects: some(2) },
  ];
  expect(await linesOf({ projects: sites(30), reports })).toEqual([
    '  weekly: Weekly lookahead, for all 30 projects, when 0 14 * * FRI',
    '  most: Weekly lookahead, for 29 of 30 projects, when 0 14 * * FRI',
    '  two: Weekly lookahead, for site-1, site-2, when 0 14 * * FRI',
  ]);
  const [line] = await linesOf({ projects: sites(19) });
  expect(line).toMatch(/for site-1, .*, site-19, when/);
});

it('if there are 20 or more, reports are counted for each time at which they are due, and projects without a report are noted', async () => {
  const reports = sites(20).map(({ key }, index) => ({
    ...weekly,
    key,
    projects: `[${key}]`,
    when: index < 5 ? "{ cron: '0 7 * * MON' }" : (weekly['when'] ?? ''),
  }));
  expect(await linesOf({ projects: sites(22), reports })).toEqual([
    '  5 reports when 0 7 * * MON',
    '  15 reports when 0 14 * * FRI',
    '  note: no report is for site-21, site-22',
  ]);
});

it('projects whose holidays end on the same day share one note', async () => {
  const projects = [...sites(20, { holidays: '[2019-12-25]' }), { ...riverside, holidays: '[2019-12-26]' }];
  const lines = await linesOf({ projects });
  expect(lines.slice(1)).toEqual([
    '  note: 20 projects: all holidays are past, the last was Wed 25 Dec 2019. Add those to come.',
    '  note: riverside: all holidays are past, the last was Thu 26 Dec 2019. Add those to come.',
  ]);
});

it.each([
  ['[2019-12-25, 2019-12-26]', true],
  ['[2019-12-25, 2999-12-25]', false],
])('a note on past holidays is given only if all are past: %s', async (holidays, isNoted) => {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, aConfigurationText({ projects: [{ ...riverside, holidays }], reports: [weekly] }));
  const { stdout } = await callCli(['validate', file]);
  const note = 'note: riverside: all holidays are past, the last was Thu 26 Dec 2019. Add those to come.';
  expect(stdout.includes(note)).toBe(isNoted);
});
