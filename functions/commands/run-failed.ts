/** Something that was asked for was not done; why has been told, or is in `lines`. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** Nothing but bad input stood in the way. */
  readonly badInput: boolean;
  /** What is left to say. */
  readonly lines: readonly string[];

  constructor(cause: 'failed' | 'bad input', lines: readonly string[]) {
    super(lines.join(' '));
    this.badInput = cause === 'bad input';
    this.lines = lines;
  }
}
