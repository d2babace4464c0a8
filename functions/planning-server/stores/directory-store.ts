import { getOrInsert } from '../../base/get-or-insert.ts';
import { isDirectory, projectDirectory } from './project-directories.ts';
import type { ProjectFiles } from './project-files.ts';
import { isStorableId, type PlanningStore } from './store.ts';

/**
 * Files are read again when one of them changes, as a new version of the project. `project-files.ts` is loaded with the
 * first project that has files: a service of imported versions alone never waits for it.
 */
export function directoryStore(root: string): PlanningStore {
  const known = new Map<string, ProjectFiles>();
  return {
    async open(project, version) {
      if (!isStorableId(project.projectId)) return undefined;
      const directory = projectDirectory(root, project);
      if (!(await isDirectory(directory))) return undefined;
      const { projectFiles } = await import('./project-files.ts');
      const files = getOrInsert(known, directory, () => projectFiles(directory, project));
      const current = await files.current();
      return version === undefined ? current : files.find(version);
    },
    problems: () => [...known.values()].flatMap((files) => files.problems()),
  };
}
