import type * as z from 'zod/mini';
import {
  type Advice,
  ConfigurationError,
  type ConfigurationProblem,
  maxProblems,
} from './configuration-error.ts';
import { explainIssue } from './explain-issue.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * @param file its name, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function fittingSchema<Value>(
  schema: z.ZodMiniType<Value>,
  source: YamlSource,
  file: string,
  ifEmpty: Advice,
): Value {
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems.toSorted(byPlace));
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [{ line: 1, column: 1, path: '', ...ifEmpty }]);
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const explained = issues.slice(0, maxProblems).flatMap((issue) => explainIssue(issue, schema, source));
  const others = issues.slice(maxProblems).map((each) => ('keys' in each ? each.keys.length : 1));
  const problems = explained.slice(0, maxProblems).map((problem) => problem());
  const total = others.reduce((sum, count) => sum + count, explained.length);
  throw new ConfigurationError(file, problems.sort(byPlace), { total });
}

export function byPlace(one: ConfigurationProblem, other: ConfigurationProblem): number {
  return one.line - other.line || one.column - other.column;
}
