import { closest, distance } from 'fastest-levenshtein';

/** One bad parameter of a request, as the body of a 422 lists it. */
export type ParameterProblem = {
  readonly parameter: string;
  readonly value?: string;
  readonly reason: string;
  readonly allowed?: readonly string[];
};

/**
 * The query's parameters, each once. Open point: what applies to an unknown parameter. It is an error here,
 * since a mistyped filter that is passed over would widen the answer without anyone noticing.
 */
export function readParameters(
  query: URLSearchParams,
  known: readonly string[],
  problems: ParameterProblem[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const parameter of new Set(query.keys())) {
    const [value, ...more] = query.getAll(parameter);
    if (!known.includes(parameter)) {
      problems.push({
        parameter,
        reason: `unknown parameter${suggestion(parameter, known)}`,
        allowed: known,
      });
    } else if (more.length > 0) {
      problems.push({ parameter, reason: 'given more than once; give it once, values separated by commas' });
    } else {
      values.set(parameter, value ?? '');
    }
  }
  return values;
}

/** `; did you mean folderIds?`, or nothing where no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = closest(
    name.toLowerCase(),
    known.map((each) => each.toLowerCase()),
  );
  const match = known.find((each) => each.toLowerCase() === nearest);
  return match !== undefined && distance(name.toLowerCase(), nearest) <= 3 ? `; did you mean ${match}?` : '';
}

/** A page's length: a whole number from 1 to the server's largest. */
export function readLimit(
  values: ReadonlyMap<string, string>,
  sizes: { readonly pageSize: number; readonly maxPageSize: number },
  problems: ParameterProblem[],
): number {
  const value = values.get('limit');
  if (value === undefined) return sizes.pageSize;
  const limit = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (limit >= 1 && limit <= sizes.maxPageSize) return limit;
  problems.push({
    parameter: 'limit',
    value,
    reason: `expected a whole number from 1 to ${sizes.maxPageSize}`,
  });
  return sizes.pageSize;
}
