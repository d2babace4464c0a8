import { ProgrammeError } from '../../programme-error.ts';
import type { Row, XerTables } from './xer-tables.ts';

export type ProjectChoice = {
  /** The short name of the project in the file, from the mapping. */
  readonly project?: string | undefined;
  /** To look into a file before there is a mapping: the project with the most activities, instead of an error. */
  readonly largest?: boolean;
};

export type ChosenProject = {
  readonly row: Row<'PROJECT'>;
  /** Whether the mapping has to name it. */
  readonly several: boolean;
  /** Names of the other projects of the file, if there are several to choose from. */
  readonly others: readonly string[];
};

/**
 * The project to read: the one that the mapping names, else the only one, else the only one that was exported. The
 * others came along because of links between them.
 * @throws ProgrammeError if that is none or several
 */
export function chooseProject(
  tables: XerTables,
  { project: asked, largest = false }: ProjectChoice,
): ChosenProject {
  const projects = tables.rows('PROJECT').filter((row) => row.get('proj_id') !== undefined);
  if (projects.length === 0) {
    throw new ProgrammeError('the file has no table PROJECT', {
      remedy: 'Export the project itself: File > Export > Primavera PM (XER), type Project.',
    });
  }
  const nameOf = (row: Row<'PROJECT'>) => JSON.stringify(row.get('proj_short_name') ?? row.get('proj_id'));
  const names = projects.map(nameOf);
  const oneOf = (row: Row<'PROJECT'>, choice: readonly Row<'PROJECT'>[]): ChosenProject => ({
    row,
    several: choice.length > 1,
    others: choice.filter((other) => other !== row).map(nameOf),
  });
  if (asked !== undefined) {
    const named = projects.find((row) => [row.get('proj_short_name'), row.get('proj_id')].includes(asked));
    if (named) return oneOf(named, projects);
    throw new ProgrammeError(`the file has no project ${JSON.stringify(asked)}`, {
      remedy: `Write project: ${names.join(' or ')} in the mapping.`,
    });
  }
  const exported = projects.filter((row) => row.get('export_flag') === 'Y');
  const candidates = exported.length > 0 ? exported : projects;
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return oneOf(first, candidates);
  if (largest && first !== undefined) {
    return oneOf(withMostActivities(candidates, tables) ?? first, candidates);
  }
  throw new ProgrammeError(`the file has ${candidates.length} projects: ${names.join(', ')}`, {
    remedy: 'Write the one to import in the mapping, such as project: '.concat(names[0] ?? '', '.'),
  });
}

function withMostActivities(
  projects: readonly Row<'PROJECT'>[],
  tables: XerTables,
): Row<'PROJECT'> | undefined {
  const counts = Map.groupBy(tables.rows('TASK'), (row) => row.get('proj_id'));
  const count = (row: Row<'PROJECT'>) => counts.get(row.get('proj_id'))?.length ?? 0;
  return projects.toSorted((left, right) => count(right) - count(left))[0];
}
