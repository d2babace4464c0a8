import process from 'node:process';
import { onTestFinished, vi } from 'vitest';
import { commandLine } from '../../functions/cli.ts';
import type { CliResult } from './run-cli.ts';

/** Runs the command line in this process, which is many times as fast. Within a test only. */
export async function callCli(
  args: readonly string[],
  { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CliResult> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((words) => {
      printed[name] += String(words);
      return true;
    }),
  );
  try {
    return { code: await commandLine(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
