import { withoutTrailingSlashes } from '#base/text/without-trailing-slashes.ts';
import {
  idFilterNames,
  maxIdsPerFilter,
  type Region,
  type TasksQuery,
  taskFields,
} from '#planning/contract/tasks-query.ts';
import { correctParametersRemedy, PlanningError, type RequestDescription } from './planning-error.ts';

/**
 * Characters of a request's address. Longer lists of ids are left out of the request, and Lookahead filters the tasks
 * itself.
 * @limit the planning service that reports read
 */
export const maxUrlLength = 8_000;

export type ServiceAddress = {
  /** An http or https address, without the region; it may have a path prefix and a trailing slash. */
  readonly baseUrl: string;
  readonly region: Region;
};

export function projectUrl(
  { baseUrl, region, projectId }: ServiceAddress & { readonly projectId: string },
  place: RequestDescription,
): string {
  const base = parseBaseUrl(baseUrl, place);
  checkProjectId(projectId, place);
  return `${base}/${region}/v1/projects/${encodeURIComponent(projectId)}`;
}

export function tokenUrl({ baseUrl, region }: ServiceAddress, place: RequestDescription): string {
  return `${parseBaseUrl(baseUrl, place)}/${region}/v1/auth/token`;
}

/**
 * The base address without trailing slashes; a path prefix stays.
 * @throws PlanningInputError for an address that is not http or https, or has credentials, a query or a fragment
 */
export function parseBaseUrl(baseUrl: string, place: RequestDescription): string {
  const fail = (what: string): never => {
    const remedy =
      'Give the address of the Planning Read API without the region, such as https://planning.example.com.';
    throw new PlanningError('PlanningInputError', what, { ...place, remedy });
  };
  const url = URL.parse(baseUrl);
  // The value is not quoted: it may be a secret in the wrong place.
  if (url === null) return fail('baseUrl is not an address');
  if (url.username !== '' || url.password !== '') return fail('baseUrl carries a user name or password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return fail(`baseUrl begins with ${url.protocol} and not with https: or http:`);
  }
  if (url.search !== '' || url.hash !== '') return fail('baseUrl carries a query or a fragment');
  return url.origin + withoutTrailingSlashes(url.pathname);
}

/** Refuses `.` and `..`, which URL parsing would remove. */
function checkProjectId(projectId: string, place: RequestDescription): void {
  if (projectId !== '' && projectId !== '.' && projectId !== '..' && projectId.isWellFormed()) return;
  throw new PlanningError('PlanningInputError', 'projectId is empty or cannot be part of an address', {
    ...place,
    remedy: 'Give the project identifier as the planning service shows it.',
  });
}

// Characters left free for the `after` and `version` of further pages.
const cursorLength = 300;

/**
 * The address of a query. A list of ids is left out if it has more than `maxIdsPerFilter` entries; if the address is
 * still too long, the longest lists are left out. Then the answer has more tasks than wanted, and the caller filters
 * them. If `fields` is undefined, all fifteen are requested.
 * @throws PlanningInputError for an empty id or a wrong date
 */
export function tasksUrl(endpoint: string, query: TasksQuery, place: RequestDescription): string {
  const fixed = fixedParameters(query, place);
  const lists = [...idLists(query, place)];
  const url = () => urlWithParameters(endpoint, [...fixed, ...lists]);
  while (lists.length > 0 && url().length > maxUrlLength - cursorLength) {
    const lengths = lists.map((list) => list.length);
    lists.splice(lengths.indexOf(Math.max(...lengths)), 1);
  }
  return url();
}

/** @param parameters encoded as `name=value`. Commas between ids stay commas; a comma inside an id is %2C */
function urlWithParameters(endpoint: string, parameters: readonly string[]): string {
  return parameters.length === 0 ? endpoint : `${endpoint}?${parameters.join('&')}`;
}

function fixedParameters(query: TasksQuery, place: RequestDescription): readonly string[] {
  const { start, finish, shift, fields = taskFields, limit } = query;
  return [
    ...(start === undefined ? [] : [`start=${checkedDate('start', start, place)}`]),
    ...(finish === undefined ? [] : [`finish=${checkedDate('finish', finish, place)}`]),
    ...(shift === undefined ? [] : [`shift=${shift}`]),
    ...(fields.length === 0 ? [] : [`fields=${fields.join(',')}`]),
    ...(limit === undefined ? [] : [`limit=${limit}`]),
  ];
}

function checkedDate(property: string, date: string, place: RequestDescription): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  throw inputError(`${property} must be a date of the form YYYY-MM-DD`, { property, place });
}

function idLists(query: TasksQuery, place: RequestDescription): readonly string[] {
  return idFilterNames.flatMap((name) => {
    const given = query[name] ?? [];
    for (const [index, id] of given.entries()) {
      const property = `${name}[${index}]`;
      if (id === '') throw inputError(`${property} is empty`, { property, place });
      if (!id.isWellFormed()) throw inputError(`${property} is not well-formed text`, { property, place });
    }
    const ids = [...new Set(given)].map(encodeURIComponent);
    return ids.length === 0 || ids.length > maxIdsPerFilter ? [] : [`${name}=${ids.join(',')}`];
  });
}

function inputError(
  what: string,
  { property, place }: { property: string; place: RequestDescription },
): PlanningError {
  const name = property.replace(/\[\d+\]$/, '');
  const isFilter = idFilterNames.some((filter) => filter === name);
  const remedy = isFilter ? correctParametersRemedy([name]) : 'This is a mistake in Lookahead: report it.';
  return new PlanningError('PlanningInputError', what, { ...place, remedy });
}
