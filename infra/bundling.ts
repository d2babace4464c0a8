/** How a function's code becomes a bundle: one ES module, minified, its source map beside it. */
import { dirname, join, resolve } from 'node:path';
import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

export const projectRoot = resolve(import.meta.dirname, '..');

/** The name under which every bundle carries the configuration. */
export const configurationFileName = 'lookahead.json';

/** Files that travel with a function's code. */
export type BundledFiles = {
  /** The configuration as JSON, as an absolute path. */
  readonly configuration: string;
  /** The folder of `lookahead.yaml`, as an absolute path. */
  readonly folder: string;
  /** Paths of logos relative to that folder; they keep them in the bundle. */
  readonly logos: readonly string[];
};

/**
 * Packages from before ES modules call `require`, which a module does not have. The names are long so that no
 * bundled one can be the same.
 */
export const bundleBanner =
  "import{createRequire as createRequireOfBundle}from'node:module';const require=createRequireOfBundle(import.meta.url);";

/**
 * What stands in a bundle instead of a package. Not for looks: every byte is read and compiled at a cold start.
 * A test writes the same workbook with and without these.
 */
export const insteadOf: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'bundled/environment-credentials.ts'),
  'node:http': join(import.meta.dirname, 'bundled/node-http.ts'),
  '@smithy/core/event-streams': join(import.meta.dirname, 'bundled/event-streams.ts'),
  // The zip writer's ways to find files on a disk, and its other format.
  glob: join(import.meta.dirname, 'bundled/nothing.ts'),
  'readdir-glob': join(import.meta.dirname, 'bundled/nothing.ts'),
  'tar-stream': join(import.meta.dirname, 'bundled/nothing.ts'),
  lazystream: join(import.meta.dirname, 'bundled/nothing.ts'),
  // Copies of what Node itself has.
  'graceful-fs': 'node:fs',
  'readable-stream': 'node:stream',
};

/** @param files what is copied beside the code; nothing by default */
export function bundlingOf(files?: BundledFiles): BundlingOptions {
  return {
    format: OutputFormat.ESM,
    mainFields: ['module', 'main'],
    minify: true,
    sourceMap: true,
    // The maps serve stack traces; the sources themselves are in the repository.
    sourcesContent: false,
    banner: bundleBanner,
    logLevel: LogLevel.WARNING,
    // What was tested is what runs: the runtime's own SDK changes under the functions.
    bundleAwsSDK: true,
    esbuildArgs: Object.fromEntries(
      Object.entries(insteadOf).map(([name, path]) => [`--alias:${name}`, path]),
    ),
    commandHooks: {
      beforeBundling: () => [],
      beforeInstall: () => [],
      afterBundling: (_from, to) => (files === undefined ? [] : copies(files, to)),
    },
  };
}

function copies({ configuration, folder, logos }: BundledFiles, to: string): string[] {
  return [
    `cp ${quoted(configuration)} ${quoted(join(to, configurationFileName))}`,
    ...logos.flatMap((logo) => [
      `mkdir -p ${quoted(dirname(join(to, logo)))}`,
      `cp ${quoted(join(folder, logo))} ${quoted(join(to, logo))}`,
    ]),
  ];
}

/** One word for a POSIX shell, whatever it holds. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
