import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const prefix = 'lookahead-versions-';
const nameWithProcess = new RegExp(`^${prefix}(\\d+)-`);

/**
 * Makes an empty folder for decompressed versions, which is removed when the process ends. Folders of processes that
 * were killed before they could do so are removed too.
 * @param parent a folder of this machine, such as the temporary one
 */
export function makeVersionsFolder(parent: string): string {
  for (const name of readdirSync(parent)) {
    const id = nameWithProcess.exec(name)?.[1];
    if (id !== undefined && !isRunning(Number(id))) remove(join(parent, name));
  }
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  process.once('exit', () => remove(folder));
  return folder;
}

function isRunning(id: number): boolean {
  try {
    // Signal 0 sends nothing: it asks whether there is such a process.
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, but runs.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Of another user's folder, or one that another process removes at the same time, nothing has to be said. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}
