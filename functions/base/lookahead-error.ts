/**
 * How a caller handles an error:
 * - `input`: the request itself is wrong. Nothing was done, and only a corrected request can succeed.
 * - `retryable`: the same request may succeed later without anyone doing anything.
 * - `curable`: a person has to act on the remedy first; then the same request succeeds.
 * - `defect`: a mistake in this program.
 */
export type ErrorKind = 'input' | 'retryable' | 'curable' | 'defect';

export type ErrorDetails = {
  readonly name?: string;
  readonly kind: ErrorKind;
  readonly remedy: string;
  readonly cause?: unknown;
  /**
   * Replaces the message made of `what` and `remedy`, for an error that reports several problems with a remedy each.
   */
  readonly message?: string | undefined;
};

/** The base of every error this project throws on purpose. `message` says what failed, where, and what to do. */
export class LookaheadError extends Error {
  readonly kind: ErrorKind;
  readonly remedy: string;

  /** @param what what failed and where, without a full stop; never a key, an address or another secret */
  constructor(what: string, { name, kind, remedy, cause, message }: ErrorDetails) {
    super(message ?? `${what}. ${remedy}`, cause === undefined ? undefined : { cause });
    this.name = name ?? 'LookaheadError';
    this.kind = kind;
    this.remedy = remedy;
  }
}

/** An error whose request is wrong: only a corrected request can succeed. */
export abstract class InputError extends LookaheadError {
  constructor(what: string, remedy: string) {
    super(what, { kind: 'input', remedy });
  }
}
