import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoredDataError } from '../errors.ts';
import { isSafeProjectId, projectDirectory } from './directory-store.ts';
import type { ProjectData } from './store.ts';

/**
 * Writes a project as the files that `directoryStore` reads. Each file is whole or as it was before: it is
 * written beside its place and renamed into it.
 * @returns the project's directory
 * @throws StoredDataError when the project's id cannot name a directory
 */
export async function writeProject(root: string, project: ProjectData): Promise<string> {
  if (!isSafeProjectId(project.projectId)) {
    throw new StoredDataError(
      root,
      `the project id ${JSON.stringify(project.projectId)} cannot name a directory. Use letters, digits, '.', '_' and '-'.`,
    );
  }
  const directory = projectDirectory(root, project);
  await mkdir(directory, { recursive: true });
  const { name, timeZone } = project;
  await writeWhole(join(directory, 'project.json'), `${JSON.stringify({ name, timeZone })}\n`);
  for (const [collection, items] of Object.entries(project.collections)) {
    await writeWhole(join(directory, `${collection}.json`), `${JSON.stringify(items)}\n`);
  }
  return directory;
}

async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await writeFile(beside, text);
  await rename(beside, file);
}
