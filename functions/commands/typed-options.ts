/** Options as typed, before a command parses them. This module loads nothing that is slow. */
import process from 'node:process';
import type { Command } from 'commander';
import { createTerminal, type Terminal } from './terminal.ts';

type CommandFunction = (options: unknown, terminal: Terminal) => Promise<void>;

/**
 * An action for commander that loads its module only when it is used.
 * @param argument the property under which the command gets the value of its argument, beside its options
 */
export function lazyAction(load: () => Promise<CommandFunction>, argument?: string) {
  return async function (this: Command): Promise<void> {
    const options = this.opts<{ readonly json?: boolean }>();
    const own = argument === undefined ? options : { ...options, [argument]: this.processedArgs[0] };
    const run = await load();
    await run(own, createTerminal(options.json === true ? 'json' : 'text', process));
  };
}

export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',')];
}

// Names and descriptions of options that several commands have.
export const reportsArgument = ['[report...]', 'keys of reports; all by default'] as const;
export const projectFlag = ['--project <key>', 'only this project; repeatable', collectValues] as const;
export const configFlag = ['--config <file>', 'the configuration', 'lookahead.yaml'] as const;
export const seedFlag = ['--seed <n>', 'the same seed gives the same sample projects', '1'] as const;
export const jsonOfReportsFlag = ['--json', 'one line of JSON for each report of a project'] as const;
export const archiveFlag = [
  '--out <folder>',
  'the archive of this machine (default: "sent", or "out" if nothing was mailed)',
] as const;
export const bucketFlag = ['--bucket <name>', 'the archive of a deployed stack instead'] as const;
export const regionFlag = [
  '--region <name>',
  'AWS region of the bucket; by default that of its stage, or of your AWS settings',
] as const;
