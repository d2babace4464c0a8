/** Messages about a wrong configuration, on the command line and in a deployment. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { type PlanningOnLoopback, planningKey, servePlanning } from '../end-to-end/planning-behind-a-gate.ts';
import { smallSite } from '../end-to-end/small-site.ts';
import { synthesise } from '../runtime/synthesise.ts';

let folder = '';
let planning: PlanningOnLoopback;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookahead-configuration-'));
  await writeFile(join(folder, 'no-picture.png'), 'GIF89a');
  const [first, ...others] = smallSite.collections.subcontractors;
  const twins = [
    { ...first, id: 'twin-1', name: 'Twin Ltd' },
    { ...first, id: 'twin-2', name: 'Twin Ltd' },
  ];
  const collections = { ...smallSite.collections, subcontractors: [...twins, ...others] };
  planning = await servePlanning([{ ...smallSite, collections }]);
});
afterAll(async () => {
  await planning[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const project = (key: string, id: string) => `  - key: ${key}
    name: Small Site
    region: gb
    projectId: ${id}
    timeZone: Europe/London
    baseUrl: ${planning.url}
    apiKey: { env: TEST_KEY, secret: lookahead/planning }
`;
const good = () => `from: lookahead@example.com
projects:
${project('site', 'small-site')}reports:
  - key: weekly
    name: Weekly lookahead
    when: { cron: '0 14 * * FRI' }
    to: [works.manager@example.com]
    contact: planner@example.com
`;

type Mistake = {
  readonly name: string;
  readonly change: (yaml: string) => string;
  /** The expected message: line, path and remedy. */
  readonly said: RegExp;
};

const mistakes: readonly Mistake[] = [
  { name: 'YAML that cannot be read', change: (yaml) => `${yaml}\n\t- x: [`, said: /yaml:\d+:\d+/ },
  {
    name: 'an unknown key, with the nearest known one',
    change: (yaml) => yaml.replace('    contact:', '    contcat:'),
    said: /yaml:15:5 reports\[0\]\.contcat: unknown property\. Did you mean contact\?/,
  },
  {
    name: 'a project twice',
    change: (yaml) =>
      yaml.replace('reports:', `${project('SITE', 'small-site').replace('SITE', 'site')}reports:`),
    said: /yaml:10:10 projects\[1\]\.key: "site" is already the key of projects\[0\]\. Give each a different key/,
  },
  {
    name: 'a time zone that does not exist',
    change: (yaml) => yaml.replace('Europe/London', 'Europe/Londn'),
    said: /yaml:7:15 projects\[0\]\.timeZone: .*Europe\/Londn.*Europe\/London/,
  },
  {
    name: 'a password in the address of the planning service',
    change: (yaml) => yaml.replace(/baseUrl: .*/, 'baseUrl: https://planner:PA55WORD@planning.example.com'),
    said: /yaml:8:14 projects\[0\]\.baseUrl: the value contains a user name, a password.*Write the address alone/,
  },
  {
    name: 'a logo that is not a picture',
    change: (yaml) => yaml.replace('    apiKey:', '    logo: no-picture.png\n    apiKey:'),
    said: /yaml:9:11 projects\[0\]\.logo: "no-picture\.png" is neither a PNG nor a JPEG picture\. Save it/,
  },
  {
    name: 'an address that is not valid',
    change: (yaml) => yaml.replace('works.manager@example.com', 'works.manager'),
    said: /yaml:14:10 reports\[0\]\.to\[0\]: .*works\.manager/,
  },
  {
    name: 'no recipient',
    change: (yaml) => yaml.replace('[works.manager@example.com]', '[]'),
    said: /yaml:14:9 reports\[0\]\.to: .*at least one/,
  },
  {
    name: 'fault 11: a time that does not exist on some days',
    change: (yaml) => yaml.replace('0 14 * * FRI', '30 1 * * SUN'),
    said: /yaml:13:\d+ reports\[0\]\.when\S*: .*Europe\/London/,
  },
];

async function written(name: string, yaml: string): Promise<string> {
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.yaml`);
  await writeFile(file, yaml);
  return file;
}

describe('fault 13: a configuration with', () => {
  it.each(mistakes)(
    '$name is refused with exit code 2, file, line, path and remedy',
    async ({ name, change, said }) => {
      const file = await written(name, change(good()));
      const { code, stdout, stderr } = await runCli(['validate', file]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).not.toContain('PA55WORD');
      expect(stderr).toContain(file);
      expect(stderr).toMatch(said);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );

  it.each([
    ['nothing', 'Twins Ltd', /Twins Ltd.*Twin Ltd/],
    ['two things', 'Twin Ltd', /Twin Ltd.*twin-1.*twin-2/],
  ])(
    'a filter name that matches %s is refused with exit code 2 and the similar names',
    async (_, name, said) => {
      const yaml = good().replace('    to:', `    filters: { subcontractors: ['${name}'] }\n    to:`);
      const { code, stderr } = await runCli(
        ['run', '--config', await written(name, yaml), '--date', '2026-11-20', '--dry-run'],
        { env: { TEST_KEY: planningKey } },
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(said);
      expect(stderr).not.toMatch(/\n\s+at /);
    },
  );

  it('a mistake fails cdk synth with the words that validate prints, and nothing is deployed', async () => {
    const [, unknownKey] = mistakes;
    const site = await mkdtemp(join(folder, 'site-'));
    const file = join(site, 'lookahead.yaml');
    await writeFile(file, unknownKey?.change(good()) ?? '');
    const failure = await synthesise({ configuration: file, stage: 'uk', out: join(folder, 'out') }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: 2, stderr: expect.stringMatching(unknownKey?.said ?? /never/) });
  });
});
