import type { SampleFolder } from '../model/sample-project.ts';
import { disciplines } from '../vocabulary/vocabulary.ts';
import type { Train } from './choose-trains.ts';

const siteManagement = 'Site logistics › Site management';

export type Folders = {
  /** Parents before their children; each path once. */
  readonly all: readonly SampleFolder[];
  readonly of: (train: Train) => SampleFolder | undefined;
  readonly siteManagement: SampleFolder | undefined;
};

/** The folders of a project: building, discipline, then the part of the building or of the work. */
export function foldersOf(trains: readonly Train[]): Folders {
  const ordered = trains.toSorted(
    (one, other) =>
      one.building.index - other.building.index ||
      disciplines.indexOf(one.work.discipline) - disciplines.indexOf(other.work.discipline) ||
      one.place.height - other.place.height ||
      (pathOf(one) < pathOf(other) ? -1 : 1),
  );
  const folders = new Map<string, SampleFolder>();
  for (const path of [...ordered.map(pathOf), siteManagement]) addWithParents(folders, path);
  return {
    all: [...folders.values()],
    of: (train) => folders.get(pathOf(train)),
    siteManagement: folders.get(siteManagement),
  };
}

function pathOf({ building, work, place }: Train): string {
  const path = [work.discipline.name, work.folder ?? place.folder];
  return (building.name === '' ? path : [building.name, ...path]).join(' › ');
}

function addWithParents(folders: Map<string, SampleFolder>, path: string): void {
  let parent: SampleFolder | undefined;
  for (const name of path.split(' › ')) {
    const above: SampleFolder | undefined = parent;
    const folder: SampleFolder =
      folders.get(above ? `${above.path} › ${name}` : name) ?? newFolder(name, above, folders);
    folders.set(folder.path, folder);
    parent = folder;
  }
}

function newFolder(
  name: string,
  parent: SampleFolder | undefined,
  folders: ReadonlyMap<string, SampleFolder>,
): SampleFolder {
  const id = `folder-${String(folders.size + 1).padStart(4, '0')}`;
  const discipline = disciplines.find((each) => each.name === name);
  if (!parent) {
    const code = discipline?.code ?? name.replace('Block ', '');
    return { id, code, name, path: name };
  }
  const siblings = [...folders.values()].filter(({ parentId }) => parentId === parent.id).length;
  const code = discipline?.code ?? String(siblings + 1).padStart(2, '0');
  return {
    id,
    code: `${parent.code}-${code}`,
    name,
    parentId: parent.id,
    path: `${parent.path} › ${name}`,
  };
}
