/** Commands as people type them: in PowerShell or cmd on Windows, in any other shell elsewhere. */
import process from 'node:process';

/** A command of this program. PowerShell's own `npm` drops the `--` before options; `npm.cmd` keeps it. */
export function commandText(words: readonly string[], platform: string = process.platform): string {
  const npm = platform === 'win32' ? 'npm.cmd' : 'npm';
  return `${npm} run lookahead -- ${words.map((word) => inShell(word, platform)).join(' ')}`;
}

/** Quoted if the shell needs it. */
export function inShell(word: string, platform: string = process.platform): string {
  if (platform === 'win32') return /^[\w.\\/:=-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function setVariable(name: string, value: string, platform: string = process.platform): string {
  return platform === 'win32' ? `$env:${name} = '${value}'` : `export ${name}=${value}`;
}
