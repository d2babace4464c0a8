/** Commands as people type them: in PowerShell or cmd on Windows, in any other shell elsewhere. */
import process from 'node:process';
import { type Launcher, systemLauncher } from '../system.ts';

/**
 * How a command of this program begins when a person types it. PowerShell's own `npm` drops the `--` before options;
 * `npm.cmd` keeps it.
 */
export function programName(
  platform: string = process.platform,
  launcher: Launcher = systemLauncher(),
): string {
  if (launcher === 'name') return 'lookahead';
  return `${platform === 'win32' ? 'npm.cmd' : 'npm'} run lookahead --`;
}

/** A command of this program. */
export function commandText(
  words: readonly string[],
  platform: string = process.platform,
  launcher: Launcher = systemLauncher(),
): string {
  return [programName(platform, launcher), ...words.map((word) => inShell(word, platform))].join(' ');
}

/** Quoted if the shell needs it. */
export function inShell(word: string, platform: string = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:=-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function setVariable(name: string, value: string, platform: string = process.platform): string {
  return platform === 'win32' ? `$env:${name} = '${value}'` : `export ${name}=${value}`;
}
