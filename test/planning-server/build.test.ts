import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { buildIn } from '#planning-server/build.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

async function aRepository() {
  const cwd = await temporaryDirectory();
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...words], {
      cwd,
      encoding: 'utf8',
    }).trim();
  const write = (file: string, text: string) => writeFileSync(join(cwd, file), text);
  mkdirSync(join(cwd, 'functions'));
  write('package.json', '{"version":"1.2.3"}');
  write('functions/a.ts', 'export const a = 1;\n');
  const commit = () => {
    git('add', '.');
    git('commit', '-q', '-m', 'Work');
    return git('rev-parse', 'HEAD');
  };
  return { git, write, commit, build: () => buildIn(pathToFileURL(`${cwd}/`)) };
}

it('a build is the last commit that changed the code', async () => {
  const { git, write, commit, build } = await aRepository();
  expect(build()).toEqual({ version: '1.2.3', commit: undefined });
  git('init', '-q');
  expect(build().commit).toBeUndefined();
  const first = commit();
  write('README.md', 'Words');
  commit();
  expect(build()).toEqual({ version: '1.2.3', commit: first });
  write('functions/a.ts', 'export const a = 2;\n');
  expect(build().commit).toBeUndefined();
  expect(commit()).toBe(build().commit);
});
