import { LookaheadError } from '../base/lookahead-error.ts';
import { countText } from '../lookahead/text/quantity-text.ts';

/** One problem of a configuration file, and how to fix it. Lines and columns count from 1. */
export type ConfigurationProblem = {
  readonly line: number;
  readonly column: number;
  /** `reports[0].weeks`; empty for the file as a whole. */
  readonly path: string;
  /** The problem, without a full stop. Never contains a secret value. */
  readonly message: string;
  /** The remedy, as a sentence. */
  readonly remedy: string;
};

/** Maximum number of problems that an error has: nobody reads more, and one mistake can cause thousands. */
export const maxProblems = 40;

/** A configuration that cannot be used. The message has one line per problem, in the order of the file. */
export class ConfigurationError extends LookaheadError {
  override readonly name = 'ConfigurationError';
  readonly file: string;
  readonly problems: readonly ConfigurationProblem[];

  /** @param options.total how many problems there are, if not all of them are given */
  constructor(
    file: string,
    all: readonly ConfigurationProblem[],
    options?: ErrorOptions & { readonly total?: number },
  ) {
    const problems = all.slice(0, maxProblems);
    const more = (options?.total ?? all.length) - problems.length;
    const rest = more > 0 ? [`${file}: and ${countText(more, 'more problem')}`] : [];
    super(`${file} has problems`, {
      kind: 'input',
      remedy: 'Correct the lines that the message names.',
      cause: options?.cause,
      message: [...problems.map((problem) => problemLine(file, problem)), ...rest].join('\n'),
    });
    this.file = file;
    this.problems = problems;
  }
}

/** `lookahead.yaml:14:5 reports[0].weeks: 9 is more than 6. Use a whole number from 1 to 6.` */
function problemLine(file: string, problem: ConfigurationProblem): string {
  const where = problem.path === '' ? '' : ` ${problem.path}`;
  return `${file}:${problem.line}:${problem.column}${where}: ${problem.message}. ${problem.remedy}`;
}
