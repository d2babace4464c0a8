/** The addresses of requests: of the service, of a project and its collections, and of a tasks query. */
import { maxIds } from '../../base/limits.ts';
import { withoutTrailingSlashes } from '../../base/without-trailing-slashes.ts';
import {
  idFilters,
  type Region,
  regions,
  shifts,
  type TasksQuery,
  taskFields,
} from '../contract/tasks-query.ts';
import { correctParameters, type Place, PlanningError } from './planning-error.ts';

export type ServiceAddress = {
  /** http or https, without the region; a path prefix and a trailing slash are fine. */
  readonly baseUrl: string;
  readonly region: Region;
};

/** @throws PlanningInputError for a part that an address cannot contain */
export function projectUrl(
  { baseUrl, region, projectId }: ServiceAddress & { readonly projectId: string },
  place: Place,
): string {
  const base = parseBaseUrl(baseUrl, place);
  checkRegion(region, place);
  checkProjectId(projectId, place);
  return `${base}/${region}/v1/projects/${encodeURIComponent(projectId)}`;
}

/** @throws PlanningInputError for a part that an address cannot contain */
export function tokenUrl({ baseUrl, region }: ServiceAddress, place: Place): string {
  const base = parseBaseUrl(baseUrl, place);
  checkRegion(region, place);
  return `${base}/${region}/v1/auth/token`;
}

/**
 * The base address without trailing slashes; a path prefix stays.
 * @throws PlanningInputError when it is not an http or https address, or carries credentials, a query or a fragment.
 */
export function parseBaseUrl(baseUrl: string, place: Place): string {
  const fail = (what: string): never => {
    const remedy =
      'Give the address of the Planning Read API without the region, such as https://planning.example.com.';
    throw new PlanningError('PlanningInputError', what, { ...place, property: 'baseUrl', remedy });
  };
  const url = URL.parse(baseUrl);
  // Text that is not an address, or carries credentials, is not repeated: it may be a secret in the wrong place.
  if (url === null) return fail('baseUrl is not an address');
  if (url.username !== '' || url.password !== '') return fail('baseUrl carries a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(`baseUrl begins with ${url.protocol} and not with https: or http:`);
  }
  if (url.search !== '' || url.hash !== '') return fail('baseUrl carries a query or a fragment');
  return url.origin + withoutTrailingSlashes(url.pathname);
}

function checkRegion(region: Region, place: Place): void {
  if (regions.includes(region)) return;
  const remedy = `Give one of ${regions.join(', ')}.`;
  const details = { ...place, property: 'region', remedy };
  throw new PlanningError('PlanningInputError', 'the region is not known', details);
}

/** A dot segment would be swallowed by the address. */
function checkProjectId(projectId: string, place: Place): void {
  if (projectId !== '' && projectId !== '.' && projectId !== '..' && projectId.isWellFormed()) return;
  throw new PlanningError('PlanningInputError', 'projectId is empty or cannot be part of an address', {
    ...place,
    property: 'projectId',
    remedy: 'Give the project identifier as the planning service shows it.',
  });
}

export const maxUrlLength = 8000;
// Left free for the `after` that further pages add, and for `version`.
const cursorLength = 300;
// More would be a mistake in the filters rather than a question.
const maxRequests = 1000;

/** One id list, encoded, in chunks that each go into a request of their own. */
type IdList = {
  readonly name: string;
  readonly ids: readonly string[];
  readonly chunks: readonly string[];
};

/**
 * The addresses of a query: one, or several where id lists are too long for one. Their answers together, merged by id,
 * answer the query. Values of one list are alternatives, so the answers of its chunks add up; different lists all apply,
 * so several long lists give every combination of their chunks. An absent or empty list does not filter. Without `fields`
 * all fifteen are requested.
 * @throws PlanningInputError for an empty id, a wrong date, or lists too long to be sent at all.
 */
export function tasksUrls(endpoint: string, query: TasksQuery, place: Place): readonly string[] {
  const fixed = fixedParameters(query, place);
  const room = maxUrlLength - cursorLength - urlOf(endpoint, fixed).length;
  const lists = fitted(idLists(query, place), { room, place });
  const combinations = lists.reduce<readonly (readonly string[])[]>(
    (soFar, { name, chunks }) =>
      soFar.flatMap((parameters) => chunks.map((chunk) => [...parameters, `${name}=${chunk}`])),
    [fixed],
  );
  return combinations.map((parameters) => urlOf(endpoint, parameters));
}

/** @param parameters `name=value`, encoded. Commas between ids stay commas; one inside an id is %2C. */
function urlOf(endpoint: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? endpoint : `${endpoint}?${parameters.join('&')}`;
}

function fixedParameters(query: TasksQuery, place: Place): readonly string[] {
  const { start, finish, shift, fields = taskFields } = query;
  if (shift !== undefined && !shifts.includes(shift)) {
    throw inputError('shift is not one the service knows', { property: 'shift', place });
  }
  const unknown = fields.findIndex((field) => !taskFields.includes(field));
  if (unknown !== -1) {
    const property = `fields[${unknown}]`;
    throw inputError(`${property} is not one the service knows`, { property, place });
  }
  return [
    ...(start === undefined ? [] : [`start=${checkedDate('start', start, place)}`]),
    ...(finish === undefined ? [] : [`finish=${checkedDate('finish', finish, place)}`]),
    ...(shift === undefined ? [] : [`shift=${shift}`]),
    ...(fields.length === 0 ? [] : [`fields=${fields.join(',')}`]),
  ];
}

function checkedDate(property: string, date: string, place: Place): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  throw inputError(`${property} must be a date of the form YYYY-MM-DD`, { property, place });
}

function idLists(query: TasksQuery, place: Place): readonly IdList[] {
  return idFilters.flatMap((name) => {
    const given = query[name] ?? [];
    for (const [index, id] of given.entries()) {
      const property = `${name}[${index}]`;
      if (id === '') throw inputError(`${property} is empty`, { property, place });
      if (!id.isWellFormed()) throw inputError(`${property} is not well-formed text`, { property, place });
    }
    const ids = [...new Set(given)].map(encodeURIComponent);
    if (ids.length === 0) return [];
    return [{ name, ids, chunks: chunksOf(ids, Number.POSITIVE_INFINITY) }];
  });
}

/** The lists cut into chunks until the longest combination fits the room, in few requests. */
function fitted(
  lists: readonly IdList[],
  { room, place }: { room: number; place: Place },
): readonly IdList[] {
  let current = lists;
  for (;;) {
    const requests = current.reduce((product, list) => product * list.chunks.length, 1);
    if (requests > maxRequests) {
      throw inputError(`the id lists would take ${requests} requests`, {
        property: current.flatMap((list) => (list.chunks.length > 1 ? [list.name] : [])).join(', '),
        place,
      });
    }
    const spare = room - current.reduce((sum, list) => sum + parameterLength(list), 0);
    if (spare >= 0) return current;
    const longest = current
      .filter((list) => list.chunks.length < list.ids.length)
      .toSorted((one, other) => maxChunkLength(other) - maxChunkLength(one))[0];
    if (longest === undefined) {
      throw inputError('one id of each list already makes the address too long', {
        property: lists.map((list) => list.name).join(', '),
        place,
      });
    }
    current = current.map((list) => (list === longest ? withSmallerChunks(list, spare) : list));
  }
}

function maxChunkLength(list: IdList): number {
  return Math.max(...list.chunks.map((chunk) => chunk.length));
}

function parameterLength(list: IdList): number {
  return `&${list.name}=`.length + maxChunkLength(list);
}

/** By as much as is missing, if that is less than half; else by half, so that two long lists share the room. */
function withSmallerChunks(list: IdList, spare: number): IdList {
  const now = maxChunkLength(list);
  const size = Math.min(now - 1, Math.max(now + spare, Math.floor(now / 2)));
  return { ...list, chunks: chunksOf(list.ids, size) };
}

/** @param size characters of a chunk, unless one id alone is longer */
function chunksOf(ids: readonly string[], size: number): readonly string[] {
  const chunks: string[] = [];
  let chunk: string[] = [];
  let length = 0;
  for (const id of ids) {
    if (chunk.length > 0 && (length + 1 + id.length > size || chunk.length === maxIds)) {
      chunks.push(chunk.join(','));
      chunk = [];
    }
    length = chunk.length === 0 ? id.length : length + 1 + id.length;
    chunk.push(id);
  }
  return [...chunks, chunk.join(',')];
}

function inputError(what: string, { property, place }: { property: string; place: Place }): PlanningError {
  const names = property.split(', ').map((name) => name.replace(/\[\d+\]$/, ''));
  const isFilter = names.some((name) => idFilters.some((filter) => filter === name));
  const remedy = isFilter ? correctParameters(names) : 'This is a mistake in Lookahead: report it.';
  return new PlanningError('PlanningInputError', what, { ...place, property, remedy });
}
