/**
 * Where an archive keeps the versions of a programme: `programmes/<region>/<projectId>/<n>.json` describes version n, and
 * the highest number is the current one. The planning server serves them; a report can be due when one arrives.
 */
import type { Region } from './tasks-query.ts';

type Project = { readonly region: Region; readonly projectId: string };

/** The prefix of all versions of a project. */
export function versionsPrefix({ region, projectId }: Project): string {
  return `programmes/${region}/${projectId}/`;
}

export function versionManifestKey(project: Project, number: number): string {
  return `${versionsPrefix(project)}${number}.json`;
}

/** The number of the version that the key is the manifest of; undefined for other keys. */
export function numberOfManifest(key: string): number | undefined {
  const [, number] = /\/([1-9]\d{0,9})\.json$/.exec(key) ?? [];
  return number === undefined ? undefined : Number(number);
}
