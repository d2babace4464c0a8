import type { Configuration } from './configuration.ts';
import type { StageSettings } from './stage.ts';

/** The projects that a report is made for: those it names, or all. In the order of the configuration. */
export function projectsOf<Project extends { readonly key: string }>(
  report: { readonly projects?: readonly string[] | undefined },
  projects: readonly Project[],
): readonly Project[] {
  const named = report.projects && new Set(report.projects);
  return projects.filter(({ key: name }) => named?.has(name) ?? true);
}

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
