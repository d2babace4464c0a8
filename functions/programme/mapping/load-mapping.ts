import { ConfigurationError } from '../../config/configuration-error.ts';
import { explainIssue } from '../../config/explain-issue.ts';
import { readYaml } from '../../config/yaml-source.ts';
import { type Mapping, mappingSchema } from './mapping.ts';

/**
 * Checks the text of a mapping.
 * @param file its name, for messages
 * @throws ConfigurationError with every problem, each with its line
 */
export function parseMapping(text: string, file: string): Mapping {
  const source = readYaml(text);
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems);
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [
      {
        line: 1,
        column: 1,
        path: '',
        message: 'the mapping is empty',
        remedy: 'Begin with what lookahead import FILE --inspect prints.',
      },
    ]);
  }
  const parsed = mappingSchema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .flatMap((issue) => explainIssue(issue, mappingSchema, source))
    .sort((left, right) => left.line - right.line || left.column - right.column);
  throw new ConfigurationError(file, problems);
}
