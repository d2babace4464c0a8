import type * as z from 'zod/mini';
import { type CollectionName, schemasByCollection, type Task } from '#planning/contract/resources.ts';
import type { TasksQuery } from '#planning/contract/tasks-query.ts';
import type { KeyProvider } from './api-keys.ts';
import { type Listing, type ListingRequest, readListing } from './pages.ts';
import type { RequestDescription } from './planning-error.ts';
import type { CollectionSchema } from './read-items.ts';
import { createHttpWithRetrySettings, type RetryOptions } from './retry.ts';
import { projectUrl, type ServiceAddress, tasksUrl } from './urls.ts';

export type PlanningClientOptions = RetryOptions &
  ServiceAddress & {
    readonly projectId: string;
    readonly key: KeyProvider;
    /** The source of the key, for messages, such as `the environment variable DEMO_KEY`; never its value. */
    readonly keyName?: string;
    /** Maximum number of pages of each listing, for `probe`. @default all */
    readonly maxPagesToRead?: number;
  };

/** Each operation rejects only with a PlanningError. */
export type PlanningClient = {
  readonly [List in Exclude<CollectionName, 'tasks'>]: () => Promise<
    Listing<z.infer<(typeof schemasByCollection)[List]>>
  >;
} & {
  /**
   * @param stop ends the query once its answer is no longer needed
   * @param version label of the version of an earlier listing, to read from the same one
   */
  readonly tasks: (query: TasksQuery, stop?: AbortSignal, version?: string) => Promise<Listing<Task>>;
};

export function createPlanningClient(options: PlanningClientOptions): PlanningClient {
  const { region, projectId, key, keyName = 'the API key', maxPagesToRead } = options;
  const setup: RequestDescription = { operation: 'client', region, project: projectId };
  const project = projectUrl(options, setup);
  const http = createHttpWithRetrySettings(options);
  const connection = {
    ...setup,
    http,
    key,
    keyName,
    secrets: new Set<string>(),
    moreMemory: options.moreMemory,
    unusedProxy: options.unusedProxy,
  };

  async function read<Item extends { readonly id: string }>(
    collection: CollectionName,
    schema: CollectionSchema<Item>['schema'],
    { query, ...options }: Pick<ListingRequest<Item>, 'stop' | 'version'> & { query?: TasksQuery } = {},
  ): Promise<Listing<Item>> {
    const endpoint = `${project}/${collection}`;
    const asked = { ...connection, operation: collection, endpoint: `GET ${endpoint}` };
    const url = query === undefined ? endpoint : tasksUrl(endpoint, query, asked);
    return readListing({ callWithoutLimits: asked, collection, schema, url, maxPagesToRead, ...options });
  }
  const { users, subcontractors, folders, packages, calendars, locations, tasks } = schemasByCollection;

  return {
    users: () => read('users', users),
    subcontractors: () => read('subcontractors', subcontractors),
    folders: () => read('folders', folders),
    packages: () => read('packages', packages),
    calendars: () => read('calendars', calendars),
    locations: () => read('locations', locations),
    tasks: (query, stop, version) => read('tasks', tasks, { query, stop, version }),
  };
}

/**
 * A client whose first query runs alone: the others begin once it is answered, so that a service that is down gets one
 * query instead of several. If the first query fails, the waiting ones fail with it, and the next query runs alone
 * again.
 */
export function withQueriesAwaitingFirst(client: PlanningClient): PlanningClient {
  let first: Promise<unknown> | undefined;
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (first) return first.then(ask);
    const answer = ask();
    first = answer;
    answer.catch(() => {
      first = undefined;
    });
    return answer;
  };
  return {
    users: () => inTurn(client.users),
    subcontractors: () => inTurn(client.subcontractors),
    folders: () => inTurn(client.folders),
    packages: () => inTurn(client.packages),
    calendars: () => inTurn(client.calendars),
    locations: () => inTurn(client.locations),
    tasks: (query, stop, version) => inTurn(() => client.tasks(query, stop, version)),
  };
}
