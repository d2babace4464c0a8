/** Checks each configured logo as each run would: reads the file, and refuses what is no picture. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LogoError, readLogo } from '../workbook/theme/logo.ts';
import type { ProjectConfiguration } from './configuration.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import type { YamlSource } from './yaml-source.ts';

type Advice = Pick<ConfigurationProblem, 'message' | 'remedy'>;

/** @param path of the configuration, to which the paths of logos are relative */
export async function logoProblems(
  projects: readonly Pick<ProjectConfiguration, 'logo'>[],
  path: string,
  source: YamlSource,
): Promise<readonly ConfigurationProblem[]> {
  // Hundreds of projects may share one file.
  const checked = new Map<string, Promise<Advice | undefined>>();
  const found = projects.map(async ({ logo }, index): Promise<ConfigurationProblem[]> => {
    if (logo === undefined) return [];
    const advice = checked.get(logo) ?? adviceOn(logo, resolve(dirname(path), logo));
    checked.set(logo, advice);
    const problem = await advice;
    if (problem === undefined) return [];
    return [{ ...source.placeOf(['projects', index, 'logo']), path: `projects[${index}].logo`, ...problem }];
  });
  return (await Promise.all(found)).flat();
}

/** Undefined for a picture that can be used. */
async function adviceOn(logo: string, file: string): Promise<Advice | undefined> {
  const shown = JSON.stringify(logo);
  try {
    if (!(await stat(file)).isFile()) {
      return { message: `${shown} is not a file`, remedy: 'Name a PNG or JPEG file.' };
    }
    readLogo(await readFile(file), logo);
    return undefined;
  } catch (error) {
    if (error instanceof LogoError) return { message: `${shown} ${error.problem}`, remedy: error.remedy };
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      const remedy = 'Correct the path, which is relative to this file, or remove the line.';
      return { message: `there is no file ${shown}`, remedy };
    }
    return { message: `${shown} cannot be read (${code})`, remedy: 'Check its permissions and the disk.' };
  }
}
