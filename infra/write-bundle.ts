/**
 * Writes a function's code as it is deployed: `index.mjs` with what it runs at once, beside it a module for each
 * part that it loads when it needs it, all minified, each with its source map.
 *
 *     node infra/write-bundle.ts <entry> <folder>
 */
import { join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

/**
 * What stands in a bundle instead of a package. Not for looks: every byte is read and compiled at a cold start.
 * A test writes the same workbook with and without these.
 */
const insteadOf: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'bundled/environment-credentials.ts'),
  'node:http': join(import.meta.dirname, 'bundled/node-http.ts'),
  // The zip writer's ways to find files on a disk, and its other format.
  glob: join(import.meta.dirname, 'bundled/nothing.ts'),
  'readdir-glob': join(import.meta.dirname, 'bundled/nothing.ts'),
  'tar-stream': join(import.meta.dirname, 'bundled/nothing.ts'),
  lazystream: join(import.meta.dirname, 'bundled/nothing.ts'),
  // Copies of what Node itself has.
  'graceful-fs': 'node:fs',
  'readable-stream': 'node:stream',
};

/**
 * The SDK is bundled too: what was tested is what runs, while the runtime's own changes under the functions.
 *
 * @param entry path of the module that exports the handler
 * @param folder where the modules are written; it is made where there is none
 * @throws what the bundler finds, with the module it is in
 */
export async function writeBundle(entry: string, folder: string): Promise<void> {
  await using bundle = await rolldown({
    input: { index: entry },
    platform: 'node',
    // First what is written as modules: of that, only what is used comes along.
    resolve: { mainFields: ['module', 'main'], alias: insteadOf },
    tsconfig: false,
    logLevel: 'warn',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    minify: true,
    // The licences of the packages stay with them.
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    // The maps serve stack traces; the sources themselves are in the repository.
    sourcemapExcludeSources: true,
  });
}

if (import.meta.main) {
  const [entry, folder] = process.argv.slice(2);
  if (entry === undefined || folder === undefined) {
    throw new Error('Say what to bundle and where to: node infra/write-bundle.ts <entry> <folder>');
  }
  await writeBundle(entry, folder);
}
