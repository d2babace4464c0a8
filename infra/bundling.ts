/** A function's code as an asset of the stack: its bundle and the files it reads. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

export const projectRoot = resolve(import.meta.dirname, '..');

/** The name under which every bundle carries the configuration. */
export const configurationFileName = 'lookahead.json';

/** Files that are deployed with a function's code. */
export type BundledFiles = {
  /** The configuration as JSON, as an absolute path. */
  readonly configuration: string;
  /** The folder of `lookahead.yaml`, as an absolute path. */
  readonly folder: string;
  /** Paths of logos relative to that folder; they stay the same in the bundle. */
  readonly logos: readonly string[];
};

/**
 * @param entry path of the module that exports the handler
 * @param files what is copied beside the code; nothing by default
 */
export function bundledCode(entry: string, files?: BundledFiles): Code {
  const command = [join(import.meta.dirname, 'write-bundle.ts'), entry];
  return Code.fromAsset(projectRoot, {
    // Code that has not changed is not uploaded again, whatever else changed in the repository.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The CDK requires an image to fall back on. It is never used: a bundle that cannot be made throws.
      image: DockerImage.fromRegistry('not-used'),
      // The CDK tells the bundles of one stack apart by it.
      command,
      local: {
        tryBundle: (folder) => {
          // In a process of its own, because the CDK does not await promises.
          execFileSync(process.execPath, [...command, folder], {
            cwd: projectRoot,
            stdio: ['ignore', 'inherit', 'inherit'],
          });
          if (files !== undefined) copyFiles(files, folder);
          return true;
        },
      },
    },
  });
}

function copyFiles({ configuration, folder, logos }: BundledFiles, to: string): void {
  copyFileSync(configuration, join(to, configurationFileName));
  for (const logo of logos) {
    mkdirSync(dirname(join(to, logo)), { recursive: true });
    copyFileSync(join(folder, logo), join(to, logo));
  }
}
