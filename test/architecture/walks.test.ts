/** Holds the walks in docs/architecture.md: each file exists, no step is beside the way, and none is left out. */
import { expect, it } from 'vitest';
import besideTheWalk from './beside-the-walk.json' with { type: 'json' };
import { sourceFiles } from './source-files.ts';
import walks from './walks.json' with { type: 'json' };

const everyFile = sourceFiles('functions');
const source = new Map(everyFile.map((file) => [file.path, file.imports]));

/** The imports of a file, and theirs: adapters such as S3 are passed in where they are made. */
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

/** The files of some folders that a walk loads, without its steps. */
function besideSteps(name: keyof typeof walks, folders: RegExp, counts: (text: string) => boolean): string[] {
  const steps = new Set(walks[name].map(([file = '']) => file));
  const loaded = new Set(steps);
  // A set that grows while it is read is read to its new end.
  for (const file of loaded) for (const each of source.get(file) ?? []) loaded.add(each);
  return everyFile
    .filter(({ path, text }) => loaded.has(path) && !steps.has(path) && folders.test(path) && counts(text))
    .map(({ path }) => path)
    .sort();
}

it('one task from the wire to its cell: every file that takes a task is a step, or is beside the walk with a reason', () => {
  const name = 'one task from the wire to its cell';
  const takesTask = /import (?:type )?\{[^}]*\b(?:Task|PulledTask|ReadTask|PlannedTask)\b[^}]*\} from/;
  const beside = besideSteps(name, /^functions\/(?:lookahead|workbook\/sheets\/shift)\//, (text) =>
    takesTask.test(text),
  );
  expect(beside).toEqual(Object.keys(besideTheWalk[name]).sort());
  expect(walks[name].length).toBeLessThanOrEqual(33);
});

it('one report from schedule to inbox: every file of its folders is a step, or is beside the walk with a reason', () => {
  const name = 'one report from schedule to inbox';
  const beside = besideSteps(name, /^functions\/delivery\/(?:dispatch|jobs|report|messages)\//, () => true);
  expect(beside).toEqual(Object.keys(besideTheWalk[name]).sort());
  expect(walks[name].length).toBeLessThanOrEqual(35);
});
