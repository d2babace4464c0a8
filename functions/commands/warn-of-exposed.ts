import { exposedFile } from '#archive/file-system.ts';
import { shellQuoted } from '#base/text/shell.ts';
import type { Terminal } from './terminal.ts';

/** Warns if a secret in a folder may be read by more people than need it, with the command that mends it. */
export async function warnOfExposedSecret(
  terminal: Terminal,
  { folder, key }: { readonly folder: string; readonly key: string },
): Promise<void> {
  const path = await exposedFile(folder, key);
  if (path === undefined) return;
  terminal.warn(
    `Other users of this machine can read or change ${path}, which is a secret. Let only its owner: chmod 600 ${shellQuoted(path)}`,
  );
}
