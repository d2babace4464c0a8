import { getOrInsert } from '#base/get-or-insert.ts';
import type { Configuration } from './configuration.ts';

export function projectsOf<Project extends { readonly key: string }>(
  report: { readonly projects?: readonly string[] | undefined },
  projects: readonly Project[],
): readonly Project[] {
  if (report.projects === undefined) return projects;
  const places = getOrInsert(placesByKey, projects, () => new Map(projects.map(({ key }, at) => [key, at])));
  const own = new Set(report.projects.flatMap((key) => places.get(key) ?? []));
  return [...own].sort((one, other) => one - other).flatMap((at) => projects[at] ?? []);
}

/** Indexes by project key: thousands of reports may name one of thousands of projects each. */
const placesByKey = new WeakMap<readonly { readonly key: string }[], ReadonlyMap<string, number>>();

/**
 * The projects of the planning regions that a stage serves, and the reports of those. A report that also names projects
 * of other regions keeps only these.
 */
export function configurationOfStage(
  { $schema: _, deployment: __, ...configuration }: Configuration,
  { regions }: { readonly regions: readonly string[] },
): Configuration {
  const projects = configuration.projects.filter(({ region }) => regions.includes(region));
  const served = new Set(projects.map(({ key }) => key));
  const reports = configuration.reports.flatMap((report) => {
    if (report.projects === undefined) return [report];
    const own = report.projects.filter((key) => served.has(key));
    return own.length === 0 ? [] : [{ ...report, projects: own }];
  });
  return { ...configuration, projects, reports };
}
