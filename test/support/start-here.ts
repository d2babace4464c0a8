import process from 'node:process';
import { onTestFinished, vi } from 'vitest';
import { commandLine } from '../../functions/cli.ts';
import type { CliResult } from './run-cli.ts';

/**
 * Starts a command that runs until it is stopped, in this process, which costs a tenth of a process of its own. One at a
 * time, and within a test only: it ends with the test.
 */
export function startHere(
  args: readonly string[],
  { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): {
  /** What it has said so far: standard output, then standard error. */
  readonly output: () => string;
  /** Resolves with the first match in what is printed; rejects where the command ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly stop: () => Promise<CliResult>;
} {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const ownListeners = (signal: NodeJS.Signals) =>
    process.listeners(signal).filter((listener) => !before.has(listener));
  const said = { stdout: '', stderr: '' };
  const looks = new Set<() => void>();
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((words) => {
      said[name] += String(words);
      for (const look of looks) look();
      return true;
    }),
  );
  const ended = commandLine(args).finally(() => {
    for (const spy of spies) spy.mockRestore();
    for (const signal of signals) for (const listener of ownListeners(signal)) process.off(signal, listener);
  });
  const stop = async () => {
    // As the signal would, but without what the test runner does at it.
    for (const listener of ownListeners('SIGTERM')) listener('SIGTERM');
    return { code: await ended, ...said };
  };
  onTestFinished(async () => {
    await stop();
    vi.unstubAllEnvs();
  });
  const output = () => `${said.stdout}${said.stderr}`;
  return {
    output,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(said.stdout) ?? pattern.exec(said.stderr);
          if (match) resolve(match);
        };
        looks.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended before it printed ${pattern}: ${output()}`)));
      }),
    stop,
  };
}
