/** Reads and checks `lookahead.yaml`, and reports all its problems at once. */
import { readFile } from 'node:fs/promises';
import { type Configuration, configurationSchema } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import { crossCheck } from './cross-checks.ts';
import { explainIssue } from './explain-issue.ts';
import { logoProblems } from './logo-problems.ts';
import { readYaml, type YamlSource } from './yaml-source.ts';

/**
 * Reads the file, checks it, and checks that every logo it names can be used.
 * @throws ConfigurationError with every problem found
 */
export async function loadConfiguration(path: string): Promise<Configuration> {
  const text = await readText(path);
  const { configuration, source } = check(text, path);
  const problems = await logoProblems(configuration.projects, path, source);
  if (problems.length > 0) throw new ConfigurationError(path, problems);
  return configuration;
}

function check(text: string, file: string): { configuration: Configuration; source: YamlSource } {
  const source = readYaml(text);
  if (source.problems.length > 0) throw new ConfigurationError(file, source.problems);
  if (source.value === undefined || source.value === null) {
    throw new ConfigurationError(file, [
      {
        line: 1,
        column: 1,
        path: '',
        message: 'the file is empty',
        remedy: 'Start with from:, projects: and reports:; lookahead.yaml in the repository is an example.',
      },
    ]);
  }
  const parsed = configurationSchema.safeParse(source.value);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues).flatMap((issue) =>
      explainIssue(issue, configurationSchema, source),
    ),
    ...crossCheck(source),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
  if (!parsed.success || problems.length > 0) throw new ConfigurationError(file, problems);
  return { configuration: parsed.data, source };
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const [message, remedy] = unreadable(cause);
    throw new ConfigurationError(path, [{ line: 1, column: 1, path: '', message, remedy }], { cause });
  }
}

function unreadable(cause: unknown): [string, string] {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return ['the file does not exist', 'Check the path, or name another file.'];
  if (code === 'EISDIR') return ['this is a directory', 'Name the file in it.'];
  if (code === 'EACCES' || code === 'EPERM') {
    return ['this user is not allowed to read the file', 'Grant the permission.'];
  }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return ['the file is not UTF-8 text', 'Save it as UTF-8.'];
  }
  return [`the file could not be read (${code || 'unknown cause'})`, 'Check the disk and the path.'];
}
