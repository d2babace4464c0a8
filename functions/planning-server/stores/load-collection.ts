import type { Collection } from '../../planning/contract/resources.ts';
import { prepareList } from '../query/prepare-items.ts';
import { type PreparedTask, prepareTasks } from '../query/prepare-tasks.ts';
import { selectTasks } from '../query/select-tasks.ts';
import { taskBlocks } from '../query/task-columns.ts';
import { TaskIndexBuilder } from '../query/task-index.ts';
import { answerParts, joinParts, type TaskText } from '../query/task-text.ts';
import type { Page, PageRequest, ProjectVersion, StoredItem, StoredProblem } from './store.ts';

/** One collection in memory, ready to be answered. */
export type LoadedCollection = Pick<ProjectVersion, 'page'> & { readonly problems: readonly StoredProblem[] };

/** @param options.source what the collection is called in problems */
export async function loadCollection(
  items: readonly StoredItem[],
  options: { readonly collection: Collection; readonly timeZone: string; readonly source: string },
): Promise<LoadedCollection> {
  const { collection, timeZone, source } = options;
  if (collection === 'tasks') return loadTasks(items, timeZone, source);
  const { prepared, problems } = await prepareList(items, collection, source);
  return {
    problems,
    page({ from, limit }: PageRequest) {
      const entries = prepared.slice(from, from + limit);
      const next = from + limit < prepared.length ? from + limit : undefined;
      return { next, body: joined(entries.map(({ json }) => json)) };
    },
  };
}

async function loadTasks(
  items: readonly StoredItem[],
  timeZone: string,
  source: string,
): Promise<LoadedCollection> {
  const builder = new TaskIndexBuilder();
  const texts: TaskText[] = [];
  const visit = (task: PreparedTask) => {
    builder.add(task);
    texts.push(task.text);
  };
  const problems = await prepareTasks(items, { timeZone, source, visit });
  const references = builder.references();
  const columns = builder.columns();
  const index = {
    ...columns,
    blocks: taskBlocks(columns),
    positionsOf: (filter: Parameters<typeof references.get>[0], id: string) =>
      references.get(filter)?.get(id),
  };
  return {
    problems,
    page({ query, from, limit }: PageRequest) {
      const { positions, next } = selectTasks(index, query, { from, limit });
      const parts = answerParts(query.fields);
      return { next, body: joined(positions.map((position) => joinParts(texts[position] ?? {}, parts))) };
    },
  };
}

function joined(items: readonly string[]): Page['body'] {
  return (before, after) => Buffer.from(`${before}${items.join(',')}${after}`);
}
