import { findExposedFilePath } from '#archive/file-system.ts';
import { shellQuoted } from '#base/text/shell.ts';
import type { Terminal } from './terminal.ts';

/** Warns if too many people may read a secret in a folder, with the command that corrects it. */
export async function warnOfExposedSecret(
  terminal: Terminal,
  { folder, key }: { readonly folder: string; readonly key: string },
): Promise<void> {
  const path = await findExposedFilePath(folder, key);
  if (path === undefined) return;
  terminal.warn(
    `Other users of this machine can read or change ${path}, which is a secret. Let only its owner: chmod 600 ${shellQuoted(path)}`,
  );
}
