import type { PlanningStore, ProjectData, ProjectReference } from './store.ts';
import { StoredDataError } from './stored-data-error.ts';

/** Projects held in memory: for the demo and for tests. */
export function memoryStore(projects: readonly ProjectData[]): PlanningStore {
  const find = ({ region, projectId }: ProjectReference) =>
    projects.find((project) => project.region === region && project.projectId === projectId);
  return {
    async describe(reference) {
      const project = find(reference);
      return project && { name: project.name, timeZone: project.timeZone };
    },
    async read(reference, collection) {
      const project = find(reference);
      if (project) return project.collections[collection];
      throw new StoredDataError(`${reference.region}/${reference.projectId}`, 'there is no such project', {
        remedy: 'Read only projects that the store describes.',
      });
    },
  };
}
