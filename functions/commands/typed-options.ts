/** Options as typed, before a command parses them. Loads nothing that takes time. */
import process from 'node:process';
import { createTerminal, type Terminal } from './terminal.ts';

export type TypedOptions = { readonly json?: boolean };

export function terminalFor(options: TypedOptions): Terminal {
  return createTerminal(options.json === true ? 'json' : 'text', process);
}

export const regionFlag = [
  '--region <name>',
  'AWS region of the bucket; by default that of its stage, or of your AWS settings',
] as const;

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',')];
}
