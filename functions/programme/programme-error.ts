import { LookaheadError } from '../base/lookahead-error.ts';

/** A file that cannot be imported at all. Nothing was stored, and the last version is still served. */
export class ProgrammeError extends LookaheadError {
  override readonly name = 'ProgrammeError';
  /** Line of the file, or row of the worksheet, from 1; undefined where the whole file is wrong. */
  readonly line: number | undefined;

  readonly #problem: string;

  /**
   * @param problem what is wrong, without a full stop
   * @param remedy what to do, as a sentence
   */
  constructor(
    problem: string,
    { line, remedy, cause }: { readonly line?: number; readonly remedy: string; readonly cause?: unknown },
  ) {
    const what = line === undefined ? problem : `line ${line}: ${problem}`;
    super(what, { kind: 'input', remedy, cause });
    this.#problem = what;
    this.line = line;
  }

  /** The same error with the file's name before it: a reader has only the bytes. */
  inFile(name: string): ProgrammeError {
    const { remedy, cause } = this;
    return new ProgrammeError(`${name}: ${this.#problem}`, { remedy, cause });
  }
}
