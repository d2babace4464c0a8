/** Holds the walks in docs/architecture.md: each file exists, and no step is beside the way. */
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import walks from './walks.json' with { type: 'json' };

const source = new Map(sourceFiles('functions').map((file) => [file.path, file.imports]));

/** What a file imports, itself or through one file between: adapters such as S3 are passed in where they are made. */
function within(file: string): ReadonlySet<string> {
  const near = source.get(file) ?? [];
  return new Set([...near, ...near.flatMap((between) => source.get(between) ?? [])]);
}

it.each(Object.entries(walks))('%s: every step is imported by another step, or imports one', (_, steps) => {
  const files = steps.map(([file = '']) => file);
  expect(files.filter((file) => !source.has(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  const alone = files.filter(
    (file) => !files.some((other) => within(other).has(file) || within(file).has(other)),
  );
  expect(alone).toEqual([]);
});
