import type { Collection } from '../../planning/contract/resources.ts';
import { idFilters, regions, type TasksQuery } from '../../planning/contract/tasks-query.ts';
import type { ProjectReference } from '../stores/store.ts';
import { type PageRequest, pagingParameters, readCursor } from './page.ts';
import { type ParameterProblem, readLimit, readParameters } from './parameters.ts';
import { parseTasksQuery, taskParameters } from './parse-tasks-query.ts';
import { regionProblem } from './refusals.ts';

type CollectionRequest = {
  readonly project: ProjectReference;
  readonly query: TasksQuery;
  readonly page: PageRequest;
};

/** What a request for a collection asks, or all that is wrong with it. */
export function parseCollectionRequest(
  parameters: URLSearchParams,
  path: { readonly region: string; readonly projectId: string; readonly collection: Collection },
  sizes: { readonly pageSize: number; readonly maxPageSize: number },
): CollectionRequest | { readonly problems: readonly ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  const ofTasks = path.collection === 'tasks';
  const known = ofTasks ? [...taskParameters, ...pagingParameters] : pagingParameters;
  const region = regions.find((each) => each === path.region);
  if (!region) problems.push(regionProblem(path.region));
  const values = readParameters(parameters, known, problems);
  const query = ofTasks ? parseTasksQuery(values, problems) : {};
  const limit = readLimit(values, sizes, problems);
  const fingerprint = JSON.stringify([path.region, path.projectId, path.collection, canonical(query)]);
  const after = problems.length === 0 ? readCursor(values.get('after'), fingerprint, problems) : undefined;
  if (!region || problems.length > 0) return { problems };
  return { project: { region, projectId: path.projectId }, query, page: { after, limit, fingerprint } };
}

/** The same for queries that ask the same, however their lists are ordered. */
function canonical(query: TasksQuery): unknown {
  const sorted = (list: readonly string[] | undefined) => list && [...new Set(list)].sort();
  return [
    query.start,
    query.finish,
    query.shift,
    sorted(query.fields),
    ...idFilters.map((filter) => sorted(query[filter])),
  ];
}
