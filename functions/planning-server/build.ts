/** The bundler replaces this file with the values of the build. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { version } from '#base/version.ts';

export type BuildVersion = {
  readonly version: string;
  readonly commit: string | undefined;
};

const codePaths = ['--', 'functions', 'package.json', 'package-lock.json'];

/** The last commit that changed the code; undefined without Git, or if files differ from the commit. */
export function findCodeCommit(cwd: string): string | undefined {
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['--no-optional-locks', ...words, ...codePaths], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return git('status', '--porcelain') === '' ? git('log', '-1', '--format=%H') || undefined : undefined;
  } catch {
    return undefined;
  }
}

export const currentBuildVersion: BuildVersion = {
  version,
  commit: findCodeCommit(fileURLToPath(new URL('../../', import.meta.url))),
};
