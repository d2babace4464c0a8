/**
 * Writes a function's code as it is deployed: `index.mjs` with what it loads at start, and a module for each part
 * that it loads on demand, all minified, each with its source map.
 *
 *     npx node infra/write-bundle.ts <entry> <folder>
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { schemaDigest } from '#config/schema-digest.ts';
import { currentBuildVersion } from '#planning-server/build.ts';
import { docsFileContentTypes, docsPackage } from '#planning-server/http/docs-page.ts';

/**
 * Replacements of packages in a bundle, because every byte is read and compiled at a cold start. A test writes the same
 * workbook with and without these.
 */
const replacements: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'bundled/environment-credentials.ts'),
  'node:http': join(import.meta.dirname, 'bundled/node-http.ts'),
};

/**
 * The reader of exceljs is not used here. With the parser and the streams that it loads, it would be 27 kB of the
 * bundle `report`.
 */
const readerModule = createRequire(import.meta.url).resolve('exceljs/lib/utils/parse-sax.js');
const noReader = `module.exports = () => { throw new Error('The bundle is without the reader of exceljs.'); };`;

/**
 * nodemailer's table of file types is not used, because each attachment has its type. It would be 70 kB of each bundle
 * that sends.
 */
const typesModule = fileURLToPath(new URL('mime-types.js', import.meta.resolve('nodemailer/lib/mime-funcs')));
const noTypes = `export function detectMimeType() { throw new Error('The bundle is without the table of MIME types.'); }
export const detectExtension = detectMimeType;`;

const digestModule = join(import.meta.dirname, '../functions/config/schema-digest.ts');
const buildModule = join(import.meta.dirname, '../functions/planning-server/build.ts');
/** The sources that a bundle has for these modules instead of their files. */
const replacedSources: ReadonlyMap<string, string> = new Map([
  [readerModule, noReader],
  [typesModule, noTypes],
  // The deployed code contains the computed values, not the files that they are computed from.
  [digestModule, moduleOfConstants({ schemaDigest })],
  [buildModule, moduleOfConstants({ currentBuildVersion })],
]);

const docsModule = join(import.meta.dirname, '../functions/planning-server/http/docs-page.ts');
const docsFolder = dirname(createRequire(import.meta.url).resolve(`${docsPackage}/package.json`));

/** The source of a module that exports each property, by its name, as a constant with its value. */
function moduleOfConstants(constants: Readonly<Record<string, unknown>>): string {
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/**
 * Bundles the AWS SDK too, so that the tested version is the one that runs; the runtime's own changes over time.
 * @param entry path of the module that exports the handler
 * @param folder where the modules are written; it is created if needed
 * @throws the bundler's errors, which name the module
 */
export async function writeBundle(entry: string, folder: string): Promise<void> {
  await using bundle = await rolldown({
    input: { index: entry },
    platform: 'node',
    plugins: [
      { name: 'replaced sources', load: (id) => replacedSources.get(id) },
      {
        name: 'files of the page for developers',
        generateBundle() {
          if (![...this.getModuleIds()].includes(docsModule)) return;
          for (const file of ['package.json', ...Object.keys(docsFileContentTypes)]) {
            const source = readFileSync(join(docsFolder, file));
            this.emitFile({ type: 'asset', fileName: `node_modules/${docsPackage}/${file}`, source });
          }
        },
      },
    ],
    resolve: { mainFields: ['module', 'main'], alias: replacements },
    tsconfig: false,
    logLevel: 'warn',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    // The maps are for stack traces only; the sources are in the repository.
    sourcemapExcludeSources: true,
  });
}

if (import.meta.main) {
  const [entry, folder] = process.argv.slice(2);
  if (entry === undefined || folder === undefined) {
    throw new Error('Both arguments are required: npx node infra/write-bundle.ts <entry> <folder>');
  }
  await writeBundle(entry, folder);
}
