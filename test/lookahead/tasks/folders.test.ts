import { describe, expect, it } from 'vitest';
import { folderIdsWithAllBelow, foldersOf } from '#lookahead/tasks/folders.ts';
import { aTask } from '../../support/builders/a-task.ts';

describe('a folder', () => {
  const folder = (id: string, more: object = {}) => ({ id, ...more });
  const pathFor = (folders: readonly { id: string }[], id: string) => {
    const tasks = folders.map((each) => aTask({ id: `task in ${each.id}`, folder: each }));
    const folder = tasks.find((task) => task.folder?.id === id)?.folder;
    return folder && foldersOf(tasks).pathOf(folder);
  };

  it.each([
    ['its path', { name: 'Piling', path: 'Substructure/Piling' }, ['Substructure', 'Piling']],
    [
      'its path and its own name, if the path ends above it',
      { name: 'Piling', path: 'Substructure' },
      ['Substructure', 'Piling'],
    ],
    [
      'a path separated by >',
      { name: 'Piling', path: 'Sub > M/E works > Piling' },
      ['Sub', 'M/E works', 'Piling'],
    ],
    ['a path separated by ›', { name: 'Piling', path: 'Sub›Piling' }, ['Sub', 'Piling']],
    ['a path separated by \\', { name: 'Piling', path: 'Sub\\Piling\\' }, ['Sub', 'Piling']],
    ['its name', { name: 'Piling', code: '1.2' }, ['Piling']],
    ['its code, if there is nothing else', { code: '1.2' }, ['1.2']],
  ])('is shown by %s', (_, properties, path) => {
    expect(pathFor([folder('f1', properties)], 'f1')).toEqual(path);
  });

  it('without a path is shown below its parents, even if the parents form a cycle', () => {
    const folders = [
      folder('a', { name: 'Tower' }),
      folder('b', { name: 'Level 1', parentId: 'a' }),
      folder('x', { name: 'X', parentId: 'y' }),
      folder('y', { name: 'Y', parentId: 'x' }),
    ];
    expect(pathFor(folders, 'b')).toEqual(['Tower', 'Level 1']);
    expect(pathFor(folders, 'x')).toEqual(['Y', 'X']);
  });

  it('contains the folders below it in their path, but not one whose name only begins the same', () => {
    const tasks = [
      aTask({ id: '1', folder: { id: 'sub', name: 'Sub', path: 'Sub' } }),
      aTask({ id: '2', folder: { id: 'pil', name: 'Piling', path: 'Sub/Piling' } }),
      aTask({ id: '3', folder: { id: 'oth', name: 'Sub-level', path: 'Sub-level' } }),
    ];
    const isWithin = foldersOf(tasks).within(new Set(['sub']));
    expect(tasks.map((task) => task.folder && isWithin(task.folder))).toEqual([true, true, false]);
  });

  it('is the same whatever the order of tasks that describe it differently', () => {
    const tasks = [
      aTask({ id: '1', folder: { id: 'a', name: 'Tower' } }),
      aTask({ id: '2', folder: { id: 'b', name: 'Roof' } }),
      aTask({ id: '3', folder: { id: 'x', name: 'Level 1', parentId: 'a' } }),
      aTask({ id: '4', folder: { id: 'x', name: 'Level one', parentId: 'b' } }),
    ];
    const answers = (given: typeof tasks) => {
      const folders = foldersOf(given);
      const [inTower, inRoof] = ['a', 'b'].map((id) => folders.within(new Set([id])));
      const said = given.map(({ id, folder }) => [
        id,
        folders.pathOf(folder).join('/'),
        folder && inTower?.(folder),
        folder && inRoof?.(folder),
      ]);
      return said.sort();
    };
    expect(answers(tasks)).toEqual([
      ['1', 'Tower', true, false],
      ['2', 'Roof', false, true],
      ['3', 'Tower/Level 1', true, false],
      ['4', 'Tower/Level 1', true, false],
    ]);
    expect(answers(tasks.toReversed())).toEqual(answers(tasks));
  });
});

describe('the ids below folders', () => {
  const folders = [
    { id: 'pour', parentId: 'frame' },
    { id: 'bay 1', parentId: 'pour' },
    { id: 'frame' },
    { id: 'roof' },
    { id: 'columns', parentId: 'frame' },
  ];

  it.each([
    [['frame'], ['frame', 'bay 1', 'columns', 'pour']],
    [
      ['roof', 'frame'],
      ['roof', 'frame', 'bay 1', 'columns', 'pour'],
    ],
    [['unknown'], ['unknown']],
    [[], []],
  ])('%j are %j, in whatever order the service lists them', (ids, below) => {
    expect([...folderIdsWithAllBelow(ids, folders)]).toEqual(below);
    expect([...folderIdsWithAllBelow(ids, folders.toReversed())]).toEqual(below);
  });

  it('are found even if the parents form a cycle', () => {
    const cycle = [
      { id: 'x', parentId: 'y' },
      { id: 'y', parentId: 'x' },
    ];
    expect([...folderIdsWithAllBelow(['x'], cycle)]).toEqual(['x', 'y']);
  });
});
