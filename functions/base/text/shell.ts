/** Writes commands as people type them: in PowerShell or cmd on Windows, in a POSIX shell elsewhere. */
import process from 'node:process';
import { type LaunchMethod, launchMethod } from '../system.ts';

/**
 * The words with which a command of this program begins. In PowerShell, `npm` drops the `--` before options, and
 * `npm.cmd` keeps it.
 */
export function commandPrefixText(
  platform: string = process.platform,
  method: LaunchMethod = launchMethod(),
): string {
  if (method === 'name') return 'lookahead';
  return `${platform === 'win32' ? 'npm.cmd' : 'npm'} run lookahead --`;
}

/** A command of this program as a person types it, such as `npm run lookahead -- status --late`. */
export function commandText(
  words: readonly string[],
  platform: string = process.platform,
  method: LaunchMethod = launchMethod(),
): string {
  return [commandPrefixText(platform, method), ...words.map((word) => shellQuoted(word, platform))].join(' ');
}

/** The word, in quotes if the shell needs them. */
export function shellQuoted(word: string, platform: string = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:=-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function setVariableCommandText(
  name: string,
  value: string,
  platform: string = process.platform,
): string {
  return platform === 'win32' ? `$env:${name} = '${value}'` : `export ${name}=${value}`;
}
