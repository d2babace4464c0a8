/**
 * What whoever meets an error has to know about it:
 * - `input`: what was asked for cannot be done as it was asked. Nothing was done, and only another request helps.
 * - `retryable`: the same may succeed later without anyone doing anything.
 * - `curable`: a person has to act on the remedy first; then the same succeeds.
 * - `defect`: a mistake in this program.
 */
export type ErrorKind = 'input' | 'retryable' | 'curable' | 'defect';

export type ErrorDetails = {
  readonly kind: ErrorKind;
  /** What to do about it: a sentence, with its full stop. */
  readonly remedy: string;
  readonly cause?: unknown;
};

/** Every error this project throws on purpose. `message` says what failed, where, and what to do. */
export abstract class LookaheadError extends Error {
  readonly kind: ErrorKind;
  readonly remedy: string;

  /** @param what what failed and where, without a full stop; never a key, an address or another secret */
  constructor(what: string, { kind, remedy, cause }: ErrorDetails) {
    super(`${what}. ${remedy}`, cause === undefined ? undefined : { cause });
    this.kind = kind;
    this.remedy = remedy;
  }
}
