/** What a function carries is what it loads at each cold start. */
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const bundles = new Map<string, Promise<readonly string[]>>();

/** The files that something of is in a function's bundle. */
function bundled(name: string): Promise<readonly string[]> {
  const files = bundles.get(name) ?? filesIn(name);
  bundles.set(name, files);
  return files;
}

async function filesIn(name: string): Promise<readonly string[]> {
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
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((path) => inputs[path]?.bytesInOutput !== 0),
  );
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

  test.each(['dispatch', 'report', 'reconcile', 'undelivered'])(
    '%s has the small zod, and its English alone',
    async (name) => {
      const zod = (await bundled(name)).filter((path) =>
        /node_modules\/zod\/v4\/(classic|locales)/.test(path),
      );
      expect(zod).toEqual(['node_modules/zod/v4/locales/en.js']);
    },
  );

  test('download has neither the configuration nor mail', async () => {
    const inputs = await bundled('download');
    expect(
      inputs.filter((path) => /functions\/config|node_modules\/(yaml|nodemailer|croner)/.test(path)),
    ).toEqual([]);
  });
});
