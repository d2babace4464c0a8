/** The client of the Planning Read API: seven operations, each reading one collection of one project to its end. */
import {
  type Calendar,
  type Folder,
  type Location,
  type Package,
  resourceSchemas,
  type Subcontractor,
  type Task,
  type User,
} from '../contract/resources.ts';
import type { TasksQuery } from '../contract/tasks-query.ts';
import type { KeyProvider } from './keys.ts';
import { type Listing, type ListingRequest, readListing } from './pages.ts';
import type { Place } from './planning-error.ts';
import type { ItemShape } from './read-items.ts';
import { type RetryOptions, retryingHttp } from './retry.ts';
import { projectUrl, type ServiceAddress, tasksUrl } from './urls.ts';

export type PlanningClientOptions = RetryOptions &
  ServiceAddress & {
    readonly projectId: string;
    readonly key: KeyProvider;
    /** Where the key comes from, for messages, such as `the environment variable DEMO_KEY`; never its value. */
    readonly keyName?: string;
  };

/** Each operation rejects with a PlanningError and nothing else. */
export type PlanningClient = {
  readonly users: () => Promise<Listing<User>>;
  readonly subcontractors: () => Promise<Listing<Subcontractor>>;
  readonly folders: () => Promise<Listing<Folder>>;
  readonly packages: () => Promise<Listing<Package>>;
  readonly calendars: () => Promise<Listing<Calendar>>;
  readonly locations: () => Promise<Listing<Location>>;
  /**
   * @param stop ends the query where its answer is of no use any more
   * @param version the label of the version that an earlier listing is of: the answer is of the same one
   */
  readonly tasks: (query: TasksQuery, stop?: AbortSignal, version?: string) => Promise<Listing<Task>>;
};

/**
 * A client of one project.
 * @throws PlanningInputError for options that cannot be used.
 */
export function createPlanningClient(options: PlanningClientOptions): PlanningClient {
  const { region, projectId, key, keyName = 'the API key' } = options;
  const setup: Place = { operation: 'client', region, project: projectId };
  const project = projectUrl(options, setup);
  const http = retryingHttp(options, setup);
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
    { collection, schema }: ItemShape<Item>,
    urlOf = (url: string, _place: Place) => url,
    options: Pick<ListingRequest<Item>, 'stop' | 'version'> = {},
  ): Promise<Listing<Item>> {
    const url = `${project}/${collection}`;
    const asked = { ...connection, operation: collection, endpoint: `GET ${url}` };
    return readListing({ asked, collection, schema, url: urlOf(url, asked), ...options });
  }
  const { users, subcontractors, folders, packages, calendars, locations, tasks } = resourceSchemas;

  return {
    users: () => read({ collection: 'users', schema: users }),
    subcontractors: () => read({ collection: 'subcontractors', schema: subcontractors }),
    folders: () => read({ collection: 'folders', schema: folders }),
    packages: () => read({ collection: 'packages', schema: packages }),
    calendars: () => read({ collection: 'calendars', schema: calendars }),
    locations: () => read({ collection: 'locations', schema: locations }),
    tasks: (query, stop, version) =>
      read({ collection: 'tasks', schema: tasks }, (url, place) => tasksUrl(url, query, place), {
        stop,
        version,
      }),
  };
}

/**
 * A client whose first query goes alone, and whose others begin once it is answered: a service that is probably down is
 * asked by one query instead of several. Where the first one fails, the others fail with it.
 */
export function firstAlone(client: PlanningClient): PlanningClient {
  let first: Promise<unknown> | undefined;
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (first) return first.then(ask);
    const answer = ask();
    first = answer;
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
