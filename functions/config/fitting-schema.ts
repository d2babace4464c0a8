/** Checks YAML by the schema of its kind of file. */
import type * as z from 'zod/mini';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.ts';
import { explainIssue } from './explain-issue.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * The value of a file that fits a schema.
 * @param file its name, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function fittingSchema<Value>(
  schema: z.ZodMiniType<Value>,
  source: YamlSource,
  file: string,
  ifEmpty: Pick<ConfigurationProblem, 'message' | 'remedy'>,
): Value {
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems);
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [{ line: 1, column: 1, path: '', ...ifEmpty }]);
  }
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => explainIssue(issue, schema, source));
  throw new ConfigurationError(file, problems.sort(byPlace));
}

/** The order of problems in a file. */
export function byPlace(one: ConfigurationProblem, other: ConfigurationProblem): number {
  return one.line - other.line || one.column - other.column;
}
