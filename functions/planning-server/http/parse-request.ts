import { getOrInsert } from '#base/get-or-insert.ts';
import type { Collection } from '#planning/contract/resources.ts';
import type { TasksQuery } from '#planning/contract/tasks-query.ts';
import type { PageRequest, ProjectReference } from '#planning-server/versions/version.ts';
import { type Cursors, fingerprintOf } from './cursor.ts';
import {
  type PagingParameters,
  queryParametersOf,
  region,
  tasksParameters,
} from './operations-and-parameters.ts';
import { decoded, type Parameter, type ParameterProblem, suggestion } from './parameter-kinds.ts';

type CollectionRequest = {
  readonly project: ProjectReference;
  readonly version: string | undefined;
  readonly isPinned: boolean;
  readonly request: PageRequest;
  readonly fingerprint: string;
};

export function parseRequest(
  search: string,
  path: { readonly region: string; readonly projectId: string; readonly collection: Collection },
  { paging, cursors }: { readonly paging: PagingParameters; readonly cursors: Cursors },
): CollectionRequest | { readonly problems: readonly ParameterProblem[] } {
  const problems: ParameterProblem[] = [];
  const { projectId, collection } = path;
  const inRegion = parseParameter(region, path.region, problems);
  const texts = checkedTexts(search, queryParametersOf(collection, paging), problems);
  const read: Reader = (parameter) => {
    const text = texts.get(parameter.name);
    return text === undefined ? undefined : parseParameter(parameter, text, problems);
  };
  const query = collection === 'tasks' ? tasksQuery(read, problems) : {};
  const asked = read(paging.version);
  const limit = read(paging.limit) ?? paging.pageSize;
  if (!inRegion || problems.length > 0) return { problems };
  const project = { region: inRegion, projectId };
  const fingerprint = fingerprintOf(project, collection, query);
  const cursor = read(paging.after);
  const position = cursor === undefined ? undefined : cursors.read(cursor, fingerprint);
  if (position === 'invalid') {
    const reason =
      'not a cursor of this query; take it from paging.next.after and do not change the other parameters';
    return {
      problems: [{ parameter: paging.after.name, value: cursor ?? '', reason, code: 'cursor_invalid' }],
    };
  }
  if (position === 'expired') return { problems: [expiredCursor] };
  if (position && asked !== undefined && asked !== position.version) {
    const reason = 'the cursor belongs to another version; leave one of them out';
    return { problems: [{ parameter: paging.version.name, value: asked, reason, code: 'version_conflict' }] };
  }
  const { version = asked, from = 0 } = position ?? {};
  return {
    project,
    version,
    isPinned: position !== undefined,
    request: { collection, query, from, limit },
    fingerprint,
  };
}

export const expiredCursor: ParameterProblem = {
  parameter: 'after',
  reason: 'this cursor has expired; send the query again without it',
  code: 'cursor_expired',
};

export function unknownVersion(value: string): ParameterProblem {
  const reason = 'there is no such version of the project, or it is not kept any more';
  return { parameter: 'version', value, reason, code: 'version_unknown' };
}

type Reader = <Value>(parameter: Parameter<Value>) => Value | undefined;

export function parseParameter<Value>(
  { name, parse }: Parameter<Value>,
  text: string,
  problems: ParameterProblem[],
): Value | undefined {
  return parse(text, (problem) => problems.push({ parameter: name, ...problem }));
}

/**
 * Each parameter once. Open point of the contract: unknown parameters. They are an error here, because a mistyped
 * filter that is ignored would widen the response unnoticed.
 */
function checkedTexts(
  search: string,
  parameters: readonly Parameter<unknown>[],
  problems: ParameterProblem[],
): ReadonlyMap<string, string> {
  const known = parameters.map(({ name }) => name);
  const sent = sentTexts(search);
  const texts = new Map<string, string>();
  for (const [name, [text = '', ...more]] of sent) {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) {
      const reason = `unknown parameter${suggestion(name, known)}`;
      problems.push({ parameter: name, reason, allowed: known, code: 'parameter_unknown' });
    } else if (more.length > 0) {
      const reason = 'given more than once; give it once, values separated by commas';
      problems.push({ parameter: name, reason, code: 'parameter_repeated' });
    } else {
      texts.set(name, parameter.encoded ? text : decoded(text));
    }
  }
  return texts;
}

function sentTexts(search: string): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const [encodedName = '', ...rest] = pair.split('=');
    getOrInsert(texts, decoded(encodedName), () => []).push(rest.join('='));
  }
  return texts;
}

function tasksQuery(read: Reader, problems: ParameterProblem[]): TasksQuery {
  const { ids: filters, ...parameters } = tasksParameters;
  const start = read(parameters.start);
  const finish = read(parameters.finish);
  if (start !== undefined && finish !== undefined && start > finish) {
    const reason = `start is after finish, ${finish}`;
    problems.push({ parameter: 'start', value: start, reason, code: 'dates_reversed' });
  }
  const ids = Object.fromEntries(filters.map((filter) => [filter.name, read(filter)] as const));
  return { start, finish, shift: read(parameters.shift), fields: read(parameters.fields), ...ids };
}
