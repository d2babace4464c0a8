import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ConfigurationError } from '#config/configuration-error.ts';
import { readDeployment } from '../../../infra/stage/deployment.ts';
import { aPng } from '../../support/builders/a-picture.ts';
import {
  aDeployment,
  configurationText,
  manyProjects,
  prodStage,
  writeConfiguration,
} from '../../support/infra/a-deployment.ts';

const png = aPng();
const keyed = z.array(z.looseObject({ key: z.string(), projects: z.optional(z.array(z.string())) }));

describe('lookahead.yaml, read for a deployment', () => {
  it('gives each distinct cron and time zone once, as the file and as EventBridge spell them', async () => {
    const { dueTimes } = await aDeployment();
    expect(dueTimes).toEqual([
      { cron: '0 14 * * FRI', timeZone: 'Australia/Sydney', expressions: ['cron(0 14 ? * FRI *)'] },
      { cron: '0 14 * * FRI', timeZone: 'Europe/London', expressions: ['cron(0 14 ? * FRI *)'] },
      { cron: '30 15 * * 5', timeZone: 'Europe/London', expressions: ['cron(30 15 ? * FRI *)'] },
    ]);
  });

  it('treats two spellings of a schedule as one', async () => {
    const { dueTimes } = await aDeployment(configurationText.replace("'30 15 * * 5'", "'0 14 * * 5'"));
    expect(dueTimes.map(({ expressions, timeZone }) => `${expressions.join()} ${timeZone}`)).toEqual([
      'cron(0 14 ? * FRI *) Australia/Sydney',
      'cron(0 14 ? * FRI *) Europe/London',
    ]);
  });

  it('has three schedules for 500 projects in three zones', async () => {
    expect((await aDeployment(manyProjects(500))).dueTimes).toHaveLength(3);
  });

  it('has an example of a request, for a project that has the report', async () => {
    const text = configurationText.replace('name: Weekly lookahead', 'name: Weekly\n    projects: [harbour]');
    expect((await aDeployment(text)).example).toEqual({ project: 'harbour', report: 'weekly' });
    expect((await aDeployment()).example).toEqual({ project: 'riverside', report: 'weekly' });
  });

  it('names each secret once', async () => {
    expect((await aDeployment()).secretNames).toEqual(['lookahead/planning-au', 'lookahead/planning-gb']);
  });

  it('refuses a key that is only available on a laptop, with file, line and remedy', async () => {
    const file = writeConfiguration(
      configurationText.replace('{ secret: lookahead/planning-au }', '{ env: PLANNING_API_KEY }'),
    );
    await expect(readDeployment(file, 'prod')).rejects.toThrow(
      `${file}:16:13 projects[1].apiKey: the key is in an environment variable only, which a deployed function does not have. Name the Secrets Manager secret that holds it too, such as { secret: lookahead/planning-gb, env: PLANNING_API_KEY }.`,
    );
  });

  it('refuses a client secret that is only available on a laptop', async () => {
    const file = writeConfiguration(
      configurationText.replace(
        '{ secret: lookahead/planning-au }',
        '{ token: { clientId: { secret: id }, clientSecret: { env: CLIENT_SECRET } } }',
      ),
    );
    await expect(readDeployment(file, 'prod')).rejects.toThrow(ConfigurationError);
  });

  it('refuses a logo that cannot be deployed with the code', async () => {
    const file = writeConfiguration(
      configurationText.replace('name: Riverside Tower', 'name: Riverside Tower\n    logo: ../logo.png'),
    );
    writeFileSync(join(dirname(file), '../logo.png'), png);
    await expect(readDeployment(file, 'prod')).rejects.toThrow(
      /:5:\d+ projects\[0\]\.logo: "\.\.\/logo\.png" is outside the folder of this file, .* Put the logo beside the file/,
    );
  });

  it('lists the logos to be copied, each once', async () => {
    const file = writeConfiguration(
      configurationText.replaceAll('    region:', '    logo: ./pictures/logo.png\n    region:'),
    );
    mkdirSync(join(dirname(file), 'pictures'));
    writeFileSync(join(dirname(file), 'pictures/logo.png'), png);
    expect((await readDeployment(file, 'prod')).logos).toEqual(['pictures/logo.png']);
  });

  it('refuses more secrets than a policy can name, and advises how one can hold many keys', async () => {
    const text = manyProjects(60, 'a key each');
    await expect(readDeployment(writeConfiguration(text), 'prod')).rejects.toThrow(
      /projects\[50\]\.apiKey: this stage has keys in 60 secrets, more than the policy of a role can name\. Put many keys into one secret as JSON, and name each by its property: \{ secret: lookahead\/planning, property: site-50 \}\.$/,
    );
  });

  it('warns about a mail server, which the deployed functions do not use', async () => {
    const { warnings } = await aDeployment(
      `${configurationText}\nmail: { smtp: { host: mail.example.com } }\n`,
    );
    expect(warnings).toEqual([
      'The configuration sends mail through mail.example.com (mail.smtp), which only `run --send` does: the deployed functions send through SES.',
    ]);
  });

  it('accepts any number of keys in one secret', async () => {
    const text = manyProjects(500, 'a key each').replaceAll(
      /lookahead\/keys\/(project-\d+)/g,
      'lookahead/planning, property: $1',
    );
    expect((await aDeployment(text)).secretNames).toEqual(['lookahead/planning']);
  });

  it('warns about services on this machine, which a deployed function cannot reach', async () => {
    const { warnings } = await aDeployment(
      configurationText.replaceAll('https://planning.example.com', 'http://127.0.0.1:8787'),
    );
    expect(warnings).toEqual([
      "The project riverside reads from http://127.0.0.1:8787 (so do 1 more), which is this machine: a deployed function cannot reach it. Give the planning service's own address before deploying.",
    ]);
  });

  it('is refused unless one of its stages is named', async () => {
    const file = writeConfiguration(configurationText);
    await expect(readDeployment(file, undefined)).rejects.toThrow(
      'context stage: is not set. Use -c stage=… with one of prod.',
    );
    await expect(readDeployment(file, 'uk')).rejects.toThrow(
      'context stage: there is no stage "uk". Use -c stage=… with one of prod.',
    );
    await expect(
      readDeployment(writeConfiguration(configurationText.replace(prodStage, '')), 'uk'),
    ).rejects.toThrow('Add one to lookahead.yaml under deployment.stages; docs/deploy.md says how.');
  });
});

describe('a stage that serves one region', () => {
  const text = configurationText
    .replace('[gb, au]', '[au]')
    .replace('name: Weekly lookahead', 'name: Weekly lookahead\n    projects: [riverside, harbour]');

  it('has its own projects and their reports only, without the deployment', async () => {
    const { bundle } = await aDeployment(text);
    const carried = z
      .object({
        configuration: z.strictObject({
          from: z.string(),
          projects: keyed,
          reports: keyed,
          answerNameDays: z.int(),
        }),
      })
      .parse(JSON.parse(bundle)).configuration;
    expect(carried.projects.map(({ key }) => key)).toEqual(['harbour']);
    expect(carried.reports.map(({ key, projects }) => [key, projects])).toEqual([['weekly', ['harbour']]]);
    expect(bundle).not.toContain('Riverside');
  });

  it('has no schedules, secrets or mistakes of other projects', async () => {
    const { dueTimes, secretNames } = await aDeployment(
      text.replace('{ secret: lookahead/planning-gb }', '{ env: ONLY_HERE }'),
    );
    expect(dueTimes.map(({ timeZone }) => timeZone)).toEqual(['Australia/Sydney']);
    expect(secretNames).toEqual(['lookahead/planning-au']);
  });

  it('is refused if no report is made for its projects', async () => {
    const none = text.replace('projects: [riverside, harbour]', 'projects: [riverside]');
    await expect(aDeployment(none)).rejects.toThrow(
      /:34:16 deployment\.stages\.prod\.regions: no report is made for a project in au, so this stage would send nothing\. Add a report, or remove the stage\.$/,
    );
  });
});
