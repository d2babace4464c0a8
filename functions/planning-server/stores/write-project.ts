import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../archive/file-system.ts';
import { projectDirectory } from './project-directories.ts';
import type { ProjectData } from './store.ts';

/**
 * Writes a project as the files that `directoryStore` reads. A file is either complete or unchanged: it is
 * written beside its place and renamed into it.
 * @throws StoredDataError when the project's id cannot name a directory
 */
export async function writeProject(root: string, project: ProjectData): Promise<void> {
  const directory = projectDirectory(root, project);
  await makeFolder(resolve(directory));
  const { name, timeZone } = project;
  await replaceFile(join(directory, 'project.json'), { name, timeZone });
  for (const [collection, items] of Object.entries(project.collections)) {
    await replaceFile(join(directory, `${collection}.json`), items);
  }
}

async function replaceFile(file: string, content: unknown): Promise<void> {
  const beside = `${file}.${process.pid}.part`;
  await writeFile(beside, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  await rename(beside, file);
}
