/** One plain path segment, so that no id can lead out of a folder. */
const safeProjectId = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;

/** Whether a project with this id can be stored: as a folder, and in the keys of an archive. */
export function isStorableId(projectId: string): boolean {
  return safeProjectId.test(projectId) && !projectId.endsWith('.');
}
