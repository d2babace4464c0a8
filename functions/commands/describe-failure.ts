import process from 'node:process';
import { fileAdvice } from '../archive/file-system.ts';
import { LookaheadError } from '../base/lookahead-error.ts';

export type Failure = {
  /** Nothing was done, because the input cannot be used. */
  readonly badInput: boolean;
  readonly lines: readonly string[];
};

/** What the command line prints about a failure: one line for each problem, never a stack trace. */
export function describeFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { badInput: false, lines: [`Failed: ${String(error)}`] };
  const lines = error.message.split('\n').filter((line) => line !== '');
  if (error instanceof LookaheadError) return { badInput: error.kind === 'input', lines };
  if ('code' in error && 'path' in error) {
    return {
      badInput: false,
      lines: [`${lines.join(' ')}. ${fileAdvice(String(error.code)).remedy}`],
    };
  }
  // A defect of this program. The stack helps only whoever fixes it, so it is printed on request.
  if (process.env['LOOKAHEAD_DEBUG']) return { badInput: false, lines: [error.stack ?? error.message] };
  return {
    badInput: false,
    lines: [`Unexpected: ${lines.join(' ')} (set LOOKAHEAD_DEBUG=1 to see where this comes from)`],
  };
}
