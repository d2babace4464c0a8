import { isDirectory, projectDirectory } from './project-directories.ts';
import { type ProjectFiles, projectFiles } from './project-files.ts';
import { isStorableId } from './project-id.ts';
import type { PlanningStore } from './store.ts';

/** A store over a directory. Files are read again when one of them has changed, as a new version of the project. */
export function directoryStore(root: string): PlanningStore {
  const known = new Map<string, ProjectFiles>();
  return {
    async open(project, version) {
      if (!isStorableId(project.projectId)) return undefined;
      const directory = projectDirectory(root, project);
      if (!(await isDirectory(directory))) return undefined;
      const files = known.get(directory) ?? projectFiles(directory, project);
      known.set(directory, files);
      const current = await files.current();
      return version === undefined ? current : files.find(version);
    },
    problems: () => [...known.values()].flatMap((files) => files.problems()),
  };
}
