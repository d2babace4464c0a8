import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aConfigurationText, riverside, weekly } from '../support/builders/a-configuration.ts';
import { callCli } from '../support/call-cli.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test('an hourly report is valid, and its note says what a change of the clocks costs', async () => {
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

test('the file is named as run names it, or as before, and not as two', async () => {
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

test.each([
  ['no address', smtp, off],
  ['no address and no mail', '', off],
  ['an address of this machine', `${smtp}\n${machine('url: http://localhost:8080')}`, off],
  ['the address of all', `${smtp}\n${machine('url: http://0.0.0.0:8080')}`, off],
  ['an address that phones reach', `${smtp}\n${machine('url: https://x.example.com')}`, undefined],
  ['one of a stage', 'deployment: { stages: { uk: { awsRegion: eu-west-2, regions: [gb] } } }', undefined],
  ['the port of a host without others', machine('url: http://server:8080'), unreached],
  ['the port of a host for all', machine('url: http://server:8080, host: 0.0.0.0'), undefined],
])('with %s for links, it is said whether answers reach it', async (_with, rest, note) => {
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

test.each([
  ['[2019-12-25, 2019-12-26]', true],
  ['[2019-12-25, 2999-12-25]', false],
])('holidays %s that are all past are noted', async (holidays, isNoted) => {
  const file = join(await temporaryDirectory(), 'lookahead.yaml');
  await writeFile(file, aConfigurationText({ projects: [{ ...riverside, holidays }], reports: [weekly] }));
  const { stdout } = await callCli(['validate', file]);
  const note = 'note: riverside: all its holidays are past, the last was Thu 26 Dec 2019. Add those to come.';
  expect(stdout.includes(note)).toBe(isNoted);
});
