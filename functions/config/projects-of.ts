/** The projects that a report is made for: those it names, or all. In the order of the configuration. */
export function projectsOf<Project extends { readonly key: string }>(
  report: { readonly projects?: readonly string[] | undefined },
  projects: readonly Project[],
): readonly Project[] {
  return projects.filter(({ key: name }) => report.projects?.includes(name) ?? true);
}
