import { getOrInsert } from '../base/get-or-insert.ts';
import type { Configuration } from './configuration.ts';
import type { StageSettings } from './stage/stage.ts';

/** The projects that a report is made for: those it names, or all. In the order of the configuration. */
export function projectsOf<Project extends { readonly key: string }>(
  report: { readonly projects?: readonly string[] | undefined },
  projects: readonly Project[],
): readonly Project[] {
  if (report.projects === undefined) return projects;
  const places = getOrInsert(placesByKey, projects, () => new Map(projects.map(({ key }, at) => [key, at])));
  const own = new Set(report.projects.flatMap((key) => places.get(key) ?? []));
  return [...own].sort((one, other) => one - other).flatMap((at) => projects[at] ?? []);
}

/** The places of the projects in their list: thousands of reports may name one of thousands of projects each. */
const placesByKey = new WeakMap<readonly { readonly key: string }[], ReadonlyMap<string, number>>();

/**
 * The configuration that a stage is deployed with: the projects of the planning regions that it serves, and the reports of those. A report
 * that names projects of other regions too names its own only.
 */
export function configurationOfStage(
  { $schema: _, deployment: __, ...configuration }: Configuration,
  { regions }: Pick<StageSettings, 'regions'>,
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
