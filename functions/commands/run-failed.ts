import { LookaheadError } from '../base/lookahead-error.ts';

/** Some of what was asked for was not done. The reasons have been printed; `message` is what is left to say. */
export class RunFailed extends LookaheadError {
  override readonly name = 'RunFailed';

  /** @param kind 'input' where nothing but wrong input stood in the way */
  constructor(kind: 'input' | 'curable', message: string) {
    super('Not everything was done', { kind, remedy: 'See the messages above.', message });
  }
}
