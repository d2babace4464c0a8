/** The deployment as it is really made: `npx cdk synth` for 500 projects, with every function bundled. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { configurationJson } from '../../functions/config/load-configuration.ts';
import { writeWorkbook } from '../../functions/workbook/xlsx/workbook-writer.ts';
import { type FunctionName, functionNames } from '../../infra/alarm-texts.ts';
import { writeBundle } from '../../infra/write-bundle.ts';
import { manyProjects, writeConfiguration } from '../support/infra/a-deployment.ts';
import { samplePlan } from '../support/workbook/sample-plan.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const failureSchema = z.object({ code: z.int(), stderr: z.string() });

const file = writeConfiguration(
  manyProjects(500).replace('apiKey:', "logo: 'pictures/the logo.png', apiKey:"),
);
mkdirSync(join(dirname(file), 'pictures'));
writeFileSync(join(dirname(file), 'pictures/the logo.png'), Buffer.from('89504e470d0a1a0a', 'hex'));
const out = mkdtempSync(join(tmpdir(), 'lookahead-cdk-'));

const cdk = (...parameters: string[]) =>
  run(join(root, 'node_modules/.bin/cdk'), ['synth', '--quiet', '--output', out, ...parameters], {
    cwd: root,
    // Credentials would be asked for nothing; without any, nothing can be asked.
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
      HOME: out,
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  });

const began = performance.now();
await cdk('-c', `config=${file}`);
const seconds = (performance.now() - began) / 1_000;

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

/** Its modules, or their source maps. */
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
  it('is done in the time of a short breath', () => {
    process.stdout.write(
      `cdk synth, 500 projects, bundled: ${seconds.toFixed(1)} s; bytes: ${functionNames
        .map((name) => `${name} ${sizeOf(name)}`)
        .join(', ')}\n`,
    );
    // 20 s on a machine that does nothing else; the tests beside it may take as much again.
    expect(seconds).toBeLessThan(60);
  });

  it('has three schedules and a sweep', () => {
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

  it('has the small form of zod, and of its languages none but English', () => {
    expect(
      sourcesOf(name).filter((source) => /\/zod\/v4\/(classic|locales\/(?!en\.js))/.test(source)),
    ).toEqual([]);
  });

  it('carries the SDK that was tested', () => {
    expect(sourcesOf(name).some((source) => source.includes('@aws-sdk/'))).toBe(true);
  });

  it('loads by itself and has a handler', async () => {
    const script = `import(${JSON.stringify(join(bundleOf(name), 'index.mjs'))}).then((loaded) => process.stdout.write(typeof loaded.handler))`;
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: out, env: {} });
    expect(stdout).toBe('function');
  });
});

describe('what travels with the code', () => {
  it.each(['dispatch', 'report', 'reconcile', 'dead-letter'] as const)(
    'the configuration and its logos, where configured, with %s',
    (name) => {
      expect(readFileSync(join(bundleOf(name), 'lookahead.json'), 'utf8')).toBe(
        configurationJson(readFileSync(file, 'utf8')),
      );
      expect(existsSync(join(bundleOf(name), 'pictures/the logo.png'))).toBe(true);
    },
  );

  it('nothing with download', () => {
    expect(existsSync(join(bundleOf('download'), 'lookahead.json'))).toBe(false);
  });

  it.each(['dispatch', 'report', 'reconcile', 'dead-letter', 'download'] as const)(
    'no reader of YAML with %s',
    (name) => {
      expect(sourcesOf(name).filter((source) => source.includes('node_modules/yaml/'))).toEqual([]);
    },
  );

  it('no shape of the planning service’s answers with dispatch, which reads none', () => {
    expect(sourcesOf('dispatch').filter((source) => /functions\/planning\//.test(source))).toEqual([]);
  });

  it.each(['dispatch', 'reconcile', 'dead-letter', 'download'] as const)(
    'no part of a workbook with %s',
    (name) => {
      expect(
        sourcesOf(name).filter((source) =>
          /functions\/workbook|node_modules\/(exceljs|archiver)\//.test(source),
        ),
      ).toEqual([]);
    },
  );

  it('neither the configuration nor mail with download', () => {
    expect(
      sourcesOf('download').filter((source) =>
        /functions\/config|node_modules\/(nodemailer|croner)\//.test(source),
      ),
    ).toEqual([]);
  });

  it('what makes a workbook and what makes a message with report, in modules that it loads when it needs them', () => {
    const sourcesIn = (path: string) => mapSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).sources;
    const holding = (part: RegExp) =>
      filesOf('report', '.mjs.map').filter((path) => sourcesIn(path).some((source) => part.test(source)));
    for (const part of [/node_modules\/exceljs\//, /node_modules\/nodemailer\//]) {
      expect(holding(part)).toHaveLength(1);
      expect(holding(part)).not.toContain(join(bundleOf('report'), 'index.mjs.map'));
    }
  });
});

describe('what is left out of the bundles', () => {
  it('changes no byte of a workbook', async () => {
    const entry = join(out, 'print-hash.ts');
    writeFileSync(
      entry,
      `
      import { createHash } from 'node:crypto';
      import { writeWorkbook } from '${root}/functions/workbook/xlsx/workbook-writer.ts';
      import { samplePlan } from '${root}/test/support/workbook/sample-plan.ts';
      const bytes = await writeWorkbook(samplePlan(60));
      process.stdout.write(createHash('sha256').update(bytes).digest('hex'));`,
    );
    const folder = join(out, 'print-hash');
    await writeBundle(entry, folder);
    const { stdout } = await run(process.execPath, ['--disable-warning=DEP0005', join(folder, 'index.mjs')], {
      env: {},
    });
    const bytes = await writeWorkbook(samplePlan(60));
    expect(stdout).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});

describe('a deployment that cannot be made', () => {
  const app = async (context: Readonly<Record<string, string>>) => {
    const failed = await run(process.execPath, ['infra/app.ts'], {
      cwd: root,
      env: { CDK_CONTEXT_JSON: JSON.stringify(context), CDK_OUTDIR: join(out, 'refused') },
    }).then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => failureSchema.parse(error),
    );
    return { ...failed, written: existsSync(join(out, 'refused/manifest.json')) };
  };

  it('says file, line and remedy of a bad configuration, and nothing else', async () => {
    const bad = writeConfiguration(manyProjects(2).replace('reports:', 'reprots:'));
    expect(await app({ config: bad })).toEqual({
      code: 2,
      stderr: `${bad}:1:1 reports: is missing. Add it: a list.\n${bad}:5:1 reprots: unknown property "reprots". Did you mean reports?\n`,
      written: false,
    });
  });

  it('names a file that is not there', async () => {
    const { code, stderr } = await app({ config: 'nowhere/lookahead.yaml' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^nowhere\/lookahead\.yaml:.*\n$/);
  });

  it('says once what is wrong with a file that is no YAML, where it begins', async () => {
    const bad = writeConfiguration(manyProjects(2).replace('projects:', 'projects: ['));
    const { code, stderr } = await app({ config: bad });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^\S+lookahead\.yaml:3:3: not readable as YAML: .*\n$/);
  });

  it('says what context may be', async () => {
    expect(await app({ stage: 'PROD' })).toEqual({
      code: 2,
      stderr:
        'context stage: "PROD" is no stage. Use 1 to 12 lower-case letters and digits, beginning with a letter.\n',
      written: false,
    });
  });
});
