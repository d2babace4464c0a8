import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readDocuments } from '../../../infra/docs/write-docs.ts';

const root = resolve(import.meta.dirname, '../../..');

it.each(await readDocuments())('$path is up to date; if not, run `npm run docs`', ({ text, upToDate }) => {
  expect(text).toBe(upToDate);
});

const paths = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
].filter((path) => path.endsWith('.md'));

it.each(paths)('%s names only files that exist', (path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const named = [...text.matchAll(/`((?:functions|infra|test|docs)\/[\w./-]*)`/g)].map(([, to = '']) => to);
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, to = '']) => join(dirname(path), to));
  expect([...named, ...linked].filter((to) => !existsSync(join(root, to)))).toEqual([]);
});
