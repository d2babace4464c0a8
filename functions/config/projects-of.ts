import { getOrInsert } from '#base/get-or-insert.ts';
import type { Configuration } from './configuration.ts';

export function projectsOfReport<Project extends { readonly key: string }>(
  report: { readonly projects?: readonly string[] | undefined },
  projects: readonly Project[],
): readonly Project[] {
  if (report.projects === undefined) return projects;
  const places = getOrInsert(placesByKey, projects, () => new Map(projects.map(({ key }, at) => [key, at])));
  const own = new Set(report.projects.flatMap((key) => places.get(key) ?? []));
  return [...own].sort((one, other) => one - other).flatMap((at) => projects[at] ?? []);
}

/**
 * Indexes of the projects by key, cached for each list: thousands of reports may name one of thousands of projects
 * each.
 */
const placesByKey = new WeakMap<readonly { readonly key: string }[], ReadonlyMap<string, number>>();

/**
 * The configuration that a stage needs: the projects of its planning regions, and their reports. If a report also names
 * projects of other regions, these are left out.
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
