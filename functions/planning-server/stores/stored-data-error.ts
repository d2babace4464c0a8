import { LookaheadError } from '../../base/lookahead-error.ts';

/** A project's stored data is missing, is not JSON or does not fit the contract. */
export class StoredDataError extends LookaheadError {
  override readonly name = 'StoredDataError';
  readonly source: string;
  readonly problem: string;

  /**
   * @param source the file, or `region/project/collection` where the store has no files
   * @param problem what is wrong there, without a full stop
   */
  constructor(
    source: string,
    problem: string,
    { remedy, cause }: { readonly remedy: string; readonly cause?: unknown },
  ) {
    super(`${source}: ${problem}`, { kind: 'curable', remedy, cause });
    this.source = source;
    this.problem = problem;
  }
}
