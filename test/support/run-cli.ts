import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

const root = resolve(import.meta.dirname, '../..');

export type CliResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type CliOptions = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

function start(words: readonly string[], { env = {}, cwd = root }: CliOptions) {
  // Nothing of the developer's own environment but what a process needs: a key set there must not help a test.
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [`${root}/functions/cli.ts`, ...words], {
    cwd,
    env: { PATH, HOME, TZ: 'America/Los_Angeles', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command line as a person would, to its end. */
export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = start(words, options);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Starts `serve --json` and gives the line it says, with the process to end. */
export async function startServe(
  words: readonly string[],
  options: CliOptions = {},
): Promise<{ readonly line: string; readonly child: ChildProcess }> {
  const child = start(['serve', '--json', ...words], options);
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('\n')) return { line: said, child };
  }
  throw new Error(`serve ended before it said where it is: ${said}`);
}
