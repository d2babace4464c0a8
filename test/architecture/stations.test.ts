/** Checks the stations in docs/architecture.md: each file exists, and imports reach them in this order. */
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';
import stations from './stations.json' with { type: 'json' };

const source = new Map(sourceFiles('functions').map((file) => [file.path, file.imports]));

/** The files that a file imports, and the files that those import. */
function importedNear(file: string): ReadonlySet<string> {
  const near = source.get(file) ?? [];
  return new Set([...near, ...near.flatMap((between) => source.get(between) ?? [])]);
}

it.each(Object.entries(stations))(
  '%s: each station after the first imports an earlier one, or is imported by it',
  (_, steps) => {
    const files = steps.map(([file = '']) => file);
    expect(files.filter((file) => !source.has(file))).toEqual([]);
    const unreached = files.filter((file, index) => {
      const before = files.slice(0, index);
      return (
        index > 0 && !before.some((other) => importedNear(other).has(file) || importedNear(file).has(other))
      );
    });
    expect(unreached).toEqual([]);
  },
);
