/** Runs the command line in this process, which is many times faster than in a process of its own. */
import { AsyncLocalStorage } from 'node:async_hooks';
import process from 'node:process';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '#cli.ts';
import type { CliResult } from './run-cli.ts';

type Environment = Readonly<Record<string, string>>;

/** The parts of this process that a command changes. Each of several running commands has its own. */
type Call = {
  readonly hear: (stream: 'stdout' | 'stderr', words: string) => void;
  /** The listeners of the command for SIGTERM, which also listen for SIGINT. */
  readonly stops: NodeJS.SignalsListener[];
};
const calls = new AsyncLocalStorage<Call>();

for (const stream of [process.stdout, process.stderr]) {
  const { write } = stream;
  const hear = (words: string | Uint8Array, ...rest: readonly unknown[]) => {
    const call = calls.getStore();
    if (call === undefined) return Reflect.apply(write, stream, [words, ...rest]);
    call.hear(stream === process.stdout ? 'stdout' : 'stderr', String(words));
    return true;
  };
  Object.defineProperty(stream, 'write', { value: hear, configurable: true, writable: true });
}
process.on('newListener', (event, listener: NodeJS.SignalsListener) => {
  if (event === 'SIGTERM') calls.getStore()?.stops.push(listener);
});

/** Names of the AWS variables that are set where the tests run. Commands do not see them. */
const awsSettings = Object.keys(process.env).filter((name) => name.startsWith('AWS_'));

function setEnvironment(env: Environment): void {
  const own = { ...Object.fromEntries(awsSettings.map((name) => [name, undefined])), ...env };
  for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value);
}

/**
 * Runs a command to its end. It works only within a test. @param options.cwd the folder that relative paths begin at
 */
export async function callCli(
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Environment; readonly cwd?: string } = {},
): Promise<CliResult> {
  setEnvironment(env);
  onTestFinished(() => void vi.unstubAllEnvs());
  const printed = { stdout: '', stderr: '' };
  const hear: Call['hear'] = (stream, words) => {
    printed[stream] += words;
  };
  const before = process.cwd();
  try {
    if (cwd !== undefined) process.chdir(cwd);
    return { code: await calls.run({ hear, stops: [] }, () => runCommandLine(args)), ...printed };
  } finally {
    process.chdir(before);
  }
}

type Running = {
  /** The output so far: standard output, then standard error. */
  readonly output: () => string;
  /** Resolves with the first match in the output; rejects if the command ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves with the value of the promise; rejects if the command ends before. */
  readonly until: <Value>(event: Promise<Value>) => Promise<Value>;
  /** Stops the command as a signal would. */
  readonly stop: () => Promise<CliResult>;
};

function begin(args: readonly string[], env: Environment): Running {
  setEnvironment(env);
  const said = { stdout: '', stderr: '' };
  const looks = new Set<() => void>();
  const hear: Call['hear'] = (stream, words) => {
    said[stream] += words;
    for (const look of looks) look();
  };
  const call: Call = { hear, stops: [] };
  const ended = calls.run(call, () => runCommandLine(args));
  const output = () => `${said.stdout}${said.stderr}`;
  const until = <Value>(event: Promise<Value>, what = 'what the test waits for'): Promise<Value> =>
    Promise.race([
      event,
      ended.then(() => Promise.reject(new Error(`It ended before ${what}: ${output()}`))),
    ]);
  return {
    output,
    until,
    printed: (pattern) => {
      const { promise, resolve } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const match = pattern.exec(said.stdout) ?? pattern.exec(said.stderr);
        if (match) resolve(match);
      };
      looks.add(look);
      look();
      return until(promise, `it printed ${pattern}`);
    },
    stop: async () => {
      for (const stop of call.stops.splice(0)) {
        process.off('SIGTERM', stop).off('SIGINT', stop);
        stop('SIGTERM');
      }
      return { code: await ended, ...said };
    },
  };
}

/** Starts a command that runs until it is stopped, at the latest at the end of the test. Several may be running. */
export function startHere(
  args: readonly string[],
  { env = {} }: { readonly env?: Environment } = {},
): Running {
  const running = begin(args, env);
  onTestFinished(async () => {
    await running.stop();
    vi.unstubAllEnvs();
  });
  return running;
}

/**
 * Starts `serve --json` on a free port. It runs until `stop` is called, so several tests can use it.
 * @returns the first line that it prints, and `stop`
 */
export async function startServe(
  args: readonly string[],
  { env = {} }: { readonly env?: Environment } = {},
): Promise<{ readonly line: string; readonly stop: () => Promise<unknown> }> {
  const { printed, stop } = begin(['serve', '--json', '--port', '0', ...args], env);
  const [line] = await printed(/^\{.*(?=\n)/m);
  return { line, stop };
}
