import type { Collection } from '../../planning/contract/resources.ts';
import { type PreparedTask, prepareList, prepareTasks } from '../query/prepare-items.ts';
import { selectTasks } from '../query/select-tasks.ts';
import { TaskIndexBuilder, taskBlocks } from '../query/task-index.ts';
import { answerParts, joinParts, type TaskText } from '../query/task-text.ts';
import type {
  Page,
  PageRequest,
  ProjectDescription,
  ProjectVersion,
  StoredItem,
  StoredProblem,
} from './store.ts';

/** A version in memory, and what is wrong with its data. */
export type LoadedVersion = ProjectVersion & { readonly problems: readonly StoredProblem[] };

/** Puts a version together from its seven collections. */
export async function loadVersion(
  version: string,
  description: ProjectDescription,
  load: (collection: Collection) => Promise<LoadedCollection>,
): Promise<LoadedVersion> {
  const { name, timeZone } = description;
  const collections: Readonly<Record<Collection, LoadedCollection>> = {
    users: await load('users'),
    subcontractors: await load('subcontractors'),
    folders: await load('folders'),
    packages: await load('packages'),
    calendars: await load('calendars'),
    locations: await load('locations'),
    tasks: await load('tasks'),
  };
  return {
    description: { name, timeZone },
    version,
    page: (request) => collections[request.collection].page(request),
    problems: Object.values(collections).flatMap(({ problems }) => problems),
  };
}

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

/** How many versions of a project are kept in memory, the current one included. */
const maxKept = 3;

export type KeptVersions<Kept> = {
  readonly current: () => Kept | undefined;
  readonly find: (version: string) => Kept | undefined;
  /** Makes this the current version. */
  readonly add: (version: Kept) => void;
};

/** The versions of one project that are in memory: the current one, and the last few before it, where cursors may lead. */
export function keptVersions<Kept extends { readonly version: string }>(): KeptVersions<Kept> {
  /** The current one first. */
  let kept: readonly Kept[] = [];
  return {
    current: () => kept[0],
    find: (version) => kept.find((one) => one.version === version),
    add(added) {
      kept = [added, ...kept.filter(({ version }) => version !== added.version)].slice(0, maxKept);
    },
  };
}
