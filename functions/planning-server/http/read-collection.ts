import type { Collection } from '../../planning/contract/resources.ts';
import type { TasksQuery } from '../../planning/contract/tasks-query.ts';
import { type IndexedItem, type IndexedTask, indexItems, indexTasks } from '../stores/collection-index.ts';
import type { PlanningStore, ProjectReference, StoredItem } from '../stores/store.ts';
import { type PageRequest, pageOf } from './page.ts';
import { taskFilter, taskProjection } from './select-tasks.ts';

/** One page of what was asked for; `next` is the cursor of the page that follows. */
type Answer = { readonly results: readonly StoredItem[]; readonly next: string | undefined };

export type CollectionReader = (
  project: ProjectReference & { readonly timeZone: string },
  asked: { readonly collection: Collection; readonly query: TasksQuery; readonly page: PageRequest },
) => Promise<Answer>;

/** Reads pages from a store. The index of a collection is made once for as long as the store gives the same array. */
export function collectionReader(store: PlanningStore): CollectionReader {
  const items = madeOnce<IndexedItem>();
  const tasks = madeOnce<IndexedTask>();
  return async (project, { collection, query, page }) => {
    const stored = await store.read(project, collection);
    const source = `${project.region}/${project.projectId}/${collection}`;
    if (collection === 'tasks') {
      const indexed = tasks(stored, () => indexTasks(stored, project.timeZone, source));
      const { entries, next } = pageOf(indexed, taskFilter(query), page);
      return { results: entries.map(taskProjection(query.fields)), next };
    }
    const indexed = items(stored, () => indexItems(stored, collection, source));
    const { entries, next } = pageOf(indexed, () => true, page);
    return { results: entries.map(({ item }) => item), next };
  };
}

function madeOnce<Entry>() {
  const made = new WeakMap<readonly StoredItem[], readonly Entry[]>();
  return (stored: readonly StoredItem[], make: () => readonly Entry[]): readonly Entry[] => {
    const kept = made.get(stored);
    if (kept) return kept;
    const entries = make();
    made.set(stored, entries);
    return entries;
  };
}
