/** Holds the table of folders: who may import whom, and who may touch what lies outside. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

type SourceFile = { readonly path: string; readonly imports: readonly string[] };

const importPattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g;

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const imports = [...readFileSync(file, 'utf8').matchAll(importPattern)].map((match) => {
        const specifier = match[2] ?? '';
        return specifier.startsWith('.')
          ? relative(root, resolve(dirname(file), specifier))
              .split(sep)
              .join('/')
          : specifier;
      });
      return { path: relative(root, file).split(sep).join('/'), imports };
    });
}

const functionsFiles = sourceFiles('functions');

/** `functions/planning/client.ts` is in the room `planning`; `functions/cli.ts` and `functions/report.ts` are entries. */
function roomOf(path: string): string {
  const parts = path.split('/');
  if (parts[0] !== 'functions') return parts[0] ?? '';
  return parts.length === 2 || parts[1] === 'commands' ? 'entries' : (parts[1] ?? '');
}

const rooms = [
  'delivery',
  'config',
  'planning',
  'planning-server',
  'lookahead',
  'workbook',
  'archive',
  'mail',
];

/** What the functions are put together from; the entries' own. */
const everyRoom = [...rooms, 'entry'];

const mayImport: Readonly<Record<string, readonly string[]>> = {
  entries: [...everyRoom, 'entries'],
  entry: rooms,
  delivery: ['planning', 'lookahead', 'workbook', 'archive', 'mail', 'config'],
  config: [],
  planning: [],
  'planning-server': ['planning'],
  lookahead: ['planning'],
  workbook: ['lookahead'],
  archive: [],
  mail: ['lookahead'],
};

/** Of the client's room, these describe the contract; others may use them without using the client. */
const contractFiles = [
  'functions/planning/resources.ts',
  'functions/planning/tasks-query.ts',
  'functions/planning/set-aside.ts',
];

function isOwn(specifier: string): boolean {
  return (
    specifier.startsWith('functions/') || specifier.startsWith('infra/') || specifier.startsWith('test/')
  );
}

function importsOf(room: string): { from: string; to: string }[] {
  return functionsFiles
    .filter((file) => roomOf(file.path) === room)
    .flatMap((file) => file.imports.map((to) => ({ from: file.path, to })));
}

describe('the folders', () => {
  it('are the ones the architecture names', () => {
    const rooms = new Set(functionsFiles.map((file) => roomOf(file.path)));
    expect([...rooms].sort()).toEqual(['entries', ...everyRoom].sort());
  });

  it.each(Object.entries(mayImport))('%s imports only the rooms it may', (room, allowed) => {
    const strays = importsOf(room).filter(
      ({ to }) => isOwn(to) && roomOf(to) !== room && !allowed.includes(roomOf(to)),
    );
    expect(strays).toEqual([]);
  });

  it.each(['lookahead', 'planning-server'])('%s knows the contract, not the client', (room) => {
    const strays = importsOf(room).filter(
      ({ to }) => roomOf(to) === 'planning' && !contractFiles.includes(to),
    );
    expect(strays).toEqual([]);
  });

  // One import of zod's large form also sets its language for the whole process, which hides a parse without words.
  it('zod is its small form, imported whole, so that bundles drop what they do not use', () => {
    const strays = ['functions', 'infra', 'test']
      .flatMap(sourceFiles)
      .filter(
        ({ path, imports }) =>
          imports.includes('zod') ||
          /import (?:type )?\{[^}]*\} from 'zod\/mini'/.test(readFileSync(join(root, path), 'utf8')),
      );
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it('no room imports tests', () => {
    const strays = functionsFiles.filter((file) => file.imports.some((to) => to.startsWith('test/')));
    expect(strays.map((file) => file.path)).toEqual([]);
  });
});

describe('what lies outside', () => {
  const importersOf = (matches: (specifier: string) => boolean) =>
    functionsFiles.filter((file) => file.imports.some(matches)).map((file) => file.path);

  it('exceljs is loaded in one place, and known to the workbook room alone', () => {
    const knowing = importersOf((to) => /^exceljs(\/|$)/.test(to));
    expect(knowing.filter((path) => roomOf(path) !== 'workbook')).toEqual([]);
    const loading = knowing.filter(
      (path) =>
        !path.endsWith('.d.ts') &&
        /^import (?!type )[^;]*'exceljs/m.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(loading).toEqual(['functions/workbook/package-writer.ts']);
  });

  it('the register does not load the workbook room: rendering comes in as a function', () => {
    const importing = functionsFiles
      .filter((file) => roomOf(file.path) === 'delivery')
      .flatMap((file) =>
        [
          ...readFileSync(join(root, file.path), 'utf8').matchAll(/import (?!type )[^;]*\/workbook\/[^;]*;/g),
        ].map(() => file.path),
      );
    expect(importing).toEqual([]);
  });

  it('the domain and the configuration schema do no input or output', () => {
    const pure = importersOf((to) => to.startsWith('node:')).filter((path) => roomOf(path) === 'lookahead');
    expect(pure).toEqual([]);
  });

  it('the clock is read at the entries alone', () => {
    const reading = functionsFiles
      .filter((file) => roomOf(file.path) !== 'entries')
      .filter((file) =>
        /new Date\(\)|Temporal\.Now|Math\.random\(\)|process\.env/.test(
          readFileSync(join(root, file.path), 'utf8'),
        ),
      );
    expect(reading.map((file) => file.path)).toEqual([]);
  });
});
