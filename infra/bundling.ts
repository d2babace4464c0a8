import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

export const repositoryRoot = resolve(import.meta.dirname, '..');

export const configurationFileName = 'lookahead.json';

export type BundledFiles = {
  readonly configuration: string;
  readonly folder: string;
  readonly logos: readonly string[];
};

export function bundledCode(entry: string, files?: BundledFiles): Code {
  const command = [join(import.meta.dirname, 'write-bundle.ts'), entry];
  return Code.fromAsset(repositoryRoot, {
    // Unchanged code is not uploaded again, whatever else changed in the repository.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      image: DockerImage.fromRegistry('not-used'),
      command,
      local: {
        tryBundle: (folder) => {
          // In a process of its own, because the CDK does not await promises.
          execFileSync(process.execPath, [...command, folder], {
            cwd: repositoryRoot,
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
