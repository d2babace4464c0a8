import { LookaheadError } from '../../base/lookahead-error.ts';

export type RequestProblem = {
  /** `to[0]`; empty for the request as a whole. */
  readonly property: string;
  /** What is wrong, and what to do. */
  readonly message: string;
};

/** A request that cannot be carried out; nothing was done. */
export class RequestError extends LookaheadError {
  override readonly name = 'RequestError';
  readonly problems: readonly RequestProblem[];

  constructor(problems: readonly RequestProblem[]) {
    super('The request cannot be carried out', {
      kind: 'input',
      remedy: 'Correct the properties that the message names.',
      message: problems.map(({ property, message }) => `${property || 'The request'} ${message}`).join(' '),
    });
    this.problems = problems;
  }
}
