import { LookaheadError } from '../base/lookahead-error.ts';

/** An option, a name or a file that cannot be used. Nothing was done. Exit code 2. */
export class BadInput extends LookaheadError {
  override readonly name = 'BadInput';

  /** @param message replaces "what. remedy" where several options are wrong: one line for each */
  constructor(what: string, remedy: string, message?: string) {
    super(what, { kind: 'input', remedy, ...(message === undefined ? {} : { message }) });
  }
}
