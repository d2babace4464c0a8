import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDeployedCommit, requireCommit } from '../../../infra/stage/commit.ts';
import { deep } from '../../support/deep-checks.ts';

/** Runs Git without the settings of the person who runs the tests. */
function git(folder: string, ...words: readonly string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function write(root: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${path} ${Math.random()}`);
  }
}

function commitAll(root: string): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'A change');
  return git(root, 'rev-parse', '--short=12', 'HEAD');
}

const deployed = [
  'functions/report.ts',
  'infra/app.ts',
  'cdk.json',
  'package.json',
  'package-lock.json',
  'lookahead.yaml',
  'pictures/the logo.png',
];
const others = ['docs/deploy.md', 'test/app.test.ts', 'infra/docs/contents.ts', 'README.md', 'notes.txt'];

function aRepository() {
  const root = mkdtempSync(join(tmpdir(), 'lookahead-commit-'));
  git(root, 'init', '-q');
  write(root, ...deployed, 'docs/deploy.md');
  return { root, first: commitAll(root), logos: ['pictures/the logo.png'] };
}

describe('the commit that is deployed', () => {
  // One repository for all of these tests, each of which begins with everything committed.
  const { root, logos, ...made } = aRepository();
  let last = made.first;
  const unchanged = () => ({ name: last, changedFiles: [] });

  // Each path takes two commits, so only deep tests try them all. The test of marked files below always includes all.
  it.each(deep ? deployed : deployed.slice(-1))('is the last one that changed %s', (path) => {
    write(root, path);
    last = commitAll(root);
    write(root, ...others);
    commitAll(root);
    expect(readDeployedCommit({ folder: root, logos }, root)).toEqual(unchanged());
  });

  it('stays the same if only files change that are not deployed, committed or not', () => {
    write(root, ...others);
    expect(readDeployedCommit({ folder: root, logos }, root)).toEqual(unchanged());
    commitAll(root);
    expect(readDeployedCommit({ folder: root, logos }, root)).toEqual(unchanged());
  });

  it('is marked with each file that differs from it', () => {
    const changed = [...deployed, 'functions/new.ts'];
    write(root, ...changed);
    const marked = { name: `${last}-changed`, changedFiles: changed.toSorted() };
    expect(readDeployedCommit({ folder: root, logos }, root)).toEqual(marked);
  });

  it('is marked if a file is deleted, moved or only staged', () => {
    const { root, first, logos } = aRepository();
    git(root, 'mv', 'infra/app.ts', 'infra/moved.ts');
    rmSync(join(root, 'cdk.json'));
    expect(readDeployedCommit({ folder: root, logos }, root)).toEqual({
      name: `${first}-changed`,
      changedFiles: ['cdk.json', 'infra/app.ts', 'infra/moved.ts'],
    });
  });

  it('is marked if Git ignores a logo, because no commit has it', () => {
    const { root } = aRepository();
    write(root, 'ignored/logo.png');
    writeFileSync(join(root, '.gitignore'), 'ignored\n');
    const { name, changedFiles } = readDeployedCommit({ folder: root, logos: ['ignored/logo.png'] }, root);
    expect(name).toMatch(/^[0-9a-f]{12}-changed$/);
    expect(changedFiles).toEqual(['ignored/logo.png']);
  });

  it('is marked if lookahead.yaml is in a folder outside the repository', () => {
    const { root, first } = aRepository();
    const folder = mkdtempSync(join(tmpdir(), 'lookahead-site-'));
    write(folder, 'lookahead.yaml');
    expect(readDeployedCommit({ folder, logos: [] }, root).name).toBe(`${first}-changed`);
  });

  it('is the last commit of a shallow clone, which has no further history', () => {
    const { root } = aRepository();
    write(root, 'README.md');
    const last = commitAll(root);
    write(root, 'docs/deploy.md');
    const [clone, newest] = [join(root, 'clone'), commitAll(root)];
    git(root, 'clone', '-q', '--depth', '2', `file://${root}`, clone);
    expect(git(clone, 'rev-list', '--count', 'HEAD')).toBe('2');
    expect(last).not.toBe(newest);
    expect(readDeployedCommit({ folder: clone, logos: [] }, clone)).toEqual({
      name: newest,
      changedFiles: [],
    });
  });

  it('is unknown without Git', () => {
    const root = mkdtempSync(join(tmpdir(), 'lookahead-commit-'));
    expect(readDeployedCommit({ folder: root, logos: [] }, root)).toEqual({
      name: 'unknown',
      changedFiles: [],
    });
  });
});

describe('files that differ from the commit', () => {
  const changed = { name: '1a2b3c4d5e6f-changed', changedFiles: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] };

  it('are refused in production, with what to do', () => {
    expect(() => requireCommit({ name: 'uk', production: 'on' }, changed)).toThrow(
      'The stage uk is in production and is deployed from a commit only, but these files are not as committed: a, b, c, d, e and 2 more. Commit them first, or undo the changes with git restore.',
    );
  });

  it('are accepted before production', () => {
    expect(() => requireCommit({ name: 'uk', production: 'off' }, changed)).not.toThrow();
  });
});

it('Git ignores the files that the documented commands write', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const ignored = spawnSync('git', ['check-ignore', '--no-index', 'key.txt', 'answer.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  // If the checkout belongs to another user, Git refuses to read it and ends with code 128, so nothing can be tested.
  if (ignored.status === 128) return;
  expect(ignored.stdout).toBe('key.txt\nanswer.json\n');
});
