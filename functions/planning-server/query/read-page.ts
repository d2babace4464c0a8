import type { Collection } from '../../planning/contract/resources.ts';
import type { TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { PlanningStore, ProjectReference, StoredItem } from '../stores/store.ts';
import { cursorAfter } from './cursor.ts';
import { taskFilter, withFields } from './filter-tasks.ts';
import { type IndexedItem, type IndexedTask, indexItems, indexTasks } from './index-collection.ts';

export type PageRequest = {
  readonly collection: Collection;
  readonly query: TasksQuery;
  /** The id after which to go on; undefined for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Of the project and the query, for the cursor of the page that follows. */
  readonly fingerprint: string;
};

/** `next` is the cursor of the page that follows; undefined on the last. */
type Page = { readonly results: readonly StoredItem[]; readonly next: string | undefined };

export type PageReader = (
  project: ProjectReference & { readonly timeZone: string },
  request: PageRequest,
) => Promise<Page>;

/** Reads pages from a store. A collection is indexed again only when the store returns another array. */
export function pageReader(store: PlanningStore): PageReader {
  const itemIndex = oncePerArray<IndexedItem>();
  const taskIndex = oncePerArray<IndexedTask>();
  return async (project, request) => {
    const { collection, query } = request;
    const stored = await store.read(project, collection);
    const source = `${project.region}/${project.projectId}/${collection}`;
    if (collection === 'tasks') {
      const tasks = taskIndex(stored, () => indexTasks(stored, project.timeZone, source));
      const { entries, next } = pageOf(tasks, taskFilter(query), request);
      return { results: entries.map(withFields(query.fields)), next };
    }
    const items = itemIndex(stored, () => indexItems(stored, collection, source));
    const { entries, next } = pageOf(items, () => true, request);
    return { results: entries.map(({ item }) => item), next };
  };
}

function oncePerArray<Entry>() {
  const known = new WeakMap<readonly StoredItem[], readonly Entry[]>();
  return (stored: readonly StoredItem[], index: () => readonly Entry[]): readonly Entry[] => {
    const before = known.get(stored);
    if (before) return before;
    const entries = index();
    known.set(stored, entries);
    return entries;
  };
}

/** The next `limit` entries that pass, after the cursor's. */
function pageOf<Entry extends IndexedItem>(
  all: readonly Entry[],
  passes: (entry: Entry) => boolean,
  { after, limit, fingerprint }: PageRequest,
): { readonly entries: readonly Entry[]; readonly next: string | undefined } {
  const entries: Entry[] = [];
  for (let index = after === undefined ? 0 : firstIndexAfter(all, after); index < all.length; index++) {
    const entry = all[index];
    if (!entry || !passes(entry)) continue;
    const last = entries.at(-1);
    if (last && entries.length === limit) return { entries, next: cursorAfter(last.id, fingerprint) };
    entries.push(entry);
  }
  return { entries, next: undefined };
}

/** The first index with a greater id, by binary search: the id itself may be gone by now. */
function firstIndexAfter(entries: readonly IndexedItem[], id: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.id ?? '') > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
