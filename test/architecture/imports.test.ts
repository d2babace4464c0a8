/** Checks which room imports which, and which files may use the clock, the environment and other outside things. */
import { describe, expect, it } from 'vitest';
// Exactly the existing imports between rooms. Adding one is a decision.
import edges from './imports.json' with { type: 'json' };
import { type SourceFile, sourceFiles } from './source-files.ts';

const source = [...sourceFiles('functions'), ...sourceFiles('infra')];

/**
 * Folders inside another folder that count as rooms of their own: a room that `runs` imports, such as `answers`, may
 * import `runs/store`.
 */
const roomsWithin = ['planning/client', 'planning/contract', 'runs/store'];

/** The room of a file of the project; undefined for a package. The entries (`functions/report.ts`) are one room. */
function roomOf(path: string): string | undefined {
  const [top, first = '', second = ''] = path.split('/');
  if (top === 'infra' || top === 'test') return top;
  if (top !== 'functions') return undefined;
  if (first.endsWith('.ts')) return 'entries';
  const within = `${first}/${second}`;
  return roomsWithin.includes(within) ? within : first;
}

function importsOfRooms(): Record<string, readonly string[]> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const { path, imports } of source) {
    const from = roomOf(path) ?? '';
    const to = imports.map(roomOf).filter((room): room is string => room !== undefined && room !== from);
    found.set(from, new Set([...(found.get(from) ?? []), ...to]));
  }
  return Object.fromEntries(Array.from(found, ([room, to]) => [room, [...to].sort()]));
}

/**
 * The folder that two paths share, and the first parts in which they differ: `runs`, `messages` and `world.ts` for
 * `runs/messages/message-history.ts` and `runs/world.ts`.
 */
function partsBelow(one: string, other: string): { folder: string; from: string; to: string } | undefined {
  const [left, right] = [one.split('/'), other.split('/')];
  const at = left.findIndex((part, index) => part !== right[index]);
  const [from, to] = [left[at], right[at]];
  return from === undefined || to === undefined
    ? undefined
    : { folder: left.slice(0, at).join('/'), from, to };
}

/** For each folder in a room: which of its files and folders import which others of them. */
function importsInFolders(): Map<string, Map<string, Set<string>>> {
  const folders = new Map<string, Map<string, Set<string>>>();
  const known = new Set(source.map(({ path }) => path));
  for (const { path, imports } of source) {
    for (const imported of imports) {
      const isInRoom = known.has(imported) && roomOf(path) === roomOf(imported);
      const parts = isInRoom ? partsBelow(path, imported) : undefined;
      if (parts === undefined) continue;
      const edges = folders.get(parts.folder) ?? new Map<string, Set<string>>();
      folders.set(parts.folder, edges.set(parts.from, (edges.get(parts.from) ?? new Set()).add(parts.to)));
    }
  }
  return folders;
}

/** Names that import themselves through others. */
function inCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...edges.keys()].filter((start) => {
    const reached = new Set(edges.get(start));
    // The loop also visits what is added to the set while it runs.
    for (const each of reached) for (const next of edges.get(each) ?? []) reached.add(next);
    return reached.has(start);
  });
}

/** Every file that an entry loads, through all its imports. */
function loadedBy(entry: string): Set<string> {
  const byPath = new Map(source.map((file) => [file.path, file]));
  const loaded = new Set<string>();
  const left = [entry];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (loaded.has(path)) continue;
    loaded.add(path);
    left.push(...(byPath.get(path)?.imports ?? []).filter((to) => byPath.has(to)));
  }
  return loaded;
}

describe('the rooms', () => {
  it('import each other exactly as the table says', () => {
    expect(importsOfRooms()).toEqual(edges);
  });

  it('import each other in one direction', () => {
    const edges = new Map(Object.entries(importsOfRooms()).map(([room, to]) => [room, new Set(to)]));
    expect(inCircles(edges)).toEqual([]);
  });

  it('have folders and files that import each other in one direction', () => {
    const circles = Array.from(importsInFolders(), ([folder, edges]) => ({
      folder,
      circle: inCircles(edges),
    }));
    expect(circles.filter(({ circle }) => circle.length > 0)).toEqual([]);
  });

  it('have tests whose files import each other in one direction', () => {
    const files = sourceFiles('test');
    const edges = new Map(files.map(({ path, imports }) => [path, new Set(imports)]));
    expect(inCircles(edges)).toEqual([]);
  });

  it.each(['dispatch', 'report', 'reconcile', 'dead-letter', 'download'])(
    'the function %s loads nothing of the planning server, the import or the probe',
    (entry) => {
      const rooms = new Set([...loadedBy(`functions/${entry}.ts`)].map(roomOf));
      expect(rooms).toContain('cloud');
      expect(['planning-server', 'programme', 'probe'].filter((room) => rooms.has(room))).toEqual([]);
    },
  );

  // Importing zod's large form also sets the language of its error messages for the whole process, which would hide
  // that a parse elsewhere gives no message.
  it('use zod in its small form, imported as a whole, so that bundles drop what they do not use', () => {
    const strays = [...source, ...sourceFiles('test')].filter(
      ({ text, imports }) =>
        imports.includes('zod') || /import (?:type )?\{[^}]*\} from 'zod\/mini'/.test(text),
    );
    expect(strays.map(({ path }) => path)).toEqual([]);
  });
});

describe('the world outside of the code', () => {
  const pathsOf = (matches: (file: SourceFile) => boolean) => source.filter(matches).map(({ path }) => path);

  it('exceljs is loaded in one file, and only the workbook room imports it', () => {
    const knowing = source.filter(({ imports }) => imports.some((to) => /^exceljs(\/|$)/.test(to)));
    expect(knowing.map(({ path }) => roomOf(path)).filter((room) => room !== 'workbook')).toEqual([]);
    const loading = knowing.filter(
      ({ path, text }) => !path.endsWith('.d.ts') && /^import (?!type )[^;]*'exceljs/m.test(text),
    );
    expect(loading.map(({ path }) => path)).toEqual(['functions/workbook/xlsx/package-writer.ts']);
  });

  it('the lookahead room does no input or output', () => {
    expect(
      pathsOf(
        ({ path, imports }) => roomOf(path) === 'lookahead' && imports.some((to) => to.startsWith('node:')),
      ),
    ).toEqual([]);
  });

  it('only entries, commands and infra read the clock, random numbers and the environment', () => {
    const reading = pathsOf(
      ({ path, text }) =>
        !['entries', 'commands', 'infra'].includes(roomOf(path) ?? '') &&
        /new Date\(\)|Date\.now\(\)|Temporal\.Now|Math\.random\(\)|process\.env|systemClock|systemChance/.test(
          text,
        ),
    );
    expect(reading).toEqual(['functions/base/system.ts']);
  });
});
