import process from 'node:process';
import { LookaheadError } from '#base/lookahead-error.ts';
import { fileRemedies, remedyFor } from '#base/remedies.ts';

/**
 * An error for an option, a name or a file that cannot be used. Nothing was done. The exit code is 2.
 * @param message replaces "what. remedy" if several options are wrong: one line for each
 */
export function badInputError(what: string, remedy: string, message?: string): LookaheadError {
  return new LookaheadError(what, { name: 'BadInput', kind: 'input', remedy, message });
}

/**
 * An error for a command that did not do all of its work.
 * @param kind 'input' if wrong input is the only reason
 * @param message what is still to be printed; the reasons are printed already
 */
export function unfinishedCommandError(kind: 'input' | 'curable', message: string): LookaheadError {
  const remedy = 'See the messages above.';
  return new LookaheadError('Not everything was done', { name: 'RunFailed', kind, remedy, message });
}

export type DescribedFailure = {
  readonly badInput: boolean;
  readonly lines: readonly string[];
};

export function describeFailure(error: unknown): DescribedFailure {
  if (!(error instanceof Error)) return { badInput: false, lines: [`Failed: ${String(error)}`] };
  const lines = error.message.split('\n').filter((line) => line !== '');
  if (error instanceof LookaheadError) return { badInput: error.kind === 'input', lines };
  if ('code' in error && 'path' in error) {
    return {
      badInput: false,
      lines: [`${lines.join(' ')}. ${remedyFor(fileRemedies, String(error.code)).remedy}`],
    };
  }
  // This is a defect in the program. The stack helps only a developer, so it is printed only on request.
  if (process.env['LOOKAHEAD_DEBUG']) return { badInput: false, lines: [error.stack ?? error.message] };
  return {
    badInput: false,
    lines: [`Unexpected: ${lines.join(' ')} (set LOOKAHEAD_DEBUG=1 to see where this comes from)`],
  };
}
