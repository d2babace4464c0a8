import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { compileCache } from './compile-cache.ts';

const root = resolve(import.meta.dirname, '../..');
export const entry = `${root}/functions/lookahead.js`;

export type CliResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type CliOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The target to which bash sends the output: `| head -1`, `> /dev/full`. The command line's own exit code counts. */
  readonly into?: string;
  /** The program and its first argument; by default Node and `entry`. */
  readonly program?: readonly [string, ...string[]];
};

function start(
  args: readonly string[],
  { env = {}, cwd = root, into, program: own = [process.execPath, entry] }: CliOptions,
) {
  // The process gets only these variables of the developer, so that no test depends on a key that is set there.
  const { PATH = '', HOME = '' } = process.env;
  const command = [...own, ...args];
  const inShell = ['bash', '-c', `"$@" ${into}; exit "\${PIPESTATUS[0]}"`, 'bash', ...command];
  const [program = '', ...words] = into === undefined ? command : inShell;
  return spawn(program, words, {
    cwd,
    env: { PATH, HOME, npm_command: 'run-script', TZ: 'America/Los_Angeles', ...compileCache(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command line as a person would, to its end. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = start(args, options);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Starts a command in a process of its own, which runs until it is stopped. */
export function startProcess(args: readonly string[], options: CliOptions = {}) {
  const child = start(args, options);
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (code, signal) => resolve([code, signal]));
  });
  let output = '';
  const hear = (chunk: unknown) => {
    output += String(chunk);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [code] = await ended;
    return code;
  };
  return {
    pid: child.pid,
    ended,
    output: () => output,
    /** Resolves when the output matches; rejects if the process ends before. */
    printed: (pattern: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (pattern.test(output)) resolve();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        look();
        void ended.then(() => reject(new Error(`It ended before it printed ${pattern}: ${output}`)));
      }),
    /** Stops it as a service manager does. @returns its exit code */
    stop: () => end('SIGTERM'),
    /** Ctrl-C. @returns its exit code */
    interrupt: () => end('SIGINT'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Starts `serve --json`. @returns its first line and the process, which the caller has to end */
export async function startServeProcess(
  args: readonly string[],
  options: CliOptions = {},
): Promise<{ readonly line: string; readonly child: ChildProcess }> {
  const child = start(['serve', '--json', ...args], options);
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('\n')) return { line: output, child };
  }
  throw new Error(`serve ended before it printed its address: ${output}`);
}
