/**
 * Where an archive keeps the versions of programmes. `programmes/<region>/<projectId>/<n>.json`, the manifest, makes n a
 * version; the highest number is the current one. The planning server serves them, and a report can be due when one arrives.
 */
import type { Region } from './tasks-query.ts';

type Project = { readonly region: Region; readonly projectId: string };

/** The prefix of the versions of all projects. */
export const programmes = 'programmes/';

/** The prefix of all versions of a project. */
export function versionsPrefix({ region, projectId }: Project): string {
  return `${programmes}${region}/${projectId}/`;
}

/** The manifest makes it a version: data without one was left behind by an import that was killed. */
export function manifestKey(project: Project, version: number): string {
  return `${versionsPrefix(project)}${version}.json`;
}

/** The number of the version whose manifest has the key or file name; undefined for any other. */
export function numberOfManifest(key: string): number | undefined {
  const [, number] = /(?:^|\/)([1-9]\d{0,8})\.json$/.exec(key) ?? [];
  return number === undefined ? undefined : Number(number);
}
