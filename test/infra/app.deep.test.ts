/** The real deployment: `npx cdk synth` for 500 projects, with every function bundled. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatConfigurationBundle } from '#cloud/bundled-configuration.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { configurationOfStage } from '#config/projects-of.ts';
import { type FunctionName, functionNames } from '../../infra/alarm-texts.ts';
import { aPng } from '../support/builders/a-picture.ts';
import { compileCache } from '../support/compile-cache.ts';
import { manyProjects, writeConfiguration } from '../support/infra/a-deployment.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

const file = writeConfiguration(
  manyProjects(500)
    .replace('apiKey:', "logo: 'pictures/the logo.png', apiKey:")
    // A production stage would be refused, because this file is not committed.
    .replace('production: on', 'production: off'),
);
mkdirSync(join(dirname(file), 'pictures'));
writeFileSync(join(dirname(file), 'pictures/the logo.png'), aPng());
const out = mkdtempSync(join(tmpdir(), 'lookahead-cdk-'));

/** Runs the CDK. At the end, the shell prints the processor time of everything that it started. */
const cdk = (...parameters: string[]) =>
  run('sh', ['-c', 'cdk "$@" && times', 'cdk', 'synth', '--quiet', '--output', out, ...parameters], {
    cwd: dirname(file),
    // Without credentials, so that the synth cannot call AWS.
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: out,
      AWS_EC2_METADATA_DISABLED: 'true',
      ...compileCache(),
    },
  });

// A copy of the repository's cdk.json, so that the synth differs only in lookahead.yaml.
writeFileSync(
  join(dirname(file), 'cdk.json'),
  readFileSync(join(root, 'cdk.json'), 'utf8').replace('infra/app.ts', join(root, 'infra/app.ts')),
);
const seconds = processorSeconds((await cdk('-c', 'stage=prod')).stdout);

/** The sum of user and system time in the last line, such as `1m2.34s 0m5.67s`. */
function processorSeconds(times: string): number {
  const line = times.trim().split('\n').at(-1) ?? '';
  const parts = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`The shell's times have another form: ${line}`);
  return parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.optional(z.object({ FunctionName: z.optional(z.unknown()) })),
      Metadata: z.optional(z.object({ 'aws:asset:path': z.optional(z.string()) })),
    }),
  ),
});
const { Resources } = templateSchema.parse(
  JSON.parse(readFileSync(join(out, 'lookahead-prod.template.json'), 'utf8')),
);

function bundleOf(name: FunctionName): string {
  const found = Object.values(Resources).find(
    ({ Properties }) => Properties?.FunctionName === `lookahead-prod-${name}`,
  );
  return join(out, found?.Metadata?.['aws:asset:path'] ?? 'none');
}

/** The function's modules, or their source maps. */
const filesOf = (name: FunctionName, ending: '.mjs' | '.mjs.map') =>
  readdirSync(bundleOf(name))
    .filter((path) => path.endsWith(ending))
    .map((path) => join(bundleOf(name), path));
const sizeOf = (name: FunctionName) =>
  filesOf(name, '.mjs').reduce((sum, path) => sum + statSync(path).size, 0);

const mapSchema = z.object({ sources: z.array(z.string()), sourcesContent: z.optional(z.array(z.null())) });
const sourcesOf = (name: FunctionName) =>
  filesOf(name, '.mjs.map').flatMap(
    (path) => mapSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sources,
  );

describe('cdk synth for 500 projects', () => {
  it('takes less than a minute of processor time', () => {
    process.stdout.write(
      `cdk synth, 500 projects, bundled: ${seconds.toFixed(1)} s of processor time; bytes: ${functionNames
        .map((name) => `${name} ${sizeOf(name)}`)
        .join(', ')}\n`,
    );
    // Usually about 15 s. Other work on the machine hardly changes the processor time.
    expect(seconds).toBeLessThan(60);
  });

  it('has three due times and one schedule for reconcile', () => {
    expect(Object.values(Resources).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')).toHaveLength(
      4,
    );
  });
});

describe.each(functionNames)('the bundle of %s', (name) => {
  it('is small', () => {
    expect(sizeOf(name)).toBeLessThan(name === 'report' ? 1_500_000 : 1_000_000);
  });

  it('has its source map beside it', () => {
    expect(sourcesOf(name).some((source) => source.endsWith(`functions/${name}.ts`))).toBe(true);
  });

  it('has the small form of zod, and English as its only language', () => {
    expect(
      sourcesOf(name).filter((source) => /\/zod\/v4\/(classic|locales\/(?!en\.js))/.test(source)),
    ).toEqual([]);
  });

  it('includes the tested SDK', () => {
    expect(sourcesOf(name).some((source) => source.includes('@aws-sdk/'))).toBe(true);
  });

  it('loads on its own and exports a handler', async () => {
    const script = `import(${JSON.stringify(join(bundleOf(name), 'index.mjs'))}).then((loaded) => process.stdout.write(typeof loaded.handler))`;
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: out, env: {} });
    expect(stdout).toBe('function');
  });
});

describe('the content of the bundles', () => {
  it.each(['dispatch', 'report', 'reconcile'] as const)(
    'includes the configuration and its logos for %s',
    async (name) => {
      expect(readFileSync(join(bundleOf(name), 'lookahead.json'), 'utf8')).toBe(
        formatConfigurationBundle(configurationOfStage(await loadConfiguration(file), { regions: ['gb'] })),
      );
      expect(existsSync(join(bundleOf(name), 'pictures/the logo.png'))).toBe(true);
    },
  );

  it.each(['dead-letter', 'download'] as const)('includes no configuration for %s', (name) => {
    expect(existsSync(join(bundleOf(name), 'lookahead.json'))).toBe(false);
  });

  it.each(['dispatch', 'report', 'reconcile', 'dead-letter', 'download'] as const)(
    'includes no YAML parser for %s',
    (name) => {
      expect(sourcesOf(name).filter((source) => source.includes('node_modules/yaml/'))).toEqual([]);
    },
  );

  it('includes nothing of the planning client for dispatch', () => {
    expect(sourcesOf('dispatch').filter((source) => /functions\/planning\/client\//.test(source))).toEqual(
      [],
    );
  });

  it.each(['dispatch', 'reconcile', 'dead-letter', 'download'] as const)(
    'includes nothing of the workbook writer for %s',
    (name) => {
      expect(
        sourcesOf(name).filter((source) => /functions\/workbook|node_modules\/exceljs\//.test(source)),
      ).toEqual([]);
    },
  );

  it('includes neither configuration nor mail for download', () => {
    expect(
      sourcesOf('download').filter((source) =>
        /functions\/config|node_modules\/(nodemailer|croner)\//.test(source),
      ),
    ).toEqual([]);
  });

  it('includes the workbook writer and the mail composer for report, in modules loaded on demand', () => {
    const sourcesIn = (path: string) => mapSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sources;
    const holding = (part: RegExp) =>
      filesOf('report', '.mjs.map').filter((path) => sourcesIn(path).some((source) => part.test(source)));
    for (const part of [/node_modules\/exceljs\//, /node_modules\/nodemailer\//]) {
      expect(holding(part)).toHaveLength(1);
      expect(holding(part)).not.toContain(join(bundleOf('report'), 'index.mjs.map'));
    }
  });
});
