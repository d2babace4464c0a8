/**
 * The app with bad input and for each stage; app.deep.test.ts runs `npx cdk synth` itself, with every function bundled.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { compileCache } from '../support/compile-cache.ts';
import { manyProjects, writeConfiguration } from '../support/infra/a-deployment.ts';
import { sampleFolder } from '../support/sample-configuration.ts';

const root = resolve(import.meta.dirname, '../..');
const outcomeSchema = z.object({ code: z.int(), stderr: z.string() });

const child = fork(join(root, 'test/support/workers/app-again.ts'), {
  env: { CDK_VALIDATION: 'false', ...compileCache() },
});
const ended = once(child, 'exit');
afterAll(async () => {
  child.kill();
  await ended;
});

/** Runs the app in a folder. @returns its exit code and standard error */
async function run(folder: string, environment: Readonly<Record<string, string>>) {
  child.send({ folder, environment });
  const threw = ended.then(() => ['The app threw what is no refusal.']);
  const [outcome] = await Promise.race([once(child, 'message'), threw]);
  return outcomeSchema.parse(outcome);
}

const file = writeConfiguration(manyProjects(2));
const cdkContext = z
  .object({ context: z.record(z.string(), z.unknown()) })
  .parse(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'))).context;
const out = mkdtempSync(join(tmpdir(), 'lookahead-cdk-'));

describe('a deployment with bad input', () => {
  const app = async (folder: string, context: Readonly<Record<string, string>> = { stage: 'prod' }) => {
    const outcome = await run(folder, {
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_OUTDIR: join(out, 'refused'),
    });
    return { ...outcome, written: existsSync(join(out, 'refused/manifest.json')) };
  };

  it('reports file, line and remedy of a bad configuration, and nothing else', async () => {
    const bad = writeConfiguration(manyProjects(2).replace('reports:', 'reprots:'));
    expect(await app(dirname(bad))).toEqual({
      code: 2,
      stderr: `lookahead.yaml:1:1 reports: is missing. Add it: a list. The reports: what goes to whom, and when.\nlookahead.yaml:5:1 reprots: unknown property. Did you mean reports?\n`,
      written: false,
    });
  });

  it('names a missing file', async () => {
    const { code, stderr } = await app(out);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^lookahead\.yaml:.*\n$/);
  });

  it('reports a file that is not valid YAML once, with the place', async () => {
    const bad = writeConfiguration(manyProjects(2).replace('projects:', 'projects: ['));
    const { code, stderr } = await app(dirname(bad));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^lookahead\.yaml:3:3: not valid YAML: .*\n$/);
  });

  it('lists the stages if none is named', async () => {
    expect(await app(dirname(file), {})).toEqual({
      code: 2,
      stderr: 'context stage: is not set. Use -c stage=… with one of prod.\n',
      written: false,
    });
  });

  it('refuses to deploy production from files that are in no commit', async () => {
    const { code, stderr, written } = await app(dirname(file));
    expect(stderr).toMatch(
      /^The stage prod is in production and is deployed from a commit only, but .*lookahead\.yaml.*Commit them first.*\n$/,
    );
    expect({ code, written }).toEqual({ code: 2, written: false });
  });

  it('names the right place for a setting that is given as a flag', async () => {
    expect(await app(dirname(file), { stage: 'prod', alarmEmail: 'it@example.com' })).toEqual({
      code: 2,
      stderr:
        'context alarmEmail: there is no such setting. Use -c stage=…; everything else is in lookahead.yaml, under deployment.stages.prod.\n',
      written: false,
    });
  });
});

describe('the sample configuration', () => {
  const stages = [
    ['uk', 'eu-west-2', 'Europe/London'],
    ['au', 'ap-southeast-2', 'Australia/Sydney'],
    ['test', 'eu-west-2', 'Australia/Sydney'],
  ] as const;
  it.each(stages)('makes the stage %s in %s', async (stage, region, timeZone) => {
    const folder = join(out, stage);
    const { code } = await run(sampleFolder, {
      // Bundling takes seconds, and app.deep.test.ts checks bundles.
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext, 'aws:cdk:bundling-stacks': [], stage }),
      CDK_OUTDIR: folder,
    });
    expect(code).toBe(0);
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8');
    expect(manifest).toContain(`aws://unknown-account/${region}`);
    const template = readFileSync(join(folder, `lookahead-${stage}.template.json`), 'utf8');
    expect(template).toContain(timeZone);
    expect(template.includes('Europe/London')).toBe(stage !== 'au');
    expect(template).toContain('"State": "DISABLED"');
  });
});
