/** What a function carries is what it loads at each cold start. */
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

async function bundled(name: string) {
  const { metafile } = await build({
    entryPoints: [join(root, 'functions', `${name}.ts`)],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    outfile: `${name}.mjs`,
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

describe('the bundle of', () => {
  test.each(['dispatch', 'download', 'reconcile', 'undelivered'])(
    '%s has no part of a workbook',
    async (name) => {
      const inputs = await bundled(name);
      expect(inputs).toContain(`functions/${name}.ts`);
      expect(inputs.filter((path) => /node_modules\/exceljs|functions\/workbook\//.test(path))).toEqual([]);
    },
  );

  test('download has neither the configuration nor mail', async () => {
    const inputs = await bundled('download');
    expect(
      inputs.filter((path) => /functions\/config|node_modules\/(yaml|nodemailer|croner)/.test(path)),
    ).toEqual([]);
  });
});
