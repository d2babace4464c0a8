import type { Collection } from '../../planning/contract/resources.ts';
import { idFilters, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import { fingerprintOf, idOfCursor } from '../query/cursor.ts';
import type { PageRequest } from '../query/read-page.ts';
import type { ProjectReference } from '../stores/store.ts';
import {
  type PagingParameters,
  queryParametersOf,
  region,
  tasksParameters,
} from './operations-and-parameters.ts';
import { type Parameter, type ParameterProblem, suggestion } from './parameter-kinds.ts';

type CollectionRequest = { readonly project: ProjectReference; readonly request: PageRequest };

/** What a request for a page asks for, or everything that is wrong with it. */
export function parseRequest(
  search: URLSearchParams,
  path: { readonly region: string; readonly projectId: string; readonly collection: Collection },
  paging: PagingParameters,
): CollectionRequest | { readonly problems: readonly ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  const { projectId, collection } = path;
  const inRegion = parseParameter(region, path.region, problems);
  const texts = textsOf(search, queryParametersOf(collection, paging), problems);
  const read: Reader = (parameter) => {
    const text = texts.get(parameter.name);
    return text === undefined ? undefined : parseParameter(parameter, text, problems);
  };
  const query = collection === 'tasks' ? tasksQuery(read, problems) : {};
  const limit = read(paging.limit) ?? paging.pageSize;
  if (!inRegion || problems.length > 0) return { problems };
  const project = { region: inRegion, projectId };
  const fingerprint = fingerprintOf(project, collection, query);
  const cursor = read(paging.after);
  const after = cursor === undefined ? undefined : idOfCursor(cursor, fingerprint);
  if (cursor !== undefined && after === undefined) {
    const reason =
      'not a cursor of this query; take it from paging.next.after and do not change the other parameters';
    return { problems: [{ parameter: paging.after.name, value: cursor, reason }] };
  }
  return { project, request: { collection, query, after, limit, fingerprint } };
}

/** The value of a parameter; undefined if the request does not have it or its text is wrong. */
type Reader = <Value>(parameter: Parameter<Value>) => Value | undefined;

export function parseParameter<Value>(
  { name, parse }: Parameter<Value>,
  text: string,
  problems: ParameterProblem[],
): Value | undefined {
  return parse(text, (problem) => problems.push({ parameter: name, ...problem }));
}

/**
 * The query's texts, each parameter once. Open point: what applies to an unknown parameter. It is an error here,
 * since a mistyped filter that is ignored would widen the answer without anyone noticing.
 */
function textsOf(
  search: URLSearchParams,
  parameters: readonly Parameter<unknown>[],
  problems: ParameterProblem[],
): ReadonlyMap<string, string> {
  const known = parameters.map(({ name }) => name);
  const texts = new Map<string, string>();
  for (const parameter of new Set(search.keys())) {
    const [text = '', ...more] = search.getAll(parameter);
    if (!known.includes(parameter)) {
      const reason = `unknown parameter${suggestion(parameter, known)}`;
      problems.push({ parameter, reason, allowed: known });
    } else if (more.length > 0) {
      problems.push({ parameter, reason: 'given more than once; give it once, values separated by commas' });
    } else {
      texts.set(parameter, text);
    }
  }
  return texts;
}

function tasksQuery(read: Reader, problems: ParameterProblem[]): TasksQuery {
  const { idFilter, ...parameters } = tasksParameters;
  const start = read(parameters.start);
  const finish = read(parameters.finish);
  if (start !== undefined && finish !== undefined && start > finish) {
    problems.push({ parameter: 'start', value: start, reason: `start is after finish, ${finish}` });
  }
  const ids = Object.fromEntries(idFilters.map((filter) => [filter, read(idFilter(filter))] as const));
  return { start, finish, shift: read(parameters.shift), fields: read(parameters.fields), ...ids };
}
