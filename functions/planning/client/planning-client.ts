/** The client of the Planning Read API: seven operations, each a listing of one collection of one project. */

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
import type { Region, TasksQuery } from '../contract/tasks-query.ts';
import type { Connection } from './keyed-request.ts';
import type { KeyProvider } from './keys.ts';
import { type CallOptions, type Listing, listing } from './listing.ts';
import type { Place } from './planning-error.ts';
import type { ItemShape } from './read-page.ts';
import { parseBaseUrl, parseRegion, projectSegment } from './service-address.ts';
import { collectionUrl, tasksUrls } from './tasks-urls.ts';
import { normaliseTransport, type TransportOptions, wholeNumber } from './transport.ts';

export type PlanningClientOptions = TransportOptions & {
  /** http or https, without the region; a path prefix and a trailing slash are fine. */
  readonly baseUrl: string;
  readonly region: Region;
  readonly projectId: string;
  readonly key: KeyProvider;
  /** Where the key comes from, for messages, such as `the environment variable DEMO_KEY`; never its value. */
  readonly keyName?: string | undefined;
  /** Most pages of one request; one more is an error: 10,000. */
  readonly pageLimit?: number | undefined;
  /** Sent as `limit` only if set: the contract does not know it. */
  readonly pageSize?: number | undefined;
};

export type PlanningClient = {
  readonly users: (call?: CallOptions) => Listing<User>;
  readonly subcontractors: (call?: CallOptions) => Listing<Subcontractor>;
  readonly folders: (call?: CallOptions) => Listing<Folder>;
  readonly packages: (call?: CallOptions) => Listing<Package>;
  readonly calendars: (call?: CallOptions) => Listing<Calendar>;
  readonly locations: (call?: CallOptions) => Listing<Location>;
  /** @throws PlanningInputError at once, for a query that cannot be sent. */
  readonly tasks: (query: TasksQuery, call?: CallOptions) => Listing<Task>;
};

/**
 * A client of one project. Reading a listing throws a PlanningError and nothing else.
 * @throws PlanningInputError for options that cannot be used.
 */
export function createPlanningClient(options: PlanningClientOptions): PlanningClient {
  const { region, projectId } = options;
  const setup: Place = { operation: 'client', region, project: projectId };
  const transport = normaliseTransport(options, setup);
  const bounds = { from: 1, to: 1_000_000, place: setup };
  const pageLimit = wholeNumber({ name: 'pageLimit', value: options.pageLimit ?? 10_000, ...bounds });
  const pageSize =
    options.pageSize === undefined
      ? undefined
      : wholeNumber({ name: 'pageSize', value: options.pageSize, ...bounds });
  const project = [
    parseBaseUrl(options.baseUrl, setup),
    parseRegion(region, setup),
    'v1/projects',
    projectSegment(projectId, setup),
  ].join('/');
  const connection: Connection = {
    transport,
    key: options.key,
    keyName: options.keyName ?? 'the API key',
    secrets: new Set(),
  };

  function read<Item extends { readonly id: string }>(
    shape: ItemShape<Item>,
    call: CallOptions,
    urlsOf: (endpoint: string, place: Place) => readonly string[],
  ): Listing<Item> {
    const { collection, schema } = shape;
    const endpoint = `${project}/${collection}`;
    const place: Place = { operation: collection, region, project: projectId, endpoint: `GET ${endpoint}` };
    return listing({ connection, place, collection, schema, urls: urlsOf(endpoint, place), pageLimit, call });
  }
  const whole = (endpoint: string) => [collectionUrl(endpoint, pageSize)];
  const { users, subcontractors, folders, packages, calendars, locations, tasks } = resourceSchemas;

  return {
    users: (call = {}) => read({ collection: 'users', schema: users }, call, whole),
    subcontractors: (call = {}) =>
      read({ collection: 'subcontractors', schema: subcontractors }, call, whole),
    folders: (call = {}) => read({ collection: 'folders', schema: folders }, call, whole),
    packages: (call = {}) => read({ collection: 'packages', schema: packages }, call, whole),
    calendars: (call = {}) => read({ collection: 'calendars', schema: calendars }, call, whole),
    locations: (call = {}) => read({ collection: 'locations', schema: locations }, call, whole),
    tasks: (query, call = {}) =>
      read({ collection: 'tasks', schema: tasks }, call, (endpoint, place) =>
        tasksUrls(endpoint, query, { pageSize, place }),
      ),
  };
}
