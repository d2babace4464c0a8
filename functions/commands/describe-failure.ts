import process from 'node:process';
import { LookaheadError } from '../base/lookahead-error.ts';

export type Failure = {
  /** Nothing was done, because what was asked for cannot be. */
  readonly badInput: boolean;
  readonly lines: readonly string[];
};

/** What a person at the command line is told of a failure: one line a problem, never a stack trace. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { badInput: false, lines: [`Failed: ${String(error)}`] };
  const lines = error.message.split('\n').filter((line) => line !== '');
  if (error instanceof LookaheadError) return { badInput: error.kind === 'input', lines };
  if ('code' in error && 'path' in error) {
    return {
      badInput: false,
      lines: [`${lines.join(' ')}. Check that the folder exists and is writable.`],
    };
  }
  // A mistake of ours. The stack is for whoever mends it, and only when asked for.
  if (process.env['LOOKAHEAD_DEBUG']) return { badInput: false, lines: [error.stack ?? error.message] };
  return {
    badInput: false,
    lines: [`Unexpected: ${lines.join(' ')} (set LOOKAHEAD_DEBUG=1 to see where this comes from)`],
  };
}
