import { LookaheadError } from '../base/lookahead-error.ts';

/** Some of what was requested was not done. The reasons have been printed; `message` is what remains to be printed. */
export class RunFailed extends LookaheadError {
  override readonly name = 'RunFailed';

  /** @param kind 'input' where wrong input is the only reason */
  constructor(kind: 'input' | 'curable', message: string) {
    super('Not everything was done', { kind, remedy: 'See the messages above.', message });
  }
}
