/**
 * Where an archive keeps the versions of programmes. `programmes/<region>/<projectId>/<n>.json`, the manifest, makes n
 * a version; the highest number is the current one. The planning server serves them, and a report can be due when one
 * arrives.
 */
import type { Region } from './tasks-query.ts';

type Project = { readonly region: Region; readonly projectId: string };

export const programmes = 'programmes/';

export function versionsPrefix({ region, projectId }: Project): string {
  return `${programmes}${region}/${projectId}/`;
}

export function manifestKey(project: Project, version: number): string {
  return `${versionsPrefix(project)}${version}.json`;
}

export function numberOfManifest(key: string): number | undefined {
  const [, number] = /(?:^|\/)([1-9]\d{0,8})\.json$/.exec(key) ?? [];
  return number === undefined ? undefined : Number(number);
}
