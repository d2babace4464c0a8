/** Holds the walks in docs/architecture.md: each file exists, no step is beside the way, and none is left out. */
import { expect, it } from 'vitest';
import besideTheWalk from './beside-the-walk.json' with { type: 'json' };
import { sourceFiles } from './source-files.ts';
import walks from './walks.json' with { type: 'json' };

const everyFile = sourceFiles('functions');
const source = new Map(everyFile.map((file) => [file.path, file.imports]));

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

it('one task from the wire to its cell: every file that takes a task is a step, or is beside the walk with a reason', () => {
  const walk = new Set(walks['one task from the wire to its cell'].map(([file = '']) => file));
  const loaded = new Set(walk);
  // What is added to a set while it is read is read too.
  for (const file of loaded) for (const each of source.get(file) ?? []) loaded.add(each);
  const ofTheTask = /^functions\/(?:lookahead|workbook\/sheets\/shift)\//;
  const takesTask = /import (?:type )?\{[^}]*\b(?:Task|PulledTask|ReadTask|PlannedTask)\b[^}]*\} from/;
  const takers = everyFile
    .filter(({ path, text }) => loaded.has(path) && ofTheTask.test(path) && takesTask.test(text))
    .map(({ path }) => path);
  expect(takers.filter((path) => !walk.has(path)).sort()).toEqual(Object.keys(besideTheWalk).sort());
  expect(walk.size).toBeLessThanOrEqual(33);
});
