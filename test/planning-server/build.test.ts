import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findCodeCommit } from '#planning-server/build.ts';
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
  write('functions/a.ts', 'export const a = 1;\n');
  const commit = () => {
    git('add', '.');
    git('commit', '-q', '-m', 'Work');
    return git('rev-parse', 'HEAD');
  };
  return { git, write, commit, built: () => findCodeCommit(cwd) };
}

it('a build names the last commit that changed the code', async () => {
  const { git, write, commit, built } = await aRepository();
  expect(built()).toBeUndefined();
  git('init', '-q');
  expect(built()).toBeUndefined();
  const first = commit();
  write('README.md', 'Words');
  commit();
  expect(built()).toBe(first);
  write('functions/a.ts', 'export const a = 2;\n');
  expect(built()).toBeUndefined();
  expect(commit()).toBe(built());
});
