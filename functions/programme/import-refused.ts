import { LookaheadError } from '../base/lookahead-error.ts';

/** The file can be read, but looks like the wrong one. Nothing was stored, and the last version is still served. */
export class ImportRefused extends LookaheadError {
  override readonly name = 'ImportRefused';

  /** @param problem what looks wrong, without a full stop */
  constructor(problem: string) {
    super(problem, {
      kind: 'input',
      remedy: 'Check that it is the right file; if it is, import it with --force.',
    });
  }
}
