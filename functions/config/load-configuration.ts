import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { namedFileRemedies, remedyFor } from '#base/remedies.ts';
import { errorCodeOf } from '#base/text/redact.ts';
import { LogoError, readLogo } from '#workbook/theme/logo.ts';
import { type Configuration, configurationSchema } from './configuration.ts';
import {
  ConfigurationError,
  type ConfigurationFinding,
  type ProblemAndRemedy,
} from './configuration-error.ts';
import { runCrossChecks } from './cross-checks.ts';
import { parseYamlWithSchema } from './parse-yaml-with-schema.ts';
import { readYaml } from './yaml-source.ts';

/**
 * Reads and checks the configuration: first its properties, then the properties against each other, then the logos.
 * @throws ConfigurationError with the problems of the first check that finds any
 */
export async function loadConfiguration(path: string): Promise<Configuration> {
  const source = readYaml(await readText(path));
  const configuration = parseYamlWithSchema(configurationSchema, source, path, {
    message: 'the file is empty',
    remedy: 'Start with from:, projects: and reports:; lookahead.yaml in the repository is an example.',
  });
  for (const check of [runCrossChecks, logoFindings]) {
    const findings = await check(configuration, path);
    if (findings.length > 0) throw new ConfigurationError(path, findings, source);
  }
  return configuration;
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    const code = errorCodeOf(cause) ?? 'unknown cause';
    const { remedy } = remedyFor(namedFileRemedies, code);
    const message = `the file cannot be read (${code})`;
    throw new ConfigurationError(path, [{ path: [], message, remedy }], undefined, { cause });
  }
}

async function logoFindings(
  { projects }: Configuration,
  path: string,
): Promise<readonly ConfigurationFinding[]> {
  // Each logo is checked once: hundreds of projects may share one file.
  const checked = new Map<string, Promise<ProblemAndRemedy | undefined>>();
  const found = projects.map(async ({ logo }, index): Promise<ConfigurationFinding[]> => {
    if (logo === undefined) return [];
    const advice = checked.get(logo) ?? logoProblem(logo, resolve(dirname(path), logo));
    checked.set(logo, advice);
    const problem = await advice;
    return problem === undefined ? [] : [{ path: ['projects', index, 'logo'], ...problem }];
  });
  return (await Promise.all(found)).flat();
}

async function logoProblem(logo: string, file: string): Promise<ProblemAndRemedy | undefined> {
  const shown = JSON.stringify(logo);
  try {
    if (!(await stat(file)).isFile()) {
      return { message: `${shown} is not a file`, remedy: 'Name a PNG or JPEG file.' };
    }
    readLogo(await readFile(file), logo);
    return undefined;
  } catch (error) {
    if (error instanceof LogoError) return { message: `${shown} ${error.problem}`, remedy: error.remedy };
    const code = errorCodeOf(error) ?? 'unknown cause';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const remedy = 'Correct the path, which is relative to this file, or remove the line.';
      return { message: `there is no file ${shown}`, remedy };
    }
    return { message: `${shown} cannot be read (${code})`, remedy: 'Check its permissions and the disk.' };
  }
}
