/** Reports that were not delivered; why has been told of each. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  /** Nothing but bad input stood in the way. */
  readonly badInput: boolean;
  /** What is left to say. */
  readonly lines: readonly string[];

  constructor(failures: readonly ('failed' | 'bad input')[], due: number) {
    const summary = `${failures.length} of ${due} reports were not delivered.`;
    super(summary);
    this.badInput = failures.every((failure) => failure === 'bad input');
    this.lines = due === 1 ? [] : [summary];
  }
}
