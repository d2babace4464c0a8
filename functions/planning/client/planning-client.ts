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
import type { Connection, KeyProvider } from './keys.ts';
import { type Listing, type ListingRequest, readListing } from './pages.ts';
import type { Place } from './planning-error.ts';
import { tasksUrls } from './query-urls.ts';
import type { ItemShape } from './read-page.ts';
import { type RetryOptions, retryingHttp } from './retry.ts';
import { projectUrl, type ServiceAddress } from './service-address.ts';

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
  const connection: Connection = { http: retryingHttp(options, setup), key, keyName, secrets: new Set() };

  async function read<Item extends { readonly id: string }>(
    { collection, schema }: ItemShape<Item>,
    urlsOf = (endpoint: string, _place: Place): readonly string[] => [endpoint],
    options: Pick<ListingRequest<Item>, 'stop' | 'version'> = {},
  ): Promise<Listing<Item>> {
    const endpoint = `${project}/${collection}`;
    const place: Place = { operation: collection, region, project: projectId, endpoint: `GET ${endpoint}` };
    return readListing({ connection, place, collection, schema, urls: urlsOf(endpoint, place), ...options });
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
      read({ collection: 'tasks', schema: tasks }, (endpoint, place) => tasksUrls(endpoint, query, place), {
        stop,
        version,
      }),
  };
}
