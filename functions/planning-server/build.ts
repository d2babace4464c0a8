/** The bundler replaces this file with the values of the build. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

export type Build = {
  readonly version: string;
  readonly commit: string | undefined;
};

export function buildIn(folder: URL): Build {
  const file = readFileSync(new URL('package.json', folder), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(file));
  return { version, commit: commitIn(fileURLToPath(folder)) };
}

const code = ['--', 'functions', 'package.json', 'package-lock.json'];

function commitIn(cwd: string): string | undefined {
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...words, ...code], {
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

export const build = buildIn(new URL('../../', import.meta.url));
