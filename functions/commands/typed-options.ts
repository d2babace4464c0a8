/** Options as typed, before a command parses them. Loads nothing that takes time. */
import process from 'node:process';
import type { Command } from 'commander';
import { createTerminal, type Terminal } from './terminal.ts';

type CommandFunction = (options: unknown, terminal: Terminal) => Promise<void>;

/**
 * An action for commander that loads its module only when it is used.
 * @param argument what the command calls the value of its argument, which it gets beside its options
 */
export function lazy(load: () => Promise<CommandFunction>, argument?: string) {
  return async function (this: Command): Promise<void> {
    const options = this.opts<{ readonly json?: boolean }>();
    const own = argument === undefined ? options : { ...options, [argument]: this.processedArgs[0] };
    const run = await load();
    await run(own, createTerminal(options.json === true ? 'json' : 'text', process));
  };
}

export const regionFlag = [
  '--region <name>',
  'AWS region of the bucket; by default that of its stage, or of your AWS settings',
] as const;

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',')];
}
