import { LookaheadError } from '../base/lookahead-error.ts';
import type { ImportResult } from './import-result.ts';

/** The file can be read, but looks like the wrong one. Nothing was stored, and the last version is still served. */
export class ImportRefused extends LookaheadError {
  override readonly name = 'ImportRefused';
  /** What the import found. */
  readonly result: ImportResult;

  /** @param problem what looks wrong, without a full stop */
  constructor(problem: string, result: ImportResult) {
    super(problem, {
      kind: 'input',
      remedy: 'Check that it is the right file; if it is, import it with --force.',
    });
    this.result = result;
  }
}
