import type { PlanningStore } from './store.ts';

/** Several stores as one: a project is read from the first that has it. */
export function firstOf(stores: readonly PlanningStore[]): PlanningStore {
  return {
    async open(project, version) {
      for (const store of stores) {
        const opened = await store.open(project, version);
        if (opened) return opened;
      }
      return undefined;
    },
    problems: () => stores.flatMap((store) => store.problems()),
  };
}
